import BelfryDomains
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

/// Own reminders on their page, and what the person's devices have of them then.
struct ReminderPagesTests {
    private static let form = "id=r1&title=Take+%3Cthe%3E+pills&body=&date=2026-01-26&time=08%3A00&repeats=daily&interval=1&until=&count=&severity=critical&valid_for=240"

    private func rows(_ api: API, of person: UserID = .ana) async -> [FactRecord] {
        await api.store.pull(SyncPull(since: nil), of: person).changes.tables[.reminders]?.saved.map { record in
            FactRecord(id: record.id, columns: record.columns.filter { $0.value != .null })
        } ?? []
    }

    /// One browser, signed in once, that sends forms.
    private func browser(_ api: API) async throws -> Shown {
        let fields = api.pageFields(session: try await api.token(of: .ana))
        return .headers(fields.merging(["content-type": "application/x-www-form-urlencoded"]) { own, _ in own })
    }

    @Test("What is added on the page is on the person's devices with their next sync, as they would have written it, and nobody else's")
    func added() async throws {
        try await withAPI { api in
            let browser = try await browser(api)
            let answer = try await api.ask(.post, "/reminders", Self.form, as: browser)
            let path = try #require(answer.headers[.location])
            #expect(answer.status == 303 && path.hasPrefix("/reminders?added=r1&"))
            #expect(
                await rows(api) == [
                    FactRecord(
                        id: "r1",
                        columns: [
                            "title": .text("Take <the> pills"), "dtstart": .text("2026-01-26T08:00"), "rrule": .text("FREQ=DAILY"), "severity": .text("critical"),
                            "valid_minutes": .whole(240),
                        ])
                ])
            #expect(try await api.get("/sync/pull?last_pulled_at=null", as: .person(.ana)).text.contains("Take <the> pills"))
            let page = try await api.get(path, as: browser).text
            for text in ["Take &lt;the&gt; pills", "Tomorrow, Monday 26 January 2026, 08:00", "Every day · 08:00", "Added: Take", "no device of yours has told"] {
                #expect(page.contains(text), "\(text)")
            }
            #expect(!(try await api.get("/reminders", as: .page(.eve)).text.contains("pills")))
            #expect(try await api.get("/timeline?of=reminders", as: .page(.ana)).text.contains("Take &lt;the&gt; pills"))
        }
    }

    @Test("What was just added can be taken back as long as it is as it was made, for ten minutes, by the page that was answered and no other")
    func takenBack() async throws {
        try await withAPI { api in
            let session = try await browser(api)
            let path = try #require(try await api.ask(.post, "/reminders", Self.form, as: session).headers[.location])
            func offers(_ path: String, as shown: Shown) async throws -> Bool { try await api.get(path, as: shown).text.contains("undo-reminder") }
            #expect(try await offers(path, as: session))
            #expect(try await !offers("/reminders?added=r1", as: session), "nobody else writes such an address")
            #expect(try await !offers(path.replacing("&at=1", with: "&at=2"), as: session))
            api.clock.advance(.seconds(600))
            #expect(try await offers(path, as: session))
            api.clock.advance(.seconds(1))
            #expect(try await !offers(path, as: session))
        }
        try await withAPI { api in
            let session = try await browser(api)
            let path = try #require(try await api.ask(.post, "/reminders", Self.form, as: session).headers[.location])
            _ = try await api.ask(.post, "/page/reminders/switch", "id=r1", as: session)
            let page = try await api.get(path, as: session).text
            #expect(!page.contains("undo-reminder") && !page.contains("Added:"))
        }
    }

    @Test("A press of the button that comes again adds nothing, and another reminder of the same form is another one")
    func twice() async throws {
        try await withAPI { api async throws in
            for _ in 1...2 { #expect(try await api.submit("/reminders", Self.form).status == 303) }
            #expect(await rows(api).count == 1)
            #expect(try await api.submit("/reminders", Self.form.replacing("pills", with: "drops")).status == 303)
            #expect(await rows(api).count == 2)
        }
    }

    @Test("A form of another site changes nothing")
    func forged() async throws {
        try await withAPI { api async throws in
            for path in ["/reminders", "/page/reminders/delete", "/page/reminders/done", "/page/reminders/switch", "/page/reminders/undo"] {
                #expect(try await api.submitForged(path, Self.form).status == 401, "\(path)")
            }
            #expect(await rows(api).isEmpty)
        }
    }

    @Test(
        "What can't be used is said beside its field, nothing is saved, and nothing that was typed is lost",
        arguments: [
            ("title=Take+%3Cthe%3E+pills", "title=+", "title", "Say what you want to be told."), ("date=2026-01-26", "date=", "date", "Choose a day."),
            ("date=2026-01-26", "date=2026-02-30", "date", "That can’t be used as it is."), ("time=08%3A00", "time=8", "time", "Give a time"),
            ("repeats=daily", "repeats=own", "repeats", "That can’t be used as it is."), ("interval=1", "interval=0", "interval", "from 1 to 100"),
            ("until=&count=", "until=2026-02-01&count=3", "until", "not both"), ("until=", "until=2026-01-01", "until", "before the first"),
            ("count=", "count=-1", "count", "from 1 to 10,000"), ("severity=critical", "severity=mortal", "severity", "That can’t be used as it is."),
            ("valid_for=240", "valid_for=999999999", "valid_for", "That can’t be used as it is."),
        ])
    func refused(part: String, instead: String, field: String, sentence: String) async throws {
        try await withAPI { api in
            let answer = try await api.submit("/reminders", Self.form.replacing(part, with: instead))
            #expect(answer.status == 422)
            let fault = answer.text.firstRange(of: "id=\"fault-of-\(field)\"").map { answer.text[$0.upperBound...].prefix(90) }
            #expect(fault?.contains(sentence) == true, "\(fault ?? "")")
            #expect(part.hasPrefix("title") || answer.text.contains("value=\"Take &lt;the&gt; pills\""))
            #expect(await rows(api).isEmpty)
        }
    }

    @Test("A change writes what was changed alone: what a device has written meanwhile stays, and undo takes back only what was changed")
    func changed() async throws {
        try await withAPI { api in
            _ = try await api.submit("/reminders", Self.form)
            let form = try await api.get("/reminders?change=r1", as: .page(.ana)).text
            let former = try #require(form.hidden("former")).replacing("&quot;", with: "\"").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            let edit: JSON = ["reminders": ["updated": [["id": "r1", "body": "Two", "severity": "watch"]]]]
            #expect(try await api.post("/sync/push?last_pulled_at=99999999999999", edit, as: .person(.ana)).status == 409)
            let mark = try await api.get("/sync/pull?last_pulled_at=null", as: .person(.ana)).json["timestamp"]
            #expect(try await api.post("/sync/push?last_pulled_at=\(mark?.sent ?? "")", edit, as: .person(.ana)).status == 200)
            let changed = Self.form.replacing("time=08%3A00", with: "time=09%3A30").replacing("repeats=daily", with: "repeats=weekly&day=mon&day=thu")
            let answer = try await api.submit("/reminders", changed + "&former=\(former.formEncoded)")
            #expect(answer.status == 200 && answer.text.contains("Saved: Take &lt;the&gt; pills") && answer.text.contains("Every week: Monday, Thursday · 09:30"))
            let columns = try #require(await rows(api).first).columns
            #expect(columns["dtstart"] == .text("2026-01-26T09:30") && columns["rrule"] == .text("FREQ=WEEKLY;BYDAY=MO,TH"))
            #expect(columns["body"] == .text("Two") && columns["severity"] == .text("watch"))
            let undo = try #require(answer.text.hidden("former")).replacing("&quot;", with: "\"")
            #expect(try await api.submit("/page/reminders/undo", "id=r1&former=\(undo.formEncoded)").text.contains("Undone."))
            let restored = try #require(await rows(api).first).columns
            #expect(restored["rrule"] == .text("FREQ=DAILY") && restored["body"] == .text("Two"))
        }
    }

    @Test("What was deleted elsewhere isn't there any more to be changed, and the form is for a new one then")
    func goneMeanwhile() async throws {
        try await withAPI { api in
            let answer = try await api.submit("/reminders", Self.form + "&former=%7B%7D")
            #expect(answer.status == 409 && answer.text.contains("It isn’t there any more") && answer.text.contains("value=\"Take &lt;the&gt; pills\""))
            #expect(answer.text.hidden("former") == nil)
            #expect(await rows(api).isEmpty)
        }
    }

    @Test("One is switched off and on, done, and deleted, each with what takes it back")
    func acts() async throws {
        try await withAPI { api in
            _ = try await api.submit("/reminders", Self.form.replacing("2026-01-26", with: "2026-01-25"))
            let off = try await api.submit("/page/reminders/switch", "id=r1&on=no").text
            #expect(off.contains("Switched off: Take") && off.contains("undo-reminder"))
            #expect(await rows(api).first?.columns["enabled"] == .flag(false))
            _ = try await api.submit("/page/reminders/switch", "id=r1&on=yes")
            #expect(await rows(api).first?.columns["enabled"] == .flag(true))
            // It was due at eight, and it is noon.
            let page = try await api.get("/reminders", as: .page(.ana)).text
            #expect(page.hidden("through") == "2026-01-25T08:00:00")
            for _ in 1...2 { _ = try await api.submit("/page/reminders/done", "id=r1&through=2026-01-25T08%3A00%3A00") }
            _ = try await api.submit("/page/reminders/done", "id=r1&through=2026-01-25T09%3A00%3A00")
            #expect(await rows(api).first?.columns["done_through"] == .text("2026-01-25T08:00:00"))
            let deleted = try await api.submit("/page/reminders/delete", "id=r1").text
            #expect(await rows(api).isEmpty)
            let former = try #require(deleted.hidden("former")).replacing("&quot;", with: "\"").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            _ = try await api.submit("/page/reminders/undo", "id=r1&whole=yes&former=\(former.formEncoded)")
            #expect(await rows(api).first?.columns["done_through"] == .text("2026-01-25T08:00:00"))
            #expect(await rows(api).first?.columns["title"] == .text("Take <the> pills"))
            _ = try await api.submit("/page/reminders/undo", "id=r1&former=")
            #expect(await rows(api).isEmpty)
        }
    }

    @Test("What an app has set that the form doesn't know stays, and what no device can use is said and can be deleted")
    func ofApps() async throws {
        let changes: JSON = [
            "reminders": [
                "created": [
                    ["id": "a/b", "title": "Second Tuesday", "dtstart": "2026-01-13T08:00", "rrule": "FREQ=MONTHLY;BYDAY=2TU", "timezone": "Asia/Tokyo"],
                    ["id": "odd", "title": "Odd", "dtstart": "soon"], ["id": "lost", "title": "Lost", "dtstart": "2026-01-13T08:00", "timezone": "Mars/Base"],
                ]
            ]
        ]
        try await withAPI { api in
            #expect(try await api.post("/sync/push?last_pulled_at=1", ["changes": changes], as: .person(.ana)).status == 200)
            let page = try await api.get("/reminders?change=a%2Fb", as: .page(.ana)).text
            #expect(page.contains("By a rule that an app has set · 08:00 · by the clock of Asia/Tokyo") && page.contains("<option value=\"own\" selected>"))
            #expect(page.split(separator: "something in it can’t be used").count == 3)
            _ = try await api.submit("/page/reminders/delete", "id=odd")
            #expect(await rows(api).map(\.id).sorted() == ["a/b", "lost"])
        }
    }

    @Test(
        "Where the title alone is changed, a rule that the form can't show stays as an app has set it, and so does all else",
        arguments: ["FREQ=MONTHLY;BYDAY=2TU", "FREQ=DAILY;UNTIL=20260211T075959Z"])
    func titleAlone(rule: String) async throws {
        let row: JSON = ["id": "r2", "title": "Bins", "dtstart": "2026-01-13T08:00", "rrule": .text(rule), "timezone": "America/Los_Angeles"]
        try await withAPI { api in
            let changes: JSON = ["reminders": ["created": [row]]]
            #expect(try await api.post("/sync/push?last_pulled_at=1", ["changes": changes], as: .person(.ana)).status == 200)
            let page = try await api.get("/reminders?change=r2", as: .page(.ana)).text
            #expect(page.contains("<option value=\"own\" selected>"))
            let former = try #require(page.hidden("former")).replacing("&quot;", with: "\"")
            let form = "id=r2&title=Boxes&body=&date=2026-01-13&time=08%3A00&repeats=own&interval=1&until=&count=&severity=watch&valid_for="
            for (field, value) in [("until", "2026-03-01"), ("count", "3")] {
                let ended = form.replacing("&\(field)=", with: "&\(field)=\(value)") + "&former=\(former.formEncoded)"
                let refused = try await api.submit("/reminders", ended)
                #expect(refused.status == 422 && refused.text.contains("fault-of-\(field)") && refused.text.contains("ends as it does"))
            }
            #expect(try await api.submit("/reminders", form + "&former=\(former.formEncoded)").status == 200)
            let columns: [String: FactValue] = [
                "title": .text("Boxes"), "dtstart": .text("2026-01-13T08:00"), "rrule": .text(rule), "timezone": .text("America/Los_Angeles"),
            ]
            #expect(await rows(api) == [FactRecord(id: "r2", columns: columns)])
        }
    }

    @Test("A device that tells anything is known by what it told, and nothing is said of there being none")
    func toldByDevice() async throws {
        let receipt: JSON = ["id": "reminders|r|08:00|2026-01-24", "told_at": "2026-01-24T08:00:00Z", "told_by": "device", "category": "reminder"]
        try await withAPI { api async throws in
            let changes: JSON = ["notification_receipts": ["created": [receipt]]]
            #expect(try await api.post("/sync/push?last_pulled_at=1", changes, as: .person(.ana)).status == 200)
            #expect(!(try await api.get("/reminders", as: .page(.ana)).text.contains("id=\"untold\"")))
        }
    }

    @Test("Fifty stand on a page that stays light, the next to come first, and links lead to the others")
    func many() async throws {
        let created = (0..<60).map { number -> JSON in
            ["id": .text("r\(number)"), "title": .text("Number \(number)"), "dtstart": .text("2026-02-\(number % 28 + 1 < 10 ? "0" : "")\(number % 28 + 1)")]
        }
        try await withAPI { api in
            let changes: JSON = ["reminders": ["created": .list(created)]]
            #expect(try await api.post("/sync/push?last_pulled_at=1", changes, as: .person(.ana)).status == 200)
            let first = try await api.get("/reminders", as: .page(.ana)).text
            #expect(first.contains("/reminders?after=50") && first.utf8.count < 150_000)
            let second = try await api.get("/reminders?after=50", as: .page(.ana)).text
            #expect(second.split(separator: "<li id=\"reminder-").count == 11)
        }
    }
}

extension String {
    /// As a field of a form.
    fileprivate var formEncoded: String {
        utf8.map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.count == 1 ? "%0" + digits : "%" + digits
        }.joined()
    }
}
