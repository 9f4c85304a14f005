import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension UpkeepStore {
    /// Everything that is over by then, in as many steps as it takes.
    fileprivate func pruneAll(_ cutoffs: PruneCutoffs) async throws -> PruneReport {
        var report = PruneReport()
        while true {
            let step = try await prune(cutoffs)
            if step.isEmpty { return report }
            report.add(step)
        }
    }
}

extension UpkeepTerms {
    fileprivate init(_ holder: String, at now: Instant = .noon) {
        self.init(holder: holder, now: now, until: now + .seconds(30))
    }
}

extension PruneCutoffs {
    fileprivate static let afterAll = PruneCutoffs(deliveries: .evening, now: .evening)
}

extension StoreConformance {
    /// Who keeps the store in order, and what is forgotten.
    static let upkeep: [StoreConformance] = [
        StoreConformance("One of all keeps the store in order, whoever asks first, and another once that has resigned") { store in
            let none = try await store.upkeep()
            #expect(none == nil)
            let first = try await store.electUpkeep(UpkeepTerms("one"))
            let second = try await store.electUpkeep(UpkeepTerms("two"))
            let again = try await store.electUpkeep(UpkeepTerms("one", at: .noon + .seconds(20)))
            #expect(first && !second && again)
            try await store.maintain(by: "one", now: .evening)
            try await store.resignUpkeep("two")
            let standing = try await store.upkeep()
            #expect(standing == UpkeepStanding(holder: "one", electedAt: .noon, ranAt: .evening))
            let stillNot = try await store.electUpkeep(UpkeepTerms("two", at: .noon + .seconds(20)))
            #expect(!stillNot)
            try await store.resignUpkeep("one")
            let now = try await store.electUpkeep(UpkeepTerms("two", at: .evening))
            let last = try await store.upkeep()
            #expect(now && last == UpkeepStanding(holder: "two", electedAt: .evening, ranAt: .evening))
            try await store.resignUpkeep("two")
        },
        StoreConformance("Deliveries that are over go with their transmissions once they are old enough; what waits stays, and what is told along with it") { store in
            let deliveries = (1...6).map { Delivery.ordered($0, by: .shop) }
            _ = try await store.enqueue(deliveries, under: nil, now: .morning)
            try await store.lease { candidate in
                switch candidate.delivery.id {
                case .example(1), .example(2): .send(.allowed)
                case .example(3): .skip(.pushDisabled)
                case .example(4): .defer(.quietHours, until: .evening)
                case .example(5): .merge(into: .example(4))
                default: nil
                }
            }
            let transmission = Transmission(
                id: TransmissionID(delivery: .example(1), address: AddressID(literal: "phone")), delivery: .example(1), of: .shop,
                address: AddressID(literal: "phone"), provider: .apns, status: .accepted, updatedAt: .noon)
            try await store.record(
                [AttemptResult(delivery: .example(1), token: "token-1", disposition: .sent, transmissions: [TransmissionResult(transmission)], app: .shop)],
                now: .noon)
            let kept = try await store.transmissions(of: .example(1))
            #expect(kept == [transmission])
            let early = try await store.pruneAll(PruneCutoffs(deliveries: .morning, now: .morning))
            #expect(early.isEmpty, "nothing was made before")
            let preview = try await store.prunable(.afterAll)
            let report = try await store.pruneAll(.afterAll)
            #expect(report.counts == [.deliveries: 2, .transmissions: 1] && preview == report)
            let left = try await store.deliveries(DeliverySelection())
            #expect(left.map(\.delivery.id) == [.example(6), .example(5), .example(4), .example(2)])
            let ways = try await store.transmissions(of: .example(1))
            #expect(ways.isEmpty)
            let waiting = try await store.candidates(at: .evening)
            #expect(Set(waiting.map(\.delivery.id)).isSuperset(of: [.example(6), .example(4)]))
        },
        StoreConformance("More than goes at once goes in steps, and what has gone stays counted") { store in
            let count = PruneCutoffs.countMax + 20
            _ = try await store.enqueue((1...count).map { .ordered($0, by: .shop) }, under: nil, now: .morning)
            try await store.lease(count) { _ in .skip(.pushDisabled) }
            let first = try await store.prune(.afterAll)
            #expect(first[.deliveries] == PruneCutoffs.countMax)
            let rest = try await store.pruneAll(.afterAll)
            #expect(rest[.deliveries] == 20)
            let totals = try await store.totals()
            #expect(totals.filter { $0.kind.event == .skipped }.map(\.count).reduce(0, +) == count)
        },
        StoreConformance("A key is free again once its delivery has gone") { store in
            try await store.enqueue(.example(1))
            try await store.lease()
            try await store.record(1, .sent)
            _ = try await store.pruneAll(.afterAll)
            try await store.enqueue(.example(1))
            let row = try await store.row(1)
            #expect(row.status == "pending")
        },
        StoreConformance("Keys go after 30 days, and tokens and invitations when they have run out") { store in
            let key = try #require(IdempotencyKey("order-7", of: .shop, fingerprint: "a"))
            _ = try await store.enqueue([.ordered(1, by: .shop)], under: key, now: .morning)
            _ = try await store.spendToken(hash: "token", until: .evening, now: .morning)
            let before = try await store.pruneAll(PruneCutoffs(deliveries: .morning, now: .noon))
            #expect(before.isEmpty)
            let report = try await store.pruneAll(PruneCutoffs(deliveries: .morning, now: .morning + IdempotencyKey.lifetime))
            #expect(report.counts == [.idempotencyKeys: 1, .spentTokens: 1])
            let again = try await store.enqueue([.ordered(2, by: .shop)], under: key, now: .morning + IdempotencyKey.lifetime)
            #expect(!again.isRepeated)
        },
        StoreConformance("A link that nobody opened goes when its code has run out; an address stays, and forgets its code") { store in
            for (user, expiresAt) in [(UserID.ana, Instant.noon), (UserID.ben, Instant.evening)] {
                let mailbox = try ContactPoint.Draft(id: AddressID(literal: "mailbox-\(user)"), channel: .email, value: "me@example.org")
                let link = try ContactPoint.Draft(linking: AddressID(literal: "link-\(user)"), over: .telegram)
                for draft in [mailbox, link] {
                    _ = try await store.save(draft, of: user, verification: .byCode(hash: "\(draft.id)", expiresAt: expiresAt), now: .morning)
                }
            }
            let cutoffs = PruneCutoffs(deliveries: .morning, now: .noon)
            let preview = try await store.prunable(cutoffs)
            let report = try await store.pruneAll(cutoffs)
            #expect(report.counts == [.codes: 2] && preview == report)
            let (anas, bens) = try await (store.contactPoints(of: .ana), store.contactPoints(of: .ben))
            #expect(anas.map(\.channel) == [.email] && bens.count == 2)
        },
        StoreConformance("A pause goes when it has been over for as long as deliveries are kept, and one that stands stays, however long ago it began") { store in
            _ = try await store.pause(QueuePause(.shop, since: .morning, until: .noon))
            _ = try await store.pause(QueuePause(.school, since: .morning, until: .evening))
            _ = try await store.pause(QueuePause(nil, since: .morning))
            let early = try await store.pruneAll(PruneCutoffs(deliveries: .noon, now: .evening))
            #expect(early.isEmpty)
            let cutoffs = PruneCutoffs(deliveries: .noon + .seconds(1), now: .evening)
            let preview = try await store.prunable(cutoffs)
            let report = try await store.pruneAll(cutoffs)
            #expect(report.counts == [.pauses: 1] && preview == report)
            let left = try await store.pauses(now: .morning)
            #expect(left.map(\.app) == [nil, .school])
        },
        StoreConformance("What a provider reported is forgotten after a week, and not before upkeep does") { store in
            func report(_ event: String) -> ProviderReport {
                ProviderReport(
                    provider: .twilio, eventID: event, occurredAt: .morning,
                    content: .status(.delivered, of: .providerMessage("SM1"), why: nil, addressFate: nil))
            }
            let weekLater = Instant.morning + .seconds(7 * 86_400)
            try await store.apply([report("e-1")], now: .morning)
            try await store.apply([report("e-2")], now: weekLater + .seconds(1))
            let early = try await store.pruneAll(PruneCutoffs(deliveries: .morning, now: weekLater))
            #expect(early.isEmpty)
            let cutoffs = PruneCutoffs(deliveries: .morning, now: weekLater + .seconds(1))
            let preview = try await store.prunable(cutoffs)
            let pruned = try await store.pruneAll(cutoffs)
            #expect(pruned.counts == [.providerReports: 1] && preview == pruned)
        },
        StoreConformance("A broadcast goes with its recipients and its log, once nobody works on it and none of its members waits") { store in
            try await store.take(to: 4)
            let unbegun = try await store.pruneAll(.afterAll)
            #expect(unbegun.isEmpty, "it is not carried out yet")
            for number in 1...2 {
                let batch = try #require(try await store.leaseBatch(token: "token-\(number)"))
                let isKept = try await store.record(batch.results(), of: batch, then: .ends, now: .noon)
                #expect(isKept)
            }
            let preview = try await store.prunable(.afterAll)
            let report = try await store.pruneAll(.afterAll)
            #expect(report.counts == [.broadcasts: 1, .broadcastBatches: 2, .broadcastResults: 2] && preview == report)
            let gone = try await store.progress(of: Broadcast.example().id)
            #expect(gone == nil)
        },
        StoreConformance("Of a broadcast that was called off while its recipients came in these go at once, however young it is, and of no other") { store in
            let (left, told) = (Broadcast.example(1), Broadcast.example(2))
            _ = try await store.begin(left, under: nil, now: .morning)
            try await store.append([[.ana], [.ben]], to: left, firstNumber: 0)
            let filling = try await store.pruneAll(PruneCutoffs(deliveries: .morning, now: .noon))
            try await store.take(told, to: 2)
            for broadcast in [left, told] { _ = try await store.cancel(broadcast.id, now: .noon) }
            let cutoffs = PruneCutoffs(deliveries: .morning, now: .noon)
            let (preview, report) = try await (store.prunable(cutoffs), store.pruneAll(cutoffs))
            #expect(filling.isEmpty && report.counts == [.broadcastBatches: 2] && preview == report)
            let (gone, kept) = try await (store.recipients(of: left, batch: 0), store.recipients(of: told, batch: 0))
            let (cancelled, others) = try await (store.progress(of: left.id), store.progress(of: told.id))
            #expect(gone == nil && cancelled?.status == .cancelled && cancelled?.recipientCount == 0)
            #expect(kept?.recipients.count == 2 && others?.recipientCount == 2)
        },
        StoreConformance("With a broadcast goes what its members' addresses were handed") { store in
            let broadcast = Broadcast.example(over: .push)
            try await store.take(broadcast, to: 2)
            let batch = try #require(try await store.leaseBatch())
            let ways = batch.toSend.map { sent in
                Transmission(
                    id: TransmissionID(delivery: sent.delivery.id, address: AddressID(literal: "phone")), delivery: sent.delivery.id, of: .shop,
                    address: AddressID(literal: "phone"), provider: .apns, status: .accepted, updatedAt: .noon)
            }
            let results = zip(batch.places, ways).map { MemberResult(at: $0, .sent, transmissions: [TransmissionResult($1)]) }
            let isKept = try await store.record(results, of: batch, then: .ends, now: .noon)
            #expect(isKept)
            let kept = try await store.transmissions(of: ways[0].delivery)
            #expect(kept == [ways[0]])
            let preview = try await store.prunable(.afterAll)
            let report = try await store.pruneAll(.afterAll)
            #expect(report.counts == [.broadcasts: 1, .broadcastBatches: 1, .broadcastResults: 1, .transmissions: 2] && preview == report)
            let left = try await store.transmissions(of: ways[0].delivery)
            #expect(left.isEmpty)
        },
    ]
}
