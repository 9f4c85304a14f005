import BelfryModel
import BelfryTesting
import BelfryTime
import Foundation
import Testing

struct PreferencesTests {
    @Test("An empty object is a new person: in the app and by e-mail to the champion, no hour quiet, the clock in UTC")
    func defaults() throws {
        let preferences = try decoded(Preferences.self, from: "{}")
        #expect(preferences == Preferences())
        #expect(DeliveryChannel.allCases.filter(preferences.isEnabled) == [.inApp, .championEmail, .webhook])
        #expect(preferences.quietHours == nil)
        #expect(preferences.quietHoursLevel == .none)
        #expect(preferences.quietHoursAction == .skip)
        #expect(preferences.timezone == "UTC")
    }

    @Test(
        "Each channel has one switch, and a webhook none",
        arguments: [
            ("notify_push", [DeliveryChannel.push, .whatsApp, .ntfy, .telegram, .chat]), ("notify_in_app", [.inApp]), ("notify_email", [.email]),
            ("champion_notify_email", [.championEmail]), ("champion_notify_sms", [.sms, .voice, .championSMS]),
        ])
    func switches(key: String, channels: [DeliveryChannel]) throws {
        let on = try decoded(Preferences.self, from: #"{"\#(key)":true}"#)
        let off = try decoded(Preferences.self, from: #"{"\#(key)":false}"#)
        for channel in DeliveryChannel.allCases {
            #expect(on.isEnabled(channel) == (channels.contains(channel) || Preferences().isEnabled(channel)))
            #expect(off.isEnabled(channel) == (!channels.contains(channel) && Preferences().isEnabled(channel)))
        }
    }

    private static let full = """
        {"notify_in_app":false,"notify_push":true,"notify_email":true,"champion_notify_email":false,"champion_notify_sms":true,\
        "quiet_hours_start":"22:00:00","quiet_hours_end":"07:00","quiet_hours_notification_level":"critical_only",\
        "quiet_hours_action":"defer","timezone":"America/Los_Angeles","language":"de",\
        "muted_until":"2026-01-25T20:00:00Z","quiet_hours_by_weekday":{"fri":"23:00-09:00","sun":null},"daily_max":8,\
        "digest_at":"18:00:00","digest_by_category":{"billing":"09:00:00","chat":null}}
        """

    @Test("What was read is written with the same keys, and reads back as itself")
    func roundTrip() throws {
        let preferences = try decoded(Preferences.self, from: Self.full)
        #expect(preferences.quietHours?.start == CivilTime(hour: 22, minute: 0))
        #expect(preferences.quietHours?.end == CivilTime(hour: 7, minute: 0))
        let data = try JSONEncoder().encode(preferences)
        #expect(try JSONDecoder().decode(Preferences.self, from: data) == preferences)
        let keys = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any]).keys
        #expect(Set(keys) == Set(Preferences.Key.allCases.map(\.rawValue)))
    }

