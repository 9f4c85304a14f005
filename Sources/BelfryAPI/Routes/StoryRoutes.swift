import BelfryDelivery
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import HTTPTypes
import Hummingbird

/// How an alert came about: the days, the usual, the episode, and what was told to whom.
struct StoryRoutes {
    let services: Services

    /// So many days before an episode say what is usual.
    static let baselineDayCount = 42
    /// Of the usual days the band holds so many tenths.
    static let bandShare = 0.1...0.9

    /// Between what eight of ten usual days lay; nil where none is known.
    static func band(of usual: [Double]) -> ClosedRange<Double>? {
        let sorted = usual.sorted()
        guard !sorted.isEmpty else { return nil }
        func quantile(_ share: Double) -> Double { sorted[Int((Double(sorted.count - 1) * share).rounded())] }
        return quantile(bandShare.lowerBound)...quantile(bandShare.upperBound)
    }

    func add(to router: Router<AppContext>) {
        router.get("/v1/alerts/{id}/story") { request, context in try await story(request, context) }
    }

    private func story(_ request: Request, _ context: AppContext) async throws -> Response {
        let caller = try await services.anyCaller(request, may: .people)
        let id: AlertID = try context.parameters.identifier("id", or: .notFound)
        let user: UserID? = if case .person(let person) = caller { person } else { nil }
        guard let found = try await services.store.story(of: id, for: user) else { throw Problem.notFound }
        let deliveries = try await services.explainer.held(found.deliveries, in: services.store, now: services.now())
        let story = AlertStory(overview: found.overview, deliveries: deliveries)
        let episode = story.overview.alert.episode
        let member = story.overview.alert.member
        let since = episode.activeSince - Self.baselineDayCount
        let days = try await services.store.observations(of: episode.metric, member: member, since: since)
            .filter { $0.date <= episode.lastEvaluatedDate + Self.dayCountAfter }
        let sessions = try await services.store.sessions(of: member, since: since)
        let today = if let user { try await services.today(of: user) } else { CivilDateTime(utc: services.now()).date }
        guard let body = try await services.bodies(
            of: [story.overview.alert], to: user, named: [story.overview].names, today: today, in: request.language
        ).first else { throw Problem.notFound }
        return try .json(
            Story(story, body, days: days, exerciseDates: Set(sessions.map(\.date)).sorted(), explain: { services.explainer.explain($0, to: user).sentence }))
    }

    /// What came after an episode shows whether it is really over.
    private static let dayCountAfter = 14
}

private struct Story: Encodable {
    let alert: AlertBody
    let memberName: String
    let insight: String
    let engine: String?
    let dayCount: Int
    let lastNotifiedLevel: EpisodeLevel?
    let resolveReason: ResolveReason?
    let resolvedOn: CivilDate?
    let levels: [EpisodeHistory.Step]
    let reopened: [EpisodeHistory.Reopening]
    let baseline: Baseline
    let series: [Point]
    let exerciseDays: [CivilDate]
    let told: [Told]

    enum CodingKeys: String, CodingKey {
        case alert, insight, engine, levels, reopened, baseline, series, told
        case memberName = "member_name"
        case dayCount = "day_count"
        case lastNotifiedLevel = "last_notified_level"
        case resolveReason = "resolve_reason"
        case resolvedOn = "resolved_on"
        case exerciseDays = "exercise_days"
    }

    init(_ story: AlertStory, _ body: AlertBody, days: [Observation], exerciseDates: [CivilDate], explain: (DeliveryOverview) -> String) {
        let alert = story.overview.alert
        let episode = alert.episode
        self.alert = body
        memberName = story.overview.memberName
        insight = body.insight ?? ""
        engine = alert.engine
        dayCount = episode.dayCount
        lastNotifiedLevel = alert.lastNotifiedLevel
        resolveReason = episode.resolved
        resolvedOn = episode.history.resolvedOn
        levels = episode.history.levels
        reopened = episode.history.reopenings
        let usual = days.filter { $0.date < episode.activeSince && episode.metric.isPlausible($0.value) }.map(\.value)
        baseline = Baseline(value: episode.baselineValue, band: usual)
        series = days.map { Point(date: $0.date, value: $0.value, isPlausible: episode.metric.isPlausible($0.value)) }
        exerciseDays = exerciseDates
        told = story.deliveries.map { Told($0, sentence: explain($0)) }
    }

    /// The usual, and between what eight of ten usual days lay.
    struct Baseline: Encodable {
        let value: Double
        let low: Double?
        let high: Double?

        init(value: Double, band usual: [Double]) {
            self.value = value
            let band = StoryRoutes.band(of: usual)
            low = band?.lowerBound
            high = band?.upperBound
        }
    }

    struct Point: Encodable {
        let date: CivilDate
        let value: Double
        let isPlausible: Bool

        enum CodingKeys: String, CodingKey {
            case date, value
            case isPlausible = "plausible"
        }
    }

    struct Told: Encodable {
        let delivery: DeliveryID
        let recipient: UserID
        let recipientName: String?
        let channel: String
        let level: EpisodeLevel?
        let status: String
        let sentence: String
        let queuedAt: Instant
        let sentAt: Instant?
        let retractedAt: Instant?

        enum CodingKeys: String, CodingKey {
            case channel, level, status, sentence
            case delivery = "delivery_id"
            case recipient = "recipient_user_id"
            case recipientName = "recipient_name"
            case queuedAt = "queued_at"
            case sentAt = "sent_at"
            case retractedAt = "retracted_at"
        }

        init(_ overview: DeliveryOverview, sentence: String) {
            delivery = overview.delivery.id
            recipient = overview.delivery.recipient
            recipientName = overview.recipientName
            channel = overview.delivery.channelName
            level = overview.delivery.payload.level
            status = overview.status
            self.sentence = sentence
            queuedAt = overview.delivery.createdAt
            sentAt = overview.sentAt
            retractedAt = overview.retractedAt
        }
    }
}
