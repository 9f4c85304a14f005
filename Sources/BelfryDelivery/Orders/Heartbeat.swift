import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// A sign of life that an app gives again and again; where it doesn't come, somebody is told.
///
/// It is kept as an order that comes back: when the beat is due that order comes, and each beat puts it off. So what schedules promise holds for it:
/// it is told once, by whoever carries out what is due, and whoever is erased goes from it.
public struct Heartbeat: Hashable, Sendable {
    public let key: String
    public let schedule: ScheduledOrder
    public let pace: Pace
    /// Nil before the first.
    public let lastBeatAt: Instant?
    /// When somebody is told, unless it beats before.
    public let dueAt: Instant

    public enum State: String, CaseIterable, Sendable {
        /// Goes to `missed`.
        case waiting
        /// Goes to `waiting`.
        case missed
    }

    public func state(at now: Instant) -> State { now < dueAt ? .waiting : .missed }

    /// How often it beats, and how late it may be.
    public struct Pace: Hashable, Sendable, Decodable {
        public let everyMinutes: Int
        public let graceMinutes: Int

        /// The longest is a year.
        static let everyRange = 1...527_040
        static let graceRange = 0...43_200

        private enum Key: String, CodingKey {
            case everyMinutes = "every_minutes"
            case graceMinutes = "grace_minutes"
        }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            guard let every = try container.number(.everyMinutes, in: Self.everyRange) else { throw Problem.missingField(Key.everyMinutes.rawValue) }
            everyMinutes = every
            graceMinutes = try container.number(.graceMinutes, in: Self.graceRange) ?? 0
        }

        /// To whole seconds, as a schedule has it.
        func due(after beat: Instant) -> Instant {
            let due = beat + .seconds((everyMinutes + graceMinutes) * 60)
            return Instant(secondsSinceEpoch: due.secondsSinceEpoch + (due > Instant(secondsSinceEpoch: due.secondsSinceEpoch) ? 1 : 0))
        }
    }

    public static let keyLengthMax = 48
    /// Whether it may name one: what can stand in an address and in an identifier as it is.
    public static func isKey(_ text: String) -> Bool {
        (1...keyLengthMax).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isASCIILetterOrDigit || "-_.".utf8.contains($0) }
    }

    /// With which the identifiers of all of them begin: those of other schedules sort behind it.
    static let prefix = "!heartbeat:"
    /// So long it is of use to hear that a beat was missed.
    static let usefulMinutes = 7 * 1440
    static let keptName = "heartbeat"

    static func collapseKey(_ key: String) -> String { "heartbeat:\(key)" }

    /// Nil where a schedule is none, or somebody wrote something else there.
    public init?(_ schedule: ScheduledOrder) {
        let parts = schedule.id.text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, schedule.id.text.hasPrefix(Self.prefix), schedule.status != .ended, let start = schedule.timing?.start,
            let kept = try? JSONDecoder().decode(Kept.self, from: Data(schedule.request.utf8))
        else { return nil }
        (key, self.schedule, pace, lastBeatAt) = (parts[1], schedule, kept.heartbeat, kept.lastBeatAt)
        dueAt = TimeZoneRules.utc.instant(of: start)
    }

    private struct Kept: Decodable {
        let heartbeat: Pace
        let lastBeatAt: Instant?

        private enum Key: String, CodingKey {
            case heartbeat
            case lastBeatAt = "last_beat_at"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            heartbeat = try container.decode(Pace.self, forKey: .heartbeat)
            lastBeatAt = try container.decodeIfPresent(Instant.self, forKey: .lastBeatAt)
        }
    }

    /// Whether a schedule is kept for a heartbeat, and is no matter of those who ask for schedules.
    public static func isKept(as schedule: ScheduledOrder) -> Bool { schedule.id.text.hasPrefix(prefix) }

    /// When its order comes: at a moment, and not again in anybody's time, unless a beat puts it off.
    static func timing(dueAt due: Instant) throws -> ScheduleTiming {
        ScheduleTiming(start: CivilDateTime(utc: due), rule: try RecurrenceRule("FREQ=YEARLY;INTERVAL=400"), timezone: "UTC")
    }

    static func occurrence(dueAt due: Instant) -> ScheduledOccurrence { ScheduledOccurrence(local: CivilDateTime(utc: due), at: due) }

    /// What is kept, with its last beat.
    static func noting(_ beat: Instant?, in kept: [String: Any]) throws -> String {
        var kept = kept
        kept["last_beat_at"] = beat.map(\.description)
        let text = try JSONSerialization.data(withJSONObject: kept, options: [.sortedKeys, .withoutEscapingSlashes])
        return String(decoding: text, as: UTF8.self)
    }
}
