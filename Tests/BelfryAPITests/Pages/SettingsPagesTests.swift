import BelfryMemory
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTesting
import BelfryTime
import Foundation
import HTTPTypes
import Testing

@testable import BelfryAPI

@Suite("The settings page")
struct SettingsPagesTests {
    /// Ana's devices have told of a bill and of what she wants of it.
    private func tellOfBill(_ api: API) async throws {
        let settings = FactRecord(
            id: FactTable.settingsID,
            columns: ["bill_reminders_enabled": .flag(true), "reminder_time_hour": .whole(9), "reminder_time_minute": .whole(0), "currency": .text("EUR")])
        let bill = FactRecord(id: "rent", columns: ["name": .text("Rent"), "type": .text("expense"), "amount": .whole(120_000), "due_date": .text("2026-01-30")])
        let push = SyncPush(
            id: nil, changes: SyncChanges(tables: [.notificationSettings: .init(created: [settings]), .budgetItems: .init(created: [bill])]), pulledAt: nil)
        let result = await api.store.push(push, of: .ana, now: .morning)
        #expect(result == .taken)
    }

    /// The fields of the page as a browser would send them, with some changed; nil switches a box off.
    func fields(_ api: API, _ changes: [String: String?] = [:]) async throws -> String {
        let facts = try await PersonPlanner(services: api.services).facts(of: .ana)
        var values = SettingsForm(facts).values
        for (name, value) in changes { values[name] = value }
        return values.map { name, value in "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }.joined(separator: "&")
    }

    func submit(_ api: API, _ path: String, _ fields: String, token: String? = nil) async throws -> Answer {
        let session = try await api.token(of: .ana)
        let token = token ?? api.services.authenticator.formToken(ofSession: session)
        let browser = Shown.headers(["cookie": "belfry_session=\(session)", "content-type": "application/x-www-form-urlencoded"])
        return try await api.ask(.post, path, "form_token=\(token)&\(fields)", as: browser)
    }

    func changes(_ answer: Answer) -> String {
        answer.text.replacing(/<[^>]*>/, with: " ").replacing(/\s+/, with: " ").trimmingCharacters(in: .whitespaces)
    }

    @Test("It shows what is stored, and zones with their present offset, the common ones first")
    func shown() async throws {
        try await withAPI { api in
            try await tellOfBill(api)
            _ = try await api.patch(
                "/v1/users/me/preferences", ["timezone": "Europe/Berlin", "quiet_hours_start": "22:00", "quiet_hours_end": "07:00"], as: .person(.ana))
            let page = try await api.get("/settings", as: .page(.ana))
            #expect(page.status == 200)
            for part in [
                "name=\"bill_reminders_enabled\" value=\"on\" checked", "name=\"bill_time\" value=\"09:00\"", "name=\"quiet_hours_start\" value=\"22:00\"",
                "<option value=\"Europe/Berlin\" selected>Berlin · UTC+1</option>", "<option value=\"Asia/Kolkata\">Kolkata · UTC+5:30</option>",
                "<option value=\"Europe/Lisbon\">Lisbon · UTC</option>", "With this, nothing that is planned changes.",
            ] {
                #expect(page.text.contains(part), "\(part)")
            }
            let first = try #require(page.text.firstRange(of: "America/New_York")), last = try #require(page.text.firstRange(of: "Africa/Abidjan"))
            #expect(first.lowerBound < last.lowerBound)
            #expect(page.text.utf8.count < 100_000)
        }
    }

    @Test("Before saving, the preview says what the next 14 days would tell more, at another moment, and no more, and changes nothing")
    func preview() async throws {
        try await withAPI { api in
            try await tellOfBill(api)
            let before = await api.store.changeMark()
            let same = try await submit(api, "/settings/preview", fields(api))
            #expect(changes(same) == "With this, nothing that is planned changes.")
            let moved = try await submit(api, "/settings/preview", fields(api, ["bill_time": "18:30"]))
            #expect(changes(moved).hasPrefix("2 moved Moved Thu 29 Jan 09:00 → Thu 29 Jan 18:30 Due tomorrow: Rent"))
            let silenced = try await submit(api, "/settings/preview", fields(api, ["notify_one_day_before": nil]))
            #expect(changes(silenced).hasPrefix("1 silenced Silenced Thu 29 Jan 09:00 Due tomorrow: Rent: not told"))
            let quiet = try await submit(
                api, "/settings/preview", fields(api, ["quiet_hours_start": "08:00", "quiet_hours_end": "10:00", "quiet_hours_action": "skip"]))
            #expect(changes(quiet).hasPrefix("2 silenced"))
            let none = try await submit(api, "/settings/preview", fields(api, ["daily_max": "0"]))
            // The digest of the week, too.
            #expect(changes(none).hasPrefix("3 silenced"))
            let prayer = try await submit(
                api, "/settings/preview",
                fields(api, ["prayer_reminders_enabled": "on", "prayer_latitude": "52.52", "prayer_longitude": "13.405", "prayer_days": "7"]))
            #expect(changes(prayer).contains(" added "))
            #expect(await api.store.changeMark() == before)
        }
    }

    @Test("Without a script, a button shows the same preview on the page, with what was typed")
    func previewWithoutScript() async throws {
        try await withAPI { api in
            try await tellOfBill(api)
            let page = try await submit(api, "/settings", fields(api, ["bill_time": "18:30"]) + "&step=preview")
            #expect(page.status == 200 && page.text.contains("2 moved") && page.text.contains("name=\"bill_time\" value=\"18:30\""))
        }
    }

    @Test("What is saved reaches the server's decisions and the person's devices, and what was left alone stays unsaid")
    func saved() async throws {
        try await withAPI { api in
            try await tellOfBill(api)
            let mark = await api.store.pull(SyncPull(since: nil), of: .ana).timestamp
            let answer = try await submit(
                api, "/settings",
                fields(api, [
                    "bill_time": "18:30", "quiet_hours_start": "22:00", "quiet_hours_end": "07:00", "quiet_hours_action": "defer", "other_timezone": "Europe/Lisbon",
                    "language": "de", "adaptive": "on", "notify_email": "on",
                ]) + "&step=save")
            #expect(answer.status == 200 && answer.text.contains("Gespeichert."))
            let preferences = await api.store.preferences(of: .ana).read().preferences
            #expect(preferences.quietHours == DailyWindow(start: CivilTime("22:00"), end: CivilTime("07:00")))
            #expect(preferences.quietHoursAction == .defer && preferences.timezone == "Europe/Lisbon" && preferences.language == .german)
            #expect(preferences.notifyEmail && !preferences.notifyPush && preferences.notifyInApp)
            let pulled = await api.store.pull(SyncPull(since: mark), of: .ana).changes.tables
            let bills = try #require(pulled[.notificationSettings]?.saved.first)
            #expect(bills.columns["reminder_time_hour"] == .whole(18) && bills.columns["reminder_time_minute"] == .whole(30))
            #expect(bills.columns["currency"] == .text("EUR"), "a column that the page doesn't show stays")
            let person = try #require(pulled[.profile]?.saved.first).columns.filter { $0.value != .null }
            #expect(
                person == [
                    "quiet_hours_start": .text("22:00:00"), "quiet_hours_end": .text("07:00:00"), "quiet_hours_action": .text("defer"), "language": .text("de"),
                    "adaptive": .text("true"),
                ])
            let page = try await api.get("/settings?saved=1", as: .page(.ana))
            #expect(page.text.contains("Gespeichert.") && page.text.contains("name=\"other_timezone\" value=\"Europe/Lisbon\""))
        }
    }

