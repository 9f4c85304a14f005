import Foundation
import Synchronization
import Testing

/// Broadcasts that have to be acknowledged, to others each; one whose answer was cut off is ordered again, under the same key.
final class AcknowledgedBroadcasts: Sendable {
    static let recipientCount = 250

    private struct State {
        var waiting: [Int]
        var acknowledged: [String] = []
    }

    private let state: Mutex<State>
    /// Everybody who is to be told.
    let recipients: Set<String>

    init(count: Int) {
        state = Mutex(State(waiting: Array((0..<count).reversed())))
        recipients = Set((0..<count).flatMap(Self.recipients))
    }

    private static func recipients(of number: Int) -> [String] { (0..<recipientCount).map { "b\(number)-\($0)" } }

    /// The identifiers that the server gave them.
    var acknowledged: [String] { state.withLock(\.acknowledged) }

    /// Orders so many, one after the other, until that is done or the server is gone.
    ///
    /// - Returns: how many weren't there already.
    @discardableResult
    func post(to server: RunningServer, wave: Int) async -> Int {
        var newCount = 0
        for _ in 0..<wave {
            guard let number = state.withLock({ $0.waiting.popLast() }) else { break }
            let recipients = Self.recipients(of: number).map { "\"\($0)\"" }.joined(separator: ",")
            let order = #"{"title":"Open on Sunday","category":"news","channels":["webhook"],"recipients":[\#(recipients)]}"#
            var answer: RunningServer.Answer?
            repeat {
                answer = try? await server.post("/v1/broadcasts", order, as: RunningServer.admin + [("idempotency-key", "broadcast-\(number)")])
            } while answer?.status == 503
            guard answer?.status == 202, let id = try? answer?.value("id") as? String else {
                state.withLock { $0.waiting.append(number) }
                break
            }
            state.withLock { $0.acknowledged.append(id) }
            if (try? answer?.value("is_repeated")) as? Bool == false { newCount += 1 }
        }
        return newCount
    }

    /// Asks until no member waits in a batch; some may have become rows of the queue.
    func drain(_ server: RunningServer) async throws {
        for id in acknowledged { while try await server.get("/v1/broadcasts/\(id)").value("waiting") as? Int != 0 {} }
    }

    /// Whether some of the members of one had been received by then, and others had not.
    func isUnderWay(after receptions: some Sequence<WebhookReceiver.Reception>) -> Bool {
        let received = Dictionary(grouping: Set(receptions.map(\.id))) { id in acknowledged.first { id.hasPrefix("\($0)-") } }
        return received.contains { $0 != nil && $1.count < Self.recipientCount }
    }
}