    @Test("An update keeps what it does not name", arguments: Preferences.Key.allCases)
    func missingKeeps(key: Preferences.Key) throws {
        let before = try decoded(Preferences.self, from: Self.full)
        #expect(try updated(before, by: "{}") == before)
        // A key named with the value that it has changes nothing either.
        let object = try #require(try JSONSerialization.jsonObject(with: Data(Self.full.utf8)) as? [String: Any])
        let one = try JSONSerialization.data(withJSONObject: [key.rawValue: try #require(object[key.rawValue])])
        #expect(try updated(before, by: String(decoding: one, as: UTF8.self)) == before)
    }

    @Test("An explicit null in an update resets that key alone", arguments: Preferences.Key.allCases)
    func nullResets(key: Preferences.Key) throws {
        let before = try decoded(Preferences.self, from: Self.full)
        let after = try updated(before, by: #"{"\#(key.rawValue)":null}"#)
        var expected = before
        let defaults = Preferences()
        switch key {
        case .notifyInApp: expected.notifyInApp = defaults.notifyInApp
        case .notifyPush: expected.notifyPush = defaults.notifyPush
        case .notifyEmail: expected.notifyEmail = defaults.notifyEmail
        case .championNotifyEmail: expected.championNotifyEmail = defaults.championNotifyEmail
        case .championNotifySMS: expected.championNotifySMS = defaults.championNotifySMS
        // One quiet hour without the other means none.
        case .quietHoursStart, .quietHoursEnd: expected.quietHours = nil
        case .quietHoursByWeekday: expected.quietHoursByWeekday = QuietNights()
        case .quietHoursLevel: expected.quietHoursLevel = defaults.quietHoursLevel
        case .quietHoursAction: expected.quietHoursAction = defaults.quietHoursAction
        case .timezone: expected.timezone = defaults.timezone
        case .language: expected.language = nil
        case .mutedUntil: expected.mutedUntil = nil
        case .dailyCountMax: expected.dailyCountMax = nil
        case .digestAt: expected.digestAt = nil
        case .digestByCategory: expected.digestByCategory = DigestTimes()
        }
        #expect(after == expected)
        #expect(after != before)
    }

    @Test("One end of the quiet hours may be moved alone where there are both, and means nothing where there is none")
    func oneQuietHour() throws {
        let before = try decoded(Preferences.self, from: Self.full)
        let moved = try updated(before, by: #"{"quiet_hours_end":"06:30"}"#)
        #expect(moved.quietHours == DailyWindow(start: CivilTime("22:00"), end: CivilTime("06:30")))
        #expect(try updated(Preferences(), by: #"{"quiet_hours_end":"06:30"}"#).quietHours == nil)
    }

    @Test("Nights of their own count in place of those of every day, and are replaced all at once")
    func quietNights() throws {
        let before = try decoded(Preferences.self, from: Self.full)
        let night = CivilDateTime(.sunday, CivilTime(literal: "23:00"))
        #expect(!before.quietWeek.contains(night) && before.quietWeek.contains(CivilDateTime(.sunday + 1, night.time)))
        let after = try updated(before, by: #"{"quiet_hours_by_weekday":{"mon":"20:00-06:00"}}"#)
        #expect(after.quietHoursByWeekday.text == #"{"mon":"20:00-06:00"}"# && after.quietWeek.contains(night))
        var taken = Preferences()
        taken.take([.quietHoursByWeekday], from: after)
        #expect(taken.quietHoursByWeekday == after.quietHoursByWeekday && taken.quietHours == nil)
    }

    @Test("An update with a value of another form is refused by the name of its field")
    func refusedUpdate() throws {
        let before = try decoded(Preferences.self, from: Self.full)
        #expect(throws: Problem.unknownValue(field: "quiet_hours_action", allowed: ["skip", "defer"])) {
            try updated(before, by: #"{"quiet_hours_action":"later"}"#)
        }
        #expect(problem(with: #"{"quiet_hours_start":"25:00"}"#, as: Preferences.self)?.field == "quiet_hours_start")
        #expect(
            problem(with: #"{"notify_push":"yes"}"#, as: Preferences.self) == .wrongType(field: "notify_push", expected: "true or false"))
        #expect(problem(with: #"{"timezone":1}"#, as: Preferences.self) == .wrongType(field: "timezone", expected: "text"))
        #expect(problem(with: #"{"quiet_hours_by_weekday":{"fri":"late"}}"#, as: Preferences.self)?.field == "quiet_hours_by_weekday.fri")
        #expect(problem(with: #"{"muted_until":"tomorrow"}"#, as: Preferences.self)?.field == "muted_until")
        let range = Double(Preferences.dailyCountRange.lowerBound)...Double(Preferences.dailyCountRange.upperBound)
        for count in ["-1", "10001"] {
            #expect(problem(with: #"{"daily_max":\#(count)}"#, as: Preferences.self) == .numberOutOfRange(field: "daily_max", range: range))
        }
        #expect(problem(with: #"{"daily_max":2.5}"#, as: Preferences.self)?.field == "daily_max")
    }

    /// Preferences after an update in JSON.
    private func updated(_ preferences: Preferences, by json: String) throws -> Preferences {
        struct Update: Decodable {
            let decoder: any Decoder
            init(from decoder: any Decoder) { self.decoder = decoder }
        }
        var updated = preferences
        try updated.update(from: JSONDecoder().decode(Update.self, from: Data(json.utf8)).decoder)
        return updated
    }
}

struct StoredPreferencesTests {
    @Test("A row without values is a new person, with nothing refused")
    func empty() {
        let (preferences, refused) = StoredPreferences(columns: [:]).read()
        #expect(preferences == Preferences())
        #expect(refused.isEmpty)
    }

    @Test(
        "A flag reads as either database writes it",
        arguments: [("1", true), ("t", true), ("TRUE", true), ("0", false), ("f", false), ("False", false)])
    func flags(text: String, value: Bool) {
        let (preferences, refused) = StoredPreferences(columns: [.notifyPush: text, .notifyInApp: text]).read()
        #expect(preferences.notifyPush == value)
        #expect(preferences.notifyInApp == value)
        #expect(refused.isEmpty)
    }

    @Test("A full row is read whole")
    func full() {
        let (preferences, refused) = StoredPreferences(columns: [
            .notifyInApp: "0", .notifyPush: "1", .notifyEmail: "t", .championNotifyEmail: "f", .championNotifySMS: "true",
            .quietHoursStart: "22:00:00", .quietHoursEnd: "07:00", .quietHoursLevel: "critical_only", .quietHoursAction: "defer",
            .timezone: "Asia/Tokyo", .mutedUntil: "2026-01-25 20:00:00.5+00", .quietHoursByWeekday: #"{"sun": null, "fri": "23:00-09:00"}"#,
            .dailyCountMax: "8",
        ]).read()
        #expect(refused.isEmpty)
        #expect(preferences.mutedUntil?.description == "2026-01-25T20:00:00.500Z")
        #expect(preferences.quietHoursByWeekday.text == #"{"fri":"23:00-09:00","sun":null}"#)
        #expect(preferences.dailyCountMax == 8)
        #expect(DeliveryChannel.allCases.filter(preferences.isEnabled) == [.push, .email, .sms, .whatsApp, .ntfy, .telegram, .chat, .voice, .championSMS, .webhook])
        #expect(preferences.quietHours == DailyWindow(start: CivilTime("22:00"), end: CivilTime("07:00")))
        #expect(preferences.quietHoursLevel == .criticalOnly)
        #expect(preferences.quietHoursAction == .defer)
        #expect(preferences.timezone == "Asia/Tokyo")
    }

    @Test(
        "A mute that the person has to end has the last moment, however it was written",
        arguments: [("infinity", false), ("9999-12-31T23:59:59Z", false), ("9999-12-31 23:59:59.999+00", false), ("9999-12-31T23:59:58Z", true)])
    func openMute(text: String, ends: Bool) throws {
        let (preferences, refused) = StoredPreferences(columns: [.mutedUntil: text]).read()
        let end = try #require(preferences.mutedUntil)
        #expect(Mute.ends(at: end) == ends && refused.isEmpty)
    }

    @Test("What cannot be understood has its default and is named, and the rest of the row counts", arguments: Preferences.Key.allCases)
    func refused(key: Preferences.Key) {
        let columns: [Preferences.Key: String] = [
            .notifyPush: "1", .quietHoursStart: "22:00", .quietHoursEnd: "07:00", .quietHoursLevel: "all", .quietHoursAction: "defer",
        ]
        let (preferences, refused) = StoredPreferences(columns: columns.merging([key: "perhaps"]) { $1 }).read()
        // Whether a zone exists is known only to the tz database.
        #expect(refused == (key == .timezone ? [] : [key]))
        #expect(preferences.notifyPush == (key != .notifyPush))
        #expect((preferences.quietHours == nil) == (key == .quietHoursStart || key == .quietHoursEnd))
        #expect(preferences.quietHoursLevel == (key == .quietHoursLevel ? .none : .all))
        #expect(preferences.quietHoursAction == (key == .quietHoursAction ? .skip : .defer))
        #expect(preferences.timezone == (key == .timezone ? "perhaps" : "UTC"))
    }

    @Test("How much is wanted on one day is a whole number within its limits, and else no limit", arguments: ["-1", "10001", "2.5", "8 ", "t"])
    func refusedCount(text: String) {
        let (preferences, refused) = StoredPreferences(columns: [.dailyCountMax: text]).read()
        #expect(preferences.dailyCountMax == nil && refused == [.dailyCountMax])
    }

    @Test("Every column that cannot be understood is named once")
    func allRefused() {
        let columns = Dictionary(uniqueKeysWithValues: Preferences.Key.allCases.map { ($0, "") })
        let (_, refused) = StoredPreferences(columns: columns).read()
        #expect(refused.count == Set(refused).count)
        #expect(Set(refused) == Set(Preferences.Key.allCases).subtracting([.timezone]))
    }
}
