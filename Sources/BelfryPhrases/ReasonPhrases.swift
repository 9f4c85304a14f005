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
            case .skip, .merge: "Not sent, because "
            }
        return beginning + cause(decision.reason, facts) + "." + remarks(facts)
    }

    private static func outcome(_ ending: Ending) -> String {
        switch ending {
        case .asDecided: "Sent, because "
        case .sending: "Being sent, because "
        case .retrying(let count, let error):
            "To be tried again after \(attempts(count))\(error.map { " (\($0))" } ?? ""); it may be sent, because "
        case .failed(let count, let error):
            "Given up after \(attempts(count))\(error.map { " (\($0))" } ?? ""); it was to be sent, because "
        }
    }

    private static func attempts(_ count: Int) -> String { count == 1 ? "1 attempt" : "\(count) attempts" }

    /// Of a delivery that no decision was recorded for.
    public static func sentenceForUndecided(isGivenUp: Bool, error: String?) -> String {
        isGivenUp ? "Given up without a decision: \(error ?? "no reason was recorded")." : "Not decided yet: it waits for a worker."
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
            return "the recipient has \(channel(facts)) notifications switched off"
        case .snoozed: return "the alert is snoozed" + (facts.snoozeUntil.map { " through \(text(of: $0))" } ?? "")
        case .dismissed: return "the alert was dismissed"
        case .quietHours: return "\(clock), \(window), which let nothing through"
        case .quietHoursNotCritical:
            return "\(clock), \(window), which let only critical ones through, and this one is at “\(name(of: facts.severity).lowercased())”"
        case .expired: return "it came too late to be of use"
        case .resolved: return "while it was held for quiet hours, the episode ended"
        case .superseded: return "while it was held for quiet hours, a later notification of the same episode said more"
        case .mergedIntoSummary: return "it was told as a part of a summary after quiet hours"
        }
    }

    /// What would have to be different for another decision; nil where nothing that the recipient can set would change it.
    public static func whatWouldChange(_ decision: Decision, _ facts: Circumstances) -> String? {
        switch decision.reason {
        case .allowed: "Switching \(channel(facts)) off, snoozing or dismissing the alert, or quiet hours at this time would have stopped it."
        case .criticalInQuietHours: "Quiet hours at level “none” would have stopped it."
        case .allInQuietHours: "Quiet hours at level “critical only” or “none” would have stopped one that is not critical."
        case .pushDisabled, .inAppDisabled, .emailDisabled, .championEmailDisabled, .championSMSDisabled:
            "Switching \(channel(facts)) on would let it through."
        case .snoozed: "Ending the snooze would let it through."
        case .dismissed: "Undoing the dismissal would let it through."
        case .quietHours: "Other quiet hours, or the level “all”, would let it through" + heldInstead(decision)
        case .quietHoursNotCritical: "Other quiet hours, the level “all”, or an alert that is critical would let it through" + heldInstead(decision)
        case .expired, .resolved, .superseded, .mergedIntoSummary: nil
        }
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

    private static func channel(_ facts: Circumstances) -> String {
        DeliveryChannel(rawValue: facts.channelName).map(name(of:)) ?? "“\(facts.channelName)”"
    }

    private static func moment(_ civil: CivilDateTime, in facts: Circumstances) -> String {
        let isSameDay = facts.localTime?.date == civil.date
        return civil.time.shortText + (isSameDay ? "" : " on \(text(of: civil.date))") + " (\(facts.timezone))"
    }
}
