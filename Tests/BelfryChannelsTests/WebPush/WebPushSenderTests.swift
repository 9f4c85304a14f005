import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryChannels

@Suite("Sending to browsers")
struct WebPushSenderTests {
    private func withService(
        faults: [FaultScript.Fault] = [], senderKey: String? = nil,
        _ body: (PushServiceSimulator, WebPushSender, _ address: String) async throws -> Void
    ) async throws {
        let simulator = PushServiceSimulator(senderKey: try senderKey ?? VAPIDKey.sample.publicText, faults: FaultScript(faults)) {
            Instant.noon.secondsSinceEpoch
        }
        try await simulator.with { server in
            let exchange = HTTPExchange()
            let sender = WebPushSender(try .sample(trusting: [server.address]), over: exchange)
            do { try await body(simulator, sender, server.address) } catch {
                await exchange.shutdown()
                throw error
            }
            await exchange.shutdown()
        }
    }

    private func notification(at endpoint: String) throws -> OutgoingNotification {
        .browser(try SampleBrowser(1).subscription(at: endpoint))
    }

    @Test("A message arrives under its topic")
    func sends() async throws {
        try await withService { simulator, sender, address in
            let result = await sender.send(try notification(at: address + "/push/1"), now: .noon)
            #expect(result == SendResult(.delivered))
            #expect(simulator.log.entries.map(\.address) == ["/push/1"] && simulator.log.entries[0].name == PushTopic.text(of: "alert-1"))
        }
    }

    @Test("A browser that has unsubscribed is gone")
    func gone() async throws {
        try await withService { simulator, sender, address in
            simulator.unsubscribe(path: "/push/1")
            let result = await sender.send(try notification(at: address + "/push/1"), now: .noon)
            #expect(result.outcome.label == "address_gone" && result.addressFate == .gone(since: nil))
        }
    }

    @Test("Where no browser has subscribed with our key, everything waits for the right one, and no browser is forgotten")
    func wrongKey() async throws {
        try await withService(senderKey: VAPIDKey().publicText) { simulator, sender, address in
            for number in 1...CircuitBreaker.failureCountMax + 1 {
                let result = await sender.send(try notification(at: address + "/push/\(number)"), now: .noon)
                #expect(result == SendResult(.retry(why: WebPushDialect.otherKey, after: .seconds(900))))
            }
            #expect(simulator.log.entries.isEmpty)
        }
    }

    @Test("A browser that has subscribed with another key is gone as soon as one is reached with ours, and keeps nobody else waiting")
    func otherKey() async throws {
        try await withService { simulator, sender, address in
            simulator.subscribeElsewhere(path: "/push/old")
            for _ in 0...CircuitBreaker.failureCountMax {
                let early = await sender.send(try notification(at: address + "/push/old"), now: .noon)
                #expect(early.outcome.label == "retry" && early.addressFate == nil)
            }
            let other = await sender.send(try notification(at: address + "/push/1"), now: .noon)
            let late = await sender.send(try notification(at: address + "/push/old"), now: .noon)
            #expect(other.outcome == .delivered)
            #expect(late == SendResult(.addressGone(why: WebPushDialect.otherKey), addressFate: .gone(since: nil)))
        }
    }