    @Test("How much is wanted on one day is saved for the server and the devices, and an empty field is no limit; what is no number is refused")
    func dailyMax() async throws {
        try await withAPI { api in
            func saved(_ text: String) async throws -> Int {
                try await submit(api, "/settings", fields(api, ["daily_max": text]) + "&step=save").status
            }
            func kept() async -> (server: Int?, devices: FactValue?) {
                let columns = await api.store.pull(SyncPull(since: nil), of: .ana).changes.tables[.profile]?.saved.first?.columns
                return (await api.store.preferences(of: .ana).read().preferences.dailyCountMax, columns?["daily_max"])
            }
            _ = try await saved("4")
            let limited = await kept()
            #expect(limited.server == 4 && limited.devices == .whole(4))
            let page = try await api.get("/settings", as: .page(.ana))
            #expect(page.text.contains("name=\"daily_max\" value=\"4\""))
            for text in ["many", "-1", "10001", "2.5"] {
                let refused = try await submit(api, "/settings", fields(api, ["daily_max": text]) + "&step=save")
                #expect(refused.status == 422 && refused.text.contains("Give a whole number from 0 to 10000"))
            }
            _ = try await saved("")
            let unlimited = await kept()
            #expect(unlimited.server == nil && unlimited.devices == .null)
        }
    }

