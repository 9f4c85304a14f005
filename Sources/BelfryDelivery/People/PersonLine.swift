import BelfryModel
import BelfryPorts
import BelfryTime

/// A person as a line of an import names them: what they want as among their preferences, where they are reached, and what they switched on and off.
struct PersonLine: Decodable, Sendable {
    private let user: UserID
    /// Where they stand in what was sent; empty where that is a line of its own.
    private let path: [any CodingKey]
    private let keys: Set<Preferences.Key>
    private var preferences = Preferences()
    private let points: [PointLine]
    private let devices: [DeviceLine]
    private let subscriptions: [SubscriptionLine]

    enum CodingKeys: String, CodingKey, CaseIterable {
        case user = "user_id"
        case points = "contact_points"
        case devices, subscriptions
    }

    private static let subscriptionCountMax = CategorySubscription.switchedOffCountMax + CategorySubscription.switchedOnCountMax

    private static let memberNames = CodingKeys.allCases.map(\.rawValue) + Preferences.Key.allCases.map(\.rawValue)

    /// - Throws: `DecodingError` or ``Problem`` that names the field.
    init(from decoder: any Decoder) throws {
        try decoder.checkMembers(Self.memberNames)
        path = decoder.codingPath
        let container = try decoder.container(keyedBy: CodingKeys.self)
        user = try container.decode(UserID.self, forKey: .user)
        // Who writes null knows nothing of it; among preferences it would put one back to what holds at first.
        let said = try decoder.container(keyedBy: Preferences.Key.self)
        keys = try preferences.update(from: decoder).filter { try !said.decodeNil(forKey: $0) }
        points = try container.decodeIfPresent([PointLine].self, forKey: .points) ?? []
        devices = try container.decodeIfPresent([DeviceLine].self, forKey: .devices) ?? []
        subscriptions = try container.decodeIfPresent([SubscriptionLine].self, forKey: .subscriptions) ?? []
    }

    /// The person, with names for addresses that are new.
    ///
    /// - Throws: ``Problem`` where their zone isn't known, a value can't be an address, or there are more than anybody may have.
    func person(zones: any TimeZoneDatabase, identifiers: any IdentifierSource, now: Instant) throws(Problem) -> ImportedPerson {
        var person = ImportedPerson(user)
        (person.keys, person.preferences) = (keys, preferences)
        if keys.contains(.timezone) {
            guard let zone = zones.rules(named: preferences.timezone) else { throw .unknownTimezone(field: Problem.path(path + [Preferences.Key.timezone])) }
            (person.preferences.timezone, person.day) = (zone.name, zone.civil(at: now).date)
        }
        guard points.count <= ContactPoint.countMax else { throw .tooManyAddresses(countMax: ContactPoint.countMax) }
        guard devices.count <= DeviceToken.countMax else { throw .tooManyAddresses(countMax: DeviceToken.countMax) }
        for line in points {
            guard let id = AddressID(identifiers.next(now: now)) else { throw .internalFailure }
            let point = ImportedPerson.Point(draft: try line.draft(named: id), isSilent: !line.isSubscribed)
            // Who has the same twice, perhaps in other letters, is silent there where either says so.
            if let known = person.points.firstIndex(where: { point.draft.isSame(as: $0.draft) }) {
                if point.isSilent { person.points[known] = ImportedPerson.Point(draft: person.points[known].draft, isSilent: true) }
            } else {
                person.points.append(point)
            }
        }
        for line in devices where !person.devices.contains(where: { $0.token == line.token.token }) { person.devices.append(line.token) }
        for line in subscriptions {
            for channel in line.channel.map({ [$0] }) ?? DeliveryChannel.allCases {
                let subscription = CategorySubscription(category: line.category, channel: channel)
                person.subscriptions[subscription] = line.isSubscribed && person.subscriptions[subscription] != false
            }
            guard person.subscriptions.count <= Self.subscriptionCountMax else {
                throw .tooManySwitchedOff(countMax: CategorySubscription.switchedOffCountMax)
            }
        }
        return person
    }
}

extension ContactPoint.Draft {
    fileprivate func isSame(as other: ContactPoint.Draft) -> Bool {
        guard channel == other.channel else { return false }
        return value == other.value || ContactPoint.kinds(over: channel) == [.mailbox] && value.lowercased() == other.value.lowercased()
    }
}

private struct PointLine: Decodable, Sendable {
    let channel: DeliveryChannel
    let value: String
    let isSubscribed: Bool
    /// Where it stands in what was sent.
    private let path: String

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case channel, value
        case isSubscribed = "subscribed"
    }

    init(from decoder: any Decoder) throws {
        try decoder.checkMembers(CodingKeys.allCases.map(\.rawValue))
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let channel = try container.choice(DeliveryChannel.self, for: .channel) else {
            throw Problem.missingField(Problem.path(container.codingPath + [CodingKeys.channel]))
        }
        self.channel = channel
        path = Problem.path(container.codingPath)
        value = try container.decode(String.self, forKey: .value)
        isSubscribed = try container.decodeIfPresent(Bool.self, forKey: .isSubscribed) ?? true
    }

    func draft(named id: AddressID) throws(Problem) -> ContactPoint.Draft {
        do {
            return try ContactPoint.Draft(id: id, channel: channel, value: value)
        } catch {
            switch error {
            case .wrongType(let field, let expected): throw .wrongType(field: "\(path).\(field)", expected: expected)
            case .unknownValue(let field, let allowed): throw .unknownValue(field: "\(path).\(field)", allowed: allowed)
            default: throw error
            }
        }
    }
}

private struct DeviceLine: Decodable, Sendable {
    let token: DeviceToken

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case platform, token
        case appVersion = "app_version"
        case osVersion = "os_version"
    }

    init(from decoder: any Decoder) throws {
        try decoder.checkMembers(CodingKeys.allCases.map(\.rawValue))
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let platform = try container.choice(DeviceToken.Platform.self, for: .platform) else {
            throw Problem.missingField(Problem.path(container.codingPath + [CodingKeys.platform]))
        }
        let text = try container.decode(String.self, forKey: .token)
        guard (1...DeviceToken.tokenByteCountMax).contains(text.utf8.count) else {
            throw DecodingError.dataCorruptedError(
                forKey: .token, in: container, debugDescription: "expected 1 to \(DeviceToken.tokenByteCountMax) characters")
        }
        func version(_ key: CodingKeys) throws -> String? {
            try container.decodeIfPresent(String.self, forKey: key)?
                .checked(lengthMax: DeviceToken.versionLengthMax, field: Problem.path(container.codingPath + [key]))
        }
        token = DeviceToken(token: text, platform: platform, appVersion: try version(.appVersion), osVersion: try version(.osVersion))
    }
}

private struct SubscriptionLine: Decodable, Sendable {
    let category: String
    /// Nil for all of them.
    let channel: DeliveryChannel?
    let isSubscribed: Bool

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case category, channel
        case isSubscribed = "subscribed"
    }

    init(from decoder: any Decoder) throws {
        try decoder.checkMembers(CodingKeys.allCases.map(\.rawValue))
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let field = Problem.path(container.codingPath + [CodingKeys.category])
        category = try NotificationOrder.checkedCategory(try container.decode(String.self, forKey: .category), field: field)
        channel = try container.choice(DeliveryChannel.self, for: .channel)
        isSubscribed = try container.decode(Bool.self, forKey: .isSubscribed)
    }
}
