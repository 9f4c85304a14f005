import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension CentreConformance {
    /// What is asked for is kept as it was asked for.
    static let adding: [CentreConformance] = [
        CentreConformance("What was asked for is pending with its moment, fingerprint and promises as they were given") { harness in
            let promise = PendingRequest.Promise(identifier: .bill(2), due: .evening - .seconds(3600))
            let bill = ScheduledNotification.bill(1, at: .evening + .milliseconds(250), fingerprint: .max, promises: [promise])
            try await harness.centre.add(bill)
            let pending = await harness.pendingRequests()
            #expect(pending == [bill.request])
            #expect(await harness.shown().isEmpty)
        },
        CentreConformance("Requests of different identifiers stay apart") { harness in
            let bills = (10..<30).map { ScheduledNotification.bill($0, at: .evening + .seconds(60 * $0), fingerprint: UInt64($0)) }
            for bill in bills { try await harness.centre.add(bill) }
            let pending = await harness.pendingRequests()
            #expect(pending == bills.map(\.request))
        },
        CentreConformance("A request of the same identifier replaces the pending one as a whole") { harness in
            let promise = PendingRequest.Promise(identifier: .bill(2), due: .noon)
            let later = ScheduledNotification.bill(1, at: .evening + .seconds(3600), fingerprint: 2)
            try await harness.centre.add(.bill(1, at: .evening, fingerprint: 1, promises: [promise]))
            try await harness.centre.add(later)
            let pending = await harness.pendingRequests()
            #expect(pending == [later.request])
            await harness.advance(to: .evening + .seconds(60))
            #expect(await harness.shown().isEmpty, "the moment of the replaced one has passed in silence")
            await harness.advance(to: later.moment + .seconds(1))
            let shown = await harness.shown()
            #expect(shown == [DeliveredNotification(identifier: .bill(1), moment: later.moment)])
        },
        CentreConformance("A request may be moved forward, too") { harness in
            try await harness.centre.add(.bill(1, at: .evening + .seconds(3600)))
            try await harness.centre.add(.bill(1, at: .evening))
            await harness.advance(to: .evening + .seconds(1))
            let shown = await harness.shown()
            #expect(shown == [DeliveredNotification(identifier: .bill(1), moment: .evening)])
            #expect(await harness.pendingRequests().isEmpty)
        },
    ]
}
