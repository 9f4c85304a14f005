import BelfryDelivery
import BelfryDomains
import BelfryModel
import BelfryPatterns
import BelfryPorts
import BelfrySQLite
import BelfrySystem
import BelfryTime
import Foundation

/// A day of wearable data that raises an alert: stored, evaluated, and its notification queued, in one transaction.
struct Ingestion {
    private let store: SQLiteStore
    private let raw: RawQueue
    private let numbers = Numbers()
    private static let historyDayCount = 60
    private static let memberCount = 200

    init(workplace: Workplace) async throws {
        store = try await World.store("ingest.sqlite", in: workplace)
        raw = try RawQueue(path: workplace.path("ingest-raw.sqlite"), table: .own)
    }

    var contenders: [Contender] {
        let limit = "raw: one row inserted a transaction"
        let batchLimit = "raw: 100 rows inserted a transaction"
        return [
            contender("a day that raises an alert, one a transaction", perTransaction: 1, beside: limit),
            rawContender(limit, perTransaction: 1),
            contender("days that raise alerts, 100 a transaction", perTransaction: 100, beside: batchLimit),
            rawContender(batchLimit, perTransaction: 100),
        ]
    }

    /// Each round has members of its own, with two months behind them of which the last two days were low; the day to come is the third.
    private func contender(_ name: String, perTransaction: Int, beside: String) -> Contender {
        var days: [DailyMetrics] = []
        return Contender(name: name, unit: .perSecond("days"), operationCount: Self.memberCount, beside: beside) {
            days = []
            for number in numbers.take(Self.memberCount) {
                let member: UserID = World.identifier("walker-\(number)")
                try await store.save(
                    FamilyRecord(
                        id: World.identifier("walkers-\(number)"), name: "Household",
                        members: [
                            FamilyMember(user: World.admin(number), firstName: "Ana", role: .admin),
                            FamilyMember(user: member, firstName: "Ben", role: .member),
                        ]), now: World.morning)
                let history = (0..<Self.historyDayCount).map { Wearable.day($0, of: member, isLow: $0 >= Self.historyDayCount - 2) }
                _ = try await store.ingest(history, now: World.morning) { _ in .nothing }
                days.append(Wearable.day(Self.historyDayCount, of: member, isLow: true))
            }
        } round: {
            var queuedCount = 0
            for start in stride(from: 0, to: days.count, by: perTransaction) {
                let batch = Array(days[start..<min(start + perTransaction, days.count)])
                queuedCount += try await Wearable.post(batch, to: store).queuedDeliveryCount
            }
            guard queuedCount == days.count else { throw Missing(what: "a notification that should follow") }
        }
    }

    private func rawContender(_ name: String, perTransaction: Int) -> Contender {
        Contender(name: name, unit: .perSecond("rows"), operationCount: Self.memberCount) {
            try await raw.insert(numbers.take(Self.memberCount), perTransaction: perTransaction)
        }
    }
}

/// The same with a short past and with ten years of it.
struct History {
    private let store: SQLiteStore
    private static let postCount = 20

    init(workplace: Workplace) async throws {
        store = try await World.store("history.sqlite", in: workplace)
        for dayCount in [60, 3650] {
            let history = (0..<dayCount).map { Wearable.day($0, of: Self.member(dayCount)) }
            _ = try await Wearable.post(history, to: store)
        }
    }

    var contenders: [Contender] {
        [contender("a day posted after 60 days", 60), contender("a day posted after 3,650 days", 3650, beside: "a day posted after 60 days")]
    }

    private static func member(_ dayCount: Int) -> UserID { World.member(dayCount == 60 ? 0 : 1) }

    /// The last day is posted again and again, each time with other values.
    private func contender(_ name: String, _ dayCount: Int, beside: String? = nil) -> Contender {
        var correction = 0.0
        return Contender(name: name, unit: .milliseconds, operationCount: Self.postCount, beside: beside) {
            for _ in 0..<Self.postCount {
                correction += 0.001
                let day = Wearable.day(dayCount, of: Self.member(dayCount), correction: correction)
                guard try await Wearable.post([day], to: store).changedDayCount == 1 else { throw Missing(what: "a changed day") }
            }
        }
    }
}

