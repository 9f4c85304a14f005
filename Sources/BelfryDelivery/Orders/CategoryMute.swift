import BelfryModel
import BelfryPorts
import BelfryTime

/// What somebody says of muting one category over every channel: until a moment, until the morning, for some minutes, or no longer.
public struct CategoryMuteOrder: Sendable {
    /// As ``Payload/category`` has it.
    public let category: String
    private let end: End

    private enum End: Sendable {
        case moment(Instant)
        case morning
        case minutes(Int)
        case over
    }

    /// What stands in place of a moment for the person's next morning.
    public static let morningWord = "morning"
    /// A year: who wants nothing of it for longer switches it off.
    public static let minuteRange = 1...527_040

    /// When it ends; nil where it is to be muted no longer.
    ///
    /// - Parameter zone: the person's.
    /// - Throws: `Problem.wrongType` where the moment has passed.
    public func end(since now: Instant, in zone: TimeZoneRules) throws(Problem) -> Instant? {
        switch end {
        case .moment(let moment):
            guard moment > now else { throw .wrongType(field: CodingKeys.until.rawValue, expected: "a moment that is still ahead") }
            return moment
        case .morning: return Mute.morning(after: now, in: zone)
        case .minutes(let count): return now + .seconds(count * 60)
        case .over: return nil
        }
    }
}

extension CategoryMuteOrder: Decodable {
    public enum CodingKeys: String, CodingKey, CaseIterable {
        case category, until
        case minuteCount = "for_minutes"
    }

    /// What is read of one in JSON.
    public static let memberNames = CodingKeys.allCases.map(\.rawValue)

    /// - Throws: `DecodingError` or ``Problem`` that names the field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        category = try NotificationOrder.checkedCategory(try container.decode(String.self, forKey: .category), field: CodingKeys.category.rawValue)
        if let count = try container.number(.minuteCount, in: Self.minuteRange) {
            guard !container.contains(.until) else {
                throw Problem.wrongType(field: CodingKeys.minuteCount.rawValue, expected: "either “for_minutes” or “until”")
            }
            end = .minutes(count)
        } else {
            // That it ends has to be said.
            guard container.contains(.until) else { throw Problem.missingField(CodingKeys.until.rawValue) }
            let text = try container.decodeIfPresent(String.self, forKey: .until)
            switch text {
            case nil: end = .over
            case Self.morningWord: end = .morning
            case let text?:
                guard let moment = Instant(text) else {
                    let form = "an ISO 8601 instant such as 2026-01-25T03:00:00Z, “\(Self.morningWord)”, or null for the end of the mute"
                    throw Problem.wrongType(field: CodingKeys.until.rawValue, expected: form)
                }
                end = .moment(moment)
            }
        }
    }
}

extension Mute {
    /// When a mute until the morning ends.
    public static let morningTime = CivilTime(hour: 8, minute: 0) ?? .midnight

    /// The next morning by a clock: of the same day for who mutes in the night.
    public static func morning(after now: Instant, in zone: TimeZoneRules) -> Instant {
        let civil = zone.civil(at: now)
        return zone.instant(of: CivilDateTime(civil.time < morningTime ? civil.date : civil.date + 1, morningTime))
    }
}
