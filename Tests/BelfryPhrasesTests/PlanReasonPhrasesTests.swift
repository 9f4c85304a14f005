import BelfryModel
import BelfryPhrases
import BelfryTesting
import BelfryTime
import Testing

@Suite("The reasons of plans")
struct PlanReasonPhrasesTests {
    private func setting(_ byWeekday: [Weekday: DailyWindow] = [:]) throws -> Phrases.PlanSetting {
        let quietHours = DailyWindow(start: CivilTime(literal: "22:00"), end: CivilTime(literal: "07:00"))
        return Phrases.PlanSetting(zone: try zone("Europe/Berlin"), quietWeek: WeeklyWindow(everyDay: quietHours, byWeekday: byWeekday), budget: 60)
    }

    private func part(_ title: String, due: String = "2026-11-21T22:30:00Z", reason: Reason = .allowed) throws -> PlannedPart {
        PlannedPart(
            identifier: try #require(NotificationID("bills|\(title)|due_day|2026-11-21")), due: Instant(literal: due), expiresAt: nil,
            message: .words(title: title, body: ""), category: "bills", severity: .watch, reason: reason)
    }

    private func line(_ reason: Reason, at moment: String = "2026-11-22T06:00:00Z", titles: [String] = ["Rent"]) throws -> PlannedNotification {
        let parts = try titles.map { try part($0) }
        return PlannedNotification(
            identifier: parts[0].identifier, moment: Instant(literal: moment), category: "bills", severity: .watch, parts: parts, reason: reason)
    }

    static let sentences: [(Reason, String)] = [
        (.allowed, "Told at 07:00, when it is due: nothing stands against it."),
        (.criticalInQuietHours, "Told at 07:00, inside quiet hours (22:00–07:00), because it is critical and critical ones may pass."),
        (.allInQuietHours, "Told at 07:00, inside quiet hours (22:00–07:00), because these let everything pass."),
        (.quietHours, "Due at 23:30, inside quiet hours (22:00–07:00), so held until they end at 07:00."),
        (.quietHoursNotCritical, "Due at 23:30, inside quiet hours (22:00–07:00), so held until they end at 07:00."),
        (.snoozed, "Due at 23:30 and snoozed until 07:00."),
        (.sameMoment, "2 of one kind are due at 07:00 and are told as one."),
        (.sameDay, "2 of one kind on one day are told as one, when the last of them is due, at 07:00."),
        (.mergedToFit, "2 are told as one, when the last of them is due, at 07:00, because the system keeps only 60 pending and nearer days come first."),
        (.learntHour, "Told at 07:00, because of the hours open to it you respond best at this one."),
        (.populationHour, "Told at 07:00, because most people respond then, and little is known of you yet."),
        (.triedHour, "Told at 07:00, to find out whether you respond better at that hour."),
        (.coverageEnds, "Told at 07:00, because nothing is planned from then on until the app is opened."),
    ]

    @Test("each reason to tell has its sentence", arguments: sentences)
    func lines(_ reason: Reason, _ sentence: String) throws {
        #expect(Phrases.sentence(for: try line(reason, titles: ["Rent", "Gas"]), in: try setting()) == sentence)
    }

    /// Those that a plan may leave something out for.
    static let reasonsToLeaveOut: [Reason] = {
        let told = Set(sentences.map(\.0)).subtracting([.quietHours, .quietHoursNotCritical, .snoozed])
        // What a device never says of a plan: the channels and the queue of a server.
        let server: Set<Reason> = [
            .inAppDisabled, .emailDisabled, .championEmailDisabled, .championSMSDisabled, .categoryDisabled, .categoryMuted, .mergedIntoSummary,
            .categoryOffByDefault, .feedDown, .ownDigest, .cannotWaitForDigest,
        ]
        return Reason.allCases.filter { !told.contains($0) && !server.contains($0) }
    }()

    @Test("each reason to leave out has a sentence of its own")
    func leftOut() throws {
        let sentences = try Self.reasonsToLeaveOut.map { reason in
            let leftOut = LeftOutNotification(
                identifier: try part("Rent").identifier, due: .morning, category: "bills", severity: .watch, reason: reason)
            return Phrases.sentence(for: leftOut, in: try setting())
        }
        #expect(Set(sentences).count == Self.reasonsToLeaveOut.count)
        for sentence in sentences {
            #expect(sentence.hasPrefix("Due at 09:00, and not told, because ") && !sentence.contains("_"), "\(sentence)")
        }
    }

    @Test("of what was snoozed into the day of the next reminder it says that this one tells it")
    func superseded() throws {
        let leftOut = LeftOutNotification(
            identifier: try part("Rent").identifier, due: .morning, category: "bills", severity: .watch, reason: .superseded)
        #expect(Phrases.sentence(for: leftOut, in: try setting()) == "Due at 09:00, and not told, because a later one says the same.")
    }

