import BelfryModel
import BelfryTime

/// A category is told at most so many times in any window of a length. Critical ones pass, and count.
struct Throttling: DayStage {
    func apply(to day: inout DayDraft, in scene: DayScene) {
        let throttles = scene.person.throttles
        guard !throttles.isEmpty else { return }
        let lines = day.lines
        let names = scene.categories.names
        var told = scene.toldBefore.momentsByCategory
        day.leaveOut { group in
            let category = lines[group.lines.lowerBound].category
            let isOver = throttles.contains { throttle in
                guard throttle.category == names[Int(category)], !group.isCritical else { return false }
                let recent = (told[category] ?? []).count { $0 > group.moment - throttle.window && $0 <= group.moment }
                return recent >= throttle.countMax
            }
            if isOver { return .throttled }
            told[category, default: []].append(group.moment)
            return nil
        }
    }
}
