import BelfryDelivery
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import HTTPTypes
import Hummingbird

/// A family's scores of three weeks, and the few insights from them that are worth a look.
struct InsightRoutes {
    let services: Services

    func add(to router: Router<AppContext>) {
        router.get("/v1/families/{family_id}/insights") { request, context in try await insights(request, context) }
    }

    private func insights(_ request: Request, _ context: AppContext) async throws -> Response {
        guard case .person(let person) = try await services.anyCaller(request, may: nil) else { throw Problem.notAuthorized(.seeFamilyAlerts) }
        let id: FamilyID = try context.parameters.identifier("family_id", or: .unknownFamily)
        guard let family = try await services.store.families(of: person).first(where: { $0.id == id }) else { throw Problem.unknownFamily }
        let trends = try await services.insights.trends(
            of: family, for: person, by: services.intake.evaluator.version, today: try await services.today(of: person), now: services.now())
        return try .json(Answer(trends, of: id, in: request.language))
    }

    private struct Answer: Encodable {
        let family: FamilyID
        let rules: String
        let date: CivilDate
        let members: [MemberBody]
        let insights: [InsightBody]

        enum CodingKeys: String, CodingKey {
            case family = "family_id"
            case rules, date, members, insights
        }

        init(_ trends: FamilyTrends, of family: FamilyID, in language: Language) {
            self.family = family
            rules = trends.rulesName
            date = trends.today
            members = trends.members.map(MemberBody.init)
            let names = Dictionary(trends.members.map { ($0.user, $0.firstName) }, uniquingKeysWith: { $1 })
            insights = trends.insights.map { InsightBody($0, memberName: names[$0.member] ?? "", in: language) }
        }
    }

    private struct MemberBody: Encodable {
        let user: UserID
        let firstName: String
        let isShown: Bool
        let days: [DayBody]

        enum CodingKeys: String, CodingKey {
            case user = "user_id"
            case firstName = "first_name"
            case isShown = "shares_scores"
            case days
        }

        init(_ member: FamilyTrends.Member) {
            user = member.user
            firstName = member.firstName
            isShown = member.isShown
            days = member.scores.map(DayBody.init)
        }
    }

    /// The scores of a day; a pillar of which too little is known is left out.
    private struct DayBody: Encodable {
        let date: CivilDate
        let vitality: Double?
        let sleep: Double?
        let movement: Double?
        let stress: Double?

        init(_ scores: DailyScores) {
            date = scores.date
            vitality = scores.vitality.map(tenths)
            sleep = scores.pillars[.sleep].map(tenths)
            movement = scores.pillars[.movement].map(tenths)
            stress = scores.pillars[.stress].map(tenths)
        }
    }

    private struct InsightBody: Encodable {
        let member: UserID
        let memberName: String
        let pillar: Pillar
        let rule: TrendRule
        let tone: TrendTone
        let since: CivilDate
        let isNew: Bool
        let recentScore: Double
        let usualScore: Double?
        let currentScore: Double
        let title: String
        let sentence: String

        enum CodingKeys: String, CodingKey {
            case pillar, rule, tone, since, title, sentence
            case member = "member_user_id"
            case memberName = "member_name"
            case isNew = "is_new"
            case recentScore = "recent_score"
            case usualScore = "usual_score"
            case currentScore = "current_score"
        }

        init(_ insight: TrendInsight, memberName: String, in language: Language) {
            member = insight.member
            self.memberName = memberName
            pillar = insight.pillar
            rule = insight.rule
            tone = insight.rule.tone
            since = insight.since
            isNew = insight.isNew
            recentScore = tenths(insight.recentScore)
            usualScore = insight.usualScore.map(tenths)
            currentScore = tenths(insight.currentScore)
            (title, sentence) = Phrases.words(for: insight, memberName: memberName, in: language)
        }
    }
}

/// A score as it is shown: more than a tenth of a point says nothing.
private func tenths(_ score: Double) -> Double { (score * 10).rounded() / 10 }
