import BelfryModel
import BelfryTime

extension Phrases {
    /// What a decision was made from, as far as its explanation names it.
    public struct Circumstances: Sendable {
        public var channelName: String
        public var severity: Severity
        /// What the recipient's clock showed when it was decided.
        public var localTime: CivilDateTime?
        /// Those in which it was decided; where it was outside of them all, any.
        public var quietHours: DailyWindow?
        public var timezone: String
        public var snoozeUntil: CivilDate?
        /// Until when they mute everything, by their clock; nil where they have to end it themselves.
        public var mutedUntil: CivilDateTime?
        /// Until when they mute its category, by their clock; nil where it has no end that anybody will see.
        public var categoryMutedUntil: CivilDateTime?
        /// How much they want to be told on one day at most; nil where nothing limits it.
        public var dailyCountMax: Int?
        /// How many its app has them told in its window at most; nil where nothing limits it.
        public var throttleCountMax: Int?
        /// Until when it is held, by the recipient's clock.
        public var heldUntil: CivilDateTime?
        public var refusedSettings: [Preferences.Key]
        /// Whether it tells of an alert, which can be snoozed or dismissed; what an app has told can't.
        public var isOfAlert = true
        /// Whether the recipient themselves reads it, who is spoken to then, and not of.
        public var isForRecipient = false
        /// Whether a worker died with it in hand.
        public var isInDoubt = false
        /// Others are told before, and this is told where none of them reacts.
        public var isTellingFurther = false
        /// One of all whom its order tells does it for all.
        public var isOneOfUs = false
        /// Whether it isn't queued, so that nothing has happened yet.
        fileprivate var isRehearsed = false

        public init(
            channelName: String, severity: Severity, localTime: CivilDateTime?, quietHours: DailyWindow?, timezone: String,
            snoozeUntil: CivilDate?, heldUntil: CivilDateTime?, refusedSettings: [Preferences.Key]
        ) {
            self.channelName = channelName
            self.severity = severity
            self.localTime = localTime
            self.quietHours = quietHours
            self.timezone = timezone
            self.snoozeUntil = snoozeUntil
            self.heldUntil = heldUntil
            self.refusedSettings = refusedSettings
        }
    }

    /// What became of a delivery after it was decided to send it.
    public enum Ending: Hashable, Sendable {
        case asDecided
        /// Decided to be sent, and given back by its worker or taken back from a dead one.
        case waiting
        case sending
        case retrying(attemptCount: Int, error: String?)
        case failed(attemptCount: Int, error: String?)
        /// Nothing did, because it isn't queued: what would become of it is asked for, and why it would be given up.
        case rehearsed(error: String?)

        fileprivate var isRehearsed: Bool { if case .rehearsed = self { true } else { false } }
    }

    /// Why a delivery was sent, held or left out, in one sentence or two.
    public static func sentence(
        for decision: Decision, _ facts: Circumstances, ending: Ending = .asDecided, in language: Language = .english
    ) -> String {
        let words = PageWords(language)
        var facts = facts
        facts.isRehearsed = ending.isRehearsed
        let cause = ["cause": cause(decision.reason, facts, words)]
        let beginning =
            switch decision {
            case .send: outcome(ending, cause, words)
            case .defer:
                facts.heldUntil.map { until in
                    let values = cause.merging(["moment": moment(until, in: facts, words)]) { own, _ in own }
                    return words(ending.isRehearsed ? DecisionWord.wouldBeHeld : .held, values)
                } ?? words(DecisionWord.heldUntilQuietHoursEnd, cause)
            case .skip: words(ending.isRehearsed ? DecisionWord.wouldNotBeSent : .notSent, cause)
            case .merge: words(DecisionWord.merged, cause)
            }
        let doubt = facts.isInDoubt && decision.action == .skip ? words(DecisionWord.inDoubt) : ""
        return beginning + "." + doubt + remarks(facts, words)
    }

