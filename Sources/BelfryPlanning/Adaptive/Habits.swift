import BelfryModel
import BelfryTime

/// What was learnt of one person: when they respond best, and how much of each category is of use to them.
///
/// A value of under a kilobyte as JSON, which is all that there is: whoever shows it has shown everything, whoever deletes it has
/// deleted everything. It is never more precise than a half hour and never names what was told, only its category.
public struct Habits: Hashable, Sendable {
    private(set) var weekday = Rhythm()
    private(set) var weekend = Rhythm()
    /// The last day that something was learnt of; nil where nothing was.
    private(set) var learntOn: CivilDate?
    public private(set) var outcomeCount = 0
    private(set) var categories: [String: Engagement] = [:]
    /// Which wordings work.
    private(set) var wordings = TemplateBandit()

    /// More are not kept: the one that was told least goes.
    public static let categoryCountMax = 8
    /// Longer names are not learnt.
    public static let nameByteCountMax = 24
    static let outcomeCountMax = 9999

    public init() {}

    init(
        weekday: Rhythm, weekend: Rhythm, learntOn: CivilDate?, outcomeCount: Int, categories: [String: Engagement],
        wordings: TemplateBandit = TemplateBandit()
    ) {
        self.weekday = weekday
        self.weekend = weekend
        self.learntOn = learntOn
        self.outcomeCount = outcomeCount
        self.categories = categories
        self.wordings = wordings
    }

    public var isEmpty: Bool { learntOn == nil }
    /// The last day that something was learnt of; nil where nothing was.
    public var lastDay: CivilDate? { learntOn }

    /// Of which something is known, in order.
    public var categoryNames: [String] { categories.keys.sorted() }

    func rhythm(on kind: DayKind) -> Rhythm { kind == .weekday ? weekday : weekend }

    // MARK: Learning

    /// Takes in what became of what the person was told on days that are over and of which nothing was learnt yet.
    ///
    /// Today stays out, so that what is planned for it stays where it is; and handing in the same history again changes nothing.
    /// - Parameter outcomes: in any order.
    public mutating func learn(_ outcomes: [ReminderOutcome], before today: CivilDate, _ timing: AdaptiveTiming) {
        // By a clock that was set forward, and back since, a day was learnt that is yet to come: until it is over nothing else would be.
        if let last = learntOn, last > today { learntOn = today - 1 }
        let isNew = { [learntOn] (date: CivilDate) in date < today && learntOn.map { date > $0 } ?? true }
        for outcome in outcomes.filter({ isNew($0.toldAt.date) }).sorted(by: { $0.toldAt < $1.toldAt }) { learn(outcome, timing) }
    }

    /// Takes in what became of one thing that the person was told, in the order of the days.
    public mutating func learn(_ outcome: ReminderOutcome, _ timing: AdaptiveTiming) { learn(outcome, timing, .standard) }

    mutating func learn(_ outcome: ReminderOutcome, _ timing: AdaptiveTiming, _ tables: ResponseTables) {
        pass(to: outcome.toldAt.date, tables)
        let interest = engagement(in: outcome.category).interest
        switch timing.kind(of: outcome.toldAt.date) {
        case .weekday: weekday.learn(outcome, interest: interest, tables)
        case .weekend: weekend.learn(outcome, interest: interest, tables)
        }
        outcomeCount = min(outcomeCount + 1, Habits.outcomeCountMax)
        update(outcome.category) { $0.learn(isPositive: outcome.response.isPositive) }
        if let wording = outcome.wording {
            wordings.learn(wording, isPositive: outcome.response.isPositive, on: outcome.toldAt.date)
        }
    }

    /// Takes in that something of a category was not told because the person ignores it, and whether they did what it is about anyway.
    public mutating func learnUntold(category: String, hasActed: Bool) {
        update(category) { $0.learnUntold(hasActed: hasActed) }
    }

    private mutating func pass(to date: CivilDate, _ tables: ResponseTables) {
        // What comes late, from another device, is learnt as of the last day.
        guard date > learntOn ?? CivilDate(daysSinceEpoch: .min) else { return }
        let nights = learntOn.map { date - $0 } ?? 0
        weekday.pass(nights: nights, tables)
        weekend.pass(nights: nights, tables)
        learntOn = date
    }

    func engagement(in category: String) -> Engagement { categories[category] ?? Engagement() }

    private mutating func update(_ category: String, _ change: (inout Engagement) -> Void) {
        guard category.utf8.count <= Habits.nameByteCountMax else { return }
        change(&categories[category, default: Engagement()])
        guard categories.count > Habits.categoryCountMax else { return }
        let least = categories.filter { $0.key != category }.min { ($0.value.told, $0.key) < ($1.value.told, $1.key) }
        if let least { categories[least.key] = nil }
    }

    // MARK: Forgetting

    /// Forgets everything.
    public mutating func erase() { self = Habits() }

    /// Forgets how much of one category is of use.
    public mutating func erase(category: String) { categories[category] = nil }
}
