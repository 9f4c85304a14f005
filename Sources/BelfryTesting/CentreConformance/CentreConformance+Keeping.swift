import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension CentreConformance {
    /// A system keeps only so many, and not only ours.
    static let keeping: [CentreConformance] = [
        CentreConformance("As many as there is room for are all kept", needs: [.capacity]) { harness in
            await harness.set(capacity: 3)
            for number in 1...3 { try await harness.centre.add(.bill(number)) }
            #expect(await harness.pendingRequests().count == 3)
        },
        CentreConformance("Replacing takes no further place", needs: [.capacity]) { harness in
            await harness.set(capacity: 2)
            for number in 1...2 { try await harness.centre.add(.bill(number, fingerprint: 1)) }
            try await harness.centre.add(.bill(1, fingerprint: 2))
            #expect(await harness.pendingRequests().map(\.fingerprint) == [2, 1])
        },
        CentreConformance("What is shown at once takes no place", needs: [.capacity]) { harness in
            await harness.set(capacity: 1)
            try await harness.centre.add(.bill(1))
            try await harness.centre.add(.bill(2, at: .morning))
            #expect(await harness.pendingRequests().map(\.identifier) == [.bill(1)])
            #expect(await harness.shown().map(\.identifier) == [.bill(2)])
        },
        CentreConformance("There are never more than there is room for, each as it was asked for", needs: [.capacity]) { harness in
            await harness.set(capacity: 3)
            let bills = (1...5).map { ScheduledNotification.bill($0, at: .evening + .seconds(60 * (9 - $0)), fingerprint: UInt64($0)) }
            try await harness.addAsManyAsFit(bills)
            let kept = await harness.pendingRequests()
            #expect(kept.count <= 3)
            #expect(Set(kept).isSubset(of: bills.map(\.request)))
        },
        CentreConformance("What the app schedules outside of the door is counted, and no more", needs: [.foreignRequests]) { harness in
            await harness.addForeignRequests(count: 2)
            try await harness.centre.add(.bill(1))
            await harness.settle()
            let pending = await harness.centre.pending()
            #expect(pending.otherCount == 2)
            #expect(pending.requests.map(\.identifier) == [.bill(1)])
            await harness.advance(to: .evening + .seconds(60))
            #expect(await harness.shown().map(\.identifier) == [.bill(1)], "nor is it delivered through the door")
        },
        CentreConformance("It takes places like any other", needs: [.capacity, .foreignRequests]) { harness in
            await harness.set(capacity: 3)
            await harness.addForeignRequests(count: 2)
            try await harness.addAsManyAsFit([.bill(1), .bill(2)])
            await harness.settle()
            let pending = await harness.centre.pending()
            #expect(pending.requests.count + pending.otherCount <= 3)
        },
    ]
}
