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

    @Test("A member's name over a further channel leads back to their place; what only looks like one is none")
    func places() throws {
        let broadcast = try #require(BroadcastID("news.1"))
        for step in [0, 1, 12] {
            let place = Broadcast.Place(broadcast: broadcast, batch: 3, index: 17, step: step)
            let name = try #require(place.delivery)
            #expect(name.text == (step == 0 ? "news.1-3-17" : "news.1-3-17.\(step)") && Broadcast.Place(name) == place)
        }
        for text in ["news-3-17.0", "news-3-17.-1", "news-3-17.", "news-3-17.x", "news-3-17.1.1", "news.1"] {
            #expect(Broadcast.Place(try #require(DeliveryID(text))) == nil, "\(text)")
        }
    }

    @Test("Over further channels a member is a route whose later steps wait an hour each, by whatever clock they are told")
    func waits() throws {
        let begin = Instant(secondsSinceEpoch: 0)
        func moments(_ result: MemberResult, local: CivilDateTime? = nil) throws -> [Instant?] {
            var payload = Payload()
            payload.deliverAtLocal = local
            let broadcast = Broadcast(
                id: try #require(BroadcastID("news")), app: .house, createdAt: begin, channelName: "push", fallbackChannelNames: ["sms", "email"],
                payload: payload)
            let members = BroadcastMembers(of: broadcast, number: 0, recipients: [try #require(UserID("ana"))], groups: [], addresses: [:])
            let verdict = MemberVerdict(judgement: .decided(.send(.allowed)), inputs: "{}", members: [0])
            let rows = LeasedBroadcastBatch(members, token: "token-1", verdicts: [verdict]).rows([result], now: begin)
            #expect(rows.map(\.isDecided) == [true, false, false] && rows.map(\.delivery.route?.step) == [0, 1, 2])
            #expect(rows.map(\.delivery.channelName) == ["push", "sms", "email"])
            return rows.map(\.nextAttemptAt)
        }
        let (minute, hour) = (begin + .seconds(60), Broadcast.fallbackWait)
        #expect(try moments(MemberResult(at: 0, .retry(at: minute, error: "busy"))) == [minute, minute + hour, minute + hour * 2])
        #expect(try moments(MemberResult(at: 0, .failed(error: "refused"))) == [nil, begin, begin + hour * 2])
        let local = CivilDateTime(CivilDate(daysSinceEpoch: 0), try #require(CivilTime(hour: 9, minute: 0)))
        let last = begin + .seconds(21 * 3600)
        #expect(try moments(MemberResult(at: 0, .retry(at: minute, error: "busy")), local: local) == [minute, last + hour, last + hour * 2])
    }
}
