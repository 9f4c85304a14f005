import BelfryTime

/// The days of a trial, and what happens on which.
struct TrialDays: Sendable {
    let first: CivilDate
    let count: Int

    /// A Monday.
    static let firstMonday = CivilDate(daysSinceEpoch: 20_458)
    /// How long travellers stay away.
    static let awayCount = 14
    /// By when the hour should be known.
    static let learningCount = 14

    init(count: Int) {
        first = TrialDays.firstMonday
        self.count = count
    }

    var all: [CivilDate] { (0..<count).map { first + $0 } }
    /// From when on whoever shifts or travels does: in the middle.
    var change: CivilDate { first + count / 2 }
    /// From when on whoever ignored tips reads them.
    var comeback: CivilDate { first + count * 5 / 6 }

    /// When what there was to learn is learnt: the last third before the change.
    func isSteady(_ date: CivilDate) -> Bool { date >= first + count / 3 && date < change }

    func isWeekend(_ date: CivilDate) -> Bool { date.weekday == 0 || date.weekday == 6 }
}