    private static func outcome(_ ending: Ending, _ cause: [String: String], _ words: PageWords) -> String {
        func after(_ count: Int, _ error: String?) -> [String: String] {
            // From the fourth on what a provider doesn't take for now is tried on, uncounted.
            let attempts: String =
                switch count {
                case 0: words(DecisionWord.noAttempt)
                case ..<(Delivery.attemptCountMax - 1): words(DecisionWord.failedAttempts, count: count)
                default: words(DecisionWord.manyFailedAttempts, ["n": String(count)])
                }
            return cause.merging(["attempts": attempts, "error": parenthesis(error)]) { own, _ in own }
        }
        return switch ending {
        case .asDecided: words(DecisionWord.sent, cause)
        case .waiting: words(DecisionWord.waiting, cause)
        case .sending: words(DecisionWord.sending, cause)
        case .retrying(let count, let error): words(DecisionWord.retrying, after(count, error))
        case .failed(let count, let error): words(DecisionWord.failed, after(count, error))
        case .rehearsed(nil): words(DecisionWord.wouldBeSent, cause)
        case .rehearsed(let error?): words(DecisionWord.wouldBeGivenUp, cause.merging(["error": parenthesis(error)]) { own, _ in own })
        }
    }

    private static func parenthesis(_ error: String?) -> String { error.map { " (\($0))" } ?? "" }

    /// Of a delivery that waits for its first decision.
    public static func sentenceForUndecided(in language: Language = .english) -> String { PageWords(language)(DecisionWord.undecided) }

    /// Of one that isn't decided before a moment.
    ///
    /// - Parameter moment: by the clock of `timezone`.
    public static func sentenceForUndecided(until moment: CivilDateTime, timezone: String, in language: Language = .english) -> String {
        let words = PageWords(language)
        return words(DecisionWord.undecidedUntil, ["moment": dated(moment, words) + " (\(timezone))"])
    }

    /// Of one that is meant for a moment by its recipient's clock, which is looked up when it is decided.
    public static func sentenceForUndecided(isForRecipient: Bool, in language: Language = .english) -> String {
        let words = PageWords(language)
        let cause = isForRecipient ? words(OwnWord.beforeLocalMoment) : words(PlanCauseWord.beforeLocalMoment)
        return words(DecisionWord.undecidedFor, ["cause": cause])
    }

    /// Of what isn't queued, and could never be sent as it is.
    public static func sentenceForUndeliverable(error: String?, in language: Language = .english) -> String {
        PageWords(language)(RehearsedWord.undeliverable, ["error": parenthesis(error)])
    }

    /// Of a delivery that waits because an operator has paused it, beside what had been decided before.
    public static func sentenceForPaused(in language: Language = .english) -> String { PageWords(language)(DecisionWord.paused) }

    /// Of one whose recipient is told because they are on duty.
    ///
    /// - Parameter rota: its name.
    public static func sentenceForOnDuty(rota: String, in language: Language = .english) -> String {
        PageWords(language)(DecisionWord.onDuty, ["rota": rota])
    }

    /// Of a delivery that was called off, whatever had been decided before.
    public static func sentenceForCalledOff(in language: Language = .english) -> String { PageWords(language)(DecisionWord.calledOff) }

    /// Of a delivery without readable inputs that no longer waits.
    public static func sentenceForUnexplained(isGivenUp: Bool, error: String?, in language: Language = .english) -> String {
        let words = PageWords(language)
        return isGivenUp ? words(DecisionWord.givenUpUndecided, ["error": parenthesis(error)]) : words(DecisionWord.unrecorded)
    }

