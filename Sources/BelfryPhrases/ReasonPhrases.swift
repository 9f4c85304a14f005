import BelfryModel
import BelfryTime

extension Phrases {
    /// What a decision was made from, as far as its explanation names it.
    public struct Circumstances: Sendable {
        public var channelName: String
        public var severity: Severity
        /// What the recipient's clock showed when it was decided.
        public var localTime: CivilDateTime?
        public var quietHours: DailyWindow?
        public var timezone: String
        public var snoozeUntil: CivilDate?
        /// Until when it is held, by the recipient's clock.
        public var heldUntil: CivilDateTime?
        public var refusedSettings: [Preferences.Key]

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
    }

    /// Why a delivery was sent, held or left out, in one sentence or two.
    public static func sentence(for decision: Decision, _ facts: Circumstances, ending: Ending = .asDecided) -> String {
        let beginning =
            switch decision {
            case .send: outcome(ending)
            case .defer: "Held until \(facts.heldUntil.map { moment($0, in: facts) } ?? "quiet hours end"), because "
            case .skip: "Not sent, because "
            case .merge: "Not sent on its own, because "
            }
        return beginning + cause(decision.reason, facts) + "." + remarks(facts)
    }

    private static func outcome(_ ending: Ending) -> String {
        switch ending {
        case .asDecided: "Sent, because "
        case .waiting: "Waiting to be sent, because "
        case .sending: "Being sent, because "
        case .retrying(let count, let error): "To be tried again \(after(count, error)); it is meant to be sent, because "
        case .failed(let count, let error): "Given up \(after(count, error)); it was meant to be sent, because "
        }
    }

    private static func after(_ attemptCount: Int, _ error: String?) -> String {
        let attempts =
            switch attemptCount {
            case 0: "without a recorded attempt"
            case 1: "after 1 failed attempt"
            default: "after \(attemptCount) failed attempts"
            }
        return attempts + parenthesis(error)
    }

    private static func parenthesis(_ error: String?) -> String { error.map { " (\($0))" } ?? "" }

    /// Of a delivery that waits for its first decision.
    public static let sentenceForUndecided = "Not decided yet: it waits for a worker."

    /// Of a delivery without readable inputs that no longer waits.
    public static func sentenceForUnexplained(isGivenUp: Bool, error: String?) -> String {
        isGivenUp ? "Given up before it was decided\(parenthesis(error))." : "What it was decided from was not recorded."
    }

    private static func cause(_ reason: Reason, _ facts: Circumstances) -> String {
        let clock = facts.localTime.map { "it was \($0.time.shortText) for the recipient" } ?? "it was a quiet hour"
        let window = facts.quietHours.map { "inside their quiet hours of \($0.start.shortText)–\($0.end.shortText)" } ?? "inside their quiet hours"
        switch reason {
        case .allowed:
            let quiet = facts.quietHours.map { !$0.isEmpty } ?? false
            return "nothing stood against it: \(channel(facts)) is on" + (quiet ? ", \(clock), outside their quiet hours" : ", no quiet hours are set")
        case .criticalInQuietHours: return "it is critical: \(clock), \(window), which let critical ones through"
        case .allInQuietHours: return "\(clock), \(window), but these let everything through"
        case .pushDisabled, .inAppDisabled, .emailDisabled, .championEmailDisabled, .championSMSDisabled:
            return "the recipient has switched off \(switchName(facts) ?? channel(facts))" + sharedSwitch(facts)
        case .notEntitled: return "the recipient may no longer be told of this person"
        case .snoozed: return "the alert is snoozed" + (facts.snoozeUntil.map { " through \(text(of: $0))" } ?? "")
        case .dismissed: return "the alert was dismissed"
        case .quietHours: return "\(clock), \(window), which let nothing through"
        case .quietHoursNotCritical:
            return "\(clock), \(window), which let only critical ones through, and this one is “\(name(of: facts.severity).lowercased())”"
        case .expired: return "it came too late to be of use"
        case .resolved: return "while it was held for quiet hours, the episode ended"
        case .superseded: return "while it was held for quiet hours, a later notification of the same episode said more"
        case .mergedIntoSummary: return "it became part of a summary after quiet hours"
        case .muted: return "the recipient has muted this kind of notification"
        default: return planCause(reason)
        }
    }

    /// What would have to be different for another decision; nil where nothing that the recipient can set would change it.
    public static func whatWouldChange(_ decision: Decision, _ facts: Circumstances) -> String? {
        switch decision.reason {
        case .allowed: whatWouldStop(facts)
        case .criticalInQuietHours: "The quiet hours' level “none” would have stopped it."
        case .allInQuietHours:
            facts.severity == .critical
                ? "The quiet hours' level “none” would have stopped it."
                : "The quiet hours' level “critical only” or “none” would have stopped it."
        case .pushDisabled, .inAppDisabled, .emailDisabled, .championEmailDisabled, .championSMSDisabled:
            "Switching on \(switchName(facts) ?? channel(facts)) would let it through."
        case .snoozed: "Ending the snooze would let it through."
        case .dismissed: "Undoing the dismissal would let it through."
        case .quietHours: "Other quiet hours, or the level “all”, would let it through" + heldInstead(decision)
        case .quietHoursNotCritical: "Other quiet hours, the level “all”, or an alert that is critical would let it through" + heldInstead(decision)
        case .muted: "Ending the mute would let it through."
        default: nil
        }
    }

    private static func whatWouldStop(_ facts: Circumstances) -> String {
        (switchName(facts).map { "Switching off \($0), snoozing" } ?? "Snoozing")
            + " or dismissing the alert, or quiet hours at this time would have stopped it."
    }

    private static func heldInstead(_ decision: Decision) -> String {
        decision.action == .skip ? "; the quiet hours' action “defer” would hold it until they end." : "."
    }

    private static func remarks(_ facts: Circumstances) -> String {
        facts.refusedSettings.map { key in
            switch key {
            case .timezone: " Their time zone is not one that the system knows, so it was decided as UTC."
            default: " Their setting “\(key.rawValue)” could not be understood, so its default was taken."
            }
        }.joined()
    }

    /// What the person's switch for a channel is called; nil for a webhook, which is the operator's own and has none.
    private static func switchName(_ facts: Circumstances) -> String? {
        switch DeliveryChannel(rawValue: facts.channelName) {
        case .push, .whatsApp: "push notifications"
        case .inApp: "the inbox"
        case .email: "e-mail"
        case .championEmail: "e-mail to the champion"
        case .sms, .championSMS: "text messages to the champion"
        case .webhook, nil: nil
        }
    }

    /// Of a channel that has no switch of its own.
    private static func sharedSwitch(_ facts: Circumstances) -> String {
        switch DeliveryChannel(rawValue: facts.channelName) {
        case .whatsApp: ", and that switch counts for WhatsApp too"
        case .sms: ", and that switch counts for all text messages"
        default: ""
        }
    }

    private static func channel(_ facts: Circumstances) -> String {
        DeliveryChannel(rawValue: facts.channelName).map(name(of:)) ?? "“\(facts.channelName)”"
    }

    private static func moment(_ civil: CivilDateTime, in facts: Circumstances) -> String {
        let isSameDay = facts.localTime?.date == civil.date
        return civil.time.shortText + (isSameDay ? "" : " on \(text(of: civil.date))") + " (\(facts.timezone))"
    }
}