/// What a device reports, and what the server does with it.
enum Wearable {
    /// All seven metrics of a day; steps are a quarter where it is low, and the others vary a little.
    static func day(_ index: Int, of member: UserID, isLow: Bool = false, correction: Double = 0) -> DailyMetrics {
        let share = 1 + Double(index * 7919 % 21 - 10) / 500
        let usual: [Metric: Double] = [
            .sleepMinutes: 430, .steps: isLow ? 2000 : 8000, .hrv: 55, .restingHeartRate: 58, .sleepEfficiency: 90, .movementMinutes: 75,
            .deepSleepMinutes: 80,
        ]
        return DailyMetrics(user: member, date: Series.firstDate + index, source: "watch", values: usual.mapValues { $0 * share + correction })
    }

    static func post(_ days: [DailyMetrics], to store: SQLiteStore) async throws -> IngestReport {
        let now = Self.noon(after: days)
        return try await store.ingest(days, now: now) { evaluator.evaluate($0, now: now) }
    }

    static let evaluator = MemberEvaluator(engine: .v2, routes: DeliveryRoutes(standard: DeliveryRoute(channels: [.push])), zones: SystemTimeZoneDatabase(), identifiers: UUIDv7Source())

    /// When the last of some days is over, and still fresh.
    static func noon(after days: [DailyMetrics]) -> Instant {
        let last = days.map(\.date).max() ?? Series.firstDate
        return TimeZoneRules.utc.instant(of: CivilDateTime(last + 1, CivilTime(hour: 12, minute: 0) ?? .midnight))
    }
}

/// A document of the wearables' aggregator on its way to a row of the queue: read, stored with its mark, evaluated.
struct Documents {
    private let store: SQLiteStore
    private let numbers = Numbers()
    private static let historyDayCount = 60
    private static let memberCount = 100

    init(workplace: Workplace) async throws {
        store = try await World.store("documents.sqlite", in: workplace)
    }

    var contenders: [Contender] {
        var members: [UserID] = []
        return [
            Contender(name: "a document to a queued row", unit: .milliseconds, operationCount: Self.memberCount, goal: 5) {
                members = []
                for number in numbers.take(Self.memberCount) {
                    let member: UserID = World.identifier("sleeper-\(number)")
                    let household = FamilyRecord(
                        id: World.identifier("sleepers-\(number)"), name: "Household",
                        members: [FamilyMember(user: member, firstName: "Ben", role: .member)])
                    try await store.save(household, now: World.morning)
                    let history = (0..<Self.historyDayCount).map { Wearable.day($0, of: member, isLow: $0 >= Self.historyDayCount - 2) }
                    _ = try await store.ingest(history, now: World.morning) { _ in .nothing }
                    members.append(member)
                }
            } round: {
                for member in members { try await take(member) }
            }
        ]
    }

    private func take(_ member: UserID) async throws {
        let date = Series.firstDate + Self.historyDayCount
        let text = #"{"user_id":"\#(member)","data_structure":"physical_summary","physical_health":{"summary":{"physical_summary":{"#
            + #""metadata":{"datetime_string":"\#(date)T00:00:00Z","sources_of_data_array":["watch"]},"distance":{"steps_int":2000}}}}}"#
        let now = TimeZoneRules.utc.instant(of: CivilDateTime(date + 1, CivilTime(hour: 12, minute: 0) ?? .midnight))
        let document = try JSONDecoder().decode(WearableDocument.self, from: Data(text.utf8))
        let days = try document.contents(in: { _ in .utc }, receivedAt: now, payloadHash: 1).days
        _ = try await store.ingest(days, now: now, evaluate: nil)
        let report = try await store.evaluateDue(countMax: 1, now: now) { Wearable.evaluator.evaluate($0, now: now) }
        guard report.queuedDeliveryCount == 1 else { throw Missing(what: "a notification that should follow") }
    }
}
