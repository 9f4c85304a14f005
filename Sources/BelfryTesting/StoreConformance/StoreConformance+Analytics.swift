import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// What is counted of deliveries.
    static let analytics: [StoreConformance] = [
        StoreConformance("Where nothing happened, nothing is counted") { store in
            let found = try await store.counted()
            #expect(found.isEmpty)
            let totals = try await store.totals()
            #expect(totals.isEmpty)
        },
        StoreConformance("What is queued and sent counts as both, with the reason of its sending") { store in
            try await store.enqueue(.example(1), .example(2, over: .inApp))
            try await store.lease()
            try await store.record(1, .sent)
            try await store.record(2, .sent)
            let found = try await store.counted()
            #expect(
                found == [
                    "2026-01-25 in_app pattern_alert queued 1", "2026-01-25 in_app pattern_alert sent allowed 1",
                    "2026-01-25 push pattern_alert queued 1", "2026-01-25 push pattern_alert sent allowed 1",
                ])
        },
        StoreConformance("What is held counts once however often it is put off, and again when it is sent, on the day of that") { store in
            try await store.enqueue(.example(1))
            try await store.lease { _ in .defer(.quietHours, until: .evening) }
            try await store.lease(at: .evening) { _ in .defer(.quietHours, until: .evening + .seconds(12 * 3600)) }
            let next = Instant.evening + .seconds(12 * 3600)
            try await store.lease(at: next) { _ in .send(.criticalInQuietHours) }
            try await store.record(1, .sent, at: next)
            let found = try await store.counted()
            #expect(
                found == [
                    "2026-01-25 push pattern_alert held quiet_hours 1", "2026-01-25 push pattern_alert queued 1",
                    "2026-01-26 push pattern_alert sent critical_in_quiet_hours 1",
                ])
            let today = try await store.statistics(on: .sunday...CivilDate.sunday).count
            #expect(today == 2)
        },
        StoreConformance("What is skipped is counted by its reason, and what becomes a part of another by itself") { store in
            try await store.enqueue(.example(1), .example(2), .example(3))
            try await store.lease { candidate in
                switch candidate.delivery.id {
                case .example(1): .skip(.snoozed)
                case .example(2): .merge(into: .example(3))
                default: .send(.allowed)
                }
            }
            let found = try await store.counted().filter { !$0.contains("queued") }
            #expect(
                found.map { $0.replacing("2026-01-25 push pattern_alert ", with: "") } == ["merged merged_into_summary 1", "skipped snoozed 1"])
        },
        StoreConformance("Failed attempts are counted, the last as given up") { store in
            try await store.enqueue(.example(1))
            for attempt in 1...Delivery.attemptCountMax {
                try await store.lease(token: "token-\(attempt)")
                try await store.record(1, .retry(at: .noon, error: "503"), token: "token-\(attempt)")
            }
            let found = try await store.counted()
            #expect(
                found == [
                    "2026-01-25 push pattern_alert failed 1", "2026-01-25 push pattern_alert queued 1",
                    "2026-01-25 push pattern_alert retried 4",
                ])
        },
        StoreConformance("What a dead worker had is counted when it is taken back, and what a stopping one gives back is not") { store in
            try await store.enqueue(.example(1), .example(2))
            try await store.lease()
            try await store.record(2, .returned)
            _ = try await store.rescue(now: .evening) { _ in false }
            let found = try await store.counted().filter { !$0.contains("queued") }
            #expect(found == ["2026-01-25 push pattern_alert rescued 1"])
        },
        StoreConformance("A message that is read counts once") { store in
            try await store.enqueue(.example(1, over: .inApp))
            try await store.append(
                InboxMessage(
                    id: .example(1), recipient: .ana, member: .ben, alert: nil, category: Payload.patternAlertKind,
                    content: NotificationContent(title: "Ben walks less", body: "", severity: .watch), createdAt: .noon, readAt: nil))
            for moment in [Instant.noon, .evening] { _ = try await store.markRead(.example(1), of: .ana, now: moment) }
            let found = try await store.counted().filter { $0.contains("read") }
            #expect(found == ["2026-01-25 in_app pattern_alert read 1"])
        },
        StoreConformance("Names have an end: more categories than are kept, or a long one, count as others") { store in
            for number in 1...DeliveryStatistic.categoryCountMax + 2 {
                try await store.enqueue(.example(number, kind: "kind-\(number)"))
            }
            try await store.enqueue(.example(99, kind: String(repeating: "long", count: 20)))
            let found = try await store.totals()
            #expect(found.count == DeliveryStatistic.categoryCountMax + 1)
            #expect(found.filter { $0.kind.category == DeliveryStatistic.other }.map(\.count) == [3])
        },
        StoreConformance("Over all days the counts of each add up") { store in
            try await store.enqueue(.example(1), .example(2, createdAt: .morning + .seconds(86_400)))
            let found = try await store.totals().map { "\($0.kind.day) \($0.kind.event.rawValue) \($0.count)" }
            #expect(found == ["1970-01-01 queued 2"])
            let days = try await store.counted()
            #expect(days.count == 2)
        },
    ]
}

extension AnalyticsStore {
    /// A line each: `2026-01-25 push pattern_alert sent allowed 1`.
    fileprivate func counted() async throws -> [String] {
        try await statistics(on: .sunday - 30 ... .sunday + 30).map { statistic in
            let kind = statistic.kind
            return [kind.day.description, kind.channel, kind.category, kind.event.rawValue, kind.reason, "\(statistic.count)"]
                .filter { !$0.isEmpty }.joined(separator: " ")
        }
    }
}

extension Delivery {
    fileprivate static func example(_ number: Int, kind: String) -> Delivery {
        let delivery = Delivery.example(number)
        var payload = delivery.payload
        payload.kind = kind
        return Delivery(
            id: delivery.id, createdAt: delivery.createdAt, recipient: delivery.recipient, member: delivery.member, alert: delivery.alert,
            channelName: delivery.channelName, payload: payload)
    }
}
