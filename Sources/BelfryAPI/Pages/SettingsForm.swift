import BelfryDashboard
import BelfryDomains
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import Foundation

/// The settings as the fields of a form, and what a form that came back changes of them.
///
/// Only what somebody changed is written: what they left alone may be meant otherwise on a device, where nothing said is not the same.
struct SettingsForm: Sendable {
    /// By the names of the fields; a switch that is off isn't there.
    var values: [String: String]

    /// The switches, by the heads and the labels that they have on the page.
    static let switches: [String: (head: SettingsWord, label: SettingsWord)] = [
        "notify_in_app": (.channels, .inApp), "notify_push": (.channels, .push), "notify_email": (.channels, .email),
        "champion_notify_email": (.channels, .championEmail), "champion_notify_sms": (.channels, .messages), "adaptive": (.reminders, .adaptive),
        "bill_reminders_enabled": (.bills, .on), "notify_on_due_date": (.bills, .onDueDate), "notify_one_day_before": (.bills, .dayBefore),
        "study_reminders_enabled": (.study, .on), "prayer_reminders_enabled": (.prayer, .on),
    ]
    static let texts: [String] = [
        "quiet_hours_start", "quiet_hours_end", "quiet_hours_notification_level", "quiet_hours_action", "timezone", "other_timezone", "language",
        "daily_max", "digest_at", "reminder_time", "bill_time", "study_time", "prayer_place", "prayer_latitude", "prayer_longitude", "prayer_method", "prayer_days",
    ] + nights.flatMap { [$0.start, $0.end] }
    private static let nights = Weekday.allCases.map { SettingsPage.Night($0.rawValue) }

    // MARK: From what is stored

    init(_ facts: PersonPlanner.Facts) {
        values = [:]
        let preferences = facts.preferences
        set("notify_in_app", preferences.notifyInApp)
        set("notify_push", preferences.notifyPush)
        set("notify_email", preferences.notifyEmail)
        set("champion_notify_email", preferences.championNotifyEmail)
        set("champion_notify_sms", preferences.championNotifySMS)
        values["daily_max"] = preferences.dailyCountMax.map { String($0) } ?? ""
        values["digest_at"] = preferences.digestAt?.shortText ?? ""
        values["quiet_hours_start"] = preferences.quietHours?.start.shortText ?? ""
        values["quiet_hours_end"] = preferences.quietHours?.end.shortText ?? ""
        for (day, window) in preferences.quietHoursByWeekday.windows {
            let night = SettingsPage.Night(day.rawValue)
            set(night.without, window.isEmpty)
            values[night.start] = window.isEmpty ? "" : window.start.shortText
            values[night.end] = window.isEmpty ? "" : window.end.shortText
        }
        values["quiet_hours_notification_level"] = preferences.quietHoursLevel.rawValue
        values["quiet_hours_action"] = preferences.quietHoursAction.rawValue
        let isCommon = SettingsZones.common.contains(preferences.timezone)
        values["timezone"] = isCommon ? preferences.timezone : ""
        values["other_timezone"] = isCommon ? "" : preferences.timezone
        values["language"] = preferences.language?.rawValue ?? ""
        readTenants(facts)
    }

    private mutating func readTenants(_ facts: PersonPlanner.Facts) {
        let person = facts.settings(.profile).columns
        values["reminder_time"] = time(person["reminder_time"]) ?? Person.defaultReminderTime.shortText
        set("adaptive", ![nil, .null, .text("false"), .text("null")].contains(person["adaptive"]))
        let bills = facts.settings(.notificationSettings).columns
        set("bill_reminders_enabled", flag(bills["bill_reminders_enabled"]) ?? false)
        set("notify_on_due_date", flag(bills["notify_on_due_date"]) ?? true)
        set("notify_one_day_before", flag(bills["notify_one_day_before"]) ?? true)
        values["bill_time"] = billTime(bills).shortText
        let study = facts.settings(.studySettings).columns
        set("study_reminders_enabled", (facts.has(.studySettings) || facts.has(.studyWords)) && flag(study["study_reminders_enabled"]) ?? true)
        values["study_time"] = time(study["reminder_time"]) ?? ""
        let prayer = facts.settings(.prayerSettings).columns
        set("prayer_reminders_enabled", facts.has(.prayerSettings) && flag(prayer["prayer_reminders_enabled"]) ?? true)
        values["prayer_place"] = text(prayer["place"]) ?? ""
        values["prayer_latitude"] = number(prayer["latitude"]) ?? ""
        values["prayer_longitude"] = number(prayer["longitude"]) ?? ""
        // A method of the person's own is kept as long as nobody chooses another.
        let method = text(prayer["method"])?.trimmingCharacters(in: CharacterSet(charactersIn: "\""))
        values["prayer_method"] = method.map { PrayerMethodName(rawValue: $0) == nil ? "" : $0 } ?? PrayerMethodName.muslimWorldLeague.rawValue
        values["prayer_days"] = number(prayer["days"]) ?? String(PrayerReminderSettings.defaultDayCount)
    }

