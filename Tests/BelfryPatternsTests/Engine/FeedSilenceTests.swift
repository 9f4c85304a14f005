import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPatterns

/// Members who reported regularly, by how many days ago their last day was.
@Suite("A feed that is down")
struct FeedSilenceTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// How many members have their last day so many days ago.
        let members: [Int: Int]
        /// How many days ago the first of those was that somebody misses; empty where no feed is down.
        let since: [Int]

        init(_ description: String, _ members: [Int: Int], _ since: Int...) {
            (testDescription, self.members, self.since) = (description, members, since)
        }
    }

    private static let rows: [Row] = [
        Row("nobody is known", [:]),
        Row("all report", [0: 3, 1: 9]),
        Row("all are silent since one day", [3: 3], 2),
        Row("two are no crowd", [3: 2]),
        Row("of a couple and one who reports nobody is missed", [1: 1, 3: 2]),
        Row("half of all are silent", [1: 3, 3: 3], 2),
        Row("fewer than half are", [1: 4, 3: 3]),
        Row("the day of some had come as it broke, of others not yet", [3: 2, 4: 2], 3),
        Row("one by one nobody is a feed's", [1: 1, 3: 1, 5: 1, 7: 1, 9: 1]),
        Row("who gave up before doesn't count among those who reported", [1: 2, 3: 4, 20: 9], 2, 19),
        Row("a feed that is a day behind is none that is down", [2: 9]),
        Row("neither is one in which some are two behind", [2: 5, 3: 4]),
        Row("it goes on for weeks", [30: 8, 31: 4], 30),
        Row("what still reports breaks, too", [3: 3, 12: 5], 2, 11),
    ]

    private func counts(_ members: [Int: Int], of source: String? = nil) -> [FeedCount] {
        members.map { FeedCount(source: source, lastDate: .sunday - $0.key, memberCount: $0.value) }
    }

    @Test("It is down where three, and half of those who reported until then, are silent from the same days on", arguments: rows)
    func table(row: Row) {
        let outages = FeedSilence.outages(in: counts(row.members), known: [], today: .sunday)
        #expect(outages.map { CivilDate.sunday - $0.since }.sorted() == row.since)
        #expect(outages.allSatisfy { $0.source == nil && $0.endedOn == nil })
    }

    @Test("Where all who are missed came by one source, that source is down; where they came by several, each that has enough, and all")
    func sources() {
        let one = counts([3: 3], of: "fitbit") + counts([1: 2], of: "oura") + counts([1: 2, 3: 3])
        #expect(FeedSilence.outages(in: one, known: [], today: .sunday) == [FeedOutage(source: "fitbit", since: .sunday - 2)])
        let several = counts([3: 3], of: "fitbit") + counts([3: 2], of: "oura") + counts([3: 5])
        #expect(
            FeedSilence.outages(in: several, known: [], today: .sunday)
                == [FeedOutage(source: nil, since: .sunday - 2), FeedOutage(source: "fitbit", since: .sunday - 2)])
    }

    @Test("It is over on the day on which fewer than half are silent, is remembered for a week, and doesn't begin twice")
    func over() {
        let known = FeedOutage(source: nil, since: .sunday - 4)
        #expect(FeedSilence.outages(in: counts([4: 2, 5: 3, 0: 4]), known: [known], today: .sunday) == [known])
        #expect(FeedSilence.outages(in: counts([4: 2, 5: 1, 0: 4]), known: [known], today: .sunday) == [known.ended(on: .sunday)])
        #expect(FeedSilence.outages(in: [], known: [known], today: .sunday) == [known.ended(on: .sunday)])
        let ended = known.ended(on: .sunday - 7)
        #expect(FeedSilence.outages(in: counts([0: 9]), known: [ended], today: .sunday) == [ended])
        #expect(FeedSilence.outages(in: counts([0: 9]), known: [ended], today: .sunday + 1) == [])
    }

    private func held(
        _ dayCount: Int, by outage: FeedOutage, source: String = "watch", today: CivilDate = .sunday, resolved: ResolveReason? = nil
    ) -> Bool {
        let silence = Episode.silence(ofDays: dayCount, resolved: resolved)
        let last = ReportedValue(
            date: silence.activeSince - 1, source: source, value: 8000, sourceUpdatedAt: .morning, receivedAt: .morning)
        return FeedSilence.outage(holding: silence, in: [.steps: [last]], among: [outage], today: today) == outage
    }

    @Test("It holds a silence that began with it, or was reached in it, of its own source, until the day after it")
    func holds() {
        let outage = FeedOutage(source: nil, since: .sunday - 4)
        #expect(held(3, by: outage) && held(4, by: outage) && held(7, by: outage))
        // Days came after it broke, and this one was reached before.
        #expect(!held(3, by: FeedOutage(source: nil, since: .sunday - 5)) && !held(7, by: FeedOutage(source: nil, since: .sunday)))
        #expect(held(4, by: FeedOutage(source: "watch", since: .sunday - 4)) && !held(4, by: FeedOutage(source: "ring", since: .sunday - 4)))
        #expect(held(4, by: outage.ended(on: .sunday)) && !held(4, by: outage.ended(on: .sunday - 1)))
        #expect(!held(4, by: outage, resolved: .recovered))
    }
}
