import BelfryModel
import BelfryPorts
import BelfryTime

/// All that is left to chance in a life, from one seed: what happens, and what the person edits.
struct Fate {
    var generator: SeededGenerator
    private var factCount = 0
    private var recallCount = 0
    /// From which the person's own reminders are drawn, so that the rest of a life stays as it would be without; nil where they have none.
    private var own: SeededGenerator?
    /// The same for the quiet hours of single nights.
    private var nights: SeededGenerator?

    init(seed: UInt64, hasReminders: Bool, hasQuietNights: Bool = false) {
        generator = SeededGenerator(seed: seed)
        own = hasReminders ? SeededGenerator(seed: seed, Fate.reminderPart) : nil
        nights = hasQuietNights ? SeededGenerator(seed: seed, Fate.nightPart) : nil
    }

    private static let reminderPart = 1
    private static let nightPart = 2

    mutating func count(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &generator) < share }

    /// When a life begins: some day of a year, at any second.
    mutating func beginning() -> Instant {
        let days = Int.random(in: 0..<365, using: &generator)
        return Instant(secondsSinceEpoch: 1_792_000_000 + Int64(days * 86_400 + Int.random(in: 0..<86_400, using: &generator)))
    }

    mutating func capacity() -> Int { [8, 12, 20, 64].randomElement(using: &generator) ?? 64 }
    mutating func timezone() -> String { DeviceTrace.timezones.randomElement(using: &generator) ?? "UTC" }

    // MARK: Facts

    /// With which a life begins.
    mutating func firstFacts(today: CivilDate) -> FactEdits {
        var edits = FactEdits()
        edits.saved[.notificationSettings] = [
            FactRecord(
                id: FactTable.settingsID,
                columns: ["bill_reminders_enabled": .flag(true), "currency": .text("EUR"), "weekly_digest_enabled": .flag(chance(0.3))])
        ]
        if chance(0.4) { edits.saved[.profile] = [quietNights("critical_only")] }
        edits.saved[.budgetItems] = (0..<count(1...5)).map { _ in bill(today: today) }
        edits.saved[.pantryItems] = (0..<count(0...3)).map { _ in thing(today: today) }
        if chance(0.3) {
            edits.saved[.studySettings] = [studyHour()]
            edits.saved[.studyWords] = (0..<count(1...6)).map { _ in word(today: today) }
        }
        if chance(0.3) { edits.saved[.prayerSettings] = [prayers()] }
        if own != nil { edits.saved[.reminders] = (0..<3).compactMap { _ in reminder(today: today) } }
        return edits
    }

    mutating func edits(today: CivilDate) -> FactEdits {
        if let edits = reminderEdits(today: today) { return edits }
        var edits = FactEdits()
        switch Int.random(in: 0..<9, using: &generator) {
        case 0, 1: edits.saved[.budgetItems] = [bill(today: today)]
        case 2: edits.saved[.pantryItems] = [thing(today: today)]
        case 3: edits.saved[.budgetItems] = [FactRecord(id: "bill\(count(0...factCount))", columns: ["is_completed": .flag(true), "name": .text("Paid")])]
        case 4: edits.deleted[.budgetItems] = ["bill\(count(0...factCount))"]
        case 5:
            let level = chance(0.5) ? "critical_only" : "all"
            edits.saved[.profile] = [quietNights(level)]
        case 6: edits.saved[.studyWords] = [word(today: today)]
        case 7: if chance(0.5) { edits.saved[.prayerSettings] = [prayers()] } else { edits.saved[.studySettings] = [studyHour()] }
        default:
            edits.saved[.notificationSettings] = [
                FactRecord(id: FactTable.settingsID, columns: ["reminder_time_hour": .whole(count(6...23)), "notify_one_day_before": .flag(chance(0.8))])
            ]
        }
        return edits
    }

    mutating func bill(today: CivilDate) -> FactRecord {
        factCount += 1
        var columns: [String: FactValue] = [
            "name": .text("Bill \(factCount)"), "amount": .whole(count(100...90_000)), "due_date": .text(day(-3...20, from: today)),
            "is_auto_pay": .flag(chance(0.1)), "is_completed": .flag(false),
        ]
        if chance(0.3) { columns["rrule"] = .text(["FREQ=WEEKLY", "FREQ=MONTHLY", "FREQ=DAILY;INTERVAL=3"].randomElement(using: &generator) ?? "") }
        return FactRecord(id: "bill\(count(0...factCount))", columns: columns)
    }

    private mutating func thing(today: CivilDate) -> FactRecord {
        factCount += 1
        var columns: [String: FactValue] = [
            "name": .text("Thing \(factCount)"), "expires_on": .text(day(-1...12, from: today)), "used": .flag(false),
        ]
        if chance(0.5) { columns["gtin"] = .text(Fate.barCode) }
        return FactRecord(id: "thing\(factCount)", columns: columns)
    }

    /// Of all things that have one.
    private static let barCode = "4006381333931"

    /// Of every thing with a bar code.
    mutating func recall() -> RecallNotice {
        recallCount += 1
        let codes = GTIN.readings(of: Array(Fate.barCode.utf8)).map { PrintedCode($0) }
        let product = RecalledProduct(description: "Thing", brands: [], codes: codes, lots: PrintedLots(), bestBefore: PrintedDates())
        return RecallNotice(
            feed: .openFDA, id: "F-\(recallCount)", kind: .recall, severity: chance(0.6) ? .critical : .standard, status: .ongoing,
            title: "Thing", reason: "Listeria", publishedOn: nil, products: [product])
    }

    /// Nil where something else is edited.
    private mutating func reminderEdits(today: CivilDate) -> FactEdits? {
        guard own?.happens(0.4) == true, let reminder = reminder(today: today) else { return nil }
        return own?.happens(0.2) == true ? FactEdits(deleted: [.reminders: [reminder.id]]) : FactEdits(saved: [.reminders: [reminder]])
    }

    /// One of five of the person's own: at a time or on a day, once or by a rule, here or by the clock of a zone.
    private mutating func reminder(today: CivilDate) -> FactRecord? {
        guard var dice = own else { return nil }
        defer { own = dice }
        let number = Int.random(in: 0...4, using: &dice)
        let day = today + Int.random(in: -2...6, using: &dice)
        let time = ["T07:30", "T12:00", "T22:15", ""].randomElement(using: &dice) ?? ""
        let until = (day + 3).description.filter { $0 != "-" }
        let rules = ["FREQ=DAILY", "FREQ=DAILY;COUNT=4", "FREQ=DAILY;UNTIL=\(until)T053000Z", "FREQ=HOURLY;INTERVAL=8"]
        let rule: FactValue = dice.happens(0.7) ? .text(rules.randomElement(using: &dice) ?? "") : .null
        let zone: FactValue = dice.happens(0.3) ? .text(DeviceTrace.timezones.randomElement(using: &dice) ?? "UTC") : .null
        let length: FactValue = dice.happens(0.5) ? .whole(Int.random(in: 20...600, using: &dice)) : .null
        let done: FactValue = dice.happens(0.2) ? .text(day.description) : .null
        return FactRecord(
            id: "own\(number)",
            columns: [
                "title": .text("Reminder \(number)"), "dtstart": .text("\(day)\(time)"), "rrule": rule, "timezone": zone, "valid_minutes": length,
                // What is critical may be shown again, so it is so all the time.
                "severity": .text(number == 0 ? "critical" : "watch"), "enabled": .flag(dice.happens(0.9)), "done_through": done,
            ])
    }

    private mutating func word(today: CivilDate) -> FactRecord {
        FactRecord(id: "word\(count(0...9))", columns: ["due": .text(day(-3...9, from: today))])
    }

    private mutating func studyHour() -> FactRecord {
        FactRecord(
            id: FactTable.settingsID, columns: ["study_reminders_enabled": .flag(chance(0.9)), "reminder_time": .text("\(count(10...22)):30")])
    }

    /// Berlin, New York or Kuala Lumpur, wherever the device is: who has moved says so later, or never.
    private mutating func prayers() -> FactRecord {
        let (latitude, longitude) = [(52.52, 13.4), (40.71, -74.0), (3.14, 101.69)].randomElement(using: &generator) ?? (0, 0)
        return FactRecord(
            id: FactTable.settingsID,
            columns: [
                "prayer_reminders_enabled": .flag(chance(0.9)), "latitude": .real(latitude), "longitude": .real(longitude),
                "method": .text(#""umm_al_qura""#), "minutes_before": .text(chance(0.5) ? "0" : "10"),
            ])
    }

    /// - Parameter level: what passes them.
    private mutating func quietNights(_ level: String) -> FactRecord {
        var columns: [String: FactValue] = [
            "notify_push": .flag(true), "quiet_hours_start": .text("21:00"), "quiet_hours_end": .text("10:00"),
            "quiet_hours_notification_level": .text(level), "quiet_hours_action": .text("defer"),
        ]
        if var dice = nights {
            columns["quiet_hours_by_weekday"] = Fate.singleNights.randomElement(using: &dice) ?? .null
            nights = dice
        }
        return FactRecord(id: FactTable.settingsID, columns: columns)
    }

    /// A longer night and one without; two that overlap; all as every other.
    private static let singleNights: [FactValue] = [
        .text(#"{"sat":"23:00-11:30","sun":null}"#), .text(#"{"fri":"20:00-13:00","sat":"12:00-11:00"}"#), .null,
    ]

    private mutating func day(_ range: ClosedRange<Int>, from today: CivilDate) -> String { (today + count(range)).description }

    // MARK: Responses

    mutating func action() -> NotificationResponse.Action {
        var actions: [NotificationResponse.Action] = [.open, .dismiss, .button("SNOOZE"), .button("USED")]
        if own != nil { actions += [.button("DONE"), .button("LATER")] }
        return actions.randomElement(using: &generator) ?? .open
    }
}
