import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// What apps are told of their deliveries by a webhook.
    static let statuses: [StoreConformance] = [
        StoreConformance("Of an app that hasn't asked nothing is kept, nor what had happened before it did") { store in
            _ = try await store.enqueue([.ordered(1, by: .shop), .ordered(2, by: .school), .ordered(3, by: .shop)], under: nil, now: .morning)
            try await store.lease()
            try await store.record(1, .sent, of: .shop)
            try await store.askForStatuses(of: .shop, now: .noon)
            try await store.record(2, .sent, of: .school)
            try await store.record(3, .sent, of: .shop, at: .evening)
            let (own, others) = (try await store.leaseStatuses(of: .shop, .at(.evening)), try await store.leaseStatuses(of: .school, .at(.evening)))
            #expect(own?.changes.map(\.delivery) == [.example(3)] && others == nil)
            let standings = try await store.statusStandings()
            #expect(standings == [StatusStanding(app: .shop, oldestAt: .evening)])
        },
        StoreConformance("What is held, tried again and sent is told in its order, with the reason, the moment and the attempts") { store in
            try await store.askForStatuses(of: .shop, now: .morning)
            _ = try await store.enqueue([.ordered(1, by: .shop)], under: nil, now: .morning)
            try await store.lease { _ in .defer(.quietHours, until: .evening) }
            try await store.lease(at: .evening, token: "token-2")
            try await store.record(1, .returned, of: .shop, token: "token-2", at: .evening)
            try await store.lease(at: .evening, token: "token-3")
            let (second, third) = (Instant.evening + .seconds(1), Instant.evening + .seconds(2))
            try await store.record(1, .retry(at: second, error: "http_503: the service is away"), of: .shop, token: "token-3", at: second)
            try await store.lease(at: third, token: "token-4") { _ in .send(.criticalInQuietHours) }
            try await store.record(1, .sent, of: .shop, token: "token-4", at: third)
            let batch = try #require(await store.leaseStatuses(of: .shop, .at(third)))
            #expect(
                batch.changes.map(\.line) == [
                    "delivery-1 in_app held quiet_hours 0 \(Instant.noon)", "delivery-1 in_app retried http_503 1 \(second)",
                    "delivery-1 in_app sent critical_in_quiet_hours 2 \(third)",
                ])
            #expect(Set(batch.changes.map(\.id)).count == 3 && batch.failureCount == 0 && batch.app == .shop)
        },
        StoreConformance("What is left out, merged, given up, called off, and waits again is told") { store in
            try await store.askForStatuses(of: .shop, now: .morning)
            _ = try await store.enqueue((1...5).map { .ordered($0, by: .shop) }, under: nil, now: .morning)
            _ = try await store.cancel(DeliverySelection(ids: [.example(5)], app: .shop), now: .noon)
            try await store.lease { candidate in
                switch candidate.delivery.id {
                case .example(1): .skip(.expired)
                case .example(2): .merge(into: .example(3))
                default: .send(.allowed)
                }
            }
            try await store.record(3, .failed(error: "http_404: there is no such place"), of: .shop, at: .evening)
            try await store.record(4, .sent, of: .shop, at: .evening)
            _ = try await store.redrive(DeliverySelection(ids: [.example(3)], app: .shop), now: .evening)
            let told = try await store.leaseStatuses(of: .shop, .at(.evening))?.changes ?? []
            func lines(of number: Int) -> [String] { told.filter { $0.delivery == .example(number) }.map { "\($0.kind) \($0.reason ?? "-")" } }
            #expect(lines(of: 1) == ["skipped expired"])
            #expect(lines(of: 2) == ["merged merged_into_summary", "requeued -"], "its lead was given up")
            #expect(lines(of: 3) == ["failed http_404", "requeued -"])
            #expect(lines(of: 4) == ["sent allowed"])
            #expect(lines(of: 5) == ["cancelled -"])
        },
        StoreConformance("What was told goes, and the rest follows; what wasn't comes again under the same names") { store in
            try await store.sendAll(5)
            let first = try #require(await store.leaseStatuses(of: .shop, .at(.noon, countMax: 2)))
            #expect(first.changes.map(\.delivery) == [.example(1), .example(2)])
            try await store.settle(first, .told)
            let second = try #require(await store.leaseStatuses(of: .shop, .at(.noon, countMax: 2)))
            #expect(second.changes.map(\.delivery) == [.example(3), .example(4)] && second.id != first.id)
            try await store.settle(second, .failed(why: "http_500", at: .noon, retryAt: .noon))
            let again = try #require(await store.leaseStatuses(of: .shop, .at(.noon, by: "two", countMax: 2)))
            #expect(again.changes == second.changes && again.id == second.id)
            try await store.settle(again, .told)
            let last = try #require(await store.leaseStatuses(of: .shop, .at(.noon, countMax: 2)))
            #expect(last.changes.map(\.delivery) == [.example(5)])
            try await store.settle(last, .told)
            let none = try await store.leaseStatuses(of: .shop, .at(.noon))
            #expect(none == nil)
        },
        StoreConformance("One at a time tells an app, and another once the first has fallen silent; others' apps don't wait for it") { store in
            try await store.sendAll(2)
            try await store.askForStatuses(of: .school, now: .morning)
            _ = try await store.enqueue([.ordered(9, by: .school)], under: nil, now: .morning)
            _ = try await store.cancel(DeliverySelection(app: .school), now: .noon)
            let first = try #require(await store.leaseStatuses(of: .shop, .at(.noon)))
            let early = try await store.leaseStatuses(of: .shop, .at(.noon + .seconds(59), by: "two"))
            let others = try await store.leaseStatuses(of: .school, .at(.noon, by: "two"))
            #expect(early == nil && others?.changes.count == 1)
            let second = try #require(await store.leaseStatuses(of: .shop, .at(.noon + .seconds(60), by: "two")))
            #expect(second.changes == first.changes)
            // What it tells too late was told all the same, and says nothing of whose it is.
            try await store.settle(first, .told)
            let held = try await store.leaseStatuses(of: .shop, .at(.noon + .seconds(61)))
            try await store.settle(second, .told)
            let none = try await store.leaseStatuses(of: .shop, .at(.noon + .seconds(61)))
            #expect(held == nil && none == nil)
        },
        StoreConformance("What wasn't taken is tried again when it is time, and the app's standing says since when, and why") { store in
            try await store.sendAll(1)
            let first = try #require(await store.leaseStatuses(of: .shop, .at(.noon)))
            let next = Instant.noon + .seconds(5)
            try await store.settle(first, .failed(why: "http_500", at: .noon, retryAt: next))
            let early = try await store.leaseStatuses(of: .shop, .at(next - .milliseconds(1)))
            #expect(early == nil)
            let second = try #require(await store.leaseStatuses(of: .shop, .at(next)))
            #expect(second.changes == first.changes && second.failureCount == 1)
            try await store.settle(second, .failed(why: "http_503", at: next, retryAt: .evening))
            let failing = try await store.statusStandings()
            #expect(failing == [StatusStanding(app: .shop, oldestAt: .noon, failure: .init(since: .noon, why: "http_503"))])
            let third = try #require(await store.leaseStatuses(of: .shop, .at(.evening)))
            #expect(third.failureCount == 2)
            try await store.settle(third, .told)
            let well = try await store.statusStandings()
            #expect(well == [StatusStanding(app: .shop, oldestAt: nil)])
        },
        StoreConformance("What wasn't taken is tried at once where somebody says so, and nothing is forgotten of how it went") { store in
            try await store.sendAll(1)
            try await store.hastenStatuses(of: .school)
            let first = try #require(await store.leaseStatuses(of: .shop, .at(.noon)))
            try await store.settle(first, .failed(why: "http_500", at: .noon, retryAt: .evening))
            try await store.hastenStatuses(of: .shop)
            let second = try #require(await store.leaseStatuses(of: .shop, .at(.noon, by: "two")))
            #expect(second.changes == first.changes && second.failureCount == 1)
            // What is in somebody's hands stays there.
            try await store.hastenStatuses(of: .shop)
            let third = try await store.leaseStatuses(of: .shop, .at(.noon))
            let standings = try await store.statusStandings()
            #expect(third == nil && standings == [StatusStanding(app: .shop, oldestAt: .noon, failure: .init(since: .noon, why: "http_500"))])
        },
        StoreConformance("What nobody took for three days is given up, and counted") { store in
            try await store.sendAll(2)
            _ = try await store.enqueue([.ordered(3, by: .shop)], under: nil, now: .evening)
            _ = try await store.cancel(DeliverySelection(ids: [.example(3)], app: .shop), now: .evening)
            let last = Instant.noon + StatusBatch.ageMax
            let all = try #require(await store.leaseStatuses(of: .shop, .at(last)))
            #expect(all.changes.count == 3)
            try await store.settle(all, .failed(why: "http_500", at: last, retryAt: last))
            let rest = try #require(await store.leaseStatuses(of: .shop, .at(last + .milliseconds(1))))
            #expect(rest.changes.map(\.delivery) == [.example(3)])
            try await store.settle(rest, .told)
            let standings = try await store.statusStandings()
            #expect(standings == [StatusStanding(app: .shop, oldestAt: nil, givenUpCount: 2, givenUpAt: last + .milliseconds(1))])
        },
        StoreConformance("What a provider reports is told where it is news: that it arrived, was read, or came to nothing") { store in
            try await store.askForStatuses(of: .shop, now: .morning)
            _ = try await store.enqueue([.ordered(1, by: .shop), .ordered(2, by: .shop), .ordered(3, by: .school)], under: nil, now: .morning)
            try await store.lease()
            for (number, app) in [(1, AppID.shop), (2, .shop), (3, .school)] {
                let address = AddressID(literal: "address-1")
                let sent = Transmission(
                    id: TransmissionID(delivery: .example(number), address: address), delivery: .example(number), of: app, address: address,
                    provider: .twilio, status: .accepted, providerMessageID: "SM\(number)", updatedAt: .noon)
                let result = AttemptResult(
                    delivery: .example(number), token: "token-1", disposition: .sent, transmissions: [TransmissionResult(sent)], app: app)
                _ = try await store.record([result], now: .noon)
            }
            try await store.tell(.sent, "e-1", of: "SM1")
            try await store.tell(.delivered, "e-2", of: "SM1")
            try await store.tell(.delivered, "e-2", of: "SM1")
            try await store.tell(.failed, "e-3", of: "SM2", why: "30003: unreachable")
            try await store.tell(.delivered, "e-4", of: "SM3")
            try await store.tell(.read, "e-5", of: "SM1")
            let told = try await store.leaseStatuses(of: .shop, .at(.evening))?.changes ?? []
            #expect(
                told.filter { $0.kind != .sent }.map(\.line) == [
                    "delivery-1 in_app delivered - - \(Instant.evening)", "delivery-2 in_app undelivered 30003 - \(Instant.evening)",
                    "delivery-1 in_app read - - \(Instant.evening)",
                ])
        },
        StoreConformance("What a person opens, and acts on, is told once") { store in
            try await store.sendAll(1)
            let sent = try #require(await store.leaseStatuses(of: .shop, .at(.noon)))
            try await store.settle(sent, .told)
            try await store.append(InboxMessage.boiler())
            for moment in [Instant.noon, .evening] { _ = try await store.markRead(.example(1), of: .ana, now: moment) }
            for _ in 1...2 { _ = try await store.note(.acted, with: .example(1), of: .ana, now: .evening) }
            let told = try await store.leaseStatuses(of: .shop, .at(.evening))?.changes.map(\.line)
            #expect(told == ["delivery-1 in_app read - - \(Instant.noon)", "delivery-1 in_app acted - - \(Instant.evening)"])
        },
        StoreConformance("Whoever acts on what lies unread has opened it first, and it is told in this order") { store in
            try await store.sendAll(1)
            let sent = try #require(await store.leaseStatuses(of: .shop, .at(.noon)))
            try await store.settle(sent, .told)
            try await store.append(InboxMessage.boiler())
            _ = try await store.note(.acted, with: .example(1), of: .ana, now: .evening)
            let told = try await store.leaseStatuses(of: .shop, .at(.evening))?.changes.map(\.line)
            #expect(told == ["delivery-1 in_app read - - \(Instant.evening)", "delivery-1 in_app acted - - \(Instant.evening)"])
        },
        StoreConformance("Which action a person takes is told once each, after that they have read it, whether it lies in the inbox or came otherwise") { store in
            try await store.askForStatuses(of: .shop, now: .morning)
            let deliveries = (1...2).map { Delivery.ordered($0, by: .shop, offering: OfferedActions.example) }
            _ = try await store.enqueue(deliveries, under: nil, now: .morning)
            try await store.lease()
            try await store.append(InboxMessage.boiler(offering: OfferedActions.example))
            for (id, number, moment) in [("pay", 1, Instant.noon), ("pay", 1, .evening), ("later", 1, .evening), ("pay", 2, .noon), ("pay", 2, .evening)] {
                #expect(try await store.take(ActionID(literal: id), with: .example(number), of: .ana, now: moment)?.id.text == id)
            }
            #expect(try await store.take(ActionID(literal: "never"), with: .example(2), of: .ana, now: .noon) == nil)
            #expect(try await store.take(ActionID(literal: "later"), with: .example(2), of: .ben, now: .noon) == nil)
            let told = try await store.leaseStatuses(of: .shop, .at(.evening))?.changes.map(\.line)
            #expect(
                told == [
                    "delivery-1 in_app read - - \(Instant.noon)", "delivery-1 in_app acted pay - \(Instant.noon)",
                    "delivery-1 in_app acted later - \(Instant.evening)", "delivery-2 in_app acted pay - \(Instant.noon)",
                ])
        },
        StoreConformance("What one order tells over several channels is taken once, wherever it is pressed, and its message in the inbox has it") { store in
            try await store.askForStatuses(of: .shop, now: .morning)
            let message = Delivery.ordered(1, by: .shop, offering: OfferedActions.example)
            _ = try await store.enqueue([message, message.overPush(2), message.overPush(3, saying: "Heating")], under: nil, now: .morning)
            try await store.lease()
            try await store.append(InboxMessage.boiler(offering: OfferedActions.example))
            // Over push first and then in the inbox, the other way round, and of another order of the same moment.
            for (id, number, moment) in [
                ("pay", 2, Instant.noon), ("pay", 1, .evening), ("later", 1, .evening), ("later", 2, .evening), ("pay", 3, .evening),
            ] {
                #expect(try await store.take(ActionID(literal: id), with: .example(number), of: .ana, now: moment)?.id.text == id)
            }
            let messages = try await store.messages(of: .ana, in: .inbox, countMax: 2)
            #expect(messages.map { $0.actionsTaken.map(\.text) } == [["pay", "later"]] && messages.map(\.readAt) == [.noon])
            let acted = try await store.totals().filter { $0.kind.event == .acted }.map(\.count)
            #expect(acted == [1])
            let told = try await store.leaseStatuses(of: .shop, .at(.evening))?.changes.map(\.line)
            #expect(
                told == [
                    "delivery-1 in_app read - - \(Instant.noon)", "delivery-2 push acted pay - \(Instant.noon)",
                    "delivery-1 in_app acted later - \(Instant.evening)", "delivery-3 push acted pay - \(Instant.evening)",
                ])
        },
        StoreConformance("Who asks no more is forgotten after a week, with what was kept for them") { store in
            try await store.sendAll(2)
            try await store.askForStatuses(of: .school, now: .evening)
            let weekLater = Instant.noon + .seconds(7 * 86_400)
            let early = try await store.prune(PruneCutoffs(deliveries: .morning, now: .morning + .seconds(7 * 86_400)))
            #expect(early.isEmpty)
            let cutoffs = PruneCutoffs(deliveries: .morning, now: weekLater + .milliseconds(1))
            let preview = try await store.prunable(cutoffs)
            let report = try await store.prune(cutoffs)
            #expect(report.counts == [.statusChanges: 2, .statusWebhooks: 1] && preview == report)
            let standings = try await store.statusStandings()
            #expect(standings.map(\.app) == [.school])
        },
    ]
}

