import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import BelfryChannels

@Suite("Keeping requests out of private networks")
struct NetworkGuardTests {
    /// Names that lead, at each question, to the next of some addresses, and at last always to the last.
    private final class Names: Sendable {
        private let answers: Mutex<[[String]]>

        init(_ answers: [[String]]) {
            self.answers = Mutex(answers)
        }

        func networkGuard(trustedHosts: Set<String> = []) -> NetworkGuard {
            NetworkGuard(trustedHosts: trustedHosts) { _ in
                self.answers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
            }
        }
    }

    /// Posts to a push service on this machine under the name `push.example`, once for each result.
    private func results(_ networkGuard: NetworkGuard, count: Int = 1) async throws -> (results: [SendResult], arrived: [String]) {
        let simulator = PushServiceSimulator(senderKey: try VAPIDKey.sample.publicText, faults: FaultScript([])) { Instant.noon.secondsSinceEpoch }
        var results: [SendResult] = []
        try await simulator.with { server in
            let origin = "http://push.example:\(try #require(URL(string: server.address)?.port))"
            simulator.isKnown(as: origin)
            let exchange = HTTPExchange(guarded: networkGuard)
            let sender = WebPushSender(try .sample(trusting: [origin]), over: exchange)
            for number in 1...count {
                let subscription = try SampleBrowser(1).subscription(at: "\(origin)/push/\(number)")
                results.append(await sender.send(.browser(subscription), now: .noon))
            }
            await exchange.shutdown()
        }
        return (results, simulator.log.entries.map(\.address))
    }

    @Test("What leads into a private network isn’t called, and isn’t given up")
    func privateAddress() async throws {
        let (results, arrived) = try await results(Names([["127.0.0.1"]]).networkGuard())
        #expect(results.map(\.outcome.label) == ["not_tried"] && arrived.isEmpty)
        #expect(results[0].outcome.why?.hasPrefix("private_address") == true)
    }

    @Test("One private address among public ones is enough to refuse", arguments: [["1.1.1.1", "10.0.0.1"], ["::1", "2606:4700::1"]])
    func mixed(addresses: [String]) async throws {
        #expect(try await results(Names([addresses]).networkGuard()).results.map(\.outcome.label) == ["not_tried"])
    }

    @Test("A name that leads nowhere is tried again")
    func unknownName() async throws {
        let (results, _) = try await results(Names([[]]).networkGuard())
        #expect(results.map(\.outcome.label) == ["retry"])
    }

    @Test("What can’t be looked up, because earlier lookups hang, was not tried, and holds nobody else back")
    func crowded() async throws {
        let networkGuard = NetworkGuard(trustedHosts: []) { _ in throw NetworkGuard.Refusal.crowded }
        let (results, arrived) = try await results(networkGuard, count: 2)
        let codes = results.map { $0.outcome.whyCode }
        #expect(results.map(\.outcome.label) == ["not_tried", "not_tried"] && codes == ["no_free_lookup", "no_free_lookup"] && arrived.isEmpty)
    }

    @Test("A lookup that hangs keeps its place though nobody waits for it, and what finds no place is told so at once", .timeLimit(.minutes(10)))
    func hangingLookup() async throws {
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let answers = DispatchSemaphore(value: 0)
        defer { answers.signal() }
        let lookups = NameLookups(threadCount: 1, countMax: 1) { _ in
            begin.yield()
            answers.wait()
            return ["192.0.2.1"]
        }
        let first = Task { try await lookups.addresses(of: "silent.example") }
        _ = await begun.first { _ in true }
        await #expect(throws: NetworkGuard.Refusal.crowded) { try await lookups.addresses(of: "another.example") }
        first.cancel()
        let left = try await first.value
        #expect(left.isEmpty)
        await #expect(throws: NetworkGuard.Refusal.crowded) { try await lookups.addresses(of: "another.example") }
    }

    @Test("Who asks for a name that is being looked up gets that answer, though who asked first has left", .timeLimit(.minutes(10)))
    func sharedLookup() async throws {
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let (answers, looked) = (DispatchSemaphore(value: 0), Notes<String>())
        let lookups = NameLookups(threadCount: 1, countMax: 1) { host in
            looked.add(host)
            begin.yield()
            answers.wait()
            return ["192.0.2.1"]
        }
        let first = Task { try await lookups.addresses(of: "push.example") }
        _ = await begun.first { _ in true }
        let shared = try lookups.answers(for: "push.example")
        first.cancel()
        let left = try await first.value
        answers.signal()
        let found = await shared.first { _ in true }
        #expect(left.isEmpty && found == ["192.0.2.1"] && looked.all == ["push.example"])
    }

    @Test("One that all have left before it had a thread isn’t begun", .timeLimit(.minutes(10)))
    func leftLookup() async throws {
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let (answers, looked) = (DispatchSemaphore(value: 0), Notes<String>())
        let lookups = NameLookups(threadCount: 1, countMax: 3) { host in
            looked.add(host)
            begin.yield()
            answers.wait()
            return [host]
        }
        let first = try lookups.answers(for: "silent.example")
        _ = await begun.first { _ in true }
        let second = Task { try await lookups.addresses(of: "left.example") }
        second.cancel()
        let left = try await second.value
        let last = try lookups.answers(for: "push.example")
        answers.signal()
        answers.signal()
        let found = await [first.first { _ in true }, last.first { _ in true }]
        #expect(left.isEmpty && found == [["silent.example"], ["push.example"]] && looked.all == ["silent.example", "push.example"])
    }

    @Test("A service of one’s own is called wherever it is, at the address that was found, under its name")
    func trusted() async throws {
        let (results, arrived) = try await results(Names([["127.0.0.1"]]).networkGuard(trustedHosts: ["push.example"]), count: 2)
        #expect(results.map(\.outcome) == [.delivered, .delivered] && arrived == ["/push/1", "/push/2"])
    }

    @Test("A connection stays as long as its place is one of the name’s, and is left when it no longer is")
    func moved() async throws {
        let names = Names([["127.0.0.1"], ["127.0.0.2", "127.0.0.1"], ["127.0.0.9"]])
        let (results, arrived) = try await results(names.networkGuard(trustedHosts: ["push.example"]), count: 3)
        // Nobody listens at the last place.
        #expect(results.map(\.outcome.label) == ["delivered", "delivered", "retry"] && arrived == ["/push/1", "/push/2"])
    }

    @Test("The system’s own names are resolved to what they are", arguments: ["localhost", "127.0.0.1", "2130706433", "0x7f000001", "::1"])
    func systemNames(host: String) async throws {
        await #expect(throws: NetworkGuard.Refusal.privateAddress) { try await NetworkGuard().addresses(of: host) }
    }

    @Test("A webhook says whether it may be called")
    func webhook() async throws {
        let secret = "whsec_" + Data(repeating: 7, count: 32).base64EncodedString()
        let webhook = try StandardWebhook(url: "http://127.0.0.1:1/hook", secrets: [secret])
        #expect(await webhook.refusal(by: NetworkGuard()) == .privateAddress)
        #expect(await webhook.refusal(by: NetworkGuard(trustedHosts: ["127.0.0.1"])) == nil)
    }
}
