import BelfryModel
import BelfryTime

/// Of a category that the person ignores, only a share is told, where they have that learnt. Critical ones pass, and what they snoozed.
struct Thinning: DayStage {
    func apply(to day: inout DayDraft, in scene: DayScene) {
        guard let timing = scene.person.adaptive, timing.thins, !scene.habits.isEmpty else { return }
        var leftOut: [Line] = []
        day.lines.removeAll { line in
            let name = scene.categories.names[Int(line.category)]
            let isTold = line.reason == .snoozed || scene.habits.tells(name, line.severity, order: line.order, on: line.date, timing)
            guard !isTold else { return false }
            leftOut.append(line.leftOut(because: .ignoredLately))
            return true
        }
        day.leftOut += leftOut
    }
}
