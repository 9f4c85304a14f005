import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime
import HTTPTypes
import Hummingbird

/// Takes daily metrics, of one day or of many.
struct MetricsRoutes {
    let services: Services

    func add(to router: Router<AppContext>) {
        router.post("/v1/metrics") { request, _ in try await take(request) }
    }

    private func take(_ request: Request) async throws -> Response {
        let caller = try await services.anyCaller(request, may: .metrics)
        let post = try await request.decodeLeniently(MetricsPost.self)
        var days: [DailyMetrics] = []
        for (index, day) in post.days.enumerated() {
            let field = post.field(index)
            if case .person(let person) = caller, let user = day.user, user != person { throw Problem.notAuthorized(.writeMetrics) }
            guard let user = day.user ?? caller.person else { throw Problem.missingField(field + "user_id") }
            days.append(DailyMetrics(user: user, date: day.date, source: day.source, values: day.values))
        }
        let report = try await services.intake.take(days, now: services.now(), field: post.field)
        services.counters.addIngest(report)
        if report.queuedDeliveryCount > 0 { services.doorbell.ring() }
        return try .json(
            Answer(
                changedDays: report.changedDayCount, unchangedDays: report.unchangedDayCount, alerts: report.changedAlerts,
                queuedDeliveries: report.queuedDeliveryCount))
    }

    private struct Answer: Encodable {
        let changedDays: Int
        let unchangedDays: Int
        let alerts: [AlertID]
        let queuedDeliveries: Int

        enum CodingKeys: String, CodingKey {
            case changedDays = "changed_days"
            case unchangedDays = "unchanged_days"
            case alerts
            case queuedDeliveries = "queued_deliveries"
        }
    }
}

/// `{"user_id": …, "date": …, "steps": …}`, a list of such, or `{"metrics": […]}`.
private struct MetricsPost: Decodable {
    let days: [DayPost]
    private let form: Form

    private enum Form {
        case one, list, wrapped
    }

    private enum Key: String, CodingKey {
        case metrics
    }

    init(from decoder: any Decoder) throws {
        if var list = try? decoder.unkeyedContainer() {
            var days: [DayPost] = []
            while !list.isAtEnd { days.append(try list.decode(DayPost.self)) }
            self.days = days
            form = .list
            return
        }
        let container = try decoder.container(keyedBy: Key.self)
        if container.contains(.metrics) {
            days = try container.decode([DayPost].self, forKey: .metrics)
            form = .wrapped
        } else {
            days = [try DayPost(from: decoder)]
            form = .one
        }
    }

    /// How the sender names a day: the beginning of its fields' paths.
    func field(_ index: Int) -> String {
        switch form {
        case .one: ""
        case .list: "[\(index)]."
        case .wrapped: "metrics[\(index)]."
        }
    }
}

private struct DayPost: Decodable {
    let user: UserID?
    let date: CivilDate
    let source: String
    let values: [Metric: Double]

    private enum Key: String, CodingKey {
        case user = "user_id"
        case date, source
    }

    private static let sourceByteCountMax = 64

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        user = try container.decodeIfPresent(UserID.self, forKey: .user)
        date = try container.decode(CivilDate.self, forKey: .date)
        source = try container.decodeIfPresent(String.self, forKey: .source) ?? "unknown"
        guard (1...Self.sourceByteCountMax).contains(source.utf8.count) else {
            throw DecodingError.dataCorruptedError(forKey: .source, in: container, debugDescription: "expected a name of 1 to 64 characters")
        }
        let metrics = try decoder.container(keyedBy: TextKey.self)
        var values: [Metric: Double] = [:]
        for metric in Metric.allCases {
            values[metric] = try metrics.decodeIfPresent(Double.self, forKey: TextKey(metric.rawValue))
        }
        self.values = values
    }
}

extension Caller {
    fileprivate var person: UserID? {
        if case .person(let user) = self { user } else { nil }
    }
}
