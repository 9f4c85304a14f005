import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// What becomes of a delivery at each address, by what attempts came to and by what providers report.
    static let transmissions: [StoreConformance] = [
        StoreConformance("What was postponed waits, without an attempt counted") { store in
            try await store.enqueue(.example(1))
            try await store.lease()
            try await store.record(1, .postponed(until: .evening, why: "rate_limited"))
            let row = try await store.row(1)
            #expect(row.status == "pending" && row.nextAttemptAt == .evening && row.lastError == "rate_limited" && row.delivery.attemptCount == 0)
        },
        StoreConformance("A further attempt knows what the earlier ones came to, an address each") { store in
            try await store.register(.phone, of: .ana, now: .morning)
            try await store.enqueue(.example(1))
            let address = try await store.firstAddress()
            try await store.lease()
            try await store.record(1, address, .ambiguous, messageID: "m-1", disposition: .retry(at: .noon, error: "no_answer"))
            let leased = try await store.lease(token: "token-2").toSend.first
            #expect(leased?.transmissions.map(\.status) == [.ambiguous] && leased?.addresses == [address])
            try await store.record(1, address, .accepted, disposition: .sent, token: "token-2", at: .evening)
            let kept = try await store.transmissions(of: .example(1))
            #expect(kept.map(\.status) == [.accepted] && kept.first?.providerMessageID == "m-1" && kept.first?.updatedAt == .evening)
        },
        StoreConformance("What the house's own places took is known at the next attempt, though the first one didn't count") { store in
            try await store.enqueue(.example(1))
            try await store.lease()
            let desktop = Address(id: AddressID(literal: "desktop"), target: .desktop, registeredAt: .morning)
            try await store.record(1, desktop, .accepted, disposition: .postponed(until: .evening, why: "rate_limited"))
            let leased = try await store.lease(at: .evening, token: "token-2").toSend.first
            #expect(leased?.addresses == [] && leased?.delivery.attemptCount == 0)
            #expect(leased?.transmissions.map(\.status) == [.accepted], "nobody is told there again")
        },
        StoreConformance("What a worker records after its lease was lost is not kept") { store in
            try await store.register(.phone, of: .ana, now: .morning)
            try await store.enqueue(.example(1))
            let address = try await store.firstAddress()
            try await store.lease()
            try await store.record(1, address, .accepted, disposition: .sent, token: "somebody-else")
            let kept = try await store.transmissions(of: .example(1))
            #expect(kept.isEmpty)
        },
        StoreConformance("Reports move a transmission on, and never back") { store in
            try await store.sendText()
            try await store.apply([.status(.delivered, "e-1", of: .providerMessage("SM1")), .status(.sent, "e-2", of: .providerMessage("SM1"))], now: .evening)
            let kept = try await store.transmissions(of: .example(1))
            #expect(kept.map(\.status) == [.delivered] && kept.first?.updatedAt == .evening)
            try await store.apply([.status(.read, "e-3", of: .transmission(kept[0].id))], now: .evening)
            let read = try await store.transmissions(of: .example(1))
            #expect(read.map(\.status) == [.read])
        },
        StoreConformance("Reports whose names differ behind a NUL alone are two, and what stands behind one in their words is kept") { store in
            try await store.sendText()
            let subject = ProviderReport.Subject.providerMessage("SM1")
            try await store.apply([.status(.sent, "e\0 1", of: subject), .status(.failed, "e\0 2", of: subject, why: "refused:\0 gone")], now: .noon)
            let kept = try await store.transmissions(of: .example(1)).first
            #expect(kept?.status == .failed && kept?.why?.hasSuffix(" gone") == true)
        },
        StoreConformance("What a provider reports twice counts once") { store in
            try await store.sendText()
            let number = try await store.contactPoints(of: .ana).first?.id
            let stop = ProviderReport.address(.optedOut, "e-1"), start = ProviderReport.address(.optedIn, "e-2")
            try await store.apply([stop, start], now: .noon)
            try await store.apply([stop], now: .evening)
            let silence = try await store.contactPoints(of: .ana).first?.silence
            #expect(number != nil && silence == nil, "the second STOP is the first one, heard again")
        },
        StoreConformance("A report that comes before its transmission is recorded waits for it") { store in
            try await store.apply([.status(.failed, "e-1", of: .providerMessage("SM1"), fate: .bounced)], now: .noon)
            try await store.sendText()
            let kept = try await store.transmissions(of: .example(1))
            #expect(kept.map(\.status) == [.failed])
            let silence = try await store.contactPoints(of: .ana).first?.silence
            #expect(silence?.why == .bounced)
            try await store.apply([.status(.failed, "e-1", of: .providerMessage("SM1"), fate: .bounced)], now: .evening)
            let still = try await store.transmissions(of: .example(1))
            #expect(still == kept, "and counts once all the same")
        },
        StoreConformance("A report of another provider's message of the same name is not about it") { store in
            try await store.sendText()
            let foreign = ProviderReport(
                provider: .whatsApp, eventID: "e-1", occurredAt: .noon,
                content: .status(.read, of: .providerMessage("SM1"), why: nil, addressFate: nil))
            try await store.apply([foreign], now: .noon)
            let kept = try await store.transmissions(of: .example(1))
            #expect(kept.map(\.status) == [.accepted])
        },
        StoreConformance("Whose a provider's message is tells the provider's name of it, and no other provider's") { store in
            try await store.sendText()
            let kept = try await store.transmissions(of: .example(1))
            let owner = try await store.owner(of: "SM1", at: .twilio)
            #expect(kept.count == 1 && owner == kept.first?.id)
            let none = [try await store.owner(of: "SM2", at: .twilio), try await store.owner(of: "SM1", at: .whatsApp)]
            #expect(none == [nil, nil])
        },
        StoreConformance("A STOP to a text message ends text messages to that number, for everybody who has it, and nothing else") { store in
            _ = try await store.save(.number, of: .ana, verification: .vouchedFor, now: .morning)
            let whatsApp = try ContactPoint.Draft(id: AddressID(literal: "contact-3"), channel: .whatsApp, value: "+4915112345678")
            _ = try await store.save(whatsApp, of: .ana, verification: .vouchedFor, now: .morning)
            let champion = try ContactPoint.Draft(id: AddressID(literal: "contact-4"), channel: .championSMS, value: "+4915112345678")
            _ = try await store.save(champion, of: .ben, verification: .vouchedFor, now: .morning)
            try await store.apply([.address(.optedOut, "e-1")], now: .noon)
            let anas = try await store.contactPoints(of: .ana)
            #expect(anas.map { $0.silence?.why } == [.optedOut, nil])
            let bens = try await store.contactPoints(of: .ben)
            #expect(bens.map { $0.silence?.why } == [.optedOut])
        },
        StoreConformance("What a person wrote opens their window, whichever report comes first") { store in
            _ = try await store.save(.number, of: .ana, verification: .vouchedFor, now: .morning)
            try await store.enqueue(.example(1, over: .sms))
            try await store.apply([.address(.wrote(at: .noon), "e-1"), .address(.wrote(at: .morning), "e-2")], now: .evening)
            let target = try await store.firstAddress().target
            #expect(target == .phone("+4915112345678", lastInboundAt: .noon))
        },
    ]
}

extension ProviderReport {
    fileprivate static func status(
        _ status: Transmission.Status, _ event: String, of subject: Subject, why: String? = nil, fate: AddressFate? = nil
    ) -> Self {
        ProviderReport(
            provider: .twilio, eventID: event, occurredAt: .noon, content: .status(status, of: subject, why: why, addressFate: fate))
    }

    fileprivate static func address(_ fate: AddressFate, _ event: String) -> Self {
        ProviderReport(provider: .twilio, eventID: event, occurredAt: .noon, content: .address(.phone, value: "+4915112345678", fate))
    }
}

extension AddressBook where Self: DeliveryQueue & FamilyStore & MetricStore {
    /// Sends Ana a text message that the provider took as `SM1`.
    fileprivate func sendText() async throws {
        _ = try await save(.number, of: .ana, verification: .vouchedFor, now: .morning)
        try await enqueue(.example(1, over: .sms))
        let address = try await firstAddress()
        try await lease()
        try await record(1, address, .accepted, messageID: "SM1", disposition: .sent)
    }
}
