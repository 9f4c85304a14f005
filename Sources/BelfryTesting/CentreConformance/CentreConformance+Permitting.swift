import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension CentreConformance {
    /// The person decides, and is asked once at most.
    static let permitting: [CentreConformance] = [
        CentreConformance("A fresh centre of somebody who has agreed is permitted") { harness in
            #expect(await harness.centre.permission() == .granted)
        },
        CentreConformance("Whoever is denied schedules nothing", needs: [.permission]) { harness in
            await harness.set(.denied)
            #expect(await harness.centre.permission() == .denied)
            await #expect(throws: CentreProblem.notAllowed) { try await harness.centre.add(.bill(1)) }
            #expect(await harness.pendingRequests().isEmpty)
        },
        CentreConformance("What was scheduled before is not shown while it is denied", needs: [.permission]) { harness in
            try await harness.centre.add(.bill(1))
            await harness.set(.denied)
            await harness.advance(to: .evening + .seconds(60))
            #expect(await harness.shown().isEmpty)
        },
        CentreConformance("Permission that is regained counts at once", needs: [.permission]) { harness in
            await harness.set(.denied)
            await harness.set(.granted)
            #expect(await harness.centre.permission() == .granted)
            try await harness.show(.bill(1))
            #expect(await harness.shown().map(\.identifier) == [.bill(1)])
        },
        CentreConformance("The person is asked once, and a yes holds", needs: [.permission]) { harness in
            await harness.set(.undetermined)
            #expect(await harness.centre.permission() == .undetermined)
            await harness.answerPrompts(with: true)
            #expect(await harness.centre.requestPermission(.full) == .granted)
            #expect(await harness.centre.requestPermission(.full) == .granted)
            #expect(await harness.promptCount() == 1)
        },
        CentreConformance("The person is asked once, and a no holds", needs: [.permission]) { harness in
            await harness.set(.undetermined)
            await harness.answerPrompts(with: false)
            #expect(await harness.centre.requestPermission(.full) == .denied)
            await harness.answerPrompts(with: true)
            for kind in PermissionKind.allCases { #expect(await harness.centre.requestPermission(kind) == .denied) }
            #expect(await harness.promptCount() == 1)
        },
        CentreConformance("Quiet permission asks nobody, and lets requests through", needs: [.permission, .provisional]) { harness in
            await harness.set(.undetermined)
            #expect(await harness.centre.requestPermission(.provisional) == .provisional)
            #expect(await harness.promptCount() == 0)
            try await harness.show(.bill(1))
            #expect(await harness.shown().map(\.identifier) == [.bill(1)])
        },
        CentreConformance("Quiet permission doesn't take a full one away", needs: [.permission, .provisional]) { harness in
            #expect(await harness.centre.requestPermission(.provisional) == .granted)
        },
    ]
}
