import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// Deliveries of which the later ones are told only where the earlier ones didn't reach their recipient.
    static let routes: [StoreConformance] = [
        StoreConformance("A later step waits for its moment, and nobody is reached before anything is sent") { store in
            try await store.enqueue(.step(1, 0), .step(2, 1, over: .sms))
            let due = try await store.candidates()
            #expect(due.map(\.delivery.id) == [.example(1)])
            let later = try await store.candidates(at: .evening)
            #expect(later.map(\.delivery.id) == [.example(1), .example(2)] && later.allSatisfy { !$0.isReached })
            #expect(later.last?.delivery.route == DeliveryRoute.Place(key: "news", step: 1, until: .read))
        },
        StoreConformance("Reached is who read it in the inbox, where the route asks for that, and not who was only sent it") { store in
            try await store.enqueue(.step(1, 0, over: .inApp), .step(2, 1, over: .sms))
            try await store.lease()
            try await store.record(1, .sent)
            let sent = try await store.candidates(at: .evening)
            #expect(sent.map(\.isReached) == [false])
            let message = InboxMessage(
                id: .example(1), recipient: .ana, member: .ben, alert: nil, category: Payload.patternAlertKind,
                content: NotificationContent(title: "Title", body: "Body", severity: .watch), createdAt: .noon, readAt: nil)
            try await store.append(message)
            _ = try await store.markRead(.example(1), of: .ana, now: .noon)
            let read = try await store.candidates(at: .evening)
            #expect(read.map(\.isReached) == [true])
        },
        StoreConformance("Reached is who opened what came over a channel that tells nothing of that by itself, or took one of its actions") { store in
            let pay = ActionID(literal: "pay")
            for number in [1, 3, 5, 7] {
                let key = "news-\(number)"
                try await store.enqueue(.step(number, 0, key: key, offering: OfferedActions.example), .step(number + 1, 1, over: .sms, key: key))
            }
            try await store.lease()
            for number in [1, 3, 5] { try await store.record(number, .sent) }
            // Its provider's answer was lost: it may be there all the same.
            try await store.record(7, .retry(at: .evening, error: "timed_out"))
            func reached() async throws -> [DeliveryID] { try await store.candidates(at: .evening).filter(\.isReached).map(\.delivery.id).sorted() }
            #expect(try await !store.note(.opened, with: .example(1), of: .ben, now: .noon))
            let before = try await reached()
            #expect(before == [])
            for number in [1, 7] { #expect(try await store.note(.opened, with: .example(number), of: .ana, now: .noon)) }
            #expect(try await store.take(pay, with: .example(3), of: .ana, now: .noon) != nil)
            let after = try await reached()
            #expect(after == [.example(2), .example(4), .example(8)])
        },
        StoreConformance("Where accepted is enough, what was sent has reached; where delivered is, the provider's report decides") { store in
            try await store.register(.phone, of: .ana, now: .morning)
            try await store.enqueue(.step(1, 0, until: .accepted), .step(2, 1, over: .sms, until: .accepted))
            try await store.enqueue(.step(3, 0, key: "other", until: .delivered), .step(4, 1, over: .sms, key: "other", until: .delivered))
            let address = try await store.firstAddress()
            try await store.lease()
            try await store.record(1, address, .accepted, disposition: .sent)
            try await store.record(3, address, .accepted, disposition: .sent)
            let before = try await store.candidates(at: .evening).map(\.isReached)
            #expect(before == [true, false])
            let id = TransmissionID(delivery: .example(3), address: address.id)
            let report = ProviderReport(
                provider: .apns, eventID: "e-1", occurredAt: .noon,
                content: .status(.delivered, of: .transmission(id), why: nil, addressFate: nil))
            try await store.apply([report], now: .noon)
            let after = try await store.candidates(at: .evening).map(\.isReached)
            #expect(after == [true, true])
        },
        StoreConformance("Where accepted is enough, what is reported to have failed after all has reached nobody, and what another place has did") { store in
            try await store.register(.phone, of: .ana, now: .morning)
            try await store.enqueue(.step(1, 0, until: .accepted), .step(2, 1, over: .sms, until: .accepted))
            try await store.enqueue(.step(3, 0, key: "other", until: .accepted), .step(4, 1, over: .sms, key: "other", until: .accepted))
            let phone = try await store.firstAddress()
            let tablet = Address(id: AddressID(literal: "tablet"), target: phone.target, registeredAt: .morning)
            try await store.lease()
            try await store.record(1, phone, .accepted, messageID: "m-1", disposition: .sent)
            try await store.record(3, tablet, .accepted, messageID: "m-2", disposition: .retry(at: .noon, error: "busy"))
            try await store.lease(token: "token-3")
            try await store.record(3, phone, .accepted, messageID: "m-3", disposition: .sent, token: "token-3")
            let reports = ["m-1", "m-2"].map { message in
                ProviderReport(
                    provider: .apns, eventID: message, occurredAt: .noon,
                    content: .status(.failed, of: .providerMessage(message), why: "undeliverable", addressFate: nil))
            }
            try await store.apply(reports, now: .noon)
            let due = try await store.candidates()
            #expect(due.map(\.delivery.id) == [.example(2)] && due.map(\.isReached) == [false])
            let later = try await store.candidates(at: .evening)
            #expect(Set(later.filter(\.isReached).map(\.delivery.id)) == [.example(4)])
        },
        StoreConformance("A step whose provider is away finds that a later one has reached the recipient meanwhile") { store in
            try await store.enqueue(.step(1, 0, until: .accepted), .step(2, 1, over: .sms, until: .accepted))
            try await store.lease()
            try await store.record(1, .retry(at: .evening, error: "HTTP 503"))
            try await store.lease(at: .evening, token: "token-2") { $0.delivery.id == .example(2) ? .send(.allowed) : nil }
            try await store.record(2, .sent, token: "token-2", at: .evening)
            let again = try await store.candidates(at: .evening)
            #expect(again.map(\.delivery.id) == [.example(1)] && again.map(\.isReached) == [true])
        },
        StoreConformance("What the house's own places took reaches nobody by itself, and keeps no step back") { store in
            try await store.register(.phone, of: .ana, now: .morning)
            try await store.enqueue(.step(1, 0, until: .delivered), .step(2, 1, over: .sms, until: .delivered))
            try await store.enqueue(.step(3, 0, key: "other", until: .delivered), .step(4, 1, over: .sms, key: "other", until: .delivered))
            let phone = try await store.firstAddress()
            let desktop = Address(id: AddressID(literal: "desktop"), target: .desktop, registeredAt: .morning)
            try await store.lease()
            try await store.record(1, desktop, .accepted, disposition: .retry(at: .noon, error: "busy"))
            try await store.lease(token: "token-2")
            try await store.record(1, phone, .accepted, messageID: "m-1", disposition: .sent, token: "token-2")
            try await store.record(3, desktop, .accepted, disposition: .sent)
            let reached = try await store.candidates(at: .evening)
            #expect(reached.map(\.delivery.id) == [.example(2), .example(4)])
            #expect(reached.map(\.isReached) == [false, true], "where there is nothing but the house's own, having been sent counts")
            let report = ProviderReport(
                provider: .apns, eventID: "e-1", occurredAt: .noon,
                content: .status(.failed, of: .providerMessage("m-1"), why: "undeliverable", addressFate: nil))
            try await store.apply([report], now: .noon)
            let due = try await store.candidates().map(\.delivery.id)
            #expect(due == [.example(2)])
        },
        StoreConformance("The next step comes forward when everything in the one before has failed or is switched off, and not before") { store in
            try await store.enqueue(.step(1, 0), .step(2, 0, over: .email), .step(3, 1, over: .sms), .step(4, 2, over: .championSMS))
            try await store.lease { $0.delivery.id == .example(2) ? .skip(.emailDisabled) : .send(.allowed) }
            let early = try await store.candidates().map(\.delivery.id)
            #expect(early == [], "the first is still under way")
            try await store.record(1, .failed(error: "gone"))
            let due = try await store.candidates().map(\.delivery.id)
            #expect(due == [.example(3)], "and the step after it keeps its moment")
        },
        StoreConformance("The next step comes forward when the one before was tried four times in vain, and not where one address has it") { store in
            try await store.register(.phone, of: .ana, now: .morning)
            try await store.enqueue(.step(1, 0), .step(2, 1, over: .sms))
            try await store.enqueue(.step(3, 0, key: "other"), .step(4, 1, over: .sms, key: "other"))
            let phone = try await store.firstAddress()
            for attempt in 1...Delivery.attemptCountOfStep {
                let early = try await store.candidates().map(\.delivery.id)
                #expect(Set(early) == [.example(1), .example(3)])
                let token = "token-\(attempt)"
                try await store.lease(token: token)
                try await store.record(1, phone, .pending, disposition: .retry(at: .noon, error: "HTTP 503"), token: token)
                try await store.record(3, phone, .accepted, disposition: .retry(at: .noon, error: "HTTP 503"), token: token)
            }
            let due = try await store.candidates().map(\.delivery.id)
            #expect(Set(due) == [.example(1), .example(2), .example(3)])
        },
        StoreConformance("What was decided to be sent was tried, though no attempt counts; what was held, or not decided yet, wasn't") { store in
            try await store.enqueue(.example(1), .example(2), .example(3))
            try await store.lease { candidate in
                if candidate.delivery.id == .example(3) { return nil }
                return candidate.delivery.id == .example(1) ? .send(.allowed) : .defer(.quietHours, until: .noon)
            }
            try await store.record(1, .postponed(until: .noon, why: "closed"))
            let tried = try await store.candidates().filter(\.isTried).map(\.delivery.id)
            #expect(tried == [.example(1)])
        },
        StoreConformance("What waits for the step before it, which was due with it, comes forward when that one fails; what quiet hours hold doesn't") { store in
            try await store.enqueue(.step(1, 0), .step(2, 1, over: .sms))
            try await store.enqueue(.step(3, 0, key: "other"), .step(4, 1, over: .sms, key: "other"))
            let later = Instant.evening + .seconds(3600)
            try await store.lease(at: .evening) { candidate in
                if candidate.delivery.id == .example(2) { return .defer(.earlierStepFirst, until: later) }
                return candidate.delivery.id == .example(4) ? .defer(.quietHours, until: later) : .send(.allowed)
            }
            try await store.record(1, .failed(error: "gone"), at: .evening)
            try await store.record(3, .failed(error: "gone"), at: .evening)
            let due = try await store.candidates(at: .evening).map(\.delivery.id)
            #expect(due == [.example(2)])
            let row = try await store.row(2)
            #expect(row.reason == .earlierStepFirst && row.nextAttemptAt == .evening)
        },
        StoreConformance("Quiet hours that left the first step out bring nothing forward") { store in
            try await store.enqueue(.step(1, 0), .step(2, 1, over: .sms))
            try await store.lease { _ in .skip(.quietHours) }
            let due = try await store.candidates().map(\.delivery.id)
            #expect(due == [])
        },
        StoreConformance("Steps that a snooze left out wait again as far apart as they were, and come forward as before") { store in
            try await store.enqueue(.step(1, 0), .step(2, 1, over: .sms))
            try await store.lease(at: .evening) { _ in .skip(.snoozed) }
            try await store.markForEvaluation([.ben], at: .evening)
            let later = Instant.evening + .seconds(86_400)
            _ = try await store.evaluateDue(countMax: 1, now: later) { history in
                MemberEvaluation(changes: [], requeued: history.hiddenDeliveries.map(\.id))
            }
            let moment = later + (Instant.evening - Delivery.example(2).createdAt)
            let second = try await store.row(2)
            #expect(second.nextAttemptAt == moment && second.delivery.deliverAfter == moment && second.delivery.createdAt == later)
            let batch = try await store.lease(at: later)
            #expect(batch.toSend.map(\.delivery.id) == [.example(1)])
            try await store.record(1, .failed(error: "gone"), at: later)
            let due = try await store.candidates(at: later).map(\.delivery.id)
            #expect(due == [.example(2)])
        },
        StoreConformance("The next step comes forward when a provider reports that what it took has failed after all") { store in
            try await store.register(.phone, of: .ana, now: .morning)
            try await store.enqueue(.step(1, 0), .step(2, 1, over: .sms))
            let address = try await store.firstAddress()
            try await store.lease()
            try await store.record(1, address, .accepted, messageID: "m-1", disposition: .sent)
            let report = ProviderReport(
                provider: .apns, eventID: "e-1", occurredAt: .noon,
                content: .status(.failed, of: .providerMessage("m-1"), why: "undeliverable", addressFate: nil))
            try await store.apply([report], now: .noon)
            let due = try await store.candidates().map(\.delivery.id)
            #expect(due == [.example(2)])
        },
    ]
}

extension Delivery {
    /// A step of a route; a later one is due in the evening.
    fileprivate static func step(
        _ number: Int, _ step: Int, over channel: DeliveryChannel = .push, key: String = "news", until: DeliveryRoute.Reach = .read,
        offering actions: OfferedActions? = nil
    ) -> Delivery {
        let plain = Delivery.example(number, over: channel)
        var payload = plain.payload
        payload.actions = actions
        return Delivery(
            id: plain.id, createdAt: plain.createdAt, recipient: plain.recipient, member: plain.member, alert: plain.alert,
            channelName: plain.channelName, payload: payload, expiresAt: plain.expiresAt, deliverAfter: step == 0 ? nil : .evening,
            route: DeliveryRoute.Place(key: key, step: step, until: until))
    }
}
