import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

/// What becomes of rows that people write with a SQL client: a sentence, and its proof on any store that lets them.
public struct HandWrittenConformance: Sendable {
    public let sentence: String
    private let proof: @Sendable (any Store, Hand) async throws -> Void

    /// Runs a statement as such a client would.
    public typealias Hand = @Sendable (_ sql: String) async throws -> Void

    private init(_ sentence: String, proof: @escaping @Sendable (any Store, Hand) async throws -> Void) {
        self.sentence = sentence
        self.proof = proof
    }

    /// - Parameter store: a fresh one with nothing in it.
    public func run(on store: any Store, by hand: Hand) async throws {
        try await proof(store, hand)
    }

    /// What all engines have in common.
    public static let all: [HandWrittenConformance] = [
        HandWrittenConformance("What can't be read of what an app is to be told is left out, and keeps nothing else from it") { store, write in
            try await store.askForStatuses(of: .shop, now: .noon)
            try await write(
                """
                INSERT INTO status_changes (app_id, delivery_id, event, happened_at) VALUES ('shop', '', 'sent', '2026-01-25T12:00:00.000Z'),
                    ('shop', 'delivery-1', 'hunter2', '2026-01-25T12:00:00.000Z'), ('shop', 'delivery-2', 'sent', '2026-01-25T12:00:00.000Z')
                """)
            let terms = StatusTerms(holder: "one", now: .noon, until: .evening, countMax: 2)
            let batch = try await store.leaseStatuses(of: .shop, terms)
            #expect(batch?.changes.map(\.delivery) == [.example(2)])
        },
        HandWrittenConformance("What somebody changes by hand is told, too") { store, write in
            try await store.askForStatuses(of: .shop, now: .noon)
            _ = try await store.enqueue([.ordered(1, by: .shop)], under: nil, now: .morning)
            try await write("UPDATE notification_queue SET status = 'cancelled', updated_at = '\(Instant.noon.fixedWidthText)'")
            let batch = try await store.leaseStatuses(of: .shop, StatusTerms(holder: "one", now: .noon, until: .evening))
            #expect(batch?.changes.map(\.kind) == [.cancelled] && batch?.changes.first?.happenedAt == .noon)
        },
        HandWrittenConformance("Quiet hours of single nights may be written by hand; those that can't be read are as on every day, and named") { store, write in
            try await write(#"INSERT INTO user_profiles (user_id, quiet_hours_by_weekday) VALUES ('ana', '{ "sun": null, "fri": "23:00-09:00" }')"#)
            try await write("INSERT INTO user_profiles (user_id, quiet_hours_by_weekday) VALUES ('ben', 'weekend')")
            let (ana, unread) = try await store.preferences(of: .ana).read()
            #expect(ana.quietHoursByWeekday.text == #"{"fri":"23:00-09:00","sun":null}"# && unread.isEmpty)
            let (ben, refused) = try await store.preferences(of: .ben).read()
            #expect(ben.quietHoursByWeekday.isEmpty && refused == [.quietHoursByWeekday])
        },
        HandWrittenConformance("Orders that come back and can't be read are listed and due all the same, and those without a name take no place") { store, write in
            _ = try await store.add(.example(1, nextAt: .noon), under: nil, now: .morning)
            let columns = "id, app_id, created_at, request, starts_at_local, rule, exdate, next_local, next_at"
            let (week, start, made) = ("FREQ=WEEKLY", "2026-01-26T09:00:00", Instant.morning.fixedWidthText)
            let early = "'\(start)', '2026-01-25T09:00:00.000Z'"
            try await write(
                """
                INSERT INTO schedules (\(columns)) VALUES
                    ('', 'shop', '\(made)', '{}', '\(start)', '\(week)', NULL, \(early)),
                    (' zoo', 'shop', '\(made)', '{}', '\(start)', '\(week)', NULL, \(early)),
                    ('a', 'shop', '\(made)', '{}', '\(start)', 'weekly', NULL, \(early)),
                    ('b', 'shop', '\(made)', '{}', '\(start)', '\(week)', 'Christmas', \(early)),
                    ('c', 'shop', '\(made)', '{}', '\(start)', '\(week)', '2026-12-24,2026-12-28T09:00:00', 'soon', '2026-01-25T09:00:00.000Z')
                """)
            let due = try await store.dueScheduledOrders(by: .noon, countMax: 4)
            #expect(due.map(\.id.text) == ["a", "b", "c", "weekly-1"])
            #expect(due.map { $0.timing == nil } == [true, true, false, false] && due.map { $0.next == nil } == [false, false, true, false])
            #expect(due.dropFirst(2).first?.timing?.exceptionTexts == ["2026-12-24", "2026-12-28T09:00:00"])
            let listed = try await store.scheduledOrders(of: .shop, before: nil, countMax: 4)
            #expect(listed.map(\.id.text) == ["weekly-1", "c", "b", "a"])
            let behind = try await store.scheduledOrders(of: .shop, before: ScheduledOrderID(literal: "b"), countMax: 4)
            #expect(behind.map(\.id.text) == ["a"])
        },
        HandWrittenConformance("What is held is due at once when somebody changes a profile by hand") { store, write in
            try await store.enqueue(.example(1))
            try await store.lease { _ in .defer(.quietHours, until: .evening) }
            try await write("INSERT INTO user_profiles (user_id) VALUES ('ana')")
            let afterInsert = try await store.candidates()
            try await store.lease { _ in .defer(.quietHours, until: .evening) }
            try await write("UPDATE user_profiles SET notify_push = true WHERE user_id = 'ana'")
            let afterUpdate = try await store.candidates()
            #expect(afterInsert.count == 1 && afterUpdate.count == 1)
        },
    ]
}

extension HandWrittenConformance: CustomTestStringConvertible {
    public var testDescription: String { sentence }
}
