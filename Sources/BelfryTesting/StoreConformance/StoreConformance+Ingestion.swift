import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// What becomes of days, and of the alerts that follow from them.
    static let ingestion: [StoreConformance] = [
        StoreConformance("The same day again changes nothing and has nothing evaluated") { store in
            let evaluated = Notes<UserID>()
            @Sendable func note(_ history: MemberHistory) -> MemberEvaluation {
                evaluated.add(history.member)
                return .nothing
            }
            let first = try await store.ingest([.steps(4000, of: .ben)], now: .morning, evaluate: note)
            #expect(first.changedDayCount == 1 && first.unchangedDayCount == 0)
            let second = try await store.ingest([.steps(4000, of: .ben), .steps(4100, of: .ben, on: .sunday - 1)], now: .noon, evaluate: note)
            #expect(second.changedDayCount == 1 && second.unchangedDayCount == 1)
            let third = try await store.ingest([.steps(4000, of: .ben)], now: .evening, evaluate: note)
            #expect(third.changedDayCount == 0 && third.unchangedDayCount == 1)
            #expect(evaluated.all == [.ben, .ben])
        },
        StoreConformance("A metric that a later post of the day leaves out keeps its value") { store in
            let morning = DailyMetrics(user: .ben, date: .sunday, source: "watch", values: [.steps: 4000, .hrv: 42.5])
            _ = try await store.ingest([morning], now: .morning) { _ in .nothing }
            _ = try await store.ingest([.steps(6000, of: .ben)], now: .noon) { _ in .nothing }
            let seen = Notes<[Double]>()
            let again = try await store.ingest([morning], now: .evening) { history in
                seen.add([Metric.hrv, .steps].flatMap { history.reports[$0]?.map(\.value) ?? [] })
                return .nothing
            }
            #expect(again.changedDayCount == 1 && seen.all == [[42.5, 4000]])
            let same = try await store.ingest([morning], now: .evening) { _ in .nothing }
            #expect(same.unchangedDayCount == 1)
        },
        StoreConformance("Every member whose days changed is evaluated once, and nobody else") { store in
            let evaluated = Notes<UserID>()
            @Sendable func note(_ history: MemberHistory) -> MemberEvaluation {
                evaluated.add(history.member)
                return .nothing
            }
            let days = [
                DailyMetrics(user: .ben, date: .sunday - 1, source: "watch", values: [.steps: 4000, .hrv: 40]),
                DailyMetrics(user: .ben, date: .sunday, source: "watch", values: [.steps: 4100, .hrv: 41]),
                DailyMetrics(user: .ana, date: .sunday, source: "watch", values: [.steps: 9000]),
            ]
            _ = try await store.ingest([days[0]], now: .morning) { _ in .nothing }
            let report = try await store.ingest(days, now: .noon, evaluate: note)
            #expect(evaluated.all == [.ana, .ben])
            #expect(report.changedDayCount == 2 && report.unchangedDayCount == 1)
        },
        StoreConformance("What can't be stored leaves nothing behind") { store in
            try await store.accept(.example(1))
            let rival = Alert(id: .example(2), member: .ben, episode: .example(1), engine: "v2")
            await #expect(throws: (any Error).self, "an episode has one alert") {
                _ = try await store.ingest([.steps(4000, of: .ben)], now: .noon) { _ in
                    MemberEvaluation(changes: [
                        AlertChange(alert: .example(3), deliveries: [.example(3)]),
                        AlertChange(alert: rival, deliveries: [.example(2)]),
                    ])
                }
            }
            let alerts = try await store.alerts(visibleTo: .ana, countMax: 10)
            #expect(alerts.map(\.alert) == [.example(1)])
            let backlog = try await store.backlog(countMax: nil, now: .noon)
            #expect(backlog.pendingCount == 0)
            let again = try await store.ingest([.steps(4000, of: .ben)], now: .noon) { _ in .nothing }
            #expect(again.changedDayCount == 1, "the day itself was not kept either")
        },
        StoreConformance("What an evaluation asks for is counted") { store in
            let report = try await store.accept([
                AlertChange(alert: .example(1), deliveries: [.example(1), .example(2, of: 1, over: .email)]),
                AlertChange(alert: .example(2), deliveries: []),
            ])
            #expect(Set(report.changedAlerts) == [.example(1), .example(2)])
            #expect(report.queuedDeliveryCount == 2)
        },
        StoreConformance("A delivery waits as it was made") { store in
            try await store.enqueue(.example(1))
            let row = try await store.row(1)
            #expect(row.delivery == .example(1))
            #expect(row.status == Delivery.Status.pending.rawValue)
            #expect(row.reason == nil && row.decisionInputs == nil && row.decidedAt == nil)
            #expect(row.nextAttemptAt == nil && row.sentAt == nil && row.lastError == nil && row.mergedInto == nil)
        },
        StoreConformance("Nobody is told twice of the same alert and level over the same channel") { store in
            try await store.enqueue(.example(1))
            try await store.lease()
            try await store.record(1, .sent)
            let report = try await store.enqueue(
                .example(2, of: 1), .example(3, of: 1, level: .days7), .example(4, of: 1, over: .email), .example(5, of: 1, to: .ben),
                .example(6))
            #expect(report.queuedDeliveryCount == 4)
            let again = try await store.delivery(.example(2))
            #expect(again == nil, "the first one was sent, and is remembered")
        },
        StoreConformance("Of an alert without a level a person is told once too; of no alert, every time") { store in
            func delivery(_ number: Int, of alert: AlertID?) -> Delivery {
                Delivery(
                    id: .example(number), createdAt: .morning, recipient: .ana, member: .ben, alert: alert,
                    channelName: DeliveryChannel.push.rawValue, payload: Payload())
            }
            let deliveries = [
                delivery(1, of: .example(1)), delivery(2, of: .example(1)), delivery(3, of: nil), delivery(4, of: nil),
            ]
            let report = try await store.accept([AlertChange(alert: .example(1), deliveries: deliveries)])
            #expect(report.queuedDeliveryCount == 3)
            let second = try await store.delivery(.example(2))
            #expect(second == nil)
        },
        StoreConformance("Identifiers that look alike when put together are still told apart") { store in
            func delivery(_ number: Int, of alert: String, to recipient: String) -> Delivery {
                var payload = Payload()
                payload.level = .days3
                return Delivery(
                    id: .example(number), createdAt: .morning, recipient: UserID(literal: recipient), member: .ben,
                    alert: AlertID(literal: alert), channelName: DeliveryChannel.push.rawValue, payload: payload)
            }
            let deliveries = [delivery(1, of: "a", to: "b/3/c"), delivery(2, of: "a/3/b", to: "c")]
            let report = try await store.accept([AlertChange(alert: .example(1), deliveries: deliveries)])
            #expect(report.queuedDeliveryCount == 2)
        },
    ]
}