    private func billTime(_ bills: [String: FactValue]) -> CivilTime {
        let usual = Person.defaultReminderTime
        func part(_ name: String, _ other: Int) -> Int { if case .whole(let number) = bills[name] { number } else { other } }
        return CivilTime(hour: part("reminder_time_hour", usual.hour), minute: part("reminder_time_minute", usual.minute)) ?? usual
    }

    private mutating func set(_ name: String, _ isOn: Bool) { values[name] = isOn ? SettingsPage.on : nil }

    private func flag(_ value: FactValue?) -> Bool? {
        switch value {
        case .flag(let flag): flag
        case .whole(let number): number != 0
        default: nil
        }
    }

    private func text(_ value: FactValue?) -> String? { if case .text(let text) = value { text } else { nil } }
    private func time(_ value: FactValue?) -> String? { text(value).flatMap(CivilTime.init)?.shortText }

    private func number(_ value: FactValue?) -> String? {
        switch value {
        case .whole(let number): String(number)
        case .real(let number): Int(exactly: number).map(String.init) ?? String(number)
        default: nil
        }
    }

    // MARK: From a form

    /// Whether a post comes from the page's form: a field for text is always in it.
    static func isIn(_ post: PagePost) -> Bool { post["timezone"] != nil }

    /// What a browser sent. A switch that it doesn't name is off.
    init(_ post: PagePost) {
        values = [:]
        for name in Array(Self.switches.keys) + Self.nights.map(\.without) where post[name] == SettingsPage.on { values[name] = SettingsPage.on }
        for name in Self.texts { values[name] = (post[name] ?? "").trimmingCharacters(in: .whitespacesAndNewlines) }
    }

    /// As it is stored, but for the switches that a button takes back. What is none of them isn't read.
    init(_ facts: PersonPlanner.Facts, undoingBy post: PagePost) {
        self.init(facts)
        for (field, isOn) in [(SettingsPage.turnOn, true), (SettingsPage.turnOff, false)] {
            for name in post.fields[field] ?? [] where Self.switches[name] != nil { set(name, isOn) }
        }
    }

    /// What is switched otherwise than in an earlier form, as sentences for its person.
    func switched(since earlier: SettingsForm, _ words: PageWords) -> [SettingsPage.Switched] {
        let items = Self.switches.keys.compactMap { name -> SettingsPage.Switched? in
            let isOn = values[name] == SettingsPage.on
            return isOn == (earlier.values[name] == SettingsPage.on) ? nil : Self.switched(name, isOn: isOn, words)
        }
        return items.sorted { $0.sentence < $1.sentence }
    }

    /// Nil where there is no such switch.
    static func switched(_ name: String, isOn: Bool, _ words: PageWords) -> SettingsPage.Switched? {
        switches[name].map { place in
            let text = "\(words(place.head)) – \(words(place.label))"
            return SettingsPage.Switched(
                sentence: words(isOn ? SettingsWord.switchedOn : SettingsWord.switchedOff, ["name": text]), value: name, isOn: isOn)
        }
    }

    var timezone: String { values["other_timezone"].flatMap { $0.isEmpty ? nil : $0 } ?? values["timezone"] ?? "" }
}

/// The zones of the settings' list.
enum SettingsZones {
    /// Those that most people look for, with their cities' own names.
    static let common = [
        "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "America/Anchorage", "Pacific/Honolulu", "Europe/London",
        "Europe/Paris", "Europe/Berlin", "Europe/Moscow", "Asia/Dubai", "Asia/Kolkata", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney", "UTC",
    ]

    static func choices(_ names: [String], _ zones: any TimeZoneDatabase, now: Instant) -> [SettingsPage.Choice] {
        names.compactMap { name in
            zones.rules(named: name).map { rules in
                let city = name.split(separator: "/").last.map { String($0).replacing("_", with: " ") } ?? name
                return SettingsPage.Choice(value: name, label: "\(city) · \(offset(rules.offsetSeconds(at: now)))")
            }
        }
    }

    /// `UTC+05:30`, `UTC−8`, `UTC`.
    static func offset(_ seconds: Int) -> String {
        guard seconds != 0 else { return "UTC" }
        let (hours, minutes) = (seconds.magnitude / 60).quotientAndRemainder(dividingBy: 60)
        let rest = minutes == 0 ? "" : minutes < 10 ? ":0\(minutes)" : ":\(minutes)"
        return "UTC\(seconds < 0 ? "−" : "+")\(hours)\(rest)"
    }
}
