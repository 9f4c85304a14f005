import BelfryModel
import BelfryPorts
import Testing

extension FactStoreConformance {
    /// What a person edits, and who is told of it.
    static let edits: [FactStoreConformance] = [
        FactStoreConformance("What is saved is there, whole; a column that an edit doesn't name stays") { store in
            try await store.edit(["name": .text("Rent"), "amount": .whole(90_000)])
            try await store.edit(["amount": .whole(95_000), "is_auto_pay": .flag(true)])
            let changes = try await store.changes(since: 0)
            let record = try #require(changes.records[.budgetItems]?.first)
            #expect(Set(record.columns.keys) == Set(FactTable.budgetItems.columns.map(\.name)), "also those that are null")
            #expect(try await store.bill() == ["name": .text("Rent"), "amount": .whole(95_000), "is_auto_pay": .flag(true)])
        },
        FactStoreConformance("Every table keeps every kind of value as it came") { store in
            for table in FactTable.allCases {
                let columns = Dictionary(uniqueKeysWithValues: table.columns.map { ($0.name, $0.kind.sample) })
                try await store.save(FactEdits(saved: [table: [FactRecord(id: FactTable.settingsID, columns: columns)]]))
                let changes = try await store.changes(since: 0)
                #expect(changes.records[table] == [FactRecord(id: FactTable.settingsID, columns: columns)], "\(table)")
            }
        },
        FactStoreConformance("News are what has changed since a mark, each row once, as it is now") { store in
            try await store.edit("rent", ["amount": .whole(1)])
            try await store.edit("gym", ["amount": .whole(2)])
            let first = try await store.changes(since: 0)
            #expect(first.records[.budgetItems]?.map(\.id) == ["rent", "gym"])
            #expect(try await store.changes(since: first.mark).isEmpty)
            try await store.edit("rent", ["amount": .whole(3)])
            try await store.edit("rent", ["amount": .whole(4)])
            try await store.delete("gym")
            let second = try await store.changes(since: first.mark)
            #expect(second.records[.budgetItems]?.map { $0.columns["amount"] } == [.whole(4)])
            #expect(second.deleted == [.budgetItems: ["gym"]])
            #expect(try await store.changes(since: 0).deleted.isEmpty, "whoever begins has nothing to remove")
        },
        FactStoreConformance("An edit that changes nothing is no news, and nothing to push") { store in
            try await store.edit(["amount": .whole(1), "rrule": .null])
            try await store.pushAll()
            let mark = try await store.changes(since: 0).mark
            try await store.edit(["amount": .whole(1), "rrule": .null])
            try await store.delete("unheard-of")
            #expect(try await store.changes(since: mark).isEmpty)
            #expect(try await store.push() == nil)
        },
        FactStoreConformance("What can't be in a column is refused by its name, and nothing of the edit is kept") { store async throws in
            let good = FactRecord(id: "gym", columns: ["amount": .whole(1)])
            for (bad, problem) in [
                (FactRecord(id: "rent", columns: ["colour": .text("red")]), "unknown_name budget_items.colour"),
                (FactRecord(id: "rent", columns: ["amount": .text("much")]), "wrong_type budget_items.amount"),
                (FactRecord(id: "rent", columns: ["name": .text(String(repeating: "é", count: FactColumn.textLengthMax + 1))]), "wrong_type budget_items.name"),
                (FactRecord(id: "rent", columns: ["is_deleted": .whole(2)]), "wrong_type budget_items.is_deleted"),
                (FactRecord(id: "", columns: [:]), "wrong_type budget_items.id"),
                (FactRecord(id: "a\nb", columns: [:]), "wrong_type budget_items.id"),
                (FactRecord(id: String(repeating: "é", count: 129), columns: [:]), "wrong_type budget_items.id"),
            ] {
                let refusal = await #expect(throws: Problem.self) { try await store.save(FactEdits(saved: [.budgetItems: [good, bad]])) }
                #expect(refusal.map { "\($0.code) \($0.field ?? "")" } == problem)
            }
            #expect(try await store.changes(since: 0).isEmpty)
        },
        FactStoreConformance("Who listens is told at once, and after each change") { store in
            var signals = store.changeSignals().makeAsyncIterator()
            await signals.next()
            try await store.edit(["amount": .whole(1)])
            await signals.next()
            try await store.receive([.bill("gym", ["amount": .whole(2)])])
            await signals.next()
            #expect(try await store.bill("gym") == ["amount": .whole(2)])
        },
    ]
}
