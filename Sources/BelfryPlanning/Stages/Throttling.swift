import BelfryModel
import BelfryTime

/// A category is told at most so many times in any window of a length. Critical ones pass, and count.
struct Throttling: DayStage {
    func apply(to day: inout DayDraft, in scene: DayScene) {
        let throttles = scene.person.throttles
        guard !throttles.isEmpty else { return }
        let lines = day.lines
        let names = scene.categories.names
        var told = scene.toldBefore
        day.leaveOut { group in
            let category = lines[group.lines.lowerBound].category
            let isOver = throttles.contains { throttle in
                guard throttle.category == names[Int(category)], !group.isCritical else { return false }
                return told.isFull(throttle, of: category, at: group.moment)
            }
            if isOver { return .throttled }
            told.tell(category, at: group.moment)
            return nil
        }
    }
}

extension ToldBefore {
    mutating func tell(_ category: Int32, at moment: Instant) {
        let index = count(of: category, through: moment)
        momentsByCategory[category, default: []].insert(moment, at: index)
    }

    /// Whether a category was told as often as it may be in the window that ends with a moment: the one so many times back lies in it.
    fileprivate func isFull(_ throttle: Throttle, of category: Int32, at moment: Instant) -> Bool {
        guard throttle.countMax > 0 else { return true }
        let count = count(of: category, through: moment)
        guard count >= throttle.countMax, let moments = momentsByCategory[category] else { return false }
        return moments[count - throttle.countMax] > moment - throttle.window
    }

    /// How often a category was told until a moment. Looked for from the end: little is behind it, as what a clock that was set back had told,
    /// or what comes late when quiet hours end.
    private func count(of category: Int32, through moment: Instant) -> Int {
        momentsByCategory[category]?.lastIndex { $0 <= moment }.map { $0 + 1 } ?? 0
    }
}
