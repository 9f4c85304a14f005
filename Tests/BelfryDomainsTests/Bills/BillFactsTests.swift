import BelfryDomains
import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@Suite("Bills as JSON")
struct BillFactsTests {
    @Test("A row of budget_items is read, and what is missing has its default")
    func row() throws {
        let bill = try decoded(
            Bill.self,
            from: #"""
                {"id":"rent","name":"Rent","type":"Expense","amount":124000,"currency":"EUR","due_date":"2026-01-31T00:00:00Z",
                 "is_auto_pay":false,"rrule":"FREQ=MONTHLY;BYMONTHDAY=31"}
                """#)
        #expect(
            bill
                == Bill(
                    id: FactID(literal: "rent"), name: "Rent", amount: 124_000, currency: "EUR", dueDate: CivilDate(literal: "2026-01-31"),
                    rule: try RecurrenceRule("FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD")))
        #expect(try decoded(Bill.self, from: #"{"id":"x","name":"X"}"#) == Bill(id: FactID(literal: "x"), name: "X"))
        let omitting = #"{"id":"x","name":"X","due_date":"2026-01-31","rrule":"FREQ=MONTHLY;SKIP=OMIT"}"#
        #expect(try decoded(Bill.self, from: omitting).rule == RecurrenceRule("FREQ=MONTHLY"))
    }

    @Test("The columns of notification_settings are read, and reminders are opt-in")
    func settings() throws {
        #expect(try decoded(BillSettings.self, from: "{}") == BillSettings())
        #expect(!BillSettings().isEnabled)
        let settings = try decoded(
            BillSettings.self,
            from: #"""
                {"bill_reminders_enabled":true,"reminder_time_hour":19,"reminder_time_minute":45,"notify_on_due_date":false,
                 "notify_one_day_before":false,"push_token":"abc","currency":"EUR","weekly_digest_enabled":false,"notify_overdue":null}
                """#)
        #expect(settings.isEnabled && !settings.notifiesOnDueDate && !settings.notifiesOneDayBefore && settings.notifiesOverdue)
        #expect(settings.reminderTime == CivilTime(literal: "19:45"))
        #expect(settings.pushToken == "abc")
        #expect(!settings.hasWeeklyDigest)
        #expect(try decoded(BillSettings.self, from: #"{"currency":""}"#) == BillSettings(), "a form that nobody filled in")
    }

    @Test(
        "A bill that can't be used is named with its field, and the others count",
        arguments: [
            (#"{"name":"X"}"#, Problem.missingField("items[1].id")),
            (
                #"{"id":"a|b","name":"X"}"#,
                .wrongType(field: "items[1].id", expected: "an identifier of 1 to 80 bytes without “|” and control characters, and not “*”")
            ),
            (#"{"id":"x","name":"  "}"#, .wrongType(field: "items[1].name", expected: "a name of 1 to 200 characters")),
            (#"{"id":"x","name":"X","due_date":"30 Nov"}"#, .wrongType(field: "items[1].due_date", expected: "a date such as 2026-01-25")),
            (#"{"id":"x","name":"X","rrule":"FREQ=DAILY"}"#, .missingField("items[1].due_date")),
            (
                #"{"id":"x","name":"X","due_date":"2026-01-31","rrule":"FREQ=OFTEN"}"#,
                .badRecurrence(
                    field: "items[1].rrule",
                    RecurrenceProblem(.frequency, .unknownValue(allowed: RecurrenceRule.Frequency.allCases.map(\.rawValue))))
            ),
            (
                #"{"id":"x","name":"X","due_date":"2026-01-31","rrule":"FREQ=HOURLY"}"#,
                .wrongType(field: "items[1].rrule", expected: "a rule that comes back at most once a day")
            ),
            (#"{"id":"x","name":"X","amount":12.5}"#, .wrongType(field: "items[1].amount", expected: "a whole number")),
            (#"{"id":"x","name":"X","amount":-1}"#, .numberOutOfRange(field: "items[1].amount", range: 0...1e12)),
            (#"{"id":"x","name":"X","amount":1e300}"#, .numberOutOfRange(field: "items[1].amount", range: 0...1e12)),
            (
                #"{"id":"x","name":"X","currency":"€"}"#,
                .wrongType(field: "items[1].currency", expected: "a currency code of ISO 4217 such as EUR")
            ),
            (#"{"id":"x","name":"X","limit":0}"#, .numberOutOfRange(field: "items[1].limit", range: 1...1e12)),
        ])
    func refused(json: String, problem: Problem) throws {
        let facts = try decoded(BillFacts.self, from: #"{"items":[{"id":"a","name":"A"},\#(json),{"id":"b","name":"B"}]}"#)
        #expect(facts.refused == [problem])
        #expect(facts.bills.map(\.id.text) == ["a", "b"])
    }

    @Test("Settings that can't be used refuse the whole, by name")
    func badSettings() {
        #expect(
            problem(with: #"{"settings":{"reminder_time_hour":24}}"#, as: BillFacts.self)
                == .numberOutOfRange(field: "settings.reminder_time_hour", range: 0...23))
        #expect(problem(with: #"{"overspent":{"food":"soon"}}"#, as: BillFacts.self)?.field == "overspent.food")
    }
}
