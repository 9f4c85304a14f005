import Foundation
import NIOHTTP1
import Synchronization
import Testing

/// Posts that have to be acknowledged, each a member's days in one request, which make one notification; what was cut off is posted again.
final class AcknowledgedWork: Sendable {
    private struct State {
        var waiting: [Int]
        var acknowledged: Set<Int> = []
        /// How many more may be posted before the next kill.
        var left = 0

        mutating func next() -> Int? {
            guard left > 0 else { return nil }
            left -= 1
            return waiting.popLast()
        }
    }

    private let state: Mutex<State>
    private let memberCount: Int

    init(memberCount: Int) {
        self.memberCount = memberCount
        state = Mutex(State(waiting: Array((0..<memberCount).reversed())))
    }

    var acknowledged: Set<Int> { state.withLock(\.acknowledged) }

    func makeFamily(on server: RunningServer) async throws {
        for family in 0..<((memberCount + 49) / 50) {
            let members = (0..<50).map { #"{"user_id":"m\#(family * 50 + $0)","first_name":"M","role":"member"}"# }
            let body = #"{"name":"F","members":[{"user_id":"ana","first_name":"Ana","role":"admin"},\#(members.joined(separator: ","))]}"#
            let answer = try await server.ask(.PUT, "/v1/families/f\(family)", body, RunningServer.admin)
            #expect(answer.status == 200)
        }
    }

    /// Posts for so many members, three at a time, until that is done or the server is gone.
    ///
    /// - Parameter isPatient: whether it asks again where the server says that it can't right now.
    func post(to server: RunningServer, wave: Int, isPatient: Bool = false) async {
        state.withLock { $0.left = wave }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<3 { group.addTask { await self.postSome(to: server, isPatient) } }
        }
    }

    private func postSome(to server: RunningServer, _ isPatient: Bool) async {
        while let member = state.withLock({ $0.next() }) {
            var answer: RunningServer.Answer?
            repeat {
                answer = try? await server.post("/v1/metrics", Household.posted(of: "m\(member)"))
            } while isPatient && answer?.status == 503
            let isAcknowledged = answer?.status == 200
            state.withLock { state in
                // Again after all others: what is there already makes no second notification, for which a test may wait.
                if isAcknowledged { state.acknowledged.insert(member) } else { state.waiting.insert(member, at: 0) }
            }
            if !isAcknowledged { return }
        }
    }
}
