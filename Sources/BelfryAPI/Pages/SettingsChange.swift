import BelfryDashboard
import BelfryDomains
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime

/// What a form changes of somebody's settings: on the server and, as rows that are synced, on their devices.
struct SettingsChange: Sendable {
    private(set) var keys: Set<Preferences.Key> = []
    private(set) var columns: [FactTable: [String: FactValue]] = [:]
    private(set) var preferences: Preferences
    /// What is wrong with a field, by its name. Nothing is saved then.
    private(set) var faults: [String: SettingsWord] = [:]

    var isEmpty: Bool { keys.isEmpty && columns.isEmpty }

    private let old: [String: String]
    private let new: [String: String]

    init(from old: SettingsForm, to new: SettingsForm, _ preferences: Preferences, zones: any TimeZoneDatabase) {
        self.preferences = preferences
        (self.old, self.new) = (old.values, new.values)
        readChannels()
        readDailyMax()
        readDigest()
        readQuietHours()
        readQuietNights()
        if new.timezone != old.timezone {
            if let zone = zones.rules(named: new.timezone) {
                self.preferences.timezone = zone.name
                keys.insert(.timezone)
            } else {
                faults[new.values["other_timezone"]?.isEmpty == false ? "other_timezone" : "timezone"] = .badZone
            }
        }
        readLanguage()
        readReminders()
        readPrayer()
    }

    /// The facts as they would be.
    func applied(to facts: PersonPlanner.Facts) -> PersonPlanner.Facts {
        var facts = facts
        facts.preferences = preferences
        for (table, columns) in columns { facts.set(columns, in: table) }
        return facts
    }

    // MARK: Field by field

    /// What stands there now; nil where it stood there before.
    private func changed(_ name: String) -> String? {
        let (before, now) = (old[name] ?? "", new[name] ?? "")
        return before == now ? nil : now
    }

    private func changedSwitch(_ name: String) -> Bool? { changed(name).map { $0 == SettingsPage.on } }

    private mutating func readChannels() {
        let own: [(String, Preferences.Key, WritableKeyPath<Preferences, Bool>)] = [
            ("notify_in_app", .notifyInApp, \.notifyInApp), ("notify_push", .notifyPush, \.notifyPush), ("notify_email", .notifyEmail, \.notifyEmail),
            ("champion_notify_email", .championNotifyEmail, \.championNotifyEmail), ("champion_notify_sms", .championNotifySMS, \.championNotifySMS),
        ]
        for (name, key, path) in own {
            guard let isOn = changedSwitch(name) else { continue }
            preferences[keyPath: path] = isOn
            keys.insert(key)
            if FactTable.profile.column(named: name) != nil { columns[.profile, default: [:]][name] = .flag(isOn) }
        }
    }

    /// Empty is no limit.
    private mutating func readDailyMax() {
        guard let text = changed("daily_max") else { return }
        let count = Int(text).flatMap { Preferences.dailyCountRange.contains($0) ? $0 : nil }
        guard count != nil || text.isEmpty else {
            faults["daily_max"] = .badDailyMax
            return
        }
        preferences.dailyCountMax = count
        keys.insert(.dailyCountMax)
        columns[.profile, default: [:]]["daily_max"] = count.map { .whole($0) } ?? .null
    }

    /// Empty is told at once. Devices don't know it.
    private mutating func readDigest() {
        guard changed("digest_at") != nil else { return }
        preferences.digestAt = time("digest_at")
        keys.insert(.digestAt)
    }

    private mutating func readQuietHours() {
        if changed("quiet_hours_start") != nil || changed("quiet_hours_end") != nil {
            let (start, end) = (time("quiet_hours_start"), time("quiet_hours_end"))
            if (start == nil) != (end == nil) { faults["quiet_hours_end"] = faults["quiet_hours_end"] ?? .halfQuietHours }
            preferences.quietHours = DailyWindow(start: start, end: end)
            keys.formUnion([.quietHoursStart, .quietHoursEnd])
            columns[.profile, default: [:]]["quiet_hours_start"] = start.map { .text($0.description) } ?? .null
            columns[.profile, default: [:]]["quiet_hours_end"] = end.map { .text($0.description) } ?? .null
        }
        if let level = changed("quiet_hours_notification_level").flatMap(QuietHoursLevel.init) {
            preferences.quietHoursLevel = level
            keys.insert(.quietHoursLevel)
            columns[.profile, default: [:]]["quiet_hours_notification_level"] = .text(level.rawValue)
        }
        if let action = changed("quiet_hours_action").flatMap(QuietHoursAction.init) {
            preferences.quietHoursAction = action
            keys.insert(.quietHoursAction)
            columns[.profile, default: [:]]["quiet_hours_action"] = .text(action.rawValue)
        }
    }

