/// Why something was told, held, merged or left out. A stable code: it stands in SQL, in metrics and in answers.
public enum Reason: String, CaseIterable, Codable, Sendable {
    // send
    /// Nothing stands against it.
    case allowed
    /// It is quiet, but critical ones may pass, and this is one.
    case criticalInQuietHours = "critical_in_quiet_hours"
    /// It is quiet, but the person lets everything pass.
    case allInQuietHours = "all_in_quiet_hours"
    /// The person has such told once a day, but by then it would be of no use, or somebody waits for what comes of it.
    case cannotWaitForDigest = "cannot_wait_for_digest"
    /// Asks the person to open the app before what is planned runs out.
    case coverageEnds = "coverage_ends"

    // send: at an hour that was learnt
    /// The person responds best at that hour.
    case learntHour = "learnt_hour"
    /// Most people respond best at that hour, and little is known of this one.
    case populationHour = "population_hour"
    /// To find out whether that hour is better.
    case triedHour = "tried_hour"

    // skip: the person's switches
    case pushDisabled = "push_disabled"
    case inAppDisabled = "in_app_disabled"
    case emailDisabled = "email_disabled"
    case championEmailDisabled = "champion_email_disabled"
    case championSMSDisabled = "champion_sms_disabled"
    /// The category alone, over this channel.
    case categoryDisabled = "category_disabled"
    /// The category alone: its app has it off over this channel at first, and the person hasn't switched it on.
    case categoryOffByDefault = "category_off_by_default"

    // skip: the member's consent
    /// The recipient may no longer be told of the member.
    case notEntitled = "not_entitled"

    // skip or hold: hidden by the person or the family
    case snoozed
    case dismissed
    case muted
    /// The category alone, over every channel, until a moment.
    case categoryMuted = "category_muted"

    // skip: not believed yet
    /// Nothing comes of too many at once: their feed is down, and not their wearables. Whoever is silent after it is told.
    case feedDown = "feed_down"

    // skip or defer: the hour
    case quietHours = "quiet_hours"
    case quietHoursNotCritical = "quiet_hours_not_critical"
    /// Its moment by the recipient's clock is still ahead.
    case beforeLocalMoment = "before_local_moment"
    /// The person has such told once a day, as one.
    case ownDigest = "own_digest"
    /// An earlier step of its route, due at the same time, is told first.
    case earlierStepFirst = "earlier_step_first"

    // skip: too many
    /// The kind was told as often as it may be in its window: by the person's own plan, or by what its app allows under one key.
    case throttled
    /// The person was told as much as they want on one day.
    case frequencyCapped = "frequency_capped"
    /// It would not fit among what the system keeps pending.
    case overBudget = "over_budget"

    /// The person ignores the category, so fewer of it are told.
    case ignoredLately = "ignored_lately"

    // skip: no longer true or of use
    case expired
    /// Was held, and the episode is over; or the person has done what it reminds of.
    case resolved
    /// Was held, snoozed or to be tried again, and a later notification of the same episode or thing, or under the same key of its app, says it, or more.
    case superseded

    /// Another step of its route reached the recipient before.
    case alreadyReached = "already_reached"
    /// Somebody who was told before has reacted, so nobody further is told.
    case alreadyAcknowledged = "already_acknowledged"

    // skip: nothing to plan
    case momentPassed = "moment_passed"
    case alreadyTold = "already_told"
    /// The forecast has nothing for that day.
    case nothingToSay = "nothing_to_say"
    /// Its next moment lies behind the planning horizon: a later plan will have it.
    case beyondHorizon = "beyond_horizon"
    /// Its schedule has no further moment.
    case noFurtherMoment = "no_further_moment"
    /// Another request has the same identifier.
    case duplicate
    /// It stays in a zone that this system doesn't know.
    case unknownTimezone = "unknown_timezone"

    // merge
    case mergedIntoSummary = "merged_into_summary"
    /// Several of one kind at one moment.
    case sameMoment = "same_moment"
    /// Several of one kind on one day.
    case sameDay = "same_day"
    /// Told together because the system keeps only so many pending.
    case mergedToFit = "merged_to_fit"

    /// Whether it arises only where a device plans ahead, and never for a delivery that a server decides.
    public var isOfPlansAlone: Bool {
        switch self {
        case .coverageEnds, .overBudget, .momentPassed, .nothingToSay, .beyondHorizon,
            .noFurtherMoment, .duplicate, .unknownTimezone, .sameMoment, .sameDay, .mergedToFit, .learntHour, .populationHour, .triedHour,
            .ignoredLately:
            true
        default: false
        }
    }

    /// Whether a server sends what it decides for it.
    public var isToSend: Bool {
        switch self {
        case .allowed, .criticalInQuietHours, .allInQuietHours, .cannotWaitForDigest: true
        default: false
        }
    }

    /// Whether its channel is off for the person, or its category there.
    public var isSwitchedOff: Bool {
        switch self {
        case .pushDisabled, .inAppDisabled, .emailDisabled, .championEmailDisabled, .championSMSDisabled, .categoryDisabled,
            .categoryOffByDefault:
            true
        default: false
        }
    }
}
