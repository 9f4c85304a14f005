import BelfryModel
import BelfryPatterns
import BelfryPorts
import BelfryTime

/// What a family's dashboard shows of everybody's days: the scores of three weeks, and the few insights that are worth a look.
public struct FamilyTrends: Sendable {
    public struct Member: Sendable {
        public let user: UserID
        public let firstName: String
        /// Whether the one who looks may see their scores: everybody sees their own, and those of whoever consents.
        public let isShown: Bool
        /// Of the last 21 days, in their order; a day of which nothing is known is not there.
        public let scores: [DailyScores]
    }

    /// The rules that chose the insights: `compatible` or `v2`.
    public let rulesName: String
    /// The day on which it is shown.
    public let today: CivilDate
    /// In the family's order.
    public let members: [Member]
    public let insights: [TrendInsight]

    /// So many days are shown…
    public static let dayCount = 21
    /// …and so many are looked at, so that what was shown before is no news.
    static let lookedAtDayCount = 63
    /// So many days before them say what is usual, and how much the person's nights differ.
    static let usualDayCount = 180
}

extension EngineVersion {
    /// The rules for insights that belong to an engine.
    var trendRules: any TrendRules {
        switch self {
        case .v1: CompatibleTrends()
        case .v2: RobustTrends()
        }
    }
}

extension InsightDesk {
    /// The scores and insights of a family as one of its members sees them.
    ///
    /// - Parameter today: by the viewer's calendar; the compatible rules go by UTC all the same.
    public func trends(
        of family: FamilyRecord, for viewer: UserID, by version: EngineVersion, today: CivilDate, now: Instant
    ) async throws -> FamilyTrends {
        let today = version == .v1 ? CivilDateTime(utc: now).date : today
        let rules = version.trendRules
        func isSeen(_ member: FamilyMember) -> Bool { member.user == viewer || member.sharesAlerts }
        let first = today - (FamilyTrends.lookedAtDayCount + FamilyTrends.usualDayCount)
        let days = try await store.reportedDays(of: family.members.filter(isSeen).map(\.user), since: first)
        var shown: [FamilyTrends.Member] = []
        var lookedAt: [TrendMember] = []
        for member in family.members {
            let isShown = isSeen(member)
            let known = days[member.user].map { (days: $0, zones: MemberZones(timezone: $0.timezone, stays: $0.stays, in: zones)) }
            let scores = known.map { dailyScores(from: $0.days, in: $0.zones, through: today, now: now) } ?? []
            let ownToday = version == .v1 ? nil : known?.zones.today(at: now)
            lookedAt.append(TrendMember(user: member.user, isPending: !isShown, scores: scores, today: ownToday))
            shown.append(
                FamilyTrends.Member(
                    user: member.user, firstName: member.firstName, isShown: isShown,
                    scores: scores.filter { today - $0.date < FamilyTrends.dayCount }))
        }
        return FamilyTrends(
            rulesName: type(of: rules).name, today: today, members: shown,
            insights: TrendDashboard.insights(for: viewer, members: lookedAt, rules: rules, today: today))
    }

    /// One day more than is looked at, for members where it is yesterday still.
    private func dailyScores(from days: ReportedDays, in memberZones: MemberZones, through today: CivilDate, now: Instant) -> [DailyScores] {
        let series = days.reports.map { DailySeries(of: $0.key, from: $0.value, now: now, zones: memberZones) }
        return VitalityScores.scores(from: series, since: today - FamilyTrends.lookedAtDayCount, through: today)
    }
}
