import BelfryModel
import BelfryTime

/// Of what was snoozed until a later reminder of the same thing says the same at the same moment, that one alone is told.
struct Supersession: DayStage {
    func apply(to day: inout DayDraft, in scene: DayScene) {
        guard day.lines.contains(where: { $0.reason == .snoozed }) else { return }
        let (superseded, told) = day.lines.reduce(into: ([Line](), [Line]())) { lists, line in
            let isSuperseded = line.reason == .snoozed && day.lines.contains { scene.tells($0, insteadOf: line) }
            if isSuperseded { lists.0.append(line.leftOut(because: .superseded)) } else { lists.1.append(line) }
        }
        day.lines = told
        day.leftOut += superseded
    }
}

extension DayScene {
    /// Whether two lines become one notification, in which the earlier has nothing to say of its own.
    fileprivate func tells(_ later: Line, insteadOf line: Line) -> Bool {
        guard later.due > line.due, later.moment == line.moment, later.category == line.category, later.isGatherable, line.isGatherable else {
            return false
        }
        let (request, other) = (requests[Int(line.request)], requests[Int(later.request)])
        return request.id.domain == other.id.domain && request.id.entity == other.id.entity
            && request.content.message(for: line.date, shownOn: date) == other.content.message(for: later.date, shownOn: date)
    }
}
