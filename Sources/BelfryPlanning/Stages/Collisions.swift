import BelfryModel
import BelfryTime

/// What several requests of one category say at one moment becomes one notification; whatever must stand alone does.
struct Collisions: DayStage {
    func apply(to day: inout DayDraft, in scene: DayScene) {
        day.groups.reserveCapacity(day.lines.count)
        for index in day.lines.indices { add(index, to: &day, dayEnd: scene.dayEnd) }
    }

    private func add(_ index: Int, to day: inout DayDraft, dayEnd: Instant) {
        let line = day.lines[index]
        let freedom: Group.Freedom = line.digestWindow == .never ? .alone : line.lasts(until: dayEnd) ? .day : .moment
        if let last = day.groups.indices.last, line.isGatherable {
            let neighbour = day.lines[day.groups[last].lines.lowerBound]
            if neighbour.isGatherable, neighbour.category == line.category, day.groups[last].moment == line.moment {
                let isDaily = line.joinsDigest(ofDayUntil: dayEnd) || neighbour.joinsDigest(ofDayUntil: dayEnd)
                day.groups[last].add(line, at: index, isDaily: isDaily, freedom: freedom)
                return
            }
        }
        day.groups.append(
            Group(lines: index..<(index + 1), moment: line.moment, due: line.due, severity: line.severity, reason: nil, freedom: freedom))
    }
}

extension Group {
    fileprivate mutating func add(_ line: Line, at index: Int, isDaily: Bool, freedom: Freedom) {
        lines = lines.lowerBound..<(index + 1)
        due = min(due, line.due)
        severity = max(severity, line.severity)
        if reason != .sameDay { reason = isDaily ? .sameDay : .sameMoment }
        if freedom == .moment { self.freedom = .moment }
    }
}
