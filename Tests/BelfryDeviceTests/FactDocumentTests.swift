import BelfryDevice
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySimulation
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@Suite("Bringing a document of facts to a device")
struct FactDocumentTests {
    /// The household of the guides.
    private var household: Data {
        get throws {
            let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            return try Data(contentsOf: root.appending(path: "docs/guide/examples/household.json"))
        }
    }

    @Test("A household's document becomes rows, and the rows become its reminders")
    func household() async throws {
        let document = try FactDocument(try household)
        #expect(document.unusable.isEmpty)
        #expect(document.edits.saved[.budgetItems]?.count == 7)
        #expect(document.edits.saved[.studyWords]?.count == 3)
        #expect(document.edits.saved[.reminders]?.count == 5)
        #expect(document.unknown == ["now", "platform", "person.timezone"])
        let bench = Bench()
        try await bench.device.save(document.edits)
        let report = await bench.reconcile(.launch)
        #expect(report.refused.isEmpty)
        #expect(bench.pending.contains("bills|rent|due_day|2026-11-30 08:00"))
        #expect(bench.pending.contains { $0.hasPrefix("study|words|daily") })
        #expect(bench.pending.contains { $0.hasPrefix("prayer|fajr") })
        #expect(bench.pending.contains { $0.hasPrefix("pantry|drill|warranty_7_days|2026-11-22") })
        #expect(bench.pending.contains("reminders|grandmother|11:00|2026-11-29 16:00"))
    }

    @Test("What a device doesn't keep is named, wherever it stands, and the rest counts")
    func unknown() throws {
        let text = #"""
            {"pantry": {"items": [{"id": 7, "name": "Milk", "colour": "white"}], "things": []}, "now": 1, "requests": [], "prayer": {"items": []},
             "reminders": {"settings": {}}}
            """#
        let document = try FactDocument(Data(text.utf8))
        #expect(document.unknown == ["pantry.items.colour", "pantry.things", "now", "requests", "prayer.items", "reminders.settings"])
        #expect(document.edits.saved[.pantryItems] == [FactRecord(id: "7", columns: ["name": .text("Milk")])])
    }

    @Test("What isn't of the kind that belongs somewhere is named, and the rest counts")
    func unusable() throws {
        let text = #"""
            {"person": 7, "bills": {"items": [{"id": "rent", "name": "Rent", "amount": "12", "due_date": null}, 5], "settings": {}}, "study": [], "pantry": {"items": {}}}
            """#
        let document = try FactDocument(Data(text.utf8))
        #expect(document.unusable == ["person", "bills.items.amount", "bills.items", "study", "pantry.items"] && document.unknown.isEmpty)
        #expect(document.edits.saved[.budgetItems] == [FactRecord(id: "rent", columns: ["name": .text("Rent"), "due_date": .null])])
    }

    @Test("Of rows that no plan can use it is said which, and of those that no device keeps; the others are saved")
    func refusedRows() async throws {
        let long = String(repeating: "o", count: FactColumn.textLengthMax + 1)
        let text = #"{"bills": {"items": [{"id": "rent", "name": "\#(long)"}, {"id": "water", "name": "Water"}, {"id": "gas", "due_date": "soon"}]}}"#
        let document = try FactDocument(Data(text.utf8))
        #expect(document.refused.map(\.id) == ["rent"] && document.refused.map(\.problem.code) == ["wrong_type"])
        let device = MemoryDevice()
        // A row of before is another's affair.
        try await device.save(FactEdits(saved: [.reminders: [FactRecord(id: "bins", columns: ["dtstart": .text("2026-11-21T09:00")])]]))
        try await device.save(document.edits)
        let refused = try await device.refused(among: document.edits)
        #expect(refused.map(\.table) == [.budgetItems] && refused.map(\.id) == ["gas"])
    }

    @Test("A prayer that there is none of is named, and the others are reminded of")
    func unknownPrayer() async throws {
        let text = #"{"prayer": {"settings": {"latitude": 52.52, "longitude": 13.405, "prayers": {"witr": true, "fajr": false}}}}"#
        let bench = Bench()
        try await bench.device.save(try FactDocument(Data(text.utf8)).edits)
        let report = await bench.reconcile(.launch)
        #expect(report.refused.map(\.problem.field) == ["prayers.witr"] && report.refused.map(\.table) == [.prayerSettings])
        #expect(bench.pending.contains { $0.hasPrefix("prayer|isha") } && !bench.pending.contains { $0.hasPrefix("prayer|fajr") })
    }

    @Test("What is no document is refused", arguments: [("", "malformed_json"), ("[]", "wrong_type"), ("7", "wrong_type")])
    func refused(text: String, code: String) {
        #expect { try FactDocument(Data(text.utf8)) } throws: { ($0 as? Problem)?.code == code }
    }
}
