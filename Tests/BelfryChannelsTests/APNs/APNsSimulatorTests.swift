import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import NIOCore
import Testing

@testable import BelfryChannels

/// All that can go wrong at a push service, with its stand-in on a loopback port.
@Suite("Against a stand-in for Apple's push service", .serialized)
struct APNsSimulatorTests {
    @Test("A notification arrives as it was asked for, and the device's environment is remembered")
    func arrives() async throws {
        try await PushHouse.with { house in
            let notification = OutgoingNotification.push(in: nil)
            let result = await house.sender.send(notification, now: .noon)
            #expect(result == SendResult(.delivered, providerMessageID: notification.transmission.text, addressFate: .worksIn(.production)))
            let entry = try #require(house.production.log.entries.first)
            #expect(entry.name == notification.transmission.text)
            #expect(entry.address == .deviceToken(1))
            #expect(entry.body.contains("Ben walks less"))
            #expect(await house.sender.send(.push(2), now: .noon).addressFate == nil)
        }
    }

    @Test("A device token of the other environment is tried there once, and remembered")
    func otherEnvironment() async throws {
        try await PushHouse.with { house in
            house.production.disown(.deviceToken(1))
            let result = await house.sender.send(.push(1), now: .noon)
            #expect(result.outcome == .delivered)
            #expect(result.addressFate == .worksIn(.sandbox))
            #expect(house.sandbox.log.entries.count == 1 && house.production.log.entries.isEmpty)
        }
    }

    @Test("A device token that neither environment knows is gone")
    func unknownToken() async throws {
        try await PushHouse.with { house in
            house.production.disown(.deviceToken(1))
            house.sandbox.disown(.deviceToken(1))
            let result = await house.sender.send(.push(1), now: .noon)
            #expect(result.outcome.label == "address_gone")
            #expect(result.addressFate == .gone(since: nil))
            #expect(house.production.requestCount == 1 && house.sandbox.requestCount == 1)
        }
    }

    @Test("Where the other environment is closed to the key, the first has the last word")
    func closedEnvironment() async throws {
        try await PushHouse.with { house in
            house.production.disown(.deviceToken(1))
            house.sandbox.faults.answers = [(403, "BadEnvironmentKeyIdInToken")]
            let result = await house.sender.send(.push(1), now: .noon)
            #expect(result.outcome.why?.hasPrefix("apns_bad_device_token: ") == true)
            #expect(result.addressFate == .gone(since: nil))
        }
    }

    @Test("A device that is gone is gone since when Apple says, and one of another app is only refused")
    func gone() async throws {
        try await PushHouse.with { house in
            house.production.remove(.deviceToken(1), sinceMilliseconds: Instant.morning.millisecondsSinceEpoch)
            house.production.giveAway(.deviceToken(2))
            let result = await house.sender.send(.push(1), now: .noon)
            #expect(result.outcome.label == "address_gone" && result.addressFate == .gone(since: .morning))
            let other = await house.sender.send(.push(2), now: .noon)
            #expect(other.outcome.label == "rejected" && other.addressFate == nil)
        }
    }

    @Test("A provider token that ran out is replaced once, and the notification arrives")
    func tokenRanOut() async throws {
        var faults = APNsFaults()
        faults.answers = [(403, "ExpiredProviderToken")]
        try await PushHouse.with(faults) { house in
            #expect(await house.sender.send(.push(1), now: .noon).outcome == .delivered)
            #expect(await house.sender.send(.push(2), now: .noon).outcome == .delivered)
            #expect(house.production.providerTokens.count == 2)
        }
    }

    @Test("A clock that is wrong costs two tokens, and then everything waits")
    func wrongClock() async throws {
        let protection = ProviderProtection()
        try await PushHouse.with(protections: [.production: protection]) { house in
            let wrong = Instant.noon - .seconds(7200)
            let result = await house.sender.send(.push(1, expiresAt: nil), now: wrong)
            #expect(result.outcome.why?.hasPrefix("apns_expired_provider_token: ") == true)
            let next = await house.sender.send(.push(2, expiresAt: nil), now: wrong + .seconds(1))
            #expect(next.outcome.label == "not_tried")
            #expect(house.production.providerTokens.count == 2)
        }
    }

    @Test("On one connection a second change of the provider token within 20 minutes is refused, and on another it is taken")
    func tokenUpdates() async throws {
        let (clock, certificate) = (TestClock(at: .noon), try ServerCertificate())
        let simulator = APNsSimulator(now: { clock.now.secondsSinceEpoch })
        let settings = APNsSettings.sample(of: simulator, production: try await simulator.start(certificate), certificate: certificate)
        let client = try PushClient(to: settings.production, trustedRoots: settings.trustedRoots, seed: 1)
        let (signer, request) = (try TokenSigner(settings), try APNsDialect(settings: settings).request(for: .push(1), now: .noon))
        var statuses: [Int] = []
        let tokens = try (0..<3).map { _ in try signer.token(at: .noon, isReplacement: false) }
        for token in tokens.flatMap({ [$0, $0] }) { statuses.append(try await client.send(request, token: token).status) }
        clock.advance(by: .seconds(20 * 60))
        statuses.append(try await client.send(request, token: try signer.token(at: clock.now, isReplacement: false)).status)
        #expect(statuses == [200, 200, 200, 200, 429, 200, 200])
        #expect(simulator.connectionCount == 2, "where the third was refused nothing more goes")
        await client.close()
        await simulator.stop()
    }

