import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension CentreConformance {
    /// Each at its moment, within a second, and never before.
    static let showing: [CentreConformance] = [
        CentreConformance("Nothing is shown before its moment, and everything within the second after it") { harness in
            let bill = ScheduledNotification.bill(1, at: .evening + .milliseconds(250))
            try await harness.centre.add(bill)
            await harness.advance(to: bill.moment - .milliseconds(1))
            #expect(await harness.shown().isEmpty)
            #expect(await harness.pendingRequests().count == 1)
            await harness.advance(to: bill.moment + .seconds(1))
            let shown = await harness.shown()
            #expect(shown == [DeliveredNotification(identifier: .bill(1), moment: bill.moment)])
            #expect(await harness.pendingRequests().isEmpty)
        },
        CentreConformance("One that is due in a moment is shown then") { harness in
            let soon = Instant.noon + .milliseconds(1500)
            try await harness.centre.add(.bill(1, at: soon))
            await harness.advance(to: soon - .milliseconds(1))
            #expect(await harness.shown().isEmpty)
            await harness.advance(to: soon + .seconds(1))
            let shown = await harness.shown()
            #expect(shown == [DeliveredNotification(identifier: .bill(1), moment: soon)])
        },
        CentreConformance("One whose moment has passed is shown at once") { harness in
            try await harness.centre.add(.bill(1, at: .morning))
            try await harness.centre.add(.bill(2, at: .noon))
            let shown = await harness.shown()
            #expect(
                shown == [
                    DeliveredNotification(identifier: .bill(1), moment: .morning),
                    DeliveredNotification(identifier: .bill(2), moment: .noon),
                ])
            #expect(await harness.pendingRequests().isEmpty)
        },
        CentreConformance("One whose moment has passed isn't shown where it is over by now, but for one that was put off until after its end") { harness in
            await #expect(throws: CentreProblem.invalid) { try await harness.centre.add(.bill(1, at: .morning, expiresAt: .noon)) }
            try await harness.centre.add(.bill(2, at: .morning, expiresAt: .noon + .milliseconds(1)))
            try await harness.centre.add(.bill(3, at: .morning, expiresAt: .morning))
            #expect(await harness.shown().map(\.identifier) == [.bill(2), .bill(3)])
            #expect(await harness.pendingRequests().isEmpty)
        },
        CentreConformance("A pending one that is moved into the past is shown at once, and once alone") { harness in
            try await harness.centre.add(.bill(1, at: .evening))
            try await harness.centre.add(.bill(1, at: .morning))
            let shown = await harness.shown()
            #expect(shown == [DeliveredNotification(identifier: .bill(1), moment: .morning)])
            await harness.advance(to: .evening + .seconds(60))
            #expect(await harness.shown() == shown)
        },
        CentreConformance("Of several on the way of the clock each is shown, and what comes later is not") { harness in
            for number in 1...4 { try await harness.centre.add(.bill(number, at: .evening + .seconds(3600 * number))) }
            await harness.advance(to: .evening + .seconds(3 * 3600 + 1))
            #expect(await harness.shown().map(\.identifier) == [.bill(1), .bill(2), .bill(3)])
            #expect(await harness.pendingRequests().map(\.identifier) == [.bill(4)])
        },
        CentreConformance("Shown again under the same identifier, it takes the place of the one before") { harness in
            try await harness.show(.bill(1, at: .evening))
            let again = ScheduledNotification.bill(1, at: .evening + .seconds(3600), fingerprint: 2)
            try await harness.centre.add(again)
            #expect(await harness.shown().map(\.moment) == [.evening], "until then the first one stays")
            #expect(await harness.pendingRequests() == [again.request])
            await harness.advance(to: again.moment + .seconds(1))
            #expect(await harness.shown() == [DeliveredNotification(identifier: .bill(1), moment: again.moment)])
        },
    ]
}
