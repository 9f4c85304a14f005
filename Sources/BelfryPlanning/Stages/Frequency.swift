import BelfryModel
import BelfryTime

/// A category is told at most so many times in any window of a length, and a person at most so much on one day: the graver first, then
/// the earlier. Critical ones pass, and count.
///
/// Both limits are one choice, so that nothing makes room for what isn't told.
struct Frequency: DayStage {
    func apply(to day: inout DayDraft, in scene: DayScene) {
        let throttles = scene.person.throttles
        let countMax = scene.person.preferences.dailyCountMax
        guard countMax != nil || !throttles.isEmpty else { return }
        let names = scene.categories.names
        var told = scene.toldBefore
        var room = countMax.map { $0 - told.countToday } ?? .max
        let byRank = day.groups.sorted { ($1.severity, $0.moment, $0.lines.lowerBound) < ($0.severity, $1.moment, $1.lines.lowerBound) }
        var tooMany: [Int: Reason] = [:]
        for group in byRank {
            let first = group.lines.lowerBound
            let category = day.lines[first].category
            let isOver = throttles.contains { throttle in
                throttle.category == names[Int(category)] && told.isFull(throttle, of: category, at: group.moment)
            }
            if isOver, !group.isCritical {
                tooMany[first] = .throttled
            } else if room <= 0, !group.isCritical {
                tooMany[first] = .frequencyCapped
            } else {
                room -= 1
                told.tell(category, at: group.moment)
            }
        }
        day.leaveOut { tooMany[$0.lines.lowerBound] }
    }
}

extension ToldBefore {
    mutating func tell(_ category: Int32, at moment: Instant) {
        let index = count(of: category, through: moment)
        momentsByCategory[category, default: []].insert(moment, at: index)
    }

    /// Whether a category would be told more often than it may be in a window, were it told at a moment, too.
    ///
    /// Of as many in a row as may be told and one more, this one among them, the first and the last lie in one window then.
    fileprivate func isFull(_ throttle: Throttle, of category: Int32, at moment: Instant) -> Bool {
        guard throttle.countMax > 0 else { return true }
        let moments = momentsByCategory[category] ?? []
        guard moments.count >= throttle.countMax else { return false }
        let index = count(of: category, through: moment)
        return (max(0, index - throttle.countMax)...min(index, moments.count - throttle.countMax)).contains { first in
            let last = first + throttle.countMax
            let start = first < index ? moments[first] : moment
            let end = last > index ? moments[last - 1] : moment
            return start > end - throttle.window
        }
    }

    /// How often a category was told until a moment. Looked for from the end: behind it lies only what is graver, or what was told before
    /// a clock was set back.
    private func count(of category: Int32, through moment: Instant) -> Int {
        momentsByCategory[category]?.lastIndex { $0 <= moment }.map { $0 + 1 } ?? 0
    }
}
