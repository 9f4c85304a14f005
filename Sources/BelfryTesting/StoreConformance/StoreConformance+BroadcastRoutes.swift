import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// Members of a broadcast whom its channel doesn't reach, and who go on over others.
    static let broadcastRoutes: [StoreConformance] = [
        StoreConformance("Whoever a broadcast's channel doesn't reach goes on over the next, and is called after their place; who was told goes nowhere") { store in
            let broadcast = Broadcast.example(over: .push, fallback: [.sms, .email])
            try await store.take(broadcast, to: 3)
            let batch = try #require(
                await store.leaseBatch { $0.delivery.recipient.text == "user-1" ? .skip(.pushDisabled) : .send(.allowed) })
            #expect(batch.broadcast == broadcast)
            let results = [MemberResult(at: 0, .sent), MemberResult(at: 1), MemberResult(at: 2, .failed(error: "refused"))]
            for _ in 1...2 {
                let isKept = try await store.record(results, of: batch, then: .ends, now: .noon)
                #expect(isKept)
            }
            let progress = try await store.progress(of: broadcast.id)
            #expect(progress?.broadcast == broadcast && progress?.figures == [1, 0, 2, 0])
            let rows = try await store.deliveries(DeliverySelection()).map(\.delivery.id.text).sorted()
            #expect(rows == ["news-1-0-1", "news-1-0-1.1", "news-1-0-1.2", "news-1-0-2", "news-1-0-2.1", "news-1-0-2.2"])
            let due = try await store.candidates().map(\.delivery)
            #expect(Set(due.map(\.id.text)) == ["news-1-0-1", "news-1-0-2.1"])
            let next = try #require(due.first { $0.channel == .sms })
            #expect(next.route == DeliveryRoute.Place(key: "news-1-0-2", step: 1, until: .accepted) && next.deliverAfter == .noon)
            #expect(next.payload == broadcast.payload && next.recipient.text == "user-2" && next.app == .shop && next.createdAt == .morning)
            try await store.lease { $0.delivery.channel == .push ? .skip(.pushDisabled) : nil }
            let later = try await store.candidates().map(\.delivery.id.text)
            #expect(Set(later) == ["news-1-0-1.1", "news-1-0-2.1"])
            let (skipped, failed, none) = try await (store.delivery(broadcast.name(1)), store.delivery(broadcast.name(2)), store.member(next.id))
            #expect(skipped?.status == "skipped" && skipped?.reason == .pushDisabled)
            #expect(failed?.status == "failed" && failed?.lastError == "refused" && none == nil)
        },
        StoreConformance("A member who is tried again goes on over the next channel once that has come to nothing, and not where it was told") { store in
            for (number, disposition) in [AttemptResult.Disposition.failed(error: "refused"), .sent].enumerated() {
                let broadcast = Broadcast.example(number, over: .push, fallback: [.sms])
                try await store.take(broadcast, to: 1)
                let batch = try #require(await store.leaseBatch(token: "batch-\(number)"))
                let again = Instant.noon + .seconds(60)
                _ = try await store.record(batch.results(.retry(at: again, error: "busy")), of: batch, then: .ends, now: .noon)
                let leased = try await store.lease(at: again, token: "again-\(number)")
                #expect(leased.toSend.map(\.delivery.id) == [broadcast.name(0)])
                let result = AttemptResult(delivery: broadcast.name(0), token: "again-\(number)", disposition: disposition, app: .shop)
                _ = try await store.record([result], now: again)
                let (soon, later) = try await (store.candidates(at: again), store.candidates(at: again + Broadcast.fallbackWait))
                let expected: [DeliveryChannel?] = number == 0 ? [.sms] : []
                #expect(soon.map(\.delivery.channel) == expected)
                #expect(later.map(\.delivery.channel) == [.sms] && later.map(\.isReached) == [number == 1])
                _ = try await store.cancel(broadcast.id, now: again)
            }
        },
        StoreConformance("Whom a batch told goes on over the next channel where all of it is reported to have failed, also before it was recorded") { store in
            let broadcast = Broadcast.example(over: .push, fallback: [.sms, .email])
            try await store.take(broadcast, to: 3)
            let batch = try #require(await store.leaseBatch())
            try await store.reportFailed("2-phone")
            let results = [
                MemberResult(at: 0, .sent, transmissions: [broadcast.way(to: 0, "phone"), broadcast.way(to: 0, "tablet")]),
                MemberResult(at: 1, .sent, transmissions: [broadcast.way(to: 1, "phone")]),
                MemberResult(at: 2, .sent, transmissions: [broadcast.way(to: 2, "phone")]),
            ]
            _ = try await store.record(results, of: batch, then: .ends, now: .noon)
            try await store.reportFailed("0-phone")
            let early = try await store.candidates().map(\.delivery.id.text)
            #expect(early == ["news-1-0-2.1"], "another place of the first has it")
            try await store.reportFailed("0-tablet")
            let due = try await store.candidates()
            #expect(Set(due.map(\.delivery.id.text)) == ["news-1-0-0.1", "news-1-0-2.1"] && due.map(\.isReached) == [false, false])
            let next = try #require(due.first { $0.delivery.id.text == "news-1-0-0.1" }).delivery
            #expect(next.channel == .sms && next.route == DeliveryRoute.Place(key: "news-1-0-0", step: 1, until: .accepted))
            #expect(next.payload == broadcast.payload && next.recipient.text == "user-0" && next.createdAt == .morning && next.deliverAfter == nil)
            let later = try await store.candidates(at: .noon + Broadcast.fallbackWait).map(\.delivery.id.text)
            #expect(Set(later) == ["news-1-0-0.1", "news-1-0-0.2", "news-1-0-2.1", "news-1-0-2.2"])
            _ = try await store.cancel(broadcast.id, now: .noon)
            try await store.reportFailed("1-phone")
            let rows = try await store.deliveries(DeliverySelection())
            #expect(rows.count == 4 && rows.allSatisfy { $0.status == "cancelled" })
        },
        StoreConformance("A member who is held isn't told over the next channel before the first has had its turn") { store in
            try await store.take(.example(over: .push, fallback: [.sms]), to: 1)
            let batch = try #require(await store.leaseBatch { _ in .defer(.quietHours, until: .evening) })
            _ = try await store.record(batch.results(), of: batch, then: .ends, now: .noon)
            let (first, both) = try await (store.candidates(at: .evening), store.candidates(at: .evening + Broadcast.fallbackWait))
            #expect(first.map(\.delivery.channel) == [.push])
            #expect(Set(both.map(\.delivery.channel)) == [.push, .sms])
        },
        StoreConformance("What a reason that isn't the channel's leaves out of a broadcast ends there, and so does what was meant for nobody any more") { store in
            let broadcast = Broadcast.example(over: .push, fallback: [.sms])
            try await store.take(broadcast, to: 2)
            _ = try await store.erase(UserID(literal: "user-1"), leaving: nil, now: .morning)
            let batch = try #require(
                await store.leaseBatch { $0.isCategoryOff ? .skip(.categoryDisabled) : .skip(.quietHours) })
            _ = try await store.record(batch.results(), of: batch, then: .ends, now: .noon)
            let (progress, rows) = try await (store.progress(of: broadcast.id), store.deliveries(DeliverySelection()))
            #expect(progress?.figures == [0, 2, 0, 0] && rows.isEmpty)
        },
        StoreConformance("Whoever calls a broadcast off calls off every channel of it, whether its members wait already or are still in a worker's hands") { store in
            for (number, isLate) in [false, true].enumerated() {
                let broadcast = Broadcast.example(number, over: .push, fallback: [.sms])
                try await store.take(broadcast, to: 1)
                let batch = try #require(await store.leaseBatch(token: "token-\(number)"))
                if isLate { _ = try await store.cancel(broadcast.id, now: .noon) }
                _ = try await store.record(batch.results(.retry(at: .evening, error: "busy")), of: batch, then: .ends, now: .noon)
                if !isLate { _ = try await store.cancel(broadcast.id, now: .noon) }
                let rows = try await store.deliveries(DeliverySelection())
                #expect(rows.count == 2 * (number + 1) && rows.allSatisfy { $0.status == "cancelled" && $0.lastError == Delivery.calledOff })
            }
        },
    ]
}

extension Broadcast {
    /// As the delivery to a member of the first batch is called over the first channel.
    fileprivate func name(_ index: Int) -> DeliveryID { DeliveryID(literal: "\(id)-0-\(index)") }

    /// What a provider took of such a delivery at an address, which it calls as the member and the address, such as `0-phone`.
    fileprivate func way(to index: Int, _ address: String) -> TransmissionResult {
        let address = AddressID(literal: "\(index)-\(address)")
        return TransmissionResult(
            Transmission(
                id: TransmissionID(delivery: name(index), address: address), delivery: name(index), of: .shop, address: address, provider: .apns,
                status: .accepted, providerMessageID: address.text, updatedAt: .noon))
    }
}

extension ReportStore {
    fileprivate func reportFailed(_ message: String) async throws {
        let report = ProviderReport(
            provider: .apns, eventID: "failed-\(message)", occurredAt: .noon,
            content: .status(.failed, of: .providerMessage(message), why: "undeliverable", addressFate: nil))
        try await apply([report], now: .noon)
    }
}