    @Test("When a digest is told is tried out and saved, and an empty field ends it; what is no time is refused, and devices hear nothing of it")
    func digest() async throws {
        try await withAPI { api in
            func submitted(_ text: String, to path: String = "/settings") async throws -> (status: Int, text: String) {
                let answer = try await submit(api, path, fields(api, ["digest_at": text]) + "&step=save")
                return (answer.status, answer.text)
            }
            let preview = try await submitted("18:00", to: "/settings/preview")
            #expect(preview.text.contains("Once a day, as one, at 18:00"))
            _ = try await submitted("18:00")
            let kept = await api.store.preferences(of: .ana).read().preferences
            #expect(kept.digestAt == CivilTime(literal: "18:00"))
            let page = try await api.get("/settings", as: .page(.ana))
            #expect(page.text.contains("name=\"digest_at\" value=\"18:00\""))
            let refused = try await submitted("noon")
            #expect(refused.status == 422 && refused.text.contains("Give a time of day"))
            _ = try await submitted("")
            let ended = await api.store.preferences(of: .ana).read().preferences
            let columns = await api.store.pull(SyncPull(since: nil), of: .ana).changes.tables[.profile]?.saved.first?.columns
            #expect(ended.digestAt == nil && columns?["digest_at"] == nil)
        }
    }

    @Test("Once switches were saved, the page says which, in the person's words, and a button has them as they were; what is none it leaves alone")
    func undo() async throws {
        try await withAPI { api in
            try await tellOfBill(api)
            let page = try await submit(api, "/settings", fields(api, ["notify_email": "on", "notify_on_due_date": nil, "bill_time": "18:30"]) + "&step=save")
            #expect(page.status == 200 && page.text.contains("Saved."))
            #expect(page.text.contains("Switched on: Channels – By e-mail.") && page.text.contains("Switched off: Bills – On the day."))
            #expect(page.text.contains("name=\"turn_off\" value=\"notify_email\"") && page.text.contains("name=\"turn_on\" value=\"notify_on_due_date\""))
            // The last two are no switches: a time, and what the page doesn't know.
            let undone = try await submit(
                api, "/page/settings/undo", "turn_off=notify_email&turn_on=notify_on_due_date&turn_off=bill_time&turn_on=muted_until")
            #expect(undone.status == 200 && undone.text.contains("Switched off: Channels – By e-mail."))
            let preferences = await api.store.preferences(of: .ana).read().preferences
            #expect(!preferences.notifyEmail && preferences.mutedUntil == nil)
            let bills = await api.store.pull(SyncPull(since: nil), of: .ana).changes.tables[.notificationSettings]?.saved.first?.columns
            #expect(bills?["notify_on_due_date"] == .flag(true) && bills?["reminder_time_hour"] == .whole(18) && bills?["reminder_time_minute"] == .whole(30))
            // Once more there is nothing left to take back.
            let again = try await submit(api, "/page/settings/undo", "turn_off=notify_email")
            #expect(again.status == 303 && again.headers[.location] == "/settings?saved=1")
        }
    }

