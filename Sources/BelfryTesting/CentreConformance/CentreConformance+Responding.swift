import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension CentreConformance {
    /// What the person does with what is shown.
    static let responding: [CentreConformance] = [
        CentreConformance("Opening one tells which it was and what it held, and takes it away", needs: [.responses]) { harness in
            try await harness.show(.bill(1, parts: [.bill(1), .bill(2)]), .bill(3))
            await harness.respond(.open, to: .bill(1))
            let told = NotificationResponse(identifier: .bill(1), moment: .evening, action: .open, parts: [.bill(1), .bill(2)])
            #expect(await harness.responses() == [told])
            #expect(await harness.shown().map(\.identifier) == [.bill(3)])
        },
        CentreConformance("A button is told by its identifier", needs: [.responses]) { harness in
            await harness.centre.setCategories([.example("EXPIRATION", actions: ["USED", "SNOOZE"])])
            try await harness.show(.bill(1, category: "EXPIRATION"))
            await harness.respond(.button("SNOOZE"), to: .bill(1))
            #expect(await harness.responses().map(\.action) == [.button("SNOOZE")])
        },
        CentreConformance("A dismissal is told", needs: [.responses, .dismissals]) { harness in
            await harness.centre.setCategories([.example("bill_reminder", actions: [])])
            try await harness.show(.bill(1))
            await harness.respond(.dismiss, to: .bill(1))
            #expect(await harness.responses().map(\.action) == [.dismiss])
            #expect(await harness.shown().isEmpty)
        },
        CentreConformance("What is cleared is gone without a word") { harness in
            try await harness.show(.bill(1), .bill(2))
            await harness.clear(.bill(1))
            #expect(await harness.shown().map(\.identifier) == [.bill(2)])
            #expect(await harness.responses().isEmpty)
        },
        CentreConformance("New categories replace all that were there", needs: [.categories]) { harness in
            await harness.centre.setCategories([.example("A", actions: ["ONE", "TWO", "THREE"]), .example("B", actions: ["ONE"])])
            await harness.settle()
            #expect(await harness.actions(of: "A") == ["ONE", "TWO", "THREE"], "in the order in which they are shown")
            await harness.centre.setCategories([.example("B", actions: ["TWO"])])
            await harness.settle()
            #expect(await harness.actions(of: "A") == nil)
            #expect(await harness.actions(of: "B") == ["TWO"])
        },
    ]
}

extension DescribedCategory {
    /// A category with buttons of these identifiers.
    public static func example(_ identifier: String, actions: [String]) -> DescribedCategory {
        DescribedCategory(
            identifier: identifier, channel: "bill-reminders", name: "Bills", importance: .high,
            actions: actions.map { Action(identifier: $0, title: $0.lowercased(), opensApp: false) },
            openTitle: "Open")
    }
}
