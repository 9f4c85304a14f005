import BelfryModel
import BelfryTime

extension Phrases {
    /// What the sentences about a plan speak of besides its lines.
    public struct PlanSetting: Sendable {
        /// The person's.
        public var zone: TimeZoneRules
        public var quietHours: DailyWindow?
        /// How many requests the plan may use; nil where there is no limit.
        public var budget: Int?
        /// Of what the person is told; the sentences about it are in English.
        public var language: Language
        /// The learnt hour of a day, and why it is that one.
        public var hourChoice: @Sendable (CivilDate) -> HourChoice?

        public init(
            zone: TimeZoneRules, quietHours: DailyWindow?, budget: Int?, language: Language = .english,
            hourChoice: @escaping @Sendable (CivilDate) -> HourChoice? = { _ in nil }
        ) {
            self.zone = zone
            self.quietHours = quietHours
            self.budget = budget
            self.language = language
            self.hourChoice = hourChoice
        }
    }

    // MARK: Words

    /// What a planned notification says.
    public static func content(
        of line: PlannedNotification, in language: Language = .english, catalogue: PhraseCatalogue = .standard
    ) -> NotificationContent {
        guard line.isSummary else {
            let (title, body) = words(of: line.parts[0].message, in: language, catalogue)
            return NotificationContent(title: title, body: body, severity: line.severity)
        }
        let texts = line.parts.map { words(of: $0.message, in: language, catalogue) }
        let (title, body) = summary(of: texts, in: language, catalogue: catalogue)
        return NotificationContent(title: title, body: body, severity: line.severity)
    }

    /// Several notifications told as one: how many there are, and a line for each.
    public static func summary(
        of texts: [(title: String, body: String)], in language: Language, catalogue: PhraseCatalogue = .standard
    ) -> (title: String, body: String) {
        let shown = texts.count > summaryLineCountMax ? texts.prefix(summaryLineCountMax - 1) : texts[...]
        var lines = shown.map { title, body in "• " + [title, body].filter { !$0.isEmpty }.joined(separator: ": ") }
        if shown.count < texts.count { lines.append("… +\(texts.count - shown.count)") }
        return (catalogue.summaryTitle(partCount: texts.count, in: language), lines.joined(separator: "\n"))
    }

    /// No system shows more lines of one notification than this.
    static let summaryLineCountMax = 12

    private static func words(
        of message: Message, in language: Language, _ catalogue: PhraseCatalogue = .standard
    ) -> (title: String, body: String) {
        switch message {
        case .words(let title, let body): (title, body)
        case .facts(let facts): catalogue.words(for: facts, in: language)
        case .canary(let until):
            catalogue.words(for: MessageFacts(template: "canary", values: ["day": .day(until.date), "time": .time(until.time)]), in: language)
        }
    }

    // MARK: Reasons

    /// Why a line stands in a plan, and why at that moment.
    public static func sentence(for line: PlannedNotification, in setting: PlanSetting) -> String {
        let clock = clock(line.moment, in: setting)
        let due = line.parts[0].due == line.moment ? clock : self.clock(line.parts[0].due, in: setting)
        return switch line.reason {
        case .criticalInQuietHours: "Told at \(clock), inside quiet hours\(window(setting)), because it is critical and critical ones may pass."
        case .allInQuietHours: "Told at \(clock), inside quiet hours\(window(setting)), because these let everything pass."
        case .quietHours, .quietHoursNotCritical: "Due at \(due), inside quiet hours\(window(setting)), so held until they end at \(clock)."
        case .snoozed: "Due at \(due) and snoozed until \(clock)."
        case .sameMoment: "\(line.parts.count) of one kind are due at \(clock) and are told as one."
        case .sameDay: "\(line.parts.count) of one kind on one day are told as one, when the last of them is due, at \(clock)."
        case .mergedToFit:
            "\(line.parts.count) are told as one, when the last of them is due, at \(clock), because the system keeps only "
                + "\(setting.budget.map(String.init) ?? "so many") pending and nearer days come first."
        case .coverageEnds: "Told at \(clock), because nothing is planned from then on until the app is opened."
        case .learntHour, .populationHour, .triedHour: "Told at \(clock), \(hourCause(of: line, in: setting))."
        default:
            line.parts[0].due < line.moment && !line.isPutOff
                ? "Told at \(clock), right behind others that are due at \(due): nothing stands against it."
                : "Told at \(clock), when it is due: nothing stands against it."
        }
    }

    /// Why something is not told.
    public static func sentence(for leftOut: LeftOutNotification, in setting: PlanSetting) -> String {
        let due = leftOut.due.map { "Due at \(clock($0, in: setting)), and not told" } ?? "Not told"
        return switch leftOut.reason {
        case .quietHours: "\(due), because quiet hours\(window(setting)) let nothing pass."
        case .quietHoursNotCritical: "\(due), because quiet hours\(window(setting)) let only critical ones pass."
        default: "\(due), because \(planCause(leftOut.reason))."
        }
    }

