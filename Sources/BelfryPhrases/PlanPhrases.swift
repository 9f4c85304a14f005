import BelfryModel
import BelfryTime

extension Phrases {
    /// What the sentences about a plan speak of besides its lines.
    public struct PlanSetting: Sendable {
        /// The person's.
        public var zone: TimeZoneRules
        /// When it is quiet for the person.
        public var quietWeek: WeeklyWindow
        /// How many requests the plan may use; nil where there is no limit.
        public var budget: Int?
        /// Of what the person is told, and of the sentences about it.
        public var language: Language
        /// The learnt hour of a day, and why it is that one.
        public var hourChoice: @Sendable (CivilDate) -> HourChoice?

        public init(
            zone: TimeZoneRules, quietWeek: WeeklyWindow, budget: Int?, language: Language = .english,
            hourChoice: @escaping @Sendable (CivilDate) -> HourChoice? = { _ in nil }
        ) {
            self.zone = zone
            self.quietWeek = quietWeek
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

    /// Several notifications told as one: how many there are, and a line for each, however many lines it has by itself.
    /// - Parameter partCount: how many there are, where some of the texts are a summary's line; nil for as many as texts.
    public static func summary(
        of texts: [(title: String, body: String)], partCount: Int? = nil, in language: Language, catalogue: PhraseCatalogue = .standard
    ) -> (title: String, body: String) {
        let count = partCount ?? texts.count
        let areAllShown = count <= texts.count && texts.count <= summaryLineCountMax
        let shown = areAllShown ? texts[...] : texts.prefix(summaryLineCountMax - 1)
        let colon = PageWords(language).colon
        var lines = shown.map { title, body in bullet + [title, body].map(oneLine).filter { !$0.isEmpty }.joined(separator: colon) }
        if shown.count < count { lines.append("\(more)\(count - shown.count)") }
        return (catalogue.summaryTitle(partCount: count, in: language), lines.joined(separator: "\n"))
    }

    /// The lines of a summary, to go into another one, but for the one that says how many it doesn't show.
    public static func lines(ofSummary body: String) -> [(title: String, body: String)] {
        body.split(separator: "\n").filter { !$0.hasPrefix(more) }.map { line in
            (title: String(line.hasPrefix(bullet) ? line.dropFirst(bullet.count) : line), body: "")
        }
    }

    private static func oneLine(_ text: String) -> String { text.split(whereSeparator: \.isNewline).joined(separator: " ") }

    private static let bullet = "• "
    private static let more = "… +"

    /// No system shows more lines of one notification than this.
    static let summaryLineCountMax = 12

    /// What a message says in a language.
    public static func words(
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
        let words = PageWords(setting.language)
        let clock = clock(line.moment, in: setting)
        let due = line.parts[0].due == line.moment ? clock : self.clock(line.parts[0].due, in: setting)
        let values = ["time": clock, "due": due, "window": window(line.parts[0].due, setting), "budget": setting.budget.map(String.init) ?? words(PlanWord.soMany)]
        return switch line.reason {
        case .criticalInQuietHours: words(PlanWord.criticalInQuietHours, values)
        case .allInQuietHours: words(PlanWord.allInQuietHours, values)
        case .quietHours, .quietHoursNotCritical: words(PlanWord.heldForQuietHours, values)
        case .snoozed: words(PlanWord.snoozed, values)
        case .sameMoment: words(PlanWord.sameMoment, count: line.parts.count, values)
        case .sameDay: words(PlanWord.sameDay, count: line.parts.count, values)
        case .mergedToFit: words(PlanWord.mergedToFit, count: line.parts.count, values)
        case .coverageEnds: words(PlanWord.coverageEnds, values)
        case .learntHour, .populationHour, .triedHour: words(PlanWord.atHour, ["time": clock, "cause": hourCause(of: line, in: setting)])
        default: words(line.parts[0].due < line.moment && !line.isPutOff ? PlanWord.behindOthers : .due, values)
        }
    }

    /// Why something is not told.
    public static func sentence(for leftOut: LeftOutNotification, in setting: PlanSetting) -> String {
        let words = PageWords(setting.language)
        let cause =
            switch leftOut.reason {
            case .quietHours: words(PlanWord.nothingPasses, ["window": window(leftOut.due, setting)])
            case .quietHoursNotCritical: words(PlanWord.onlyCriticalPass, ["window": window(leftOut.due, setting)])
            default: planCause(leftOut.reason, in: setting.language)
            }
        return leftOut.due.map { words(PlanWord.dueNotTold, ["due": clock($0, in: setting), "cause": cause]) } ?? words(PlanWord.notTold, ["cause": cause])
    }

    /// Until when the plan holds though nobody opens the app.
    public static func sentence(for coverage: Coverage, in setting: PlanSetting) -> String {
        let words = PageWords(setting.language)
        return switch coverage {
        case .complete: words(PlanWord.complete)
        case .until(let moment):
            words(
                PlanWord.until,
                ["day": text(of: setting.zone.civil(at: moment).date, in: setting.language), "time": clock(moment, in: setting)])
        }
    }

    static func planCause(_ reason: Reason, in language: Language = .english) -> String {
        let word: PlanCauseWord =
            switch reason {
            case .pushDisabled: .switchedOff
            case .snoozed: .snoozed
            case .dismissed: .dismissed
            case .muted, .categoryMuted: .muted
            case .throttled: .throttled
            case .frequencyCapped: .frequencyCapped
            case .ignoredLately: .ignoredLately
            case .overBudget: .overBudget
            case .expired: .expired
            case .momentPassed: .momentPassed
            case .alreadyTold: .alreadyTold
            case .alreadyReached: .alreadyReached
            case .nothingToSay: .nothingToSay
            case .beyondHorizon: .beyondHorizon
            case .noFurtherMoment: .noFurtherMoment
            case .duplicate: .duplicate
            case .unknownTimezone: .unknownTimezone
            case .quietHours, .quietHoursNotCritical: .quietHours
            case .coverageEnds: .coverageEnds
            case .sameMoment, .sameDay, .mergedIntoSummary, .mergedToFit: .partOfAnother
            case .allowed, .criticalInQuietHours, .allInQuietHours, .learntHour, .populationHour, .triedHour, .cannotWaitForDigest: .nothingAgainst
            case .inAppDisabled, .emailDisabled, .championEmailDisabled, .championSMSDisabled, .categoryDisabled, .categoryOffByDefault: .channelOff
            case .superseded: .saidByLater
            case .resolved: .done
            case .notEntitled, .feedDown: .noLongerNews
            case .beforeLocalMoment: .beforeLocalMoment
            case .ownDigest: .ownDigest
            case .earlierStepFirst: .earlierStepFirst
            case .alreadyAcknowledged: .alreadyAcknowledged
            }
        return PageWords(language)(word)
    }

    /// The quiet hours around a moment, in parentheses.
    private static func window(_ moment: Instant?, _ setting: PlanSetting) -> String {
        moment.flatMap { setting.quietWeek.window(around: setting.zone.civil(at: $0)) }.map { " (\($0.start.shortText)–\($0.end.shortText))" } ?? ""
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
        switch change.kind {
        case .added(let moment): return "+ \(day(moment, setting))  \(title)"
        case .removed(let moment, let reason):
            let removed = PageWords(setting.language)(PlanWord.removed, ["title": title, "cause": planCause(reason, in: setting.language)])
            return "− \(day(moment, setting))  \(removed)"
        case .moved(let from, let to): return "~ \(day(from, setting)) → \(day(to, setting))  \(title)"
        }
    }

    private static func day(_ moment: Instant, _ setting: PlanSetting) -> String {
        shortText(of: setting.zone.civil(at: moment).date) + clock(moment, in: setting)
    }
}

// MARK: What domains don't ask for

extension Phrases {
    /// Why a domain doesn't ask for something.
    public static func sentence(for skipped: Skipped, in language: Language = .english) -> String {
        let words = PageWords(language)
        let values = ["subject": printable(skipped.subject), "cause": words(word(for: skipped.reason))]
        guard let date = skipped.date else { return words(PlanWord.skipped, values) }
        return words(PlanWord.skippedOnDay, values.merging(["day": text(of: date, in: language)]) { own, _ in own })
    }

    private static func word(for reason: SkipReason) -> SkipWord {
        switch reason {
        case .switchedOff: .switchedOff
        case .momentPassed: .momentPassed
        case .deleted: .deleted
        case .notAnExpense: .notAnExpense
        case .completed: .completed
        case .autoPay: .autoPay
        case .noDueDate: .noDueDate
        case .pastDue: .pastDue
        case .dueLater: .dueLater
        case .seriesOver: .seriesOver
        case .noCurrency: .noCurrency
        case .neverReviewed: .neverReviewed
        case .nothingDue: .nothingDue
        case .used: .used
        case .noDates: .noDates
        case .done: .done
        case .sunNeverSets: .sunNeverSets
        case .sunNeverRises: .sunNeverRises
        case .noShadow: .noShadow
        case .shadowNeverLongEnough: .shadowNeverLongEnough
        case .twilightNeverEnds: .twilightNeverEnds
        }
    }
}
