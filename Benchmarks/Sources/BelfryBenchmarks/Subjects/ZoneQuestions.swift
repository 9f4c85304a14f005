import BelfryPorts
import BelfryTime
import Foundation

/// What the policy asks of a zone, beside what Foundation answers to the same question.
struct ZoneQuestions {
    private let zone: TimeZoneRules
    private let peer: TimeZone
    private let calendar: Calendar

    init(zones: any TimeZoneDatabase) throws {
        let name = "Europe/Berlin"
        guard let zone = zones.rules(named: name), let peer = TimeZone(identifier: name) else {
            throw Missing(what: "the zone \(name) in the tz database")
        }
        self.zone = zone
        self.peer = peer
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = peer
        self.calendar = calendar
    }

    var contenders: [Contender] {
        // A moment every seven hours and a bit, for years that the file lists, and for later ones, which follow the zone's rule.
        let listed = Self.instants(from: "2016-01-01T00:00:00Z")
        let ruled = Self.instants(from: "2040-01-01T00:00:00Z")
        let dates = listed.map { Date(timeIntervalSince1970: Double($0.secondsSinceEpoch)) }
        let readings = listed.map { zone.civil(at: $0) }
        let components = listed.map { calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: Date(timeIntervalSince1970: Double($0.secondsSinceEpoch))) }
        let offsetPeer = "Foundation: secondsFromGMT"
        let transitionPeer = "Foundation: nextDaylightSavingTimeTransition"
        let instantPeer = "Foundation: Calendar.date(from:)"
        return [
            contender("offsetSeconds, listed years", listed, beside: offsetPeer) { zone.offsetSeconds(at: $0) },
            contender("civil(at:), listed years", listed, beside: offsetPeer) { Int(zone.civil(at: $0).time.secondsSinceMidnight) },
            contender("civil(at:), by the zone's rule", ruled, beside: offsetPeer) { Int(zone.civil(at: $0).time.secondsSinceMidnight) },
            contender(offsetPeer, dates) { peer.secondsFromGMT(for: $0) },
            contender("nextTransition, listed years", listed, beside: transitionPeer) { Int(zone.nextTransition(after: $0)?.secondsSinceEpoch ?? 0) },
            contender("nextTransition, by the zone's rule", ruled, beside: transitionPeer) { Int(zone.nextTransition(after: $0)?.secondsSinceEpoch ?? 0) },
            contender(transitionPeer, dates, rounds: 1) { Int(peer.nextDaylightSavingTimeTransition(after: $0)?.timeIntervalSince1970 ?? 0) },
            contender("instant(of:), listed years", readings, beside: instantPeer) { Int(zone.instant(of: $0).secondsSinceEpoch) },
            contender(instantPeer, components, rounds: 1) { Int(calendar.date(from: $0)?.timeIntervalSince1970 ?? 0) },
        ]
    }

    private static func instants(from text: String) -> [Instant] {
        guard let start = Instant(text) else { fatalError("\(text) is no moment") }
        return (0..<10_000).map { start + .seconds($0 * 25_301) }
    }

    private func contender<Question>(
        _ name: String, _ questions: [Question], rounds: Int = 30, beside: String? = nil, answer: @escaping (Question) -> Int
    ) -> Contender {
        Contender(name: name, unit: .perSecond("answers"), operationCount: questions.count * rounds, beside: beside) {
            for _ in 0..<rounds {
                for question in questions { keep(answer(question)) }
            }
        }
    }
}