    @Test("That a former key was taken proves nothing of the one in its place")
    func exchangedKey() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("belfry-vapid-\(ProcessInfo.processInfo.globallyUniqueString)")
        defer { try? FileManager.default.removeItem(at: path) }
        try Data(try VAPIDKey.sample.privateText.utf8).write(to: path)
        try await withService { _, _, address in
            let exchange = HTTPExchange()
            let settings = try WebPushSettings(
                privateKey: Secret(.file(path.path)), subject: "mailto:ops@example.com", trustedOrigins: [address])
            let sender = WebPushSender(settings, over: exchange)
            let before = await sender.send(try notification(at: address + "/push/1"), now: .noon)
            // By its size it differs, whatever the clock of the disk says.
            try Data("\(VAPIDKey().privateText)\n\n".utf8).write(to: path)
            let after = await sender.send(try notification(at: address + "/push/1"), now: .noon)
            await exchange.shutdown()
            #expect(before.outcome == .delivered)
            #expect(after == SendResult(.retry(why: WebPushDialect.otherKey, after: .seconds(900))))
        }
    }

    @Test("A lost answer is repeated: the tag replaces what is shown, and the topic what waits")
    func lostAnswer() async throws {
        try await withService(faults: [.loseAnswer]) { simulator, sender, address in
            let first = await sender.send(try notification(at: address + "/push/1"), now: .noon)
            let second = await sender.send(try notification(at: address + "/push/1"), now: .noon)
            #expect(first.outcome.label == "ambiguous" && second.outcome == .delivered)
            #expect(Set(simulator.log.entries.map(\.name)).count == 1 && sender.afterLostAnswer == .repeatSafely)
        }
    }

    @Test("A push service that fails again and again, as an invented one would, takes no other with it")
    func failingService() async throws {
        let failure = FaultScript.Fault.answer(status: 500)
        try await withService { _, _, good in
            let broken = PushServiceSimulator(faults: FaultScript(Array(repeating: failure, count: 200))) { 0 }
            try await broken.with { server in
                let exchange = HTTPExchange()
                let sender = WebPushSender(try .sample(trusting: [server.address, good]), over: exchange)
                var labels: Set<String> = []
                for _ in 0..<100 { labels.insert(await sender.send(try notification(at: server.address + "/push/1"), now: .noon).outcome.label) }
                let result = await sender.send(try notification(at: good + "/push/1"), now: .noon)
                await exchange.shutdown()
                #expect(labels == ["retry", "not_tried"])
                #expect(result.outcome == .delivered)
            }
        }
    }

    @Test("However many push services somebody invents, and however often they fail, those that people use go on")
    func inventedServices() async throws {
        try await withService { _, _, good in
            let networkGuard = NetworkGuard(trustedHosts: ["127.0.0.1"]) { host in host == "127.0.0.1" ? [host] : [] }
            let exchange = HTTPExchange(guarded: networkGuard)
            let sender = WebPushSender(try .sample(trusting: [good]), over: exchange)
            for number in 1...WebPushSender.originCountMax + CircuitBreaker.failureCountMax {
                _ = await sender.send(try notification(at: "https://push\(number).example.com/1"), now: .noon)
            }
            let result = await sender.send(try notification(at: good + "/push/1"), now: .noon)
            await exchange.shutdown()
            #expect(result.outcome == .delivered)
        }
    }

    @Test("However many push services somebody invents, one that people use and that fails is left alone still")
    func inventedBesideFailing() async throws {
        let failure = FaultScript.Fault.answer(status: 500)
        try await withService(faults: [.none] + Array(repeating: failure, count: CircuitBreaker.failureCountMax)) { _, _, good in
            let networkGuard = NetworkGuard(trustedHosts: ["127.0.0.1"]) { host in host == "127.0.0.1" ? [host] : [] }
            let exchange = HTTPExchange(guarded: networkGuard)
            let sender = WebPushSender(try .sample(trusting: [good]), over: exchange)
            for _ in 0...CircuitBreaker.failureCountMax { _ = await sender.send(try notification(at: good + "/push/1"), now: .noon) }
            for number in 1...WebPushSender.originCountMax + 1 {
                _ = await sender.send(try notification(at: "https://push\(number).example.com/1"), now: .noon)
            }
            let result = await sender.send(try notification(at: good + "/push/1"), now: .noon)
            await exchange.shutdown()
            #expect(result.outcome.label == "not_tried")
        }
    }

    @Test("Limits of one subscription’s, however many, stop nothing to others")
    func oneSubscription() async throws {
        let refusals = Array(repeating: FaultScript.Fault.answer(status: 429), count: CircuitBreaker.failureCountMax)
        try await withService(faults: refusals) { _, sender, address in
            for _ in refusals {
                let result = await sender.send(try notification(at: address + "/push/1"), now: .noon)
                #expect(result.outcome.label == "retry")
            }
            let another = await sender.send(try notification(at: address + "/push/2"), now: .noon)
            #expect(another.outcome == .delivered)
        }
    }

    @Test("A busy push service is left alone as long as it wants")
    func busy() async throws {
        let busy = FaultScript.Fault.answer(status: 503, body: #"{"code":503,"errno":201,"error":"","message":""}"#)
        try await withService(faults: [busy]) { _, sender, address in
            _ = await sender.send(try notification(at: address + "/push/1"), now: .noon)
            let second = await sender.send(try notification(at: address + "/push/2"), now: .noon + .seconds(29))
            let third = await sender.send(try notification(at: address + "/push/2"), now: .noon + .seconds(30))
            #expect(second.outcome.label == "not_tried" && third.outcome == .delivered)
        }
    }

    @Test("A push service that asks for an age is left alone for a day")
    func endless() async throws {
        let busy = FaultScript.Fault.answer(
            status: 503, headers: ["retry-after": "9223372036854775807"], body: #"{"code":503,"errno":201,"error":"","message":""}"#)
        try await withService(faults: [busy]) { _, sender, address in
            _ = await sender.send(try notification(at: address + "/push/1"), now: .noon)
            let second = await sender.send(try notification(at: address + "/push/2"), now: .noon + .seconds(86_399))
            let third = await sender.send(try notification(at: address + "/push/2"), now: .noon + .seconds(86_400))
            #expect(second.outcome.label == "not_tried" && third.outcome.label != "not_tried")
        }
    }

    @Test("Nothing is sent into the server’s own network")
    func guarded() async throws {
        try await withService { simulator, _, address in
            let exchange = HTTPExchange()
            let sender = WebPushSender(try .sample(), over: exchange)
            let result = await sender.send(try notification(at: address + "/push/1"), now: .noon)
            await exchange.shutdown()
            #expect(result.outcome.label == "rejected" && simulator.log.entries.isEmpty)
        }
    }

    @Test("What pywebpush sends is taken by our push service, and with another key it isn’t", arguments: [true, false])
    func pywebpush(isRightKey: Bool) async throws {
        let key = isRightKey ? try VAPIDKey.sample : VAPIDKey()
        // By the clock of pywebpush, which has none but the machine's: what is checked is only that the token is signed for here.
        let simulator = PushServiceSimulator(senderKey: try VAPIDKey.sample.publicText, isClockChecked: false) { 0 }
        try await simulator.with { server in
            let subscription = try SampleBrowser(1).subscription(at: server.address + "/push/1")
            let json = String(decoding: try JSONEncoder().encode(subscription), as: UTF8.self)
            let lines = try await PythonScript.run("web_push_writer.py", [json, key.privateText, "Hello"])
            #expect(lines == [isRightKey ? "201" : "401"])
            #expect(simulator.log.entries.count == (isRightKey ? 1 : 0))
        }
    }
}
