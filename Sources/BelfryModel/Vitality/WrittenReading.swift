import BelfryTime

/// A day and a time, or a day alone, as a document writes it.
package enum WrittenReading: Hashable, Sendable {
    case day(CivilDate)
    case reading(CivilDateTime)

    /// - Parameter time: that of a day alone.
    package func reading(at time: CivilTime) -> CivilDateTime {
        switch self {
        case .day(let date): CivilDateTime(date, time)
        case .reading(let reading): reading
        }
    }

    /// A day alone is over with its last second.
    package var end: CivilDateTime? { CivilTime(hour: 23, minute: 59, second: 59).map(reading(at:)) }
}

extension WrittenReading: Decodable {
    package init(from decoder: any Decoder) throws {
        self = try decoder.decodeText(WrittenReading.read, as: "a day, with a time or without, such as 2026-01-25T08:00")
    }

    package static func read(_ text: String) -> WrittenReading? {
        if let date = CivilDate(text) { return .day(date) }
        return CivilDateTime(text).map { .reading($0) }
    }
}
