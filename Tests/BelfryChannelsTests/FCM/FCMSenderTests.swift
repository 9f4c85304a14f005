import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryChannels

@Suite("Sending through FCM")
struct FCMSenderTests {
    @Test("A message arrives under FCM’s name for it, and one access token serves for all")
    func sends() async throws {
        try await FCMWorld.with { world in
            let first = await world.send(.android())
            let second = await world.send(.android("device-2", number: 2))
            #expect(first == SendResult(.delivered, providerMessageID: "projects/belfry-sample/messages/0:1"))
            #expect(second.outcome == .delivered)
            #expect(world.simulator.log.entries.map(\.address) == ["device-1", "device-2"])
            #expect(world.simulator.issuedTokenCount == 1)
        }
    }

    @Test("What the simulator refuses, FCM would refuse", arguments: [("dead-1", "address_gone"), ("bad-1", "address_gone"), ("other-1", "rejected")])
    func refusals(token: String, label: String) async throws {
        try await FCMWorld.with { world in
            let result = await world.send(.android(token))
            #expect(result.outcome.label == label)
            #expect(world.simulator.log.entries.isEmpty)
        }
    }

    @Test("A token is renewed five minutes before it runs out")
    func renewal() async throws {
        try await FCMWorld.with { world in
            _ = await world.send(.android())
            world.clock.advance(by: .seconds(3298))
            _ = await world.send(.android())
            #expect(world.simulator.issuedTokenCount == 1)
            world.clock.advance(by: .seconds(1))
            let result = await world.send(.android())
            #expect(result.outcome == .delivered && world.simulator.issuedTokenCount == 2)
        }
    }

