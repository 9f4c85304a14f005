import BelfryModel
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@Suite("What is synced, as JSON")
struct SyncChangesTests {
    @Test("What is written is read again, and stands as WatermelonDB has it")
    func roundTrip() throws {
        let record = FactRecord(
            id: "rent", columns: ["name": .text("Rent"), "amount": .whole(1), "is_auto_pay": .flag(false), "due_date": .null])
        let words = FactRecord(id: "w", columns: ["interval_days": .real(2.5), "ease_factor": .real(3)])
        let changes = SyncChanges(tables: [.budgetItems: .init(created: [record], deleted: ["gym"]), .studyWords: .init(updated: [words])])
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = String(decoding: try encoder.encode(changes), as: UTF8.self)
        #expect(
            json
                == #"{"budget_items":{"created":[{"amount":1,"due_date":null,"id":"rent","is_auto_pay":false,"name":"Rent"}],"#
                + #""deleted":["gym"],"updated":[]},"#
                + #""study_words":{"created":[],"deleted":[],"updated":[{"ease_factor":3,"id":"w","interval_days":2.5}]}}"#)
        #expect(try decoded(SyncChanges.self, from: json) == changes, "3 is a measure again")
        #expect(changes.rowCount == 3 && !changes.isEmpty)
    }

    @Test("Lists that are missing are empty, and WatermelonDB's own fields are passed over")
    func tolerance() throws {
        #expect(try decoded(SyncChanges.self, from: "{}").isEmpty)
        #expect(try decoded(SyncChanges.self, from: #"{"budget_items":{}}"#).isEmpty)
        let row = #"{"budget_items":{"created":[{"id":"rent","_status":"created","_changed":"","is_deleted":1}]}}"#
        #expect(try decoded(SyncChanges.self, from: row).tables[.budgetItems]?.created == [.bill(["is_deleted": .flag(true)])])
    }

    @Test(
        "What isn't known or can't be is refused by name",
        arguments: [
            (#"{"moods":{}}"#, "unknown_name moods"),
            (#"{"budget_items":{"create":[{"id":"a"}]}}"#, "unknown_name budget_items.create"),
            (#"{"budget_items":{"created":[{"id":"a"},{"id":"b","colour":1}]}}"#, "unknown_name budget_items.created[1].colour"),
            (#"{"budget_items":{"created":[{"id":"a","colour":{}}]}}"#, "unknown_name budget_items.created[0].colour"),
            (#"{"budget_items":{"updated":[{"id":"a","amount":1.5}]}}"#, "wrong_type budget_items.updated[0].amount"),
            (#"{"budget_items":{"updated":[{"id":"a","amount":1e99}]}}"#, "wrong_type budget_items.updated[0].amount"),
            (#"{"pantry_items":{"updated":[{"id":"a","maintenance":[1]}]}}"#, "wrong_type pantry_items.updated[0].maintenance"),
            (#"{"budget_items":{"updated":[{"id":7}]}}"#, "wrong_type budget_items.updated[0].id"),
            (#"{"budget_items":{"updated":[{}]}}"#, "missing_field budget_items.updated[0].id"),
            (#"{"budget_items":{"deleted":["a",""]}}"#, "wrong_type budget_items.deleted[1]"),
            (#"{"budget_items":{"deleted":"a"}}"#, "wrong_type budget_items.deleted"),
            ("[]", "wrong_type "),
        ])
    func refusals(_ json: String, _ expected: String) {
        #expect(problem(with: json, as: SyncChanges.self).map { "\($0.code) \($0.field ?? "")" } == expected)
    }

    @Test("A receipt is a row, and a line of the ledger")
    func receipts() {
        let identifier = NotificationID(literal: "bills|rent|due_day|2026-11-30")
        let receipt = NotificationReceipt(identifier: identifier, toldAt: .noon, toldBy: .server, category: "bill_reminder")
        #expect(NotificationReceipt(receipt.record) == receipt)
        #expect([receipt].ledgerEntries == [LedgerEntry(identifier: identifier, category: "bill_reminder", toldAt: .noon)])
        #expect(NotificationReceipt(FactRecord(id: "rent", columns: ["told_at": .text("2026-11-30")])) == nil)
        #expect(NotificationReceipt(FactRecord(id: identifier.description, columns: ["told_at": .whole(5)])) == nil)
        let short = FactRecord(id: identifier.description, columns: ["told_at": .text("2026-11-30T09:00Z")])
        #expect(NotificationReceipt(short)?.toldBy == .device)
    }

    @Test("What a device told of one category at one moment was one notification; what the server told was one each")
    func summaries() {
        let (gym, rent) = (NotificationID(literal: "bills|gym|due_day|2026-11-30"), NotificationID(literal: "bills|rent|due_day|2026-11-30"))
        func notifications(_ receipts: NotificationReceipt...) -> [NotificationID] { receipts.ledgerEntries.map(\.notification) }
        func receipt(
            _ identifier: NotificationID, _ teller: NotificationReceipt.Teller, at moment: Instant = .noon, of category: String = "bill_reminder"
        ) -> NotificationReceipt {
            NotificationReceipt(identifier: identifier, toldAt: moment, toldBy: teller, category: category)
        }
        #expect(notifications(receipt(rent, .device), receipt(gym, .device)) == [gym, gym])
        #expect(notifications(receipt(rent, .server), receipt(gym, .server)) == [rent, gym])
        #expect(notifications(receipt(rent, .device), receipt(gym, .server)) == [rent, gym])
        #expect(notifications(receipt(rent, .device), receipt(gym, .device, at: .evening)) == [rent, gym])
        #expect(notifications(receipt(rent, .device), receipt(gym, .device, of: "bill_overdue")) == [rent, gym])
    }

    @Test("The longest identifier of a notification names a receipt")
    func longNames() throws {
        let request = try #require(RequestID(domain: "bills", entity: String(repeating: "x", count: 200 - 14), rule: "due_day"))
        let identifier = NotificationID(subject: request.text, date: .sunday, time: CivilTime(literal: "23:59:59"))
        #expect(request.text.utf8.count == 200 && FactRecord.isID(identifier.description))
    }
}
