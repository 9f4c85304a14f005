import BelfryModel
import BelfryPorts
import Testing

extension FactStoreConformance {
    /// What a device pushes.
    static let pushes: [FactStoreConformance] = [
        FactStoreConformance("New, changed and deleted rows are pushed whole, and once they were taken no more") { store in
            try await store.edit("rent", ["amount": .whole(1)])
            #expect(try await store.push()?.created.map(\.id) == ["rent"])
            try await store.closePush("push-1")
            #expect(try await store.push() == nil)
            try await store.edit("rent", ["amount": .whole(2)])
            let updated = try await store.push()?.updated.first
            #expect(updated?.columns["amount"] == .whole(2) && updated?.columns.count == FactTable.budgetItems.columns.count)
            try await store.closePush("push-1")
            try await store.delete("rent")
            #expect(try await store.push() == SyncChanges.Rows(deleted: ["rent"]))
            try await store.closePush("push-1")
            #expect(try await store.push() == nil)
        },
        FactStoreConformance("A push has only so many rows, and what is left comes in the next") { store in
            for number in 1...5 { try await store.edit("bill-\(number)", ["amount": .whole(number)]) }
            var pushed: [String] = []
            while let rows = try await store.push(rowCountMax: 2) {
                #expect(rows.rowCount <= 2)
                pushed += rows.created.map(\.id)
                try await store.closePush("push-1")
            }
            #expect(pushed.sorted() == (1...5).map { "bill-\($0)" })
        },
        FactStoreConformance("Rows that are left out of a push take no room in it, stay to be pushed, and leave no push open") { store in
            try await store.receive([.bill("gone", ["amount": .whole(1)]), .bill("known", ["amount": .whole(1)])])
            try await store.delete("gone")
            try await store.edit("known", ["amount": .whole(2)])
            for id in ["car", "gym", "rent"] { try await store.edit(id, ["amount": .whole(1)]) }
            #expect(try await store.push(rowCountMax: 1, leavingOut: ["car"])?.created.map(\.id) == ["gym"])
            let others = try await store.push(leavingOut: ["car", "gone", "unheard-of"])
            #expect(others?.created.map(\.id) == ["gym", "rent"] && others?.updated.map(\.id) == ["known"] && others?.deleted == [])
            #expect(try await store.push(leavingOut: ["car", "gone", "gym", "known", "rent"]) == nil)
            #expect(try await store.syncState().openPush == nil)
            #expect(try await store.push()?.rowCount == 5)
        },
        FactStoreConformance("What is edited while a push is on its way stays to be pushed") { store in
            try await store.edit(["amount": .whole(1), "name": .text("Rent")])
            _ = try await store.push()
            try await store.edit(["amount": .whole(2)])
            try await store.closePush("push-1")
            #expect(try await store.push()?.updated.map { $0.columns["amount"] } == [.whole(2)])
            // Only the amount: the name may be taken over from the server.
            try await store.receive([.bill(["amount": .whole(9), "name": .text("Flat")])], isPushTaken: false)
            #expect(try await store.bill() == ["amount": .whole(2), "name": .text("Flat")])
        },
        FactStoreConformance("A push that wasn't answered is remembered, and settled by what the next pull says of it") { store in
            try await store.edit(["amount": .whole(1)])
            _ = try await store.push()
            #expect(try await store.syncState().openPush == "push-1")
            try await store.receive(isPushTaken: true)
            let state = try await store.syncState()
            #expect(state.pulledAt == 1 && state.openPush == nil)
            #expect(try await store.push() == nil)

            try await store.edit(["amount": .whole(2)])
            _ = try await store.push("push-2")
            try await store.receive(isPushTaken: false)
            #expect(try await store.push()?.updated.count == 1)
            try await store.closePush("push-2")
            #expect(try await store.push()?.updated.count == 1, "another push was closed")
        },
        FactStoreConformance("A row that is deleted before it was ever pushed is pushed as deleted: it may have arrived") { store in
            try await store.edit(["amount": .whole(1)])
            _ = try await store.push()
            try await store.delete()
            #expect(try await store.push("push-2") == SyncChanges.Rows(deleted: ["rent"]))
        },
    ]