    @Test("A night gets hours of its own, or none, in its fields, and only what was touched changes; emptied it is as every other again")
    func nights() async throws {
        try await withAPI { api in
            try await tellOfBill(api)
            let nights: JSON = ["quiet_hours_by_weekday": ["fri": "23:00:30-09:00", "mon": "20:00-06:00"]]
            _ = try await api.patch("/v1/users/me/preferences", nights, as: .person(.ana))
            let page = try await api.get("/settings", as: .page(.ana))
            for part in [
                "name=\"quiet_hours_fri_start\" value=\"23:00\"", "name=\"quiet_hours_fri_end\" value=\"09:00\"", "<legend>Friday</legend>",
                "name=\"quiet_hours_sat_start\" value=\"\"", "id=\"nights\" open>",
            ] {
                #expect(page.text.contains(part), "\(part)")
            }
            func saved(_ changes: [String: String?]) async throws -> (kept: String?, shared: FactValue?) {
                let answer = try await submit(api, "/settings", fields(api, changes) + "&step=save")
                #expect(answer.status == 303)
                let kept = await api.store.preferences(of: .ana).read().preferences.quietHoursByWeekday.text
                return (kept, await api.store.pull(SyncPull(since: nil), of: .ana).changes.tables[.profile]?.saved.first?.columns["quiet_hours_by_weekday"])
            }
            let more = try await saved(["quiet_hours_sat_start": "23:30", "quiet_hours_sat_end": "10:00", "quiet_hours_sun_none": "on"])
            #expect(more.kept == #"{"fri":"23:00:30-09:00","mon":"20:00-06:00","sat":"23:30-10:00","sun":null}"# && more.shared == more.kept.map(FactValue.text))
            let fewer = try await saved([
                "quiet_hours_fri_start": "", "quiet_hours_fri_end": "", "quiet_hours_mon_start": "", "quiet_hours_mon_end": "", "quiet_hours_sun_none": nil,
            ])
            #expect(fewer.kept == #"{"sat":"23:30-10:00"}"# && fewer.shared == fewer.kept.map(FactValue.text))
            let none = try await saved(["quiet_hours_sat_start": "", "quiet_hours_sat_end": ""])
            #expect(none.kept == nil && none.shared == .null)
            let silent = try await submit(
                api, "/settings/preview", fields(api, ["quiet_hours_thu_start": "08:00", "quiet_hours_thu_end": "10:00", "quiet_hours_action": "skip"]))
            #expect(changes(silent).hasPrefix("1 silenced"), "only the reminder of Thursday")
        }
    }

    @Test(
        "What can't be used is told at its field, and nothing is saved",
        arguments: [
            ("other_timezone", "Mars/Phobos", "Choose a time zone"), ("bill_time", "25:00", "Give a time of day"),
            ("quiet_hours_start", "22:00", "Give both ends"), ("quiet_hours_fri_end", "09:00", "Give both ends"),
            ("quiet_hours_fri_end", "9 o’clock", "Give a time of day"), ("prayer_place", "Nowhere", "Give a latitude"), ("reminder_time", "", "Give a time of day"),
        ])
    func faults(name: String, value: String, sentence: String) async throws {
        try await withAPI { api in
            try await tellOfBill(api)
            let before = await api.store.changeMark()
            let answer = try await submit(api, "/settings", fields(api, [name: value, "notify_email": "on"]) + "&step=save")
            #expect(answer.status == 422 && answer.text.contains(sentence))
            let notice = try #require(answer.text.firstMatch(of: /id="notice" role="alert">([^<]*)</)?.output.1)
            #expect(notice.contains(sentence))
            #expect(answer.text.contains("aria-describedby=\"fault-"))
            #expect(await api.store.changeMark() == before)
        }
    }