    @Test("of what the person has done it says so")
    func done() throws {
        let leftOut = LeftOutNotification(
            identifier: try part("Rent").identifier, due: .morning, category: "bills", severity: .watch, reason: .resolved)
        #expect(Phrases.sentence(for: leftOut, in: try setting()) == "Due at 09:00, and not told, because it is done.")
    }

    @Test("where the day's hour was learnt, the sentence says from what")
    func learntHour() throws {
        var setting = try setting()
        let time = CivilTime(literal: "08:00")
        let usual = DailyWindow(start: CivilTime(literal: "07:30"), end: CivilTime(literal: "08:30"))
        let line = { (reason: Reason) in
            let part = try part("Rent", due: "2026-11-22T07:00:00Z", reason: reason)
            return PlannedNotification(
                identifier: part.identifier, moment: part.due, category: "bills", severity: .watch, parts: [part], reason: reason)
        }
        setting.hourChoice = { _ in HourChoice(time: time, basis: .learnt(usual: usual)) }
        let sentence = Phrases.sentence(for: try line(.learntHour), in: setting)
        #expect(sentence == "Told at 08:00, because you usually act between 07:30 and 08:30.")
        setting.hourChoice = { _ in HourChoice(time: time, basis: .trial(best: usual.end)) }
        #expect(
            Phrases.sentence(for: try line(.triedHour), in: setting)
                == "Told at 08:00, to find out whether you respond better then than at 08:30, the best hour known.")
        let choice = HourChoice(time: time, basis: .learnt(usual: usual))
        #expect(Phrases.sentence(for: choice) == "08:00, because you usually act between 07:30 and 08:30.")
    }

    @Test("coverage is said by the person's clock")
    func coverage() throws {
        #expect(Phrases.sentence(for: Coverage.complete, in: try setting()) == "Everything asked for is planned.")
        #expect(
            Phrases.sentence(for: .until(Instant(literal: "2026-11-30T22:30:00Z")), in: try setting())
                == "Everything until 30 November 2026, 23:30, is told though nobody opens the app.")
    }

    @Test("the picture shows days, quiet hours and what is told, and lets nothing through that would repaint a terminal")
    func picture() throws {
        let day = PlannedDay(
            date: CivilDate(literal: "2026-11-22"), lines: [try line(.quietHours, titles: ["Rent\u{1B}[2J"]), try line(.sameMoment, at: "2026-11-22T12:00:00Z", titles: ["Gas", "Water"])],
            leftOut: [
                LeftOutNotification(
                    identifier: try part("Old").identifier, due: Instant(literal: "2026-11-22T08:00:00Z"), category: "bills", severity: .watch, reason: .muted)
            ])
        let plan = Plan(days: [day], unplanned: [], coverage: .complete)
        #expect(
            PlanPicture(plan, in: try setting(), isExplained: false).text == """
                             0     3     6     9     12    15    18    21
                Sun 22 Nov   ░░░░░░░░░░░░░░◐···✕·······◉·················░░░░  2 told, 1 not
                             07:00     ◐ Rent[2J
                             13:00     ◉ 2 reminders
                                         • Gas
                                         • Water

                ● told  ◆ critical  ◉ several as one  ◐ held or snoozed  ☼ asks to open the app  ✕ not told  ░ quiet hours
                Not told:
                  1 because it is muted
                """)
        #expect(PlanPicture(plan, in: try setting(), isExplained: true).text.contains("→ Due at 23:30, inside quiet hours"))
    }

    @Test("a night of its own is said and drawn with its own hours")
    func quietNights() throws {
        let without = DailyWindow(start: .midnight, end: .midnight)
        let setting = try setting([.saturday: DailyWindow(start: CivilTime(literal: "23:00"), end: CivilTime(literal: "09:00")), .sunday: without])
        #expect(
            Phrases.sentence(for: try line(.quietHours, at: "2026-11-22T08:00:00Z"), in: setting)
                == "Due at 23:30, inside quiet hours (23:00–09:00), so held until they end at 09:00.")
        let sunday = PlannedDay(date: CivilDate(literal: "2026-11-22"), lines: [], leftOut: [])
        let text = PlanPicture(Plan(days: [sunday], unplanned: [], coverage: .complete), in: setting, isExplained: false).text
        #expect(text.contains("Sun 22 Nov   " + String(repeating: "░", count: 18) + String(repeating: "·", count: 30)))
    }

    @Test("the picture says of what isn't planned yet on which day it is due, because that may be none of those above")
    func unplanned() throws {
        let leftOut = LeftOutNotification(
            identifier: try part("Rent").identifier, due: Instant(literal: "2026-12-06T21:30:00Z"), category: "bills", severity: .watch,
            reason: .beyondHorizon)
        let day = PlannedDay(date: CivilDate(literal: "2026-11-22"), lines: [], leftOut: [])
        let picture = PlanPicture(Plan(days: [day], unplanned: [leftOut], coverage: .complete), in: try setting(), isExplained: true)
        #expect(picture.text.contains("\nSun  6 Dec   22:30     ✕ "))
    }
}
