import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPatterns

@Suite("The insights on a family's dashboard")
struct TrendDashboardTests {
    private func insight(_ member: UserID, _ pillar: Pillar, _ rule: TrendRule, score: Double = 50) -> TrendInsight {
        TrendInsight(
            member: member, pillar: pillar, rule: rule, date: .sunday, since: .sunday, recentCount: 3, recentScore: 50, usualScore: 70,
            currentScore: score)
    }

    private func member(_ values: [Double?] = .usual(21), of user: UserID = .ben, isPending: Bool = false) -> TrendMember {
        TrendMember(user: user, isPending: isPending, scores: ScorePicture.scores(values))
    }

    // MARK: Selection

    @Test("Two that ask for attention are shown, of two members first")
    func twoMembers() {
        let (ben, ana) = (UserID.ben, UserID.ana)
        let found = [insight(ben, .sleep, .drop), insight(ben, .stress, .drop), insight(ana, .sleep, .streakLow)]
        #expect(TrendDashboard.selection(from: found) == [found[0], found[2]])
        #expect(TrendDashboard.selection(from: Array(found.prefix(2))) == Array(found.prefix(2)))
        #expect(TrendDashboard.selection(from: found + [insight(.stranger, .sleep, .drop)]).count == 2)
    }

    @Test("Good news is shown only where nothing asks for attention, and only one")
    func goodNews() {
        let news = [insight(.ben, .sleep, .rebound), insight(.ana, .sleep, .rebound)]
        #expect(TrendDashboard.selection(from: news) == [news[0]])
        #expect(TrendDashboard.selection(from: news + [insight(.ana, .stress, .drop)]).map(\.rule) == [.drop])
        #expect(TrendDashboard.selection(from: []) == [])
    }

    @Test("Nothing asks for attention while the pillar's current score is 85 or more")
    func goodScore() {
        let low = insight(.ben, .sleep, .streakLow, score: 85)
        #expect(TrendDashboard.selection(from: [low]) == [])
        #expect(TrendDashboard.selection(from: [low, insight(.ana, .sleep, .rebound, score: 99)]).map(\.rule) == [.rebound])
        #expect(TrendDashboard.selection(from: [insight(.ben, .sleep, .streakLow, score: 84.9)]).count == 1)
    }

    // MARK: Eligibility

    @Test("Nobody sees insights about themselves, or about somebody who has not joined")
    func eligible() {
        #expect(member().isEligible(for: .ana, today: .sunday))
        #expect(!member().isEligible(for: .ben, today: .sunday))
        #expect(!member(isPending: true).isEligible(for: .ana, today: .sunday))
    }

    @Test("Scores are needed on seven of the last 21 days, and the last one is at most three days old")
    func enoughScores() {
        #expect(member(.usual(7)).isEligible(for: .ana, today: .sunday))
        #expect(!member(.usual(6)).isEligible(for: .ana, today: .sunday))
        #expect(!member(.usual(3) + Array(repeating: nil, count: 18) + .usual(4)).isEligible(for: .ana, today: .sunday))
        #expect(member().isEligible(for: .ana, today: .sunday + 3))
        #expect(!member().isEligible(for: .ana, today: .sunday + 4))
        #expect(!member([]).isEligible(for: .ana, today: .sunday))
    }

    @Test("Scores of the future are not looked at")
    func future() {
        #expect(!member(.usual(10)).isEligible(for: .ana, today: .sunday - 4))
        #expect(member(.usual(10)).isEligible(for: .ana, today: .sunday - 3))
    }

    @Test("A member where it is yesterday still is looked at as of then; one where it is tomorrow already, as of the viewer's day")
    func otherDays() {
        let scores = ScorePicture.scores(.swinging(18) + [50, 50, 50])
        func dates(memberToday: CivilDate?, _ today: CivilDate) -> [CivilDate] {
            let member = TrendMember(user: .ben, isPending: false, scores: scores, today: memberToday)
            return TrendDashboard.insights(for: .ana, members: [member], rules: RobustTrends(), today: today).map(\.date)
        }
        #expect(dates(memberToday: nil, .sunday + 3) == [])
        #expect(dates(memberToday: .sunday + 2, .sunday + 3) == [.sunday + 2])
        #expect(dates(memberToday: .sunday + 1, .sunday) == [.sunday])
    }

    @Test("A family's dashboard shows what its members' scores say")
    func dashboard() {
        let members = [member(.usual(7) + [40, 40, 40], of: .ana), member(.usual(7) + [92, 92, 92]), member(.usual(4), of: .stranger)]
        let rules = CompatibleTrends()
        func shown(_ viewer: UserID) -> [String] {
            TrendDashboard.insights(for: viewer, members: members, rules: rules, today: .sunday).map {
                "\($0.member.text) \($0.rule.rawValue)"
            }
        }
        #expect(shown(UserID(literal: "cleo")) == ["ana streak_low"])
        #expect(shown(.ana) == ["ben rebound"])
        #expect(shown(.ben) == ["ana streak_low"])
    }
}