    /// A night that wasn't touched stays as it is, to the second.
    private mutating func readQuietNights() {
        var windows = preferences.quietHoursByWeekday.windows
        for day in Weekday.allCases {
            let night = SettingsPage.Night(day.rawValue)
            guard [night.start, night.end, night.without].contains(where: { changed($0) != nil }) else { continue }
            if new[night.without] == SettingsPage.on {
                windows[day] = QuietNights.without
                continue
            }
            let (start, end) = (time(night.start), time(night.end))
            if (start == nil) != (end == nil) { faults[night.end] = faults[night.end] ?? .halfQuietHours }
            windows[day] = DailyWindow(start: start, end: end)
        }
        guard windows != preferences.quietHoursByWeekday.windows else { return }
        preferences.quietHoursByWeekday = QuietNights(windows)
        keys.insert(.quietHoursByWeekday)
        columns[.profile, default: [:]]["quiet_hours_by_weekday"] = preferences.quietHoursByWeekday.text.map { .text($0) } ?? .null
    }

    /// Empty takes the browser's. What the list doesn't offer changes nothing.
    private mutating func readLanguage() {
        guard let text = changed("language") else { return }
        let language = Language(rawValue: text)
        guard language != nil || text.isEmpty else { return }
        preferences.language = language
        keys.insert(.language)
        columns[.profile, default: [:]]["language"] = language.map { .text($0.rawValue) } ?? .null
    }

    private mutating func readReminders() {
        if changed("reminder_time") != nil { columns[.profile, default: [:]]["reminder_time"] = needed("reminder_time") }
        if let isOn = changedSwitch("adaptive") { columns[.profile, default: [:]]["adaptive"] = .text(isOn ? "true" : "false") }
        for name in ["bill_reminders_enabled", "notify_on_due_date", "notify_one_day_before"] {
            if let isOn = changedSwitch(name) { columns[.notificationSettings, default: [:]][name] = .flag(isOn) }
        }
        if changed("bill_time") != nil {
            let time = time("bill_time")
            if time == nil { faults["bill_time"] = .badTime }
            columns[.notificationSettings, default: [:]]["reminder_time_hour"] = time.map { .whole($0.hour) }
            columns[.notificationSettings, default: [:]]["reminder_time_minute"] = time.map { .whole($0.minute) }
        }
        if let isOn = changedSwitch("study_reminders_enabled") { columns[.studySettings, default: [:]]["study_reminders_enabled"] = .flag(isOn) }
        // Empty takes the person's own hour.
        if changed("study_time") != nil { columns[.studySettings, default: [:]]["reminder_time"] = time("study_time").map { .text($0.description) } ?? .null }
    }

    private mutating func readPrayer() {
        let names = ["prayer_reminders_enabled", "prayer_place", "prayer_latitude", "prayer_longitude", "prayer_method", "prayer_days"]
        guard names.contains(where: { changed($0) != nil }) else { return }
        var row: [String: FactValue] = [:]
        if let isOn = changedSwitch("prayer_reminders_enabled") { row["prayer_reminders_enabled"] = .flag(isOn) }
        if let place = changed("prayer_place") {
            // As of what devices share, whose text it becomes.
            if place.unicodeScalars.count > FactColumn.textLengthMax { faults["prayer_place"] = .longPlace }
            row["place"] = place.isEmpty ? .null : .text(place)
        }
        row["latitude"] = degrees("prayer_latitude", in: PrayerSettings.latitudeRange)
        row["longitude"] = degrees("prayer_longitude", in: PrayerSettings.longitudeRange)
        if let method = changed("prayer_method"), PrayerMethodName(rawValue: method) != nil { row["method"] = .text("\"\(method)\"") }
        if let days = changed("prayer_days") {
            let count = Int(days).flatMap { PrayerReminderSettings.dayCountRange.contains($0) ? $0 : nil }
            if count == nil { faults["prayer_days"] = .badDays }
            row["days"] = count.map(FactValue.whole)
        }
        columns[.prayerSettings] = row
    }

    /// Without a place there are no times, so none may be missing once somebody touches this group.
    private mutating func degrees(_ name: String, in range: ClosedRange<Double>) -> FactValue? {
        guard let value = Double((new[name] ?? "").replacing(",", with: ".")), range.contains(value) else {
            faults[name] = .badPlace
            return nil
        }
        return .real(value)
    }

    /// Nil where the field is empty, or holds no time: then it has a fault.
    private mutating func time(_ name: String) -> CivilTime? {
        guard let text = new[name], !text.isEmpty else { return nil }
        guard let time = CivilTime(text) else {
            faults[name] = .badTime
            return nil
        }
        return time
    }

    private mutating func needed(_ name: String) -> FactValue? {
        guard let time = time(name) else {
            faults[name] = .badTime
            return nil
        }
        return .text(time.description)
    }
}
