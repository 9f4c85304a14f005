import BelfryModel
import BelfryTime

/// Which half hour of a day is a person's best, as a chance for each of the 48.
///
/// A hidden Markov model's forward step (Rabiner, "A Tutorial on Hidden Markov Models", Proceedings of the IEEE 77 (1989), section III A):
/// each night the best half hour may have become another, so old evidence fades; each outcome multiplies in its likelihood. That fading
/// is also the fixed share of Herbster and Warmuth, "Tracking the Best Expert" (Machine Learning 32, 1998), which bounds what a shift
/// costs.
struct HourBelief: Hashable, Sendable {
    /// In parts of about ``partCount``; never 0, so that nothing is ruled out for good. Whole numbers, so that what is stored is what is
    /// known.
    private(set) var parts: [UInt16]

    static let partCount = 40_000.0

    init(_ prior: PopulationPrior) { self.init(prior.chances) }

    init(_ weights: [Double]) {
        let sum = weights.reduce(0, +)
        parts = weights.map { weight in
            let share = sum > 0 ? weight / sum : 1 / Double(weights.count)
            return UInt16(max(1, (share * HourBelief.partCount).rounded()))
        }
    }

    /// Nil where it isn't 48 numbers of which none is 0.
    init?(parts: [UInt16]) {
        guard parts.count == DaySlot.count, !parts.contains(0) else { return nil }
        self.parts = parts
    }

    var chances: [Double] {
        let sum = Double(parts.reduce(0) { $0 + Int($1) })
        return parts.map { Double($0) / sum }
    }

    /// Some nights pass: the best half hour may have moved by a slot, or be another altogether.
    mutating func pass(nights: Int, _ tables: ResponseTables) {
        guard nights > 0 else { return }
        let (switching, drifting) = (tables.model.switchChance, tables.model.driftChance)
        let prior = tables.prior.chances
        var now = chances
        // After some months it is forgotten anyway.
        for _ in 0..<min(nights, HourBelief.nightCountMax) {
            now = now.indices.map { slot in
                let neighbours = now[slot == 0 ? DaySlot.count - 1 : slot - 1] + now[slot == DaySlot.count - 1 ? 0 : slot + 1]
                let drifted = (1 - drifting) * now[slot] + drifting / 2 * neighbours
                return (1 - switching) * drifted + switching * prior[slot]
            }
        }
        self = HourBelief(now)
    }

    static let nightCountMax = 120

    /// Takes in an outcome.
    ///
    /// - Parameter interest: how much of what is told to the person at all interests them in that category, 0 to 1: whoever never opens it
    ///   says nothing about the hour by ignoring it.
    mutating func learn(_ outcome: ReminderOutcome, interest: Double, _ tables: ResponseTables) {
        let told = DaySlot(nearest: outcome.toldAt.time).index
        let prompt = tables.prompt
        let updated: [Double]
        if outcome.response.isPositive, let late = outcome.lateSlot(afterMinutes: tables.model.promptMinutes) {
            // Of late responses only those are seen that come after the telling.
            updated = parts.indices.map { best in
                let seen = (told..<DaySlot.count).reduce(0.0) { $0 + tables.late[ResponseModel.distance($1, best)] }
                return Double(parts[best]) * (1 - interest * prompt[ResponseModel.distance(told, best)])
                    * tables.late[ResponseModel.distance(late.index, best)] / seen
            }
        } else if outcome.response.isPositive, !outcome.isLate(afterMinutes: tables.model.promptMinutes) {
            updated = parts.indices.map { Double(parts[$0]) * prompt[ResponseModel.distance(told, $0)] }
        } else {
            // What is answered on another day says that this was no good hour, and nothing of a better one.
            updated = parts.indices.map { Double(parts[$0]) * (1 - interest * prompt[ResponseModel.distance(told, $0)]) }
        }
        self = HourBelief(updated)
    }

    /// What is believed of one kind of day once what is known of the other kind is taken into account.
    func informed(by other: HourBelief, _ tables: ResponseTables) -> [Double] {
        let theirs = tables.ofOtherKind(other)
        let weights = parts.indices.map { Double(parts[$0]) * theirs[$0] / tables.priorOfOtherKind[$0] }
        let sum = weights.reduce(0, +)
        return weights.map { $0 / sum }
    }
}

extension ReminderOutcome {
    /// When they responded, where that was not at once but on the same day.
    func lateSlot(afterMinutes minutes: Int) -> DaySlot? {
        guard let respondedAt, respondedAt.date == toldAt.date, isLate(afterMinutes: minutes) else { return nil }
        return DaySlot(nearest: respondedAt.time)
    }

    /// Whether they responded, but not at once.
    func isLate(afterMinutes minutes: Int) -> Bool {
        guard let respondedAt else { return false }
        let seconds = Int(respondedAt.time.secondsSinceMidnight) - Int(toldAt.time.secondsSinceMidnight)
        return (respondedAt.date - toldAt.date) * 86_400 + seconds > minutes * 60
    }
}
