import BelfryModel
import BelfryTime
import Foundation
import Testing

@testable import BelfryPorts

@Suite("The log of a broadcast")
struct BroadcastLogTests {
    private func entry() throws -> BroadcastLogEntry {
        let broadcast = Broadcast(
            id: try #require(BroadcastID("news")), app: .house, createdAt: Instant(secondsSinceEpoch: 0), channelName: "push", payload: Payload())
        let recipients = try (0..<8).map { try #require(UserID("user-\($0)")) }
        let members = BroadcastMembers(of: broadcast, number: 0, recipients: recipients, groups: [], addresses: [:])
        let batch = LeasedBroadcastBatch(
            members, token: "token-1",
            verdicts: [
                MemberVerdict(judgement: .decided(.send(.allowed)), inputs: #"{"timezone":"A/\"B"}"#, language: .german, members: [0, 3]),
                MemberVerdict(judgement: .decided(.send(.allowed)), inputs: #"{"timezone":"A/\"B"}"#, members: [1, 7]),
                MemberVerdict(judgement: .decided(.skip(.pushDisabled)), inputs: "{}", members: [2, 4]),
                MemberVerdict(judgement: .undeliverable(why: "no_address"), inputs: nil, members: [5, 6]),
            ])
        let results = [
            MemberResult(at: 2), MemberResult(at: 4), MemberResult(at: 5), MemberResult(at: 0, .sent), MemberResult(at: 7, .sent),
            MemberResult(at: 1, .failed(error: "refused")), MemberResult(at: 3, .returned), MemberResult(at: 6),
        ]
        let rows = batch.rows(results, now: Instant(secondsSinceEpoch: 0))
        #expect(rows.map(\.delivery.recipient.text) == ["user-5", "user-1", "user-6"] && rows.map(\.status) == [.failed, .failed, .failed])
        #expect(rows.map(\.lastError) == ["no_address", "refused", "no_address"] && rows.map(\.attemptCount) == [0, 1, 0])
        return BroadcastLogEntry(results, of: batch)
    }

    @Test("Members of the same fate stand together, in whichever language they were told; who was returned is left out")
    func groups() throws {
        let groups = try entry().groups
        #expect(groups.map(\.fate) == [.sent, .queued, .skipped, .queued])
        #expect(groups.map(\.members) == [[0, 7], [1], [2, 4], [5, 6]])
        #expect(groups.map(\.reason) == [.allowed, .allowed, .pushDisabled, nil])
    }

    @Test("It is written as Foundation writes it, to the byte, and read back")
    func json() throws {
        let (entry, encoder) = (try entry(), JSONEncoder())
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(entry.json == String(decoding: try encoder.encode(entry), as: UTF8.self))
        #expect(try JSONDecoder().decode(BroadcastLogEntry.self, from: Data(entry.json.utf8)) == entry)
        let empty = BroadcastLogEntry([], of: LeasedBroadcastBatch(
            BroadcastMembers(
                of: Broadcast(id: try #require(BroadcastID("news")), app: .house, createdAt: Instant(secondsSinceEpoch: 0), channelName: "push", payload: Payload()),
                number: 0, recipients: [], groups: [], addresses: [:]), token: "", verdicts: []))
        #expect(empty.json == #"{"groups":[]}"#)
    }
}
