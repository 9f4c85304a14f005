import BelfryModel
import BelfryTime

/// A person is told at most so much on one day, over all categories: the graver first, then the earlier. Critical ones pass, and count.
struct FrequencyCap: DayStage {
    func apply(to day: inout DayDraft, in scene: DayScene) {
        guard let countMax = scene.person.dailyCountMax else { return }
        let byRank = day.groups.sorted { ($1.severity, $0.moment, $0.lines.lowerBound) < ($0.severity, $1.moment, $1.lines.lowerBound) }
        var room = countMax - scene.toldBefore.countToday
        var tooMany: Set<Int> = []
        for group in byRank {
            room -= 1
            if room < 0, !group.isCritical { tooMany.insert(group.lines.lowerBound) }
        }
        day.leaveOut { tooMany.contains($0.lines.lowerBound) ? .frequencyCapped : nil }
    }
}