    /// Until when the plan holds though nobody opens the app.
    public static func sentence(for coverage: Coverage, in setting: PlanSetting) -> String {
        switch coverage {
        case .complete: "Everything asked for is planned."
        case .until(let moment):
            "Everything until \(text(of: setting.zone.civil(at: moment).date)), \(clock(moment, in: setting)), is told though nobody opens the app."
        }
    }

    static func planCause(_ reason: Reason) -> String {
        switch reason {
        case .pushDisabled: "notifications are switched off"
        case .snoozed: "it is snoozed"
        case .dismissed: "it was dismissed"
        case .muted: "it is muted"
        case .throttled: "its kind was told as often as it may be in that time"
        case .frequencyCapped: "more is due on that day than the person wants to be told"
        case .ignoredLately: "the person ignores its kind, so fewer of it are told"
        case .overBudget: "the system keeps only so many pending, and earlier ones come first"
        case .expired: "it would come too late to be of use"
        case .momentPassed: "its moment has passed"
        case .alreadyTold: "it was told already"
        case .nothingToSay: "there is nothing to say on that day"
        case .beyondHorizon: "it is too far ahead: it waits for the next pass"
        case .noFurtherMoment: "its schedule has no further moment"
        case .duplicate: "a later request has the same identifier"
        case .unknownTimezone: "it stays in a time zone that this system doesn't know"
        case .quietHours, .quietHoursNotCritical: "quiet hours don't let it pass"
        case .coverageEnds: "nothing more is planned from then on until the app is opened"
        case .sameMoment, .sameDay, .mergedIntoSummary, .mergedToFit: "it is told as a part of another"
        case .allowed, .criticalInQuietHours, .allInQuietHours, .learntHour, .populationHour, .triedHour: "nothing stands against it"
        case .inAppDisabled, .emailDisabled, .championEmailDisabled, .championSMSDisabled: "its channel is switched off"
        case .resolved, .superseded, .notEntitled: "it is no longer true, or no longer news"
        }
    }

    private static func window(_ setting: PlanSetting) -> String {
        setting.quietHours.map { " (\($0.start.shortText)–\($0.end.shortText))" } ?? ""
    }

    /// `09:00`, with the seconds where there are any.
    private static func clock(_ moment: Instant, in setting: PlanSetting) -> String {
        let time = setting.zone.civil(at: moment).time
        return time.second == 0 ? time.shortText : time.description
    }
}

extension Phrases {
    /// What "what if" changes of one notification, behind a mark: `+` told, `−` not told any more, `~` told at another moment.
    public static func sentence(for change: PlanComparison.Change, in setting: PlanSetting) -> String {
        let title = printable(words(of: change.part.message, in: setting.language).title)
        return switch change.kind {
        case .added(let moment): "+ \(day(moment, setting))  \(title)"
        case .removed(let moment, let reason): "− \(day(moment, setting))  \(title): not told, because \(planCause(reason))"
        case .moved(let from, let to): "~ \(day(from, setting)) → \(day(to, setting))  \(title)"
        }
    }

    private static func day(_ moment: Instant, _ setting: PlanSetting) -> String {
        shortText(of: setting.zone.civil(at: moment).date) + clock(moment, in: setting)
    }
}

// MARK: What domains don't ask for

extension Phrases {
    /// Why a domain doesn't ask for something.
    public static func sentence(for skipped: Skipped) -> String {
        let day = skipped.date.map { " on \(text(of: $0))" } ?? ""
        return "\(printable(skipped.subject))\(day): \(cause(skipped.reason))."
    }

    private static func cause(_ reason: SkipReason) -> String {
        switch reason {
        case .switchedOff: "it is switched off"
        case .momentPassed: "its moment has passed"
        case .deleted: "it was deleted"
        case .notAnExpense: "it is not an expense"
        case .completed: "it is paid"
        case .autoPay: "it pays itself"
        case .noDueDate: "it has no due date"
        case .pastDue: "it was due before today"
        case .dueLater: "it is due later and waits for the next pass"
        case .seriesOver: "it doesn't come back any more"
        case .noCurrency: "its amounts have no currency"
        case .neverReviewed: "it was never learned"
        case .nothingDue: "nothing is due"
        case .used: "it is used up"
        case .noDates: "it has no date to remind of"
        case .sunNeverSets: "the sun doesn't set on that day"
        case .sunNeverRises: "the sun doesn't rise on that day"
        case .noShadow: "the sun casts no shadow long enough to tell"
        case .shadowNeverLongEnough: "the shadow doesn't get long enough on that day"
        case .twilightNeverEnds: "twilight doesn't end in that night"
        }
    }
}