    @Test("A clock that was put back has another token made, and another connection with it, so that nothing is refused")
    func clockPutBack() async throws {
        try await PushHouse.with { house in
            let first = await house.sender.send(.push(1), now: .noon + .seconds(600))
            let second = await house.sender.send(.push(2), now: .noon)
            #expect(first.outcome == .delivered && second.outcome == .delivered)
            #expect(house.production.providerTokens.count == 2 && house.production.connectionCount == 2)
        }
    }

    @Test("Why the service ends a connection before it answered anything is said of what was to go over it")
    func lastWord() async throws {
        try await PushHouse.with { house in
            house.production.faults.goAwayReason = "BadCertificateEnvironment"
            let result = await house.sender.send(.push(1), now: .noon)
            #expect(result.outcome == .retry(why: "apns_bad_certificate_environment: the push service refused to be spoken to", after: nil))
            #expect(house.production.log.entries.isEmpty)
        }
    }

    @Test("After too many tokens the connection is left, and everything waits a minute")
    func tooManyTokens() async throws {
        var faults = APNsFaults()
        faults.answers = [(429, "TooManyProviderTokenUpdates")]
        try await PushHouse.with(faults, protections: [.production: ProviderProtection()]) { house in
            #expect(await house.sender.send(.push(1), now: .noon).outcome.label == "retry")
            #expect(await house.sender.send(.push(2), now: .noon + .seconds(59)).outcome.label == "not_tried")
            #expect(await house.sender.send(.push(3), now: .noon + .seconds(61)).outcome == .delivered)
            #expect(house.production.connectionCount == 2)
            #expect(house.production.providerTokens.count == 1)
        }
    }

    @Test("A service that had failed and answers that one device got too much works again, for all others at once")
    func busyDeviceAsProbe() async throws {
        var faults = APNsFaults()
        faults.answers = Array(repeating: (status: 500, reason: "InternalServerError"), count: CircuitBreaker.failureCountMax)
        faults.answers.append((status: 429, reason: "TooManyRequests"))
        try await PushHouse.with(faults, protections: [.production: ProviderProtection()]) { house in
            for number in 1...CircuitBreaker.failureCountMax { _ = await house.sender.send(.push(number), now: .noon) }
            #expect(await house.sender.send(.push(20), now: .noon).outcome.label == "not_tried")
            #expect(await house.sender.send(.push(21), now: .noon + .seconds(10)).outcome.label == "retry")
            #expect(await house.sender.send(.push(22), now: .noon + .seconds(10)).outcome == .delivered)
        }
    }

    @Test(
        "A server that goes away again and again loses nothing and gets nothing twice", arguments: [(7, 10), (50, 50), (50, 200), (1, 5)])
    func goAway(every: Int, atOnce: Int) async throws {
        var faults = APNsFaults()
        faults.goAwayEvery = every
        try await PushHouse.with(faults) { house in
            let count = every * 20
            let results = await house.send(1...count, atOnce: atOnce)
            #expect(results.counts == ["delivered": count], "\(results.codes)")
            let names = house.production.log.entries.map(\.name)
            #expect(names.count == count && Set(names).count == count)
            #expect(house.production.providerTokens.count == 1)
        }
    }

    @Test("What a server refused unread is sent again, and arrives once")
    func refusedStreams() async throws {
        var faults = APNsFaults()
        faults.refuseStreamEvery = 5
        try await PushHouse.with(faults) { house in
            #expect(await house.send(1...500, atOnce: 50).counts == ["delivered": 500])
            #expect(Set(house.production.log.entries.map(\.name)).count == 500)
            #expect(house.production.log.entries.count == 500)
        }
    }

    @Test("An answer that is lost is ambiguous, never a delivery and never a refusal; asked again under the same name it arrives")
    func lostAnswers() async throws {
        var faults = APNsFaults()
        faults.loseAnswerEvery = 40
        try await PushHouse.with(faults) { house in
            let results = await house.send(1...200, atOnce: 10)
            #expect(Set(results.counts.keys) == ["delivered", "ambiguous"])
            house.production.faults = APNsFaults()
            for (index, result) in results.enumerated() where result.outcome != .delivered {
                let again = await house.sender.send(.push(index + 1), now: .noon)
                #expect(again.outcome == .delivered)
            }
            #expect(Set(house.production.log.entries.map(\.name)).count == 200)
        }
    }

