import BelfryModel
import BelfryPorts
import BelfryTime

/// Why a pass is made. All lead to the same, but that what the centre keeps is found out anew at a start.
public enum PassTrigger: String, CaseIterable, Codable, Sendable {
    /// The app, or the agent, has started.
    case launch
    /// A fact has changed.
    case change
    /// The app is in the foreground, and a minute has passed.
    case foreground
    /// The system gave time for background work.
    case background
    case dayChanged = "day_changed"
    case zoneChanged = "zone_changed"
    case clockChanged = "clock_changed"
    case permissionChanged = "permission_changed"
    /// The server asked for a sync without showing anything.
    case silentPush = "silent_push"
    /// The person did something with a notification.
    case response
    /// A pass before could not be finished.
    case retry

    /// The moment of a pass that is made for several calls: the last, for work that took a while calls with the moment at which it was begun.
    /// But whoever says that the clock was set is believed, also where it was set back.
    func moment(_ now: Instant, besides waiting: Instant) -> Instant { self == .clockChanged ? now : max(now, waiting) }

    /// Why a pass is made that is made for several calls: a start counts whatever came with it, as what a centre keeps is found out anew at each.
    func joined(by other: PassTrigger) -> PassTrigger { other == .launch ? other : self }
}

/// What a pass has done, for logs and for whoever shows why nothing is shown.
public struct PassReport: Sendable {
    public let trigger: PassTrigger
    public let now: Instant
    /// What will be told; nil where the store could not be read.
    public internal(set) var plan: Plan?
    public internal(set) var addCount = 0
    public internal(set) var replaceCount = 0
    public internal(set) var removeCount = 0
    /// How many had to be asked for twice.
    public internal(set) var repairedCount = 0
    /// How many were shown since the last pass.
    public internal(set) var toldCount = 0
    /// How many were due while the device was off, and are of no use any more.
    public internal(set) var missedCount = 0
    public internal(set) var permission = NotificationPermission.undetermined
    /// In which the person is spoken to; English where the store could not be read.
    public internal(set) var language = Language.english
    /// What is wrong with facts that can't be used; the others count.
    public internal(set) var refused: [RefusedFact] = []
    public internal(set) var problems: [DeviceProblem] = []
    /// What a domain has to say for a log. It names nobody and nothing.
    public internal(set) var log: [String] = []
    /// Grows with each change of a fact, be it edited here, told here or brought by a sync; nil where the store could not be read.
    public internal(set) var factMark: Int?
    /// How many requests the centre turned out to keep, where that is fewer than it should.
    public internal(set) var observedCapacity: Int?
    /// How soon another pass should be made; nil where there is nothing left to do.
    public internal(set) var retryAfter: Duration?

    init(trigger: PassTrigger, now: Instant) {
        self.trigger = trigger
        self.now = now
    }

    /// How many requests the centre was called about.
    public var callCount: Int { addCount + replaceCount + removeCount }

    /// One line for a log; it names nobody and nothing.
    public var summary: String {
        var parts = ["\(plan?.lineCount ?? 0) planned"]
        for (count, word) in [
            (addCount, "added"), (replaceCount, "replaced"), (removeCount, "removed"), (repairedCount, "repaired"), (toldCount, "told"),
            (missedCount, "missed"),
        ] where count > 0 { parts.append("\(count) \(word)") }
        parts += problems.map(\.rawValue)
        if let retryAfter { parts.append("again in \(retryAfter)") }
        return parts.joined(separator: ", ")
    }

    /// Whether another pass is worth making at once: something was under way in the centre.
    public var asksForRetrySoon: Bool { retryAfter == PassReport.soon }

    static let soon = Duration.seconds(1)
    static let later = Duration.seconds(30)

    mutating func retrySoon() { retryAfter = min(retryAfter ?? PassReport.soon, PassReport.soon) }
    mutating func retryLater() { retryAfter = min(retryAfter ?? PassReport.later, PassReport.later) }

    mutating func take(_ pass: DevicePass, of scene: DeviceScene, refused: [RefusedFact]) {
        plan = pass.plan
        permission = scene.permission
        addCount = pass.calls.add.count
        replaceCount = pass.calls.replace.count
        removeCount = pass.calls.remove.count
        toldCount = pass.journal.ledger.count { $0.outcome == .told }
        missedCount = pass.journal.ledger.count { $0.outcome == .missed }
        log = pass.log
        self.refused = refused
    }

    /// The store can't be read or written.
    mutating func noteStore() {
        if !problems.contains(.storeUnavailable) { problems.append(.storeUnavailable) }
        retryLater()
    }

    mutating func note(_ problem: CentreProblem) {
        switch problem {
        case .notAllowed: problems.append(.notAllowed)
        case .invalid: problems.append(.requestRefused)
        case .full:
            problems.append(.centreFull)
            retrySoon()
        case .unavailable:
            problems.append(.centreUnavailable)
            retryLater()
        }
    }
}

/// Says of each row that can't be used when that begins, and not at every pass.
public struct RefusedFactLog: Sendable {
    private var last: Set<RefusedFact> = []

    public init() {}

    /// What wasn't said of the last report, in the order of the new one.
    public mutating func news(in report: PassReport) -> [RefusedFact] {
        // A pass that could read nothing doesn't know.
        guard report.plan != nil else { return [] }
        defer { last = Set(report.refused) }
        return report.refused.filter { !last.contains($0) }
    }
}

/// What kept a pass from doing all that it should. A stable code.
public enum DeviceProblem: String, CaseIterable, Codable, Sendable {
    /// What is kept can't be read or written. What it would have changed is tried again.
    case storeUnavailable = "store_unavailable"
    case centreUnavailable = "centre_unavailable"
    /// The centre keeps fewer requests than the platform promises; the plan makes do.
    case centreFull = "centre_full"
    case notAllowed = "not_allowed"
    /// The centre takes some request for unusable, or loses it again and again.
    case requestRefused = "request_refused"
    /// The device is in a zone that this system doesn't know; it is planned in UTC.
    case unknownTimezone = "unknown_timezone"
}
