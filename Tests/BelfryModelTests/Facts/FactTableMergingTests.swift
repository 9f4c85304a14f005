import BelfryModel
import Testing

@Suite("What a device takes over although it has edited the same")
struct FactTableMergingTests {
    @Test(
        "Of two times up to which a reminder is done, the later",
        arguments: [
            ("2026-11-22", "2026-11-21", true), ("2026-11-21", "2026-11-22", false),
            // A day is done to its end.
            ("2026-11-21", "2026-11-21T23:00", true), ("2026-11-21T23:00", "2026-11-21", false), ("2026-11-22T00:00", "2026-11-21", true),
            ("2026-11-21T09:00:00", "2026-11-21T09:00", false),
            // What nobody can read is no time.
            ("soon", "2026-11-21", false), ("2026-11-21", "soon", true), ("soon", "later", false),
        ])
    func later(other: String, own: String, isTaken: Bool) {
        #expect(FactTable.reminders.takes(.text(other), over: .text(own), in: "done_through") == isTaken)
    }

    @Test("What was emptied here stays empty, and nothing else gives way")
    func others() {
        #expect(!FactTable.reminders.takes(.text("2026-11-22"), over: .null, in: "done_through"))
        #expect(!FactTable.reminders.takes(.null, over: .text("2026-11-22"), in: "done_through"))
        #expect(!FactTable.reminders.takes(.text("2026-11-22"), over: .text("2026-11-21"), in: "dtstart"))
        #expect(!FactTable.budgetItems.takes(.text("2026-11-22"), over: .text("2026-11-21"), in: "due_date"))
    }
}
