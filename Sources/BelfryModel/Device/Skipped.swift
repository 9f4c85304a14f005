import BelfryTime

/// Something that a domain doesn't ask for, and why.
public struct Skipped: Hashable, Sendable {
    /// A domain, a thing of it, or one of its rules: `bills`, `bills|rent` or `bills|rent|day_before`.
    public let subject: String
    /// The day that it would have been about; nil where it is about none.
    public let date: CivilDate?
    public let reason: SkipReason

    public init(_ subject: String, on date: CivilDate? = nil, because reason: SkipReason) {
        self.subject = subject
        self.date = date
        self.reason = reason
    }
}

/// Why a domain doesn't ask for something. A stable code.
public enum SkipReason: String, Error, CaseIterable, Codable, Sendable {
    // of every domain
    /// The person has switched it off, or never on.
    case switchedOff = "switched_off"
    /// It would have been told before now.
    case momentPassed = "moment_passed"

    // bills
    case deleted
    case notAnExpense = "not_an_expense"
    /// Paid.
    case completed
    /// It pays itself.
    case autoPay = "auto_pay"
    case noDueDate = "no_due_date"
    case pastDue = "past_due"
    /// Due behind the window: it waits for the next pass.
    case dueLater = "due_later"
    /// Its recurrence has ended.
    case seriesOver = "series_over"
    /// Its amounts can't be said without one.
    case noCurrency = "no_currency"

    // study
    /// A word that was never learned has nothing to repeat.
    case neverReviewed = "never_reviewed"
    case nothingDue = "nothing_due"

    // pantry
    case used
    /// It neither expires, nor has a warranty, nor wants maintenance.
    case noDates = "no_dates"

    // own reminders
    case done

    // prayer: the day has no such time
    case sunNeverSets = "sun_never_sets"
    case sunNeverRises = "sun_never_rises"
    case noShadow = "no_shadow"
    case shadowNeverLongEnough = "shadow_never_long_enough"
    case twilightNeverEnds = "twilight_never_ends"
}
