import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

// The moves that most tests of a store begin with, made through the doors alone.

extension MetricStore where Self: FamilyStore {
    /// Stores alerts of the household, and the deliveries that tell of them, by the only way in: a series that changes, and its evaluation.
    @discardableResult
    public func accept(_ changes: [AlertChange], now: Instant = .morning) async throws -> IngestReport {
        try await save(.household, now: now)
        // Down and up again, so that the second post is a change however often this is done.
        _ = try await ingest([.steps(1000, of: .ben, source: "moves")], now: now) { _ in .nothing }
        return try await ingest([.steps(2000, of: .ben, source: "moves")], now: now) { _ in MemberEvaluation(changes: changes) }
    }

    /// Stores alerts of which nothing is told.
    @discardableResult
    public func accept(_ alerts: Alert..., now: Instant = .morning) async throws -> IngestReport {
        try await accept(alerts.map { AlertChange(alert: $0, deliveries: []) }, now: now)
    }

    /// Puts deliveries into the queue, each with the alert that it tells of.
    @discardableResult
    public func enqueue(_ deliveries: Delivery..., now: Instant = .morning) async throws -> IngestReport {
        try await accept(
            deliveries.map { delivery in
                let number = Int(delivery.alert?.text.split(separator: "-").last ?? "") ?? 0
                let alert = Alert.example(number, about: delivery.member, level: delivery.payload.level ?? .days3)
                return AlertChange(alert: alert, deliveries: [delivery])
            }, now: now)
    }
}

extension FamilyStore {
    /// Stores what a person wants, with nothing that goes with it.
    public func save(_ keys: Set<Preferences.Key>, of preferences: Preferences, for user: UserID, now: Instant) async throws {
        _ = try await save(ProfileChange(keys, of: preferences), for: user, now: now)
    }

    /// Stores everything that a person wants.
    public func save(_ preferences: Preferences, of user: UserID, now: Instant) async throws {
        try await save(Set(Preferences.Key.allCases), of: preferences, for: user, now: now)
    }

    /// Remembers where a person is from a day on.
    public func recordStay(of user: UserID, from date: CivilDate, in timezone: String, before former: String) async throws {
        let move = ProfileChange.Move(on: date, to: timezone, from: former)
        _ = try await save(ProfileChange([], of: Preferences(), move: move), for: user, now: .noon)
    }
}

extension FamilyStore where Self: SyncStore {
    /// Sets something of Ana's that nobody could set before, and looks for it in what she wants and in what her devices share.
    ///
    /// She is known, and wants pushes.
    /// - Parameter text: what her devices share of it.
    public func expectFirst(_ key: Preferences.Key, as text: String, _ change: (inout Preferences) -> Void) async throws {
        let before = try await preferences(of: .ana).read()
        var wanted = Preferences()
        wanted.notifyPush = true
        #expect(before.preferences == wanted && before.refused.isEmpty)
        change(&wanted)
        let row = FactRecord(id: FactTable.settingsID, columns: [key.rawValue: .text(text)])
        let push = SyncPush(id: nil, changes: SyncChanges(tables: [.profile: .init(created: [row])]), pulledAt: nil)
        #expect(try await save(ProfileChange([key], of: wanted, push: push), for: .ana, now: .noon))
        let after = try await preferences(of: .ana).read()
        #expect(after.preferences == wanted && after.preferences != before.preferences)
        let shared = try await pull(SyncPull(since: nil), of: .ana).changes.tables[.profile]?.created.first
        #expect(shared?.columns[key.rawValue] == .text(text))
    }
}

extension DailyMetrics {
    /// A day of which a source says the steps and nothing else.
    public static func steps(_ count: Double, of user: UserID, on date: CivilDate = .sunday, source: String = "watch") -> DailyMetrics {
        DailyMetrics(user: user, date: date, source: source, values: [.steps: count])
    }
}

extension DeliveryQueue {
    /// Leases what is due and has each decided alike; sent, unless a rule says otherwise. Where the rule says nothing, there is no verdict.
    @discardableResult
    public func lease(
        _ countMax: Int = 100, at now: Instant = .noon, for length: Duration = .seconds(60), holder: String = "worker-1",
        token: String = "token-1", lanes: LeaseTerms.Lanes = .all, deciding rule: @escaping @Sendable (DeliveryCandidate) -> Decision? = { _ in .send(.allowed) },
        onDuty: (@Sendable (Rota) -> UserID?)? = nil
    ) async throws -> LeasedBatch {
        let terms = LeaseTerms(countMax: countMax, now: now, until: now + length, holder: holder, token: token, lanes: lanes, onDuty: onDuty)
        return try await lease(terms) { candidates in
            candidates.compactMap { candidate in
                let isCounted = candidate.delivery.payload.throttle != nil || candidate.preferences.read().preferences.dailyCountMax != nil
                return rule(candidate).map { Verdict(delivery: candidate.delivery.id, judgement: .decided($0), isCounted: isCounted, inputs: "{}") }
            }
        }
    }

    /// What a lease would be offered. Nothing is taken.
    public func candidates(_ countMax: Int = 100, at now: Instant = .noon) async throws -> [DeliveryCandidate] {
        let offered = Notes<DeliveryCandidate>()
        try await lease(countMax, at: now) { candidate in
            offered.add(candidate)
            return nil
        }
        return offered.all
    }

    /// Records how an attempt at one delivery ended.
    @discardableResult
    public func record(
        _ number: Int, _ disposition: AttemptResult.Disposition, of app: AppID = .house, token: String = "token-1", at now: Instant = .noon
    ) async throws -> [DeliveryID] {
        try await record([AttemptResult(delivery: .example(number), token: token, disposition: disposition, app: app)], now: now)
    }
}

extension OverviewStore {
    /// Where a delivery stands; a failed test where there is none.
    public func row(_ number: Int) async throws -> DeliveryOverview {
        let overview = try await delivery(.example(number))
        return try #require(overview)
    }
}

extension Inbox {
    /// The first page.
    public func messages(of user: UserID, in folder: InboxFolder, countMax: Int, now: Instant = .noon) async throws -> [InboxMessage] {
        try await messages(of: user, in: folder, before: nil, countMax: countMax, now: now)
    }

    public func unreadCount(of user: UserID) async throws -> Int { try await unreadCount(of: user, now: .noon) }
}

extension DeliveryControl {
    /// Queues deliveries of which none waits for others.
    public func enqueue(_ deliveries: [Delivery], under key: IdempotencyKey?, now: Instant) async throws -> EnqueueReceipt {
        try await enqueue(deliveries, under: key, digestWindow: nil, now: now)
    }
}