    private static func cause(_ reason: Reason, _ facts: Circumstances, _ words: PageWords) -> String {
        let clock =
            facts.localTime.map { local in
                let time = ["time": local.time.shortText]
                return facts.isRehearsed ? words(RehearsedWord.clock, time) : said(DecisionWord.clock, .clock, facts, words, time)
            } ?? words(DecisionWord.someClock)
        let window =
            facts.quietHours.map { said(DecisionWord.window, .window, facts, words, ["start": $0.start.shortText, "end": $0.end.shortText]) }
            ?? said(DecisionWord.someWindow, .someWindow, facts, words)
        let channel = channel(facts, words)
        let values = ["clock": clock, "window": window, "channel": channel, "severity": severity(facts.severity, words)]
        func say(_ word: CauseWord, _ own: OwnWord? = nil) -> String {
            own.map { said(word, $0, facts, words, values) } ?? words(word, values)
        }
        switch reason {
        case .allowed:
            let hasQuietHours = facts.quietHours.map { !$0.isEmpty } ?? false
            if facts.isRehearsed { return words(hasQuietHours ? RehearsedWord.allowedOutsideQuietHours : .allowed, values) }
            return hasQuietHours ? say(.allowedOutsideQuietHours, .allowedOutsideQuietHours) : say(.allowed)
        case .criticalInQuietHours: return say(.critical)
        case .allInQuietHours: return say(.allPass)
        case .pushDisabled, .inAppDisabled, .emailDisabled, .championEmailDisabled, .championSMSDisabled:
            let value = ["switch": switchName(facts, words) ?? channel]
            return said(CauseWord.switchedOff, .switchedOff, facts, words, value) + sharedSwitch(facts, words)
        case .categoryDisabled: return say(.categoryDisabled, .categoryDisabled)
        case .categoryOffByDefault: return say(.categoryOffByDefault, .categoryOffByDefault)
        case .notEntitled: return say(.notEntitled, .notEntitled)
        case .snoozed: return facts.snoozeUntil.map { words(CauseWord.snoozedThrough, ["day": text(of: $0, in: words.language)]) } ?? say(.snoozed)
        case .dismissed: return say(.dismissed)
        case .feedDown: return say(.feedDown)
        case .quietHours: return say(.nothingPasses)
        case .quietHoursNotCritical: return say(.onlyCriticalPass)
        case .expired: return facts.isRehearsed ? words(PlanCauseWord.expired) : say(.expired)
        case .resolved: return say(.resolved)
        case .superseded: return say(.superseded)
        case .mergedIntoSummary: return say(.inSummary)
        case .muted:
            return facts.mutedUntil.map { said(CauseWord.mutedUntil, .mutedUntil, facts, words, ["moment": moment($0, in: facts, words)]) }
                ?? say(.muted, .muted)
        case .categoryMuted:
            return facts.categoryMutedUntil.map {
                said(CauseWord.categoryMutedUntil, .categoryMutedUntil, facts, words, ["moment": moment($0, in: facts, words)])
            } ?? say(.categoryMuted, .categoryMuted)
        case .frequencyCapped: return say(.frequencyCapped, .frequencyCapped) + (facts.dailyCountMax.map { " (\($0))" } ?? "")
        case .throttled: return say(.throttled, .throttled) + (facts.throttleCountMax.map { " (\($0))" } ?? "")
        case .ownDigest: return said(PlanCauseWord.ownDigest, .ownDigest, facts, words)
        case .cannotWaitForDigest: return say(.cannotWaitForDigest, .cannotWaitForDigest)
        case .beforeLocalMoment: return said(PlanCauseWord.beforeLocalMoment, .beforeLocalMoment, facts, words)
        // Over whichever channel: they are on duty in several steps, or named in another.
        case .alreadyReached where facts.isTellingFurther: return words(PlanCauseWord.alreadyTold)
        case .alreadyReached: return said(PlanCauseWord.alreadyReached, .alreadyReached, facts, words)
        case .alreadyAcknowledged where facts.isOneOfUs: return words(PlanCauseWord.doneByOne)
        case .earlierStepFirst where facts.isTellingFurther: return words(PlanCauseWord.othersFirst)
        case .earlierStepFirst: return said(PlanCauseWord.earlierStepFirst, .earlierStepFirst, facts, words)
        default: return planCause(reason, in: words.language)
        }
    }

    /// - Parameter own: stands in its place for the recipient themselves.
    private static func said(
        _ word: some PageWord, _ own: OwnWord, _ facts: Circumstances, _ words: PageWords, _ values: [String: String] = [:]
    ) -> String {
        facts.isForRecipient ? words(own, values) : words(word, values)
    }

    /// English has small letters inside a sentence; the other names stand in quotation marks as they are.
    private static func severity(_ severity: Severity, _ words: PageWords) -> String {
        let name = name(of: severity, in: words.language)
        return words.language == .english ? name.lowercased() : name
    }

