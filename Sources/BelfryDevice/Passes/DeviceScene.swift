import BelfryModel
import BelfryPlanning
import BelfryPorts
import BelfryTime

/// Everything that one pass looks at, read once at its beginning.
struct DeviceScene: Sendable {
    var record: DeviceRecord
    /// How many requests the centre turned out to keep, where that is fewer than it should.
    var observedCapacity: Int?
    var pending: PendingList
    var delivered: [DeliveredNotification]
    var permission: NotificationPermission
    /// The subjects of recalls that the person was told of, ever, and of what was told late with others; none where no recall is known.
    var subjectsTold: Set<String>
    var profile: PlatformProfile
    /// Whether the person's other devices and the server are to know what was told here.
    var sharesReceipts = false
    /// Removals that this process has no reason to wait for any longer: whoever was to make them was stopped before.
    var overdueRemovals: Set<NotificationID> = []
    /// An IANA name, and its rules.
    var timezone: String
    var zone: TimeZoneRules
    /// The rules of the zones in which own reminders stay, by their names.
    var zones: [String: TimeZoneRules] = [:]
    /// For which what is pending was asked, where the device has been carried to another since.
    var leftZone: TimeZoneRules?
    var now: Instant
    /// What was learnt so far.
    var habits = Habits()
    /// What was told since something was learnt, where it is time to learn; nil where it isn't.
    var history: [LedgerLine]?

    /// How many requests the centre keeps, as far as anybody knows; nil where it keeps them all.
    var capacity: Int? {
        [profile.pendingCeiling, observedCapacity].compactMap(\.self).min()
    }
}