    @Test("A connection that goes silent is noticed, and the next notification finds another", arguments: [true, false])
    func stall(answersPings: Bool) async throws {
        var faults = APNsFaults()
        if answersPings { faults.isMuteAfter = 20 } else { faults.stallAfter = 20 }
        var timing = PushClient.Timing()
        timing.tick = .milliseconds(100)
        try await PushHouse.with(faults, connectionCountMax: 1, timing: timing) { house in
            let results = await house.send(1...30, atOnce: 30)
            #expect(results.counts == ["delivered": 20, "ambiguous": 10])
            let next = await house.sender.send(.push(31), now: .noon)
            #expect(next.outcome == .delivered)
        }
    }

    @Test("No connection has more streams open than the server allows, one at first, and at most 200", arguments: [(1, 1, 1), (30, 30, 20), (1000, 200, 1500)])
    func streamLimit(allowed: Int, most: Int, delay: Int) async throws {
        var faults = APNsFaults()
        faults.streamCountMax = allowed
        // So long that as many gather as may.
        faults.delayMilliseconds = delay
        try await PushHouse.with(faults, connectionCountMax: 1) { house in
            #expect(await house.send(1...300, atOnce: 300).counts == ["delivered": 300])
            #expect(house.production.maxOpenStreamCount == most && house.production.earlyStreamCount == 0)
            #expect(house.production.connectionCount == 1)
        }
    }

    @Test("A server that allows fewer streams in the middle gets fewer, and everything arrives")
    func laterLimit() async throws {
        var faults = APNsFaults()
        faults.laterStreamCountMax = (100, 3)
        faults.delayMilliseconds = 1
        try await PushHouse.with(faults, connectionCountMax: 1) { house in
            #expect(await house.send(1...300, atOnce: 100).counts == ["delivered": 300])
            #expect(Set(house.production.log.entries.map(\.name)).count == 300)
        }
    }

    @Test("Where one connection is not enough, several are made, and no more than allowed")
    func severalConnections() async throws {
        var faults = APNsFaults()
        faults.streamCountMax = 10
        faults.delayMilliseconds = 20
        try await PushHouse.with(faults, connectionCountMax: 3) { house in
            #expect(await house.send(1...400, atOnce: 100).counts == ["delivered": 400])
            #expect(house.production.connectionCount == 3)
        }
    }

    @Test("While no connection can be made, what is sent comes back at once, to be tried again")
    func unreachable() async throws {
        try await PushHouse.with { house in
            await house.production.stop()
            let first = await house.sender.send(.push(1), now: .noon)
            #expect(first.outcome.why?.hasPrefix("apns_not_connected: ") == true)
            #expect(first.outcome.label == "retry")
            let second = await house.sender.send(.push(2), now: .noon)
            #expect(second.outcome.label == "not_tried")
        }
    }

    @Test("A server whose certificate nobody vouches for gets nothing")
    func wrongCertificate() async throws {
        let (certificate, other) = (try ServerCertificate(), try ServerCertificate())
        let simulator = APNsSimulator(now: { 0 })
        let settings = APNsSettings.sample(of: simulator, production: try await simulator.start(certificate), certificate: other)
        let sender = try APNsSender(settings, cache: MemoryTokenCache(), seed: 1)
        let result = await sender.send(.push(1), now: .noon)
        #expect(result.outcome.why?.hasPrefix("apns_connection_failed: ") == true)
        #expect(simulator.requestCount == 0)
        await sender.shutdown()
        await simulator.stop()
    }

    @Test("More than may wait is told to come later, and nothing is forgotten")
    func crowded() async throws {
        var faults = APNsFaults()
        faults.streamCountMax = 1
        faults.delayMilliseconds = 2
        var limits = PushPool.Limits()
        limits.waitingCountMax = 20
        try await PushHouse.with(faults, connectionCountMax: 1, limits: limits) { house in
            let results = await house.send(1...200, atOnce: 200)
            #expect(results.count == 200)
            #expect(Set(results.counts.keys) == ["delivered", "not_tried"])
            #expect(results.counts["delivered"] == house.production.log.entries.count)
        }
    }

    @Test("Shutting down awaits what was taken, and takes nothing more")
    func shutdown() async throws {
        var faults = APNsFaults()
        faults.delayMilliseconds = 30
        try await PushHouse.with(faults) { house in
            async let results = house.send(1...50, atOnce: 50)
            await house.production.log.wait(forCount: 5)
            await house.sender.shutdown()
            let counts = await results.counts
            #expect(Set(counts.keys).isSubset(of: ["delivered", "not_tried"]))
            #expect(counts["delivered"] == house.production.log.entries.count)
            #expect(await house.sender.send(.push(51), now: .noon).outcome.label == "not_tried")
        }
    }
}