    /// What would have to be different for another decision; nil where nothing that the recipient can set would change it.
    ///
    /// - Parameter isRehearsed: whether it isn't queued, so that nothing has happened yet.
    public static func whatWouldChange(
        _ decision: Decision, _ facts: Circumstances, isRehearsed: Bool = false, in language: Language = .english
    ) -> String? {
        let words = PageWords(language)
        func say(_ word: ChangeWord, or rehearsed: RehearsedWord, _ values: [String: String] = [:]) -> String {
            isRehearsed ? words(rehearsed, values) : words(word, values)
        }
        // As the settings call them, so that whoever reads it finds them there.
        let choices = [
            "none": words(SettingsWord.levelNone), "critical": words(SettingsWord.levelCritical), "all": words(SettingsWord.levelAll),
            "hold": words(SettingsWord.hold),
        ]
        let held = decision.action == .skip ? say(.holdInstead, or: .holdInstead, choices) : "."
        return switch decision.reason {
        case .allowed, .cannotWaitForDigest:
            switchName(facts, words).map { say(facts.isOfAlert ? .stopBySwitch : .stopOrderBySwitch, or: .stopBySwitch, ["switch": $0]) }
                ?? say(facts.isOfAlert ? .stop : .stopOrder, or: .stop)
        case .criticalInQuietHours: say(.levelNone, or: .levelNone, choices)
        case .allInQuietHours:
            facts.severity == .critical ? say(.levelNone, or: .levelNone, choices) : say(.levelCriticalOrNone, or: .levelCriticalOrNone, choices)
        case .pushDisabled, .inAppDisabled, .emailDisabled, .championEmailDisabled, .championSMSDisabled:
            words(ChangeWord.switchOn, ["switch": settingName(facts, words) ?? channel(facts, words), "head": words(SettingsWord.channels)])
        case .categoryDisabled, .categoryOffByDefault: words(ChangeWord.switchOnKind, ["channel": channel(facts, words)])
        case .snoozed: words(ChangeWord.endSnooze)
        case .dismissed: words(ChangeWord.undoDismissal)
        case .quietHours: words(ChangeWord.otherHours, choices) + held
        case .quietHoursNotCritical: words(ChangeWord.otherHoursOrCritical, choices) + held
        case .muted, .categoryMuted: words(ChangeWord.endMute)
        case .frequencyCapped: words(ChangeWord.moreADay, ["setting": words(SettingsWord.dailyMax)])
        case .ownDigest: words(ChangeWord.otherDigest, ["setting": words(SettingsWord.digestAt)])
        default: nil
        }
    }

    private static func remarks(_ facts: Circumstances, _ words: PageWords) -> String {
        facts.refusedSettings.map { key in
            key == .timezone
                ? said(DecisionWord.refusedTimezone, .refusedTimezone, facts, words)
                : said(DecisionWord.refusedSetting, .refusedSetting, facts, words, ["setting": key.rawValue])
        }.joined()
    }

    /// What the person's switch for a channel is called; nil for a webhook, which is the operator's own and has none.
    private static func switchName(_ facts: Circumstances, _ words: PageWords) -> String? {
        let word: CauseWord? =
            switch DeliveryChannel(rawValue: facts.channelName) {
            case .push, .whatsApp, .ntfy, .telegram, .chat: .push
            case .inApp: .inApp
            case .email: .email
            case .championEmail: .championEmail
            case .sms, .voice, .championSMS: .championTexts
            case .webhook, nil: nil
            }
        return word.map { words($0) }
    }

    /// The same as it stands on the page of the settings.
    private static func settingName(_ facts: Circumstances, _ words: PageWords) -> String? {
        let word: SettingsWord? =
            switch DeliveryChannel(rawValue: facts.channelName) {
            case .push, .whatsApp, .ntfy, .telegram, .chat: .push
            case .inApp: .inApp
            case .email: .email
            case .championEmail: .championEmail
            case .sms, .voice, .championSMS: .messages
            case .webhook, nil: nil
            }
        return word.map { words($0) }
    }

    /// Of a channel that has no switch of its own.
    private static func sharedSwitch(_ facts: Circumstances, _ words: PageWords) -> String {
        switch DeliveryChannel(rawValue: facts.channelName) {
        case .whatsApp: words(CauseWord.countsForWhatsApp)
        case .ntfy: words(CauseWord.countsForNtfy)
        case .telegram: words(CauseWord.countsForTelegram)
        case .chat: words(CauseWord.countsForRooms)
        case .sms: words(CauseWord.countsForTexts)
        case .voice: words(CauseWord.countsForCalls)
        default: ""
        }
    }

    private static func channel(_ facts: Circumstances, _ words: PageWords) -> String {
        let stranger = words.language == .english ? "“\(facts.channelName)”" : facts.channelName
        return DeliveryChannel(rawValue: facts.channelName).map { name(of: $0, in: words.language) } ?? stranger
    }

    private static func moment(_ civil: CivilDateTime, in facts: Circumstances, _ words: PageWords) -> String {
        let time = civil.time.shortText
        let isSameDay = facts.localTime?.date == civil.date
        return (isSameDay ? time : dated(civil, words)) + " (\(facts.timezone))"
    }

    private static func dated(_ civil: CivilDateTime, _ words: PageWords) -> String {
        words(DecisionWord.momentOnDay, ["time": civil.time.shortText, "day": text(of: civil.date, in: words.language)])
    }
}
