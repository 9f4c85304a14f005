import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension CentreConformance {
    /// What is taken back is gone, sooner or later; nothing else is.
    static let removing: [CentreConformance] = [
        CentreConformance("What is taken back is no longer pending, and not shown") { harness in
            for number in 1...3 { try await harness.centre.add(.bill(number)) }
            await harness.centre.removePending([.bill(1), .bill(3)])
            #expect(await harness.pendingRequests().map(\.identifier) == [.bill(2)])
            await harness.advance(to: .evening + .seconds(1))
            #expect(await harness.shown().map(\.identifier) == [.bill(2)])
        },
        CentreConformance("Taking back what isn't there changes nothing") { harness in
            try await harness.centre.add(.bill(1))
            await harness.centre.removePending([.bill(2)])
            await harness.centre.removePending([])
            await harness.centre.removeDelivered([.bill(1), .bill(2)])
            #expect(await harness.pendingRequests().map(\.identifier) == [.bill(1)])
        },
        CentreConformance("What was taken back may be asked for again, once that has taken effect") { harness in
            try await harness.centre.add(.bill(1, fingerprint: 1))
            await harness.centre.removePending([.bill(1)])
            #expect(await harness.pendingRequests().isEmpty)
            let again = ScheduledNotification.bill(1, fingerprint: 2)
            try await harness.centre.add(again)
            #expect(await harness.pendingRequests() == [again.request])
        },
        CentreConformance("What is shown can be taken away") { harness in
            try await harness.show(.bill(1), .bill(2))
            await harness.centre.removeDelivered([.bill(1)])
            #expect(await harness.shown().map(\.identifier) == [.bill(2)])
        },
        CentreConformance("Pending and shown are taken away apart, though they have one identifier") { harness in
            try await harness.show(.bill(1), .bill(2))
            for number in 1...2 { try await harness.centre.add(.bill(number, at: .evening + .seconds(3600))) }
            await harness.centre.removePending([.bill(1)])
            await harness.centre.removeDelivered([.bill(2)])
            #expect(await harness.pendingRequests().map(\.identifier) == [.bill(2)])
            #expect(await harness.shown().map(\.identifier) == [.bill(1)])
        },
    ]
}