    @Test("A token that is good for less than those five minutes serves for half of its time")
    func shortLived() async throws {
        try await FCMWorld.with(tokenFaults: [.answer(status: 200, body: #"{"access_token":"short","expires_in":100}"#)]) { world in
            let tokens = AccessTokens(world.settings, over: world.exchange)
            var shown: [String] = []
            for seconds in [0, 49, 50] { shown.append(try await tokens.authorization(now: .noon + .seconds(seconds))) }
            #expect(shown == ["Bearer short", "Bearer short", "Bearer ya29.sample-1"])
        }
    }

    @Test("However many ask at once, one token is fetched")
    func together() async throws {
        try await FCMWorld.with(tokenFaults: [.hold]) { world in
            let tokens = AccessTokens(world.settings, over: world.exchange)
            let values = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<50 { group.addTask { try await tokens.authorization(now: .noon) } }
                await world.simulator.tokenFaults.isHolding()
                world.simulator.tokenFaults.release()
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(values == ["Bearer ya29.sample-1"])
            #expect(world.simulator.issuedTokenCount == 1)
        }
    }

    @Test("A token that was revoked is renewed, once")
    func revoked() async throws {
        try await FCMWorld.with { world in
            _ = await world.send(.android())
            world.clock.advance(by: .seconds(120))
            world.simulator.revokeTokens()
            let result = await world.send(.android())
            #expect(result.outcome == .delivered && world.simulator.issuedTokenCount == 2)
        }
    }

    @Test("A server that refuses every token isn’t asked for one at every message, and nothing is given up")
    func alwaysRefused() async throws {
        let refusal = FaultScript.Fault.answer(status: 401, body: FCMProblem.unauthenticated.body)
        try await FCMWorld.with(faults: Array(repeating: refusal, count: 100)) { world in
            for _ in 0..<10 {
                let result = await world.send(.android())
                #expect(["retry", "not_tried"].contains(result.outcome.label))
            }
            #expect(world.simulator.issuedTokenCount == 1)
        }
    }

    @Test("While the token endpoint is away it is asked every ten seconds, and what was to be sent is tried again")
    func tokenEndpointAway() async throws {
        try await FCMWorld.with(tokenFaults: [.answer(status: 503), .close]) { world in
            let first = await world.send(.android())
            let second = await world.send(.android())
            #expect(first.outcome.label == "retry" && second.outcome.label == "retry")
            world.clock.advance(by: .seconds(10))
            let third = await world.send(.android())
            #expect(third.outcome.why == "fcm_token_unavailable: Google's token endpoint didn't answer")
            world.clock.advance(by: .seconds(10))
            let fourth = await world.send(.android())
            #expect(fourth.outcome == .delivered)
        }
    }

    @Test("A token goes on being used while a new one can’t be had")
    func oldToken() async throws {
        try await FCMWorld.with(tokenFaults: [.none, .answer(status: 500)]) { world in
            _ = await world.send(.android())
            world.clock.advance(by: .seconds(3400))
            let result = await world.send(.android())
            #expect(result.outcome == .delivered)
        }
    }

    @Test("A key that Google doesn’t take is the operator’s to mend")
    func badClock() async throws {
        try await FCMWorld.with { world in
            // An hour and more behind: the assertion has run out before it is shown.
            let result = await world.sender.send(.android(), now: world.clock.now - .seconds(3601))
            #expect(result.outcome.label == "retry" && result.outcome.why?.hasPrefix("fcm_key_refused: ") == true)
        }
    }

    @Test("An answer that was lost may have been taken, and the phone tells a repetition by its tag")
    func lostAnswer() async throws {
        try await FCMWorld.with(faults: [.loseAnswer]) { world in
            let first = await world.send(.android())
            let second = await world.send(.android(attempt: 2))
            #expect(first.outcome.label == "ambiguous" && second.outcome == .delivered)
            #expect(world.sender.afterLostAnswer == .repeatSafely)
            let entries = world.simulator.log.entries
            #expect(entries.count == 2 && entries[0].body == entries[1].body && entries[0].body.contains(#""tag":"alert-1""#))
        }
    }

    @Test("A quota that is used up silences everything that goes to FCM")
    func quota() async throws {
        try await FCMWorld.with(faults: [.answer(status: 429, headers: ["retry-after": "30"])]) { world in
            let first = await world.send(.android())
            #expect(first.outcome == .retry(why: "fcm_quota_exceeded: more was sent than FCM takes just now", after: .seconds(30)))
            let second = await world.send(.android("device-2"))
            #expect(second.outcome == .notTried(why: "provider_asked_to_wait: it is left alone for as long as it asked for", after: .seconds(30)))
            world.clock.advance(by: .seconds(30))
            let third = await world.send(.android())
            #expect(third.outcome == .delivered)
        }
    }

    @Test("A device that got too much waits alone")
    func crowdedDevice() async throws {
        try await FCMWorld.with { world in
            let countMax = FCMSimulator.messagesPerMinuteOfDeviceMax
            for number in 1...countMax {
                if number % 100 == 0 { world.clock.advance(by: .seconds(1)) }
                let result = await world.send(.android())
                #expect(result.outcome == .delivered)
            }
            let next = await world.send(.android())
            #expect(next.outcome.why == "fcm_device_busy: more was sent to this device than FCM takes")
            let other = await world.send(.android("device-2"))
            #expect(other.outcome == .delivered)
        }
    }

    @Test("No more leave than the rate that was set")
    func rate() async throws {
        try await FCMWorld.with(messagesPerMinuteMax: 60) { world in
            let first = await world.send(.android())
            let second = await world.send(.android())
            #expect(first.outcome == .delivered && second.outcome.label == "not_tried")
        }
    }

    @Test("The rate grows from a sixtieth to its most over a minute, and starts anew after a rest")
    func ramp() {
        var ramp = SendingRamp(rateMax: 10_000)
        var rates: [Int] = []
        for second in [0, 1, 6, 30, 59, 60, 61, 121, 182, 183] { rates.append(Int(ramp.rate(now: .noon + .seconds(second)))) }
        #expect(rates == [166, 166, 1000, 5000, 9833, 10_000, 10_000, 10_000, 166, 166])
    }

    @Test("Whoever has read the clock a moment before others doesn’t begin the ramp anew; a clock that was put back does")
    func rampInDisorder() {
        var ramp = SendingRamp(rateMax: 10_000)
        var rates: [Int] = []
        for milliseconds in [0, 30_000, 29_999, 30_000, 60_000, -3_600_000, -3_570_000] { rates.append(Int(ramp.rate(now: .noon + .milliseconds(milliseconds)))) }
        #expect(rates == [166, 5000, 4999, 5000, 10_000, 166, 5000])
    }

    @Test("What finds no place while the rate grows goes about as soon as it can, though at the rate of the start it were minutes later")
    func waitingForTheRamp() {
        var ramp = SendingRamp(rateMax: 100)
        let protection = ProviderProtection(rate: 100, burst: 2)
        var arrivals: [Instant: Int] = [.noon: 1000]
        var (sentCount, toldCount, last) = (0, 0, Instant.noon)
        while let now = arrivals.keys.min() {
            for _ in 0..<(arrivals.removeValue(forKey: now) ?? 0) {
                let rate = ramp.rate(now: now)
                protection.setRate(rate, longestWait: ramp.longestWait(at: rate))
                if case .notTried(_, let wait) = protection.admission(now: now) {
                    toldCount += 1
                    arrivals[now + wait, default: 0] += 1
                } else {
                    (sentCount, last) = (sentCount + 1, now)
                }
            }
        }
        #expect(sentCount == 1000 && toldCount <= 3 * 1000)
        #expect(last <= .noon + .seconds(45), "thirty-five seconds are what the ramp needs")
    }

    @Test("At the slowest that can be set, those who wait don’t let the ramp begin anew")
    func slowestRamp() async throws {
        try await FCMWorld.with(messagesPerMinuteMax: 60) { world in
            var waits: [Duration] = []
            for _ in 0..<10 {
                if case .notTried(_, let wait) = await world.send(.android()).outcome { waits.append(wait) }
            }
            #expect(waits.count == 9 && waits.allSatisfy { $0 < SendingRamp.restMax })
        }
    }

    @Test("Google’s own client is served by the simulator as by Google, so the simulator is one")
    func googleClient() async throws {
        let simulator = try FCMSimulator { Instant.noon.secondsSinceEpoch }
        try await simulator.with { server in
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("service-account-\(server.port).json")
            try simulator.serviceAccount.write(to: file, atomically: true, encoding: .utf8)
            defer { try? FileManager.default.removeItem(at: file) }
            let lines = try await PythonScript.run("google_client.py", [server.address, file.path, String(Instant.noon.secondsSinceEpoch), "device-1", "dead-1", "other-1", "bad-1"])
            #expect(
                lines == ["projects/belfry-sample/messages/0:1", "404 UNREGISTERED", "403 SENDER_ID_MISMATCH", "400 INVALID_ARGUMENT"])
            #expect(simulator.issuedTokenCount == 1)
        }
    }
}
