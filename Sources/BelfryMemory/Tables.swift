import BelfryModel
import BelfryPorts
import BelfryTime

/// Everything that a store keeps, under the keys that a database would have.
struct Tables: Equatable, Sendable {
    var families: [FamilyID: FamilyRecord] = [:]
    var profiles: [UserID: Preferences] = [:]
    var devices: [DeviceKey: DeviceRow] = [:]
    /// Of all that ever were: none has the name of one that is gone.
    var deviceCount = 0
    var contactPoints: [AddressID: ContactPointRow] = [:]
    var transmissions: [TransmissionID: Transmission] = [:]
    /// What was taken back and is to disappear.
    var removals: [DeliveryID: Removal] = [:]
    /// What providers reported of transmissions that aren't known yet, in the order in which it came.
    var earlyReports: [EarlyReport] = []
    /// When what was heard.
    var heardEvents: [EventKey: Instant] = [:]
    /// What nobody wants any more.
    var unwanted: Set<SubscriptionKey> = []
    /// What they have switched on, which counts where it is off at first.
    var wanted: Set<SubscriptionKey> = []
    /// What apps have declared of their categories.
    var categories: [CategoryDefaults.Key: CategoryRecord] = [:]
    var categoryMutes: [CategoryKey: Instant] = [:]
    var calendars: [UserID: CalendarRow] = [:]
    var days: [DayKey: Day] = [:]
    var alerts: [AlertID: Alert] = [:]
    var queue: [DeliveryID: QueueRow] = [:]
    var broadcasts: [BroadcastID: BroadcastRow] = [:]
    /// Lists of people that apps keep.
    var audiences: [AudienceKey: AudienceRow] = [:]
    /// What apps have told again and again.
    var schedules: [ScheduledOrderID: ScheduledOrder] = [:]
    var rotas: [RotaKey: RotaRecord] = [:]
    var hooks: [HookKey: HookRecord] = [:]
    /// The latest version of each first.
    var templates: [TemplateKey: [TemplateRecord]] = [:]
    /// How apps present themselves.
    var looks: [AppID: AppLook] = [:]
    /// Keys under which apps have queued something.
    var keptKeys: [KeptKey: KeptRequest] = [:]
    /// What an operator has stopped, by app; everything under none.
    var pauses: [AppID?: QueuePause] = [:]
    /// Who did what.
    var audit: [AuditEntryID: AuditEntry] = [:]
    var snoozes: [SnoozeKey: Snooze] = [:]
    /// By the hash of their codes.
    var invitations: [String: FamilyInvitation] = [:]
    var sessions: [SessionKey: ExerciseSession] = [:]
    /// From when on a member is to be evaluated.
    var marks: [UserID: Instant] = [:]
    var round: Round?
    /// How far the count of feeds has come.
    var feedRound: Round?
    var feedCounts: [FeedKey: Int] = [:]
    /// In the order of their sources and days.
    var feedOutages: [FeedOutage] = []
    /// In their order.
    var stays: [UserID: [MemberHistory.Stay]] = [:]
    var inbox: [DeliveryID: InboxMessage] = [:]
    /// Since when what a person has read is unread again; of what they have put off, from when on.
    var unreadAgain: [DeliveryID: Instant] = [:]
    /// What a person has acted on.
    var acted: Set<DeliveryID> = []
    /// Which buttons a person has pressed, in this order.
    var actionsTaken: [DeliveryID: [ActionID]] = [:]
    /// Those of them of which their app is told: not of what was pressed over another channel.
    var actionsToTell: [DeliveryID: [ActionID]] = [:]
    /// By their hash.
    var keys: [String: APIKeyRecord] = [:]
    /// The hash of the key that has taken its place, by the hash of one that still lets its app in.
    var formerKeys: [String: String] = [:]
    /// When they run out, by their hash.
    var spentTokens: [String: Instant] = [:]
    /// Through when all sessions were ended, by the mark among the tokens.
    var sessionsEnded: [String: Instant] = [:]
    /// When who was erased, by the marks that they left.
    var erasures: [String: Instant] = [:]
    /// Who keeps it in order; nil where nobody ever did.
    var upkeep: UpkeepSeat?
    /// Facts that persons' devices share.
    var synced: [UserID: SyncedFacts] = [:]
    var statistics = DeliveryStatistics()
    /// The apps that are told what becomes of their deliveries.
    var statusSeats: [AppID: StatusSeat] = [:]
    /// What they are to be told, in its order.
    var statusChanges: [AppID: [StatusChange]] = [:]
    /// Of all that ever were: none has the number of one that is gone.
    var statusChangeCount = 0

    struct DeviceKey: Hashable, Sendable {
        let user: UserID
        let token: String
    }

    struct DayKey: Hashable, Sendable {
        let user: UserID
        let date: CivilDate
        let source: String
    }

    struct Round: Equatable, Sendable {
        let day: CivilDate
        var cursor: UserID?
        var isThrough = false
    }

    struct FeedKey: Hashable, Sendable {
        /// Nil for all.
        let source: String?
        let lastDate: CivilDate
    }

    struct SnoozeKey: Hashable, Sendable {
        let alert: AlertID
        let recipient: UserID
    }

    struct Snooze: Equatable, Sendable {
        let until: CivilDate
        let dayCount: Int
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

    /// Whether there is a family in which a person may see what is known of a member.
    func maySee(_ viewer: UserID, _ member: UserID) -> Bool {
        families.values.contains { $0.shows(member, to: viewer) }
    }

    /// Nil for whom no family names.
    /// - Parameter viewer: names of families that they are in, too, alone; nil for whoever may see everything.
    func firstName(of user: UserID, seenBy viewer: UserID? = nil) -> String? {
        families(of: user).filter { family in viewer.map { family.has($0) } ?? true }
            .lazy.flatMap(\.members).first { $0.user == user && !$0.firstName.isEmpty }?.firstName
    }

    /// The admins of all families in which a person consents to it, and the person too where they are one; each once.
    func familyAdmins(of user: UserID) -> [UserID] {
        Set(
            families(of: user).flatMap { family in
                let isShared = family.members.contains { $0.user == user && $0.sharesAlerts }
                return family.members.filter { $0.role.isAdmin && (isShared || $0.user == user) }.map(\.user)
            }
        ).sorted()
    }

    /// The alert as one person sees it: with their own snooze.
    func alert(_ alert: Alert, for recipient: UserID) -> Alert {
        let snooze = snoozes[SnoozeKey(alert: alert.id, recipient: recipient)]
        return Alert(
            id: alert.id, member: alert.member, episode: alert.episode, engine: alert.engine, snoozeUntil: snooze?.until,
            snoozeDays: snooze?.dayCount, dismissedAt: alert.dismissedAt, lastNotifiedLevel: alert.lastNotifiedLevel, feedDownSince: alert.feedDownSince)
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

    /// Of whoever doesn't consent only they themselves see anything.
    func shows(_ member: UserID, to viewer: UserID) -> Bool {
        has(viewer) && members.contains { $0.user == member && ($0.sharesAlerts || member == viewer) }
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
        columns[.quietHoursByWeekday] = quietHoursByWeekday.text
        columns[.language] = language?.rawValue
        columns[.mutedUntil] = mutedUntil?.description
        columns[.dailyCountMax] = dailyCountMax.map(String.init)
        columns[.digestAt] = digestAt?.description
        columns[.digestByCategory] = digestByCategory.text
        return columns
    }
}