extension StatusTerms {
    static func at(_ now: Instant, by holder: String = "one", countMax: Int = StatusBatch.countMax) -> StatusTerms {
        StatusTerms(holder: holder, now: now, until: now + .seconds(60), countMax: countMax)
    }
}

extension Delivery {
    /// Ordered at the same moment.
    ///
    /// - Parameter title: nil for the same words.
    func overPush(_ number: Int, saying title: String? = nil) -> Delivery {
        var payload = payload
        payload.title = title ?? payload.title
        return Delivery(
            id: .example(number), createdAt: createdAt, recipient: recipient, member: member, alert: alert, channelName: DeliveryChannel.push.rawValue,
            payload: payload, app: app, priority: priority)
    }
}

extension InboxMessage {
    /// Brought by the first delivery at noon.
    fileprivate static func boiler(offering actions: OfferedActions? = nil) -> InboxMessage {
        InboxMessage(
            id: .example(1), recipient: .ana, member: .ana, alert: nil, category: "general",
            content: NotificationContent(title: "Boiler", body: "", severity: .watch), createdAt: .noon, readAt: nil, actions: actions)
    }
}

extension StatusChange {
    /// `delivery-1 in_app sent allowed 1 2026-01-25T12:00:00Z`.
    var line: String {
        "\(delivery) \(channelName ?? "-") \(kind.rawValue) \(reason ?? "-") \(attemptCount.map(String.init) ?? "-") \(happenedAt)"
    }
}

extension DeliveryQueue where Self: DeliveryControl & StatusLog {
    /// Has the shop's deliveries sent at noon, one after the other.
    fileprivate func sendAll(_ count: Int) async throws {
        try await askForStatuses(of: .shop, now: .morning)
        _ = try await enqueue((1...count).map { .ordered($0, by: .shop) }, under: nil, now: .morning)
        try await lease()
        for number in 1...count { try await record(number, .sent, of: .shop) }
    }
}

extension ReportStore {
    /// What Twilio reports of one of its messages in the evening.
    fileprivate func tell(_ status: Transmission.Status, _ event: String, of message: String, why: String? = nil) async throws {
        let content = ProviderReport.Content.status(status, of: .providerMessage(message), why: why, addressFate: nil)
        try await apply([ProviderReport(provider: .twilio, eventID: event, occurredAt: .noon, content: content)], now: .evening)
    }
}