    @Test("A place's name may be as long as a text that devices share, and no longer")
    func longPlace() async throws {
        try await withAPI { api in
            func save(_ length: Int) async throws -> Answer {
                let place: [String: String?] = [
                    "prayer_place": String(repeating: "o", count: length), "prayer_latitude": "52.52", "prayer_longitude": "13.405", "prayer_days": "7",
                ]
                return try await submit(api, "/settings", fields(api, place) + "&step=save")
            }
            let refused = try await save(FactColumn.textLengthMax + 1)
            #expect(refused.status == 422 && refused.text.contains("Give the place a shorter name."))
            let before = await api.store.pull(SyncPull(since: nil), of: .ana).changes
            #expect(before.isEmpty)
            #expect(try await save(FactColumn.textLengthMax).status == 303)
        }
    }

    @Test("A language that the list doesn't offer changes nothing, and reaches no device", arguments: ["xx", "de-AT", String(repeating: "x", count: 100_000)])
    func unknownLanguage(language: String) async throws {
        try await withAPI { api in
            let answer = try await submit(api, "/settings", fields(api, ["language": language, "adaptive": "on"]) + "&step=save")
            #expect(answer.status == 200)
            let pulled = await api.store.pull(SyncPull(since: nil), of: .ana).changes.tables
            let person = try #require(pulled[.profile]?.saved.first).columns.filter { $0.value != .null }
            #expect(person == ["adaptive": .text("true")])
            #expect(await api.store.preferences(of: .ana).read().preferences.language == nil)
        }
    }

    @Test(
        "One button mutes everything for an hour, until the morning by the person's clock, or with an open end: on the server and on their devices",
        arguments: [
            ("hour", "2026-01-25T13:00:00Z", "Everything is muted until 25 January 2026, 22:00."),
            ("morning", "2026-01-25T23:00:00Z", "Everything is muted until 26 January 2026, 08:00."),
            ("open", "9999-12-31T23:59:59.999Z", "Everything is muted until you say otherwise."),
        ])
    func mute(choice: String, end: String, sentence: String) async throws {
        try await withAPI { api in
            _ = try await api.patch("/v1/users/me/preferences", ["timezone": "Asia/Tokyo"], as: .person(.ana))
            func shared() async -> FactValue? {
                await api.store.pull(SyncPull(since: nil), of: .ana).changes.tables[.profile]?.saved.first?.columns["muted_until"]
            }
            let answer = try await submit(api, "/page/settings/mute", "mute=\(choice)")
            #expect(answer.status == 303 && answer.headers[.location] == "/settings?saved=1")
            let muted = await api.store.preferences(of: .ana).read().preferences
            #expect(muted.mutedUntil?.description == end && muted.timezone == "Asia/Tokyo")
            let told = await shared()
            #expect(told == .text(end))
            let page = try await api.get("/settings", as: .page(.ana)).text
            #expect(page.contains(sentence) && page.contains("value=\"end\"") && !page.contains("value=\"hour\""))
            try await api.store.enqueue(.example(1, over: .inApp))
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            #expect(try await api.store.row(1).reason == .muted)

            #expect(try await submit(api, "/page/settings/mute", "mute=end").status == 303)
            let heard = await api.store.preferences(of: .ana).read().preferences
            let untold = await shared()
            #expect(heard.mutedUntil == nil && untold == .null)
            try await api.store.enqueue(.example(2, over: .inApp))
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            #expect(try await api.store.row(2).reason == .allowed)
        }
    }

    @Test("Who mutes everything while they change something finds that in its fields, not saved; where nothing was changed, they are led back")
    func muteWhileChanging() async throws {
        try await withAPI { api in
            try await tellOfBill(api)
            let page = try await submit(api, "/page/settings/mute", fields(api, ["bill_time": "18:30", "notify_email": "on"]) + "&mute=hour")
            #expect(page.status == 200 && page.text.contains("Everything is muted until") && page.text.contains("isn’t saved yet"))
            #expect(page.text.contains("name=\"bill_time\" value=\"18:30\"") && page.text.contains("name=\"notify_email\" value=\"on\" checked"))
            let preferences = await api.store.preferences(of: .ana).read().preferences
            #expect(preferences.mutedUntil == .noon + .seconds(3600) && !preferences.notifyEmail)
            let unusable = try await submit(api, "/page/settings/mute", fields(api, ["bill_time": "25:00"]) + "&mute=end")
            #expect(unusable.status == 200 && unusable.text.contains("name=\"bill_time\" value=\"25:00\"") && unusable.text.contains("value=\"hour\""))
            let unchanged = try await submit(api, "/page/settings/mute", fields(api) + "&mute=open")
            #expect(unchanged.status == 303 && unchanged.headers[.location] == "/settings?saved=1")
        }
    }