    /// What a device takes over.
    static let merges: [FactStoreConformance] = [
        FactStoreConformance("What the server has is taken over and isn't pushed back") { store in
            try await store.receive([.bill("rent", ["amount": .whole(1)]), .bill("gym", ["amount": .whole(2), "rrule": .null])])
            #expect(try await store.bill("gym") == ["amount": .whole(2)])
            try await store.receive([.bill("rent", ["amount": .null])], deleted: ["gym", "unheard-of"])
            #expect(try await store.bill("rent") == [:])
            #expect(try await store.bill("gym") == nil)
            #expect(try await store.push() == nil)
        },
        FactStoreConformance("Of two who changed a row, each column keeps its own edit") { store in
            try await store.receive([.bill(["amount": .whole(1), "name": .text("Rent"), "due_date": .text("2026-11-30")])])
            try await store.edit(["amount": .whole(2)])
            try await store.receive([.bill(["amount": .whole(3), "name": .text("Flat"), "due_date": .null])])
            #expect(try await store.bill() == ["amount": .whole(2), "name": .text("Flat")])
            #expect(try await store.push()?.updated.map(\.id) == ["rent"])
        },
        FactStoreConformance("Of two devices that were apart, the later time up to which a reminder is done stands") { store in
            try await store.receive(reminder: ["title": .text("Pills"), "done_through": .text("2026-11-20")])
            try await store.edit(reminder: ["done_through": .text("2026-11-21T09:00:00")])
            let mark = try await store.changes(since: 0).mark
            try await store.receive(reminder: ["title": .text("Tablets"), "done_through": .text("2026-11-21")])
            #expect(try await store.reminder() == ["title": .text("Tablets"), "done_through": .text("2026-11-21")])
            #expect(try await store.changes(since: mark).records[.reminders]?.map(\.id) == ["pills"])
            #expect(try await store.pushedReminder() == nil, "the server has it already")

            try await store.edit(reminder: ["done_through": .text("2026-11-23")])
            try await store.receive(reminder: ["title": .text("Tablets"), "done_through": .text("2026-11-22T09:00")])
            #expect(try await store.pushedReminder()?["done_through"] == .text("2026-11-23"))
        },
        FactStoreConformance("A reminder that was made not done is that, whatever another device had done before or has meanwhile") { store in
            try await store.receive(reminder: ["title": .text("Pills"), "done_through": .text("2026-11-20")])
            try await store.edit(reminder: ["done_through": .null])
            try await store.receive(reminder: ["title": .text("Pills"), "done_through": .text("2026-11-21")])
            #expect(try await store.reminder() == ["title": .text("Pills")])
            #expect(try await store.pushedReminder()?["done_through"] == .null)
            try await store.closePush("push-1")
            try await store.receive(reminder: ["title": .text("Pills"), "done_through": .text("2026-11-20")])
            #expect(try await store.reminder()?["done_through"] == .text("2026-11-20"), "nothing was edited here since")
        },
        FactStoreConformance("Settings that two devices made by themselves are joined") { store in
            try await store.edit(["amount": .whole(2)])
            try await store.receive([.bill(["amount": .whole(3), "name": .text("Flat")])])
            #expect(try await store.bill() == ["amount": .whole(2), "name": .text("Flat")])
        },
        FactStoreConformance("A deletion wins over an edit, whichever side deleted") { store in
            try await store.receive([.bill("rent", ["amount": .whole(1)]), .bill("gym", ["amount": .whole(1)])])
            try await store.edit("rent", ["amount": .whole(2)])
            try await store.delete("gym")
            try await store.receive([.bill("gym", ["amount": .whole(3)])], deleted: ["rent"])
            #expect(try await store.bill("rent") == nil)
            #expect(try await store.bill("gym") == nil)
            #expect(try await store.push() == SyncChanges.Rows(deleted: ["gym"]))
        },
        FactStoreConformance("The echo of a deletion doesn't undo a row that was made anew since") { store in
            try await store.receive([.bill(["amount": .whole(1), "name": .text("Rent")])])
            try await store.delete()
            _ = try await store.push()
            try await store.edit(["amount": .whole(2)])
            try await store.closePush("push-1")
            // And once more, before the echo comes.
            try await store.delete()
            try await store.edit(["amount": .whole(2)])
            try await store.receive(deleted: ["rent"])
            #expect(try await store.bill() == ["amount": .whole(2)])
            #expect(try await store.push()?.created.map(\.id) == ["rent"])
            try await store.receive(deleted: ["rent"], isPushTaken: true)
            #expect(try await store.bill() == nil, "this one is somebody else's")
        },
        FactStoreConformance("A row that was made anew and pushed can be deleted by others before the echo of its first deletion") { store in
            try await store.edit(["amount": .whole(1)])
            try await store.pushAll()
            try await store.delete()
            try await store.pushAll()
            try await store.edit(["amount": .whole(2)])
            try await store.pushAll()
            try await store.receive(deleted: ["rent"])
            #expect(try await store.bill() == nil)
        },
        FactStoreConformance("A row that is deleted and made anew before the server knew is pushed with its empty columns") { store in
            try await store.receive([.bill(["amount": .whole(1), "name": .text("Rent")])])
            try await store.delete()
            try await store.edit(["amount": .whole(2)])
            try await store.receive([.bill(["amount": .whole(1), "name": .text("Flat")])])
            #expect(try await store.bill() == ["amount": .whole(2)])
            #expect(try await store.push()?.updated.map { $0.columns["name"] } == [.null])
        },
        FactStoreConformance("An answer to an earlier question is not merged") { store async throws in
            try await store.edit(["amount": .whole(2)])
            let asked = try await store.syncState()
            try await store.pushAll()
            let late = SyncAnswer(changes: SyncChanges(tables: [.budgetItems: .init(deleted: ["rent"])]), timestamp: 1)
            #expect(try await store.merge(late, after: asked) == false, "a push in between")
            let askedAgain = try await store.syncState()
            try await store.receive()
            #expect(try await store.merge(late, after: askedAgain) == false, "a pull in between")
            #expect(try await store.bill() == ["amount": .whole(2)])
            #expect(try await store.merge(late, after: try await store.syncState()))
            #expect(try await store.bill() == nil)
        },
        FactStoreConformance("What was taken over is news to whoever plans, what was known already is not") { store in
            try await store.receive([.bill(["amount": .whole(1)])])
            let mark = try await store.changes(since: 0).mark
            try await store.receive([.bill(["amount": .whole(1)])])
            #expect(try await store.changes(since: mark).isEmpty)
            try await store.receive([.bill(["amount": .whole(2)])])
            #expect(try await store.changes(since: mark).records[.budgetItems]?.map(\.id) == ["rent"])
            try await store.receive(deleted: ["rent"])
            #expect(try await store.changes(since: mark).deleted == [.budgetItems: ["rent"]])
        },
    ]
}
