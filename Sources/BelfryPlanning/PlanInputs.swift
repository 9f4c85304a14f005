import BelfryModel
import BelfryTime

/// The document of `belfry plan`: a person, their platform, what is to be told, and `now`.
///
/// A request that can't be used is refused by name, and the others are planned.
public struct PlanInputs: Sendable {
    public var now: Instant
    public var person: Person
    public var platform: PlatformProfile
    public var requests: [NotificationRequest]
    /// What is wrong with the requests that were refused.
    public var refused: [Problem]
    public var ledger: [LedgerEntry]
    /// What the notification centre holds; nil where nobody says.
    public var pending: [PendingRequest]?
    public var nextRefresh: Instant?
    /// What was learnt of the person.
    public var habits: Habits

    /// The zones that have to be known to plan it: the person's and those of fixed schedules.
    public var timezones: Set<String> {
        let fixed = requests.compactMap { request in
            if case .fixed(let schedule) = request.trigger { schedule.timezone } else { nil }
        }
        return Set(fixed + [person.preferences.timezone])
    }

    /// - Parameter rules: looks a zone up by its name.
    /// - Throws: `Problem.unknownTimezone` where the person's isn't known.
    public func context(rules: (String) -> TimeZoneRules?) throws(Problem) -> PlanningContext {
        guard let zone = rules(person.preferences.timezone) else { throw .unknownTimezone(field: "person.timezone") }
        let zones = timezones.reduce(into: [:]) { zones, name in zones[name] = rules(name) }
        return PlanningContext(
            person: person, zone: zone, zones: zones, profile: platform, ledger: ledger, pending: pending ?? [],
            nextRefresh: nextRefresh, habits: habits)
    }
}

extension PlanInputs: Decodable {
    private enum Key: String, CodingKey {
        case now, person, platform, requests, pending, habits
        case ledger = "history"
        case nextRefresh = "next_refresh"
    }

    /// What the object `person` may say.
    public static let personKeys = Set(Preferences.Key.allCases.map(\.rawValue) + DecodedPerson.Key.allCases.map(\.rawValue))

    /// - Throws: `DecodingError` or ``Problem`` that names the field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        now = try container.decode(Instant.self, forKey: .now)
        let person = try container.decodeIfPresent(DecodedPerson.self, forKey: .person)?.person ?? DecodedPerson.silent
        self.person = person
        platform = try container.decodeIfPresent(DecodedPlatform.self, forKey: .platform)?.profile ?? .ios
        refused = []
        let decoded = try container.decodeIfPresent([Lenient<DecodedRequest>].self, forKey: .requests)?.usable(refusing: &refused) ?? []
        requests = decoded.map { $0.request(reminderTime: person.reminderTime) }
        ledger = try container.decodeIfPresent([DecodedLedgerEntry].self, forKey: .ledger)?.map(\.entry) ?? []
        pending = try container.decodeIfPresent([PendingRequest].self, forKey: .pending)
        nextRefresh = try container.decodeIfPresent(Instant.self, forKey: .nextRefresh)
        habits = try container.decodeIfPresent(Habits.self, forKey: .habits) ?? Habits()
    }
}

private struct DecodedLedgerEntry: Decodable {
    let entry: LedgerEntry

    enum Key: String, CodingKey {
        case identifier, notification, category
        case toldAt = "told_at"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        entry = LedgerEntry(
            identifier: try container.decode(NotificationID.self, forKey: .identifier),
            notification: try container.decodeIfPresent(NotificationID.self, forKey: .notification),
            category: try container.decodeIfPresent(String.self, forKey: .category) ?? "",
            toldAt: try container.decode(Instant.self, forKey: .toldAt))
    }
}

/// `"ios"`, or an object whose fields differ from those of the platform it names.
private struct DecodedPlatform: Decodable {
    let profile: PlatformProfile

    enum Key: String, CodingKey {
        case name, reserve
        case pendingCeiling = "pending_ceiling"
        case horizonDays = "horizon_days"
        case horizonDaysByDomain = "horizon_days_by_domain"
        case granularitySeconds = "granularity_seconds"
        case refreshMinutes = "refresh_minutes"
    }

    init(from decoder: any Decoder) throws {
        if let name = try? decoder.singleValueContainer().decode(String.self) {
            guard let profile = PlatformProfile.known.first(where: { $0.name == name }) else {
                throw Problem.unknownValue(field: Problem.path(decoder.codingPath), allowed: PlatformProfile.known.map(\.name))
            }
            self.profile = profile
            return
        }
        let container = try decoder.container(keyedBy: Key.self)
        let name = try container.decodeIfPresent(String.self, forKey: .name) ?? PlatformProfile.ios.name
        var profile = PlatformProfile.known.first { $0.name == name } ?? PlatformProfile(name: name, pendingCeiling: nil, horizonDays: 14)
        if container.contains(.pendingCeiling) { profile.pendingCeiling = try container.number(.pendingCeiling, in: 0...1_000_000) }
        profile.reserve = try container.number(.reserve, in: 0...1_000_000) ?? profile.reserve
        profile.horizonDays = try container.number(.horizonDays, in: 1...366) ?? profile.horizonDays
        if let days = try container.decodeIfPresent([String: Int].self, forKey: .horizonDaysByDomain) {
            guard days.values.allSatisfy((1...366).contains) else {
                throw Problem.numberOutOfRange(field: Problem.path(container.codingPath + [Key.horizonDaysByDomain]), range: 1...366)
            }
            profile.horizonDaysByDomain = days
        }
        if let seconds = try container.number(.granularitySeconds, in: 1...3600) { profile.granularity = .seconds(seconds) }
        if let minutes = try container.number(.refreshMinutes, in: 1...525_600) { profile.refreshInterval = .seconds(60 * minutes) }
        self.profile = profile
    }
}