    @Test("Who mutes everything in the night until the morning is told again on that day", arguments: [("Pacific/Auckland", 19), ("Asia/Vladivostok", 22)])
    func muteAtNight(zone: String, hour: Int) async throws {
        try await withAPI { api in
            // Where it is one in the morning of the 26th, and where it is still ten in the evening of the 25th.
            _ = try await api.patch("/v1/users/me/preferences", ["timezone": .text(zone)], as: .person(.ana))
            #expect(try await submit(api, "/page/settings/mute", "mute=morning").status == 303)
            let muted = await api.store.preferences(of: .ana).read().preferences
            #expect(muted.mutedUntil?.description == "2026-01-25T\(hour):00:00Z")
        }
    }

    @Test("A mute that is over is none any more, and what isn't offered mutes nothing")
    func muteIsOver() async throws {
        try await withAPI { api in
            _ = try await submit(api, "/page/settings/mute", "mute=hour")
            for fields in ["mute=week", ""] {
                let refused = try await submit(api, "/page/settings/mute", fields)
                #expect(refused.status == 400 && refused.text.contains("“Mute everything”"))
            }
            let end = await api.store.preferences(of: .ana).read().preferences.mutedUntil
            #expect(end == .noon + .seconds(3600))
            api.clock.advance(.seconds(3600))
            let page = try await api.get("/settings", as: .page(.ana)).text
            #expect(page.contains("value=\"hour\"") && !page.contains("value=\"end\""))
        }
    }

    @Test("A form of another site's saves nothing")
    func forged() async throws {
        try await withAPI { api in
            let before = await api.store.changeMark()
            for path in ["/settings", "/settings/preview", "/page/settings/mute", "/page/settings/undo", "/page/settings/audience"] {
                let answer = try await submit(api, path, "notify_email=on&mute=hour&step=save&turn_on=notify_email", token: "guessed")
                #expect(answer.status == 401 && answer.text.contains("signed in any more"))
            }
            #expect(await api.store.changeMark() == before)
        }
    }
}

@Suite("Planning a person's coming days from what the server knows")
struct PersonPlannerTests {
    /// Ana's devices share that she is reminded at 19:00, and of three words, due a day after the other.
    private func plannerOfStudy(_ api: API) async -> PersonPlanner {
        let settings = FactRecord(id: FactTable.settingsID, columns: ["study_reminders_enabled": .flag(true), "reminder_time": .text("19:00")])
        let words = (1...3).map { FactRecord(id: "word-\($0)", columns: ["due": .text("2026-01-2\($0 + 5)")]) }
        let push = SyncPush(
            id: nil, changes: SyncChanges(tables: [.studySettings: .init(created: [settings]), .studyWords: .init(created: words)]), pulledAt: nil)
        _ = await api.store.push(push, of: .ana, now: .morning)
        return PersonPlanner(services: api.services)
    }

    @Test("It plans what a device of theirs would, by the person's clock, over 14 days")
    func planned() async throws {
        try await withAPI { api in
            _ = try await api.patch("/v1/users/me/preferences", ["timezone": "Europe/Berlin"], as: .person(.ana))
            let planner = await plannerOfStudy(api)
            let facts = try await planner.facts(of: .ana)
            let plan = try planner.plan(facts, language: .german, now: .noon)
            let first = try #require(plan.plan.lines.first)
            #expect(first.moment.description == "2026-01-26T18:00:00Z")
            let language = plan.setting.language
            #expect(plan.plan.days.count >= 14 && language == .german)
        }
    }

