import BelfryModel
import BelfryPorts
import BelfryTime

/// Everything that a store keeps, under the keys that a database would have.
struct Tables: Equatable, Sendable {
    var families: [FamilyID: FamilyRecord] = [:]
    var profiles: [UserID: Preferences] = [:]
    var deviceTokens: [DeviceKey: DeviceToken] = [:]
    var days: [DayKey: Day] = [:]
    var alerts: [AlertID: Alert] = [:]
    var queue: [DeliveryID: QueueRow] = [:]
    var sessions: [SessionKey: ExerciseSession] = [:]
    /// From when on a member is to be evaluated.
    var marks: [UserID: Instant] = [:]
    /// In their order.
    var stays: [UserID: [MemberHistory.Stay]] = [:]
    var inbox: [DeliveryID: InboxMessage] = [:]
    /// By their hash.
    var keys: [String: APIKeyRecord] = [:]

    struct DeviceKey: Hashable, Sendable {
        let user: UserID
        let token: String
    }

    struct DayKey: Hashable, Sendable {
        let user: UserID
        let date: CivilDate
        let source: String
    }

    struct SessionKey: Hashable, Sendable {
        let user: UserID
        let source: String
        let startedAt: Instant
    }

    struct Day: Equatable, Sendable {
        var values: [Metric: ReportedValue] = [:]
        /// When it last brought another value.
        var updatedAt: Instant
    }
}

// MARK: Who is who

extension Tables {
    func families(of user: UserID) -> [FamilyRecord] {
        families.values.filter { $0.has(user) }.sorted { $0.id < $1.id }
    }

    /// Whether there is a family that both are in.
    func areFamily(_ one: UserID, _ other: UserID) -> Bool {
        families.values.contains { $0.has(one) && $0.has(other) }
    }

    /// Nil for whom no family names.
    func firstName(of user: UserID) -> String? {
        families(of: user).lazy.flatMap(\.members).first { $0.user == user && !$0.firstName.isEmpty }?.firstName
    }

    /// The admins of all families that a person is in, each once.
    func familyAdmins(of user: UserID) -> [UserID] {
        Set(families(of: user).flatMap(\.members).filter(\.role.isAdmin).map(\.user)).sorted()
    }

    /// A row as text, as a database would have it; nothing where the person never said what they want.
    func storedPreferences(of user: UserID) -> StoredPreferences {
        StoredPreferences(columns: profiles[user]?.columns ?? [:])
    }
}

extension FamilyRecord {
    func has(_ user: UserID) -> Bool {
        members.contains { $0.user == user }
    }
}

extension Preferences {
    /// The columns of `user_profiles` that are not null.
    fileprivate var columns: [Key: String] {
        var columns: [Key: String] = [
            .notifyInApp: "\(notifyInApp)", .notifyPush: "\(notifyPush)", .notifyEmail: "\(notifyEmail)",
            .championNotifyEmail: "\(championNotifyEmail)", .championNotifySMS: "\(championNotifySMS)",
            .quietHoursLevel: quietHoursLevel.rawValue, .quietHoursAction: quietHoursAction.rawValue, .timezone: timezone,
        ]
        columns[.quietHoursStart] = quietHours?.start.description
        columns[.quietHoursEnd] = quietHours?.end.description
        return columns
    }
}
