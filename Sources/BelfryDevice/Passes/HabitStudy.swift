import BelfryModel
import BelfryPhrases
import BelfryPlanning
import BelfryPorts
import BelfryTime

/// What a pass learns of the person from the ledger, and how that changes the words of its plan.
///
/// It is learnt once a day, so that the day's plan stays where it is, and of a day only once it is known of everything that was told on it
/// what became of it. Where the person wants nothing learnt, nothing is, and nothing that was learnt counts.
struct HabitStudy {
    /// What counts in this pass.
    private(set) var habits = Habits()
    /// What is to be written down; nil where nothing is new.
    private(set) var change: HabitsChange?
    /// See ``DeviceState/learntOn``.
    private(set) var learntOn: CivilDate?

    private let scene: DeviceScene
    private let told: [LedgerLine]
    private let timing: AdaptiveTiming?

    init(of scene: DeviceScene, _ settlement: Settlement, _ timing: AdaptiveTiming?) {
        self.scene = scene
        self.timing = timing
        learntOn = scene.record.state.learntOn
        told = LedgerLine.merged((scene.history ?? []) + scene.record.ledger + settlement.ledger)
        guard let timing else { return }
        habits = scene.habits
        guard scene.history != nil else { return }
        let today = scene.zone.civil(at: scene.now).date
        let outcomes = HabitStudy.outcomes(of: told, erasedAt: scene.record.habits.erasedAt, before: today, in: scene.zone)
        habits.learn(outcomes, before: today, timing)
        learntOn = today
        if habits != scene.habits, let document = habits.document {
            change = .learnt(StoredHabits(document: document, erasedAt: scene.record.habits.erasedAt))
        }
    }

    /// How many days without a pass are learnt of all the same.
    static let lookback = Duration.seconds(60 * 24 * 3600)

    /// One outcome for each notification; a summary is answered as a whole.
    private static func outcomes(
        of lines: [LedgerLine], erasedAt: Instant?, before today: CivilDate, in zone: TimeZoneRules
    ) -> [ReminderOutcome] {
        var notifications: [LedgerLine.Telling: [LedgerLine]] = [:]
        for line in lines where line.outcome.wasShown && line.entry.toldAt > erasedAt ?? .min && !line.entry.category.isEmpty {
            notifications[line.telling, default: []].append(line)
        }
        let answered = notifications.values.map { lines in lines.max { $0.outcome.rank < $1.outcome.rank } ?? lines[0] }
        let open = answered.filter { $0.outcome == .told }.map { zone.civil(at: $0.entry.toldAt).date }
        let end = min(today, open.min() ?? today)
        return answered.compactMap { line in
            guard let response = line.outcome.response, zone.civil(at: line.entry.toldAt).date < end else { return nil }
            return ReminderOutcome(
                category: line.entry.category, toldAt: line.entry.toldAt, response: response,
                respondedAt: response.isPositive ? line.outcomeAt : nil, wording: line.wording, in: zone)
        }
    }

    /// A plan in the words that work for the person, and what was chosen for which line.
    func worded(_ plan: Plan) -> (plan: Plan, choices: [NotificationID: TemplateChoice]) {
        guard let timing else { return (plan, [:]) }
        let seen = told.compactMap { line in line.wording.map { (choice: $0, date: scene.zone.civil(at: line.entry.toldAt).date) } }
        var wording = Wording(habits, styles: Phrases.stylesByTemplate, told: seen, seed: timing.seed)
        return wording.worded(plan, in: scene.zone)
    }
}

extension AdaptiveTiming {
    /// Tells everything of some categories, unless the person has said how much of them.
    mutating func keepWhole(_ categories: [String]) {
        for category in categories where leastPercents[category] == nil { leastPercents[category] = 100 }
    }
}