    @Test("What a person mutes on the server is silent in their plan too, until the mute ends")
    func muted() async throws {
        try await withAPI { api in
            let planner = await plannerOfStudy(api)
            func first() async throws -> Instant? {
                try planner.plan(try await planner.facts(of: .ana), language: .english, now: .noon).plan.lines.first?.moment
            }
            var wanted = Preferences()
            wanted.mutedUntil = Instant(literal: "2026-01-27T12:00:00Z")
            try await api.store.save([.mutedUntil], of: wanted, for: .ana, now: .noon)
            #expect(try await first()?.description == "2026-01-27T19:00:00Z", "where their devices say nothing of it")
            _ = try await api.patch("/v1/users/me/preferences", ["muted_until": "2026-01-28T12:00:00Z"], as: .person(.ana))
            #expect(try await first()?.description == "2026-01-28T19:00:00Z")
            _ = try await api.patch("/v1/users/me/preferences", ["muted_until": nil], as: .person(.ana))
            #expect(try await first()?.description == "2026-01-26T19:00:00Z")
        }
    }

    @Test("Quiet hours of single nights hold what is planned for them, whether the server alone knows of them or the person's devices too")
    func quietNights() async throws {
        try await withAPI { api in
            let planner = await plannerOfStudy(api)
            func first() async throws -> Instant? {
                try planner.plan(try await planner.facts(of: .ana), language: .english, now: .noon).plan.lines.first?.moment
            }
            var wanted = Preferences()
            wanted.quietHoursAction = .defer
            wanted.quietHoursByWeekday = QuietNights([.monday: DailyWindow(start: CivilTime(literal: "18:00"), end: CivilTime(literal: "20:00"))])
            try await api.store.save([.quietHoursByWeekday, .quietHoursAction], of: wanted, for: .ana, now: .noon)
            #expect(try await first()?.description == "2026-01-26T20:00:00Z")
            let evening: JSON = ["quiet_hours_by_weekday": ["mon": "18:00-21:30"], "quiet_hours_action": "defer"]
            _ = try await api.patch("/v1/users/me/preferences", evening, as: .person(.ana))
            #expect(try await first()?.description == "2026-01-26T21:30:00Z")
            _ = try await api.patch("/v1/users/me/preferences", ["quiet_hours_by_weekday": ["tue": "18:00-21:30"]], as: .person(.ana))
            #expect(try await first()?.description == "2026-01-26T19:00:00Z")
            wanted.quietHours = DailyWindow(start: CivilTime(literal: "18:00"), end: CivilTime(literal: "20:30"))
            try await api.store.save([.quietHoursStart, .quietHoursEnd], of: wanted, for: .ana, now: .noon)
            #expect(try await first()?.description == "2026-01-26T20:30:00Z", "of every night the server alone knows")
        }
    }

    @Test("What a newer app has put into a person's settings is passed over, as on their devices, and all else that they have set counts")
    func newerSettings() async throws {
        try await withAPI { api in
            let planner = await plannerOfStudy(api)
            let columns: [String: FactValue] = [
                "quiet_hours_start": .text("18:00"), "quiet_hours_end": .text("20:30"), "quiet_hours_action": .text("defer"),
                "quiet_hours_by_weekday": .text(#"{"sat":null,"holiday":null}"#), "throttles": .text(#"[{"category":"study","count":"few"}]"#),
            ]
            let push = try await planner.facts(of: .ana).push([.profile: columns])
            let result = await api.store.push(push, of: .ana, now: .morning)
            #expect(result == .taken)
            let plan = try planner.plan(try await planner.facts(of: .ana), language: .english, now: .noon)
            #expect(plan.plan.lines.first?.moment.description == "2026-01-26T20:30:00Z")
        }
    }

    @Test("Of somebody of whom nothing is known, nothing is planned")
    func nothing() async throws {
        try await withAPI { api in
            let planner = PersonPlanner(services: api.services)
            let facts = try await planner.facts(of: .ana)
            let plan = try planner.plan(facts, language: .english, now: .noon)
            let lines = plan.plan.lines
            #expect(lines.isEmpty)
        }
    }
}
