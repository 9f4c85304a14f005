import BelfryModel
import BelfryTime

/// What a category tells once a day waits for the last of it that day, so that nothing is told before it is due.
///
/// A line that would no longer be of use then keeps its own moment.
struct DailyDigest: DayStage {
    func apply(to day: inout DayDraft, in scene: DayScene) {
        var lastMoments: [Int32: Instant] = [:]
        for line in day.lines where line.joinsDigest(ofDayUntil: scene.dayEnd) {
            lastMoments[line.category] = max(lastMoments[line.category] ?? line.moment, line.moment)
        }
        guard !lastMoments.isEmpty else { return }
        for index in day.lines.indices where day.lines[index].joinsDigest(ofDayUntil: scene.dayEnd) {
            guard let moment = lastMoments[day.lines[index].category] else { continue }
            day.lines[index].moment = moment
        }
        DayOrder.sort(&day.lines, ranks: scene.categories.ranks)
    }
}
