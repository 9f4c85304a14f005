import BelfryModel
import BelfryPlanning
import BelfryPorts
import BelfryTime

/// What was learnt of a device's person, for whoever shows it to them.
public struct LearntHabits: Sendable {
    public let habits: Habits
    /// Nil where the person wants nothing learnt.
    public let timing: AdaptiveTiming?
    private let preferences: Preferences
    private let alwaysToldCategories: [String]

    /// - Throws: where the store can't be read.
    public init(in store: some DeviceStore) async throws {
        var facts = FactBook()
        facts.apply(try await store.changes(since: 0))
        timing = facts.person.adaptive
        preferences = facts.person.preferences
        alwaysToldCategories = facts.alwaysToldCategories
        // Nothing of the ledger is wanted.
        habits = Habits(try await store.record(ledgerSince: .max).habits)
    }

    /// The best hour on the next day of a kind, and why; nil where no half hour will do.
    public func choice(on kind: DayKind, from today: CivilDate) -> HourChoice? {
        var timing = timing ?? AdaptiveTiming()
        timing.tries = false
        let day = (0..<7).lazy.map { today + $0 }.first { timing.kind(of: $0) == kind }
        return day.flatMap { habits.choice(on: $0, timing, preferences) }
    }

    /// By category, how many of a hundred are told of what isn't grave.
    public var sharePercents: [(category: String, percent: Int)] {
        var timing = timing ?? AdaptiveTiming()
        timing.keepWhole(alwaysToldCategories)
        return habits.categoryNames.map { ($0, Int((habits.share(of: $0, .watch, timing) * 100).rounded())) }
    }
}
