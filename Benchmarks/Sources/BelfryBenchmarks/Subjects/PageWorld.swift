import BelfryAPI
import BelfryChannels
import BelfryDelivery
import BelfryModel
import BelfryPatterns
import BelfryPorts
import BelfrySQLite
import BelfrySystem
import BelfryTime
import Logging

/// Households as a server has them: everybody wears a watch for 60 days, every third has had a bad week, and the one who looks has a phone
/// that shares bills, words, things and prayers.
struct PageWorld {
    let store: SQLiteStore
    let visitor: UserID
    /// When it is looked at: at noon of the day after the last one.
    static let now = TimeZoneRules.utc.instant(of: CivilDateTime(Series.firstDate + dayCount, CivilTime(hour: 12, minute: 0) ?? .midnight))
    private static let dayCount = 60
    private static let messageCount = 200
    private static let zones = SystemTimeZoneDatabase()

    /// - Parameters:
    ///   - familySize: everybody of it, the admin included.
    ///   - isVisitorEverywhere: whether the one who looks is an admin of each other family too, beside those.
    init(_ name: String, memberCount: Int, familySize: Int, isVisitorEverywhere: Bool = false, workplace: Workplace) async throws {
        store = try SQLiteStore(path: workplace.path(name))
        visitor = World.identifier("person-0")
        for first in stride(from: 0, to: memberCount, by: familySize) {
            var members = (first..<min(first + familySize, memberCount)).map { number in
                FamilyMember(user: World.identifier("person-\(number)"), firstName: "Person \(number)", role: number == first ? .admin : .member)
            }
            if isVisitorEverywhere, first > 0 { members.append(FamilyMember(user: visitor, firstName: "Person 0", role: .admin)) }
            try await store.save(FamilyRecord(id: World.identifier("household-\(first)"), name: "Household", members: members), now: Self.now)
        }
        for number in 0..<memberCount { try await wear(number) }
        try await shareFacts()
        try await tell()
    }

    /// The last week may be a bad one, and is looked at on its fifth day and at its end.
    private func wear(_ number: Int) async throws {
        let person: UserID = World.identifier("person-\(number)")
        let days = (0..<Self.dayCount).map { Wearable.day($0, of: person, isLow: number % 3 == 0 && $0 >= Self.dayCount - 8) }
        for through in [Self.dayCount - 3, Self.dayCount] {
            let now = Wearable.noon(after: Array(days[..<through]))
            _ = try await store.ingest(Array(days[..<through]), now: now) { Self.evaluator.evaluate($0, now: now) }
        }
    }

    private static let evaluator = MemberEvaluator(
        engine: .v2, routes: DeliveryRoutes(standard: DeliveryRoute(channels: [.inApp, .push])), zones: zones, identifiers: UUIDv7Source())

    // MARK: The visitor's own

    private func shareFacts() async throws {
        let today = CivilDateTime(utc: Self.now).date
        func rows(_ count: Int, _ columns: (Int) -> [String: FactValue]) -> SyncChanges.Rows {
            .init(created: (0..<count).map { FactRecord(id: "row-\($0)", columns: columns($0)) })
        }
        func settings(_ columns: [String: FactValue]) -> SyncChanges.Rows { .init(created: [FactRecord(id: FactTable.settingsID, columns: columns)]) }
        let tables: [FactTable: SyncChanges.Rows] = [
            .notificationSettings: settings(["bill_reminders_enabled": .flag(true), "currency": .text("EUR")]),
            .budgetItems: rows(20) { ["name": .text("Bill \($0)"), "amount": .whole(1990), "due_date": .text((today + $0).description)] },
            .studySettings: settings(["study_reminders_enabled": .flag(true), "reminder_time": .text("19:00")]),
            .studyWords: rows(100) { ["due": .text((today + $0 % 14).description)] },
            .pantrySettings: settings(["expiration_reminders_enabled": .flag(true)]),
            .pantryItems: rows(30) { ["name": .text("Thing \($0)"), "expires_on": .text((today + $0 % 20).description)] },
            .prayerSettings: settings([
                "prayer_reminders_enabled": .flag(true), "latitude": .real(52.52), "longitude": .real(13.405), "place": .text("Berlin"),
            ]),
        ]
        _ = try await store.push(SyncPush(id: nil, changes: SyncChanges(tables: tables), pulledAt: nil), of: visitor, now: Self.now)
    }

    /// Two weeks of an app's own messages, and everything that the families' days have raised.
    private func tell() async throws {
        let switchboard = Switchboard([.inApp: [.inbox: InboxSender(store)], .push: [.inbox: NobodysSender()]])
        for number in 0..<Self.messageCount {
            var payload = Payload()
            (payload.title, payload.body) = ("Message \(number)", "Something that an app has to say, as long as such a sentence is.")
            let delivery = Delivery(
                id: World.identifier("0199f0a8-5c00-7000-b000-\(1_000_000_000_000 + number)"), createdAt: Self.now - .seconds((Self.messageCount - number) * 6000),
                recipient: visitor, member: visitor, alert: nil, channelName: DeliveryChannel.inApp.rawValue, payload: payload)
            _ = try await store.enqueue([delivery], under: nil, digestWindow: nil, now: delivery.createdAt)
        }
        let worker = Worker(
            queue: store, zones: Self.zones, switchboard: switchboard, holder: "benchmark", identifiers: UUIDv7Source(), now: { Self.now }, chance: { 0.5 })
        while try await worker.processBatch(countMax: 500, ageMax: .seconds(90 * 86_400)).sentCount > 0 {}
    }

    // MARK: The server

    func services() async throws -> Services {
        let switchboard = Switchboard([.inApp: [.inbox: InboxSender(store)]])
        let now: @Sendable () -> Instant = { PageWorld.now }
        return Services(
            store: store, zones: Self.zones, intake: MetricIntake(store: store, zones: Self.zones, evaluator: Self.evaluator),
            worker: Worker(
                queue: store, zones: Self.zones, switchboard: switchboard, holder: "benchmark", identifiers: UUIDv7Source(), now: now, chance: { 0.5 }),
            doorbell: Doorbell(), authenticator: await Authenticator(adminSecret: nil, jwtSecret: "a secret of the benchmark's own", credentials: store, now: now),
            changes: ChangeFeed(store: store), counters: Counters(now: now), hasWorkerLoop: false, operators: [visitor], now: now, makeCode: { "code" },
            logger: Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() })
    }
}
