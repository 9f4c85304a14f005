import BelfryTime

/// One notification to one recipient over one channel: a row of `notification_queue`.
///
/// Those of a broadcast differ in little: what they have in common they share, as the copies of each do.
public struct Delivery: Hashable, Sendable {
    public let id: DeliveryID
    public let recipient: UserID
    /// Whom it is about.
    public let member: UserID
    @Shared private var common: Common

    private struct Common: Hashable, Sendable {
        let createdAt: Instant
        let alert: AlertID?
        let channelName: String
        var payload: Payload
        let attemptCount: Int
        let heldSince: Instant?
        let expiresAt: Instant?
        let groupKey: String?
        var deliverAfter: Instant?
        let route: DeliveryRoute.Place?
        let app: AppID
        let priority: DeliveryPriority
    }

    /// - Parameter priority: nil for what its payload's severity asks for.
    public init(
        id: DeliveryID, createdAt: Instant, recipient: UserID, member: UserID, alert: AlertID?, channelName: String, payload: Payload,
        attemptCount: Int = 0, heldSince: Instant? = nil, expiresAt: Instant? = nil, groupKey: String? = nil,
        deliverAfter: Instant? = nil, route: DeliveryRoute.Place? = nil, app: AppID = .house, priority: DeliveryPriority? = nil
    ) {
        (self.id, self.recipient, self.member) = (id, recipient, member)
        common = Common(
            createdAt: createdAt, alert: alert, channelName: channelName, payload: payload, attemptCount: attemptCount, heldSince: heldSince,
            expiresAt: expiresAt, groupKey: groupKey, deliverAfter: deliverAfter, route: route, app: app,
            priority: priority ?? DeliveryPriority(of: payload.severity))
    }

    /// The same to somebody else, under a name of its own.
    ///
    /// - Parameter member: whom it is about.
    public init(of other: Delivery, to recipient: UserID, about member: UserID, id: DeliveryID) {
        (self.id, self.recipient, self.member) = (id, recipient, member)
        _common = other._common
    }

    public var createdAt: Instant { common.createdAt }
    public var alert: AlertID? { common.alert }
    /// As stored: a name that this version doesn't know stays a name, and fails with a clear error.
    public var channelName: String { common.channelName }
    public var payload: Payload {
        get { common.payload }
        set { common.payload = newValue }
    }
    /// Tries whose outcome was recorded so far.
    public var attemptCount: Int { common.attemptCount }
    /// Since when it waits for quiet hours to end, for its moment by the recipient's clock, or for an earlier step of its route; nil where it never did.
    public var heldSince: Instant? { common.heldSince }
    /// After which it is of no use; nil where only the worker's greatest age limits it.
    public var expiresAt: Instant? { common.expiresAt }
    /// What has the same, over one channel to one recipient, is told as one: what an evaluation found at once, or what an app says is a digest
    /// (``DigestKey/groupKey``). Nil where it stands alone.
    public var groupKey: String? { common.groupKey }
    /// Before then it isn't due, and from then on its age counts; nil where both are from when it was made.
    public var deliverAfter: Instant? {
        get { common.deliverAfter }
        set { common.deliverAfter = newValue }
    }
    /// Where it stands among those that tell the same, one after the other; nil where it stands alone.
    public var route: DeliveryRoute.Place? { common.route }
    /// Who has it sent.
    public var app: AppID { common.app }
    public var priority: DeliveryPriority { common.priority }

    /// What its app's key stands for; nil where it has none.
    public var collapseID: String? { payload.collapseKey?.collapseID(of: app) }

    public var channel: DeliveryChannel? { DeliveryChannel(rawValue: channelName) }

    /// The key under which a later one may take its place before it is told; nil where none may. That is what was held, or comes back otherwise, as to be
    /// tried again: what is told at once stands beside what comes after it. What has a moment by the recipient's clock gives way to nothing. To an
    /// endpoint each is posted: only who reads them knows which of them still counts.
    ///
    /// - Parameter wasDecided: whether it was decided before, and put off or tried since.
    public func keyToGiveWay(wasDecided: Bool) -> CollapseKey? {
        guard payload.deliverAtLocal == nil, heldSince != nil || wasDecided && channel != .webhook else { return nil }
        return payload.collapseKey
    }

    /// The states of a delivery, as `notification_queue.status` has them.
    public enum Status: String, CaseIterable, Codable, Sendable {
        /// Waits for its moment. Goes to `sending` when a worker leases it, straight to `skipped` or `failed`, or to `cancelled`.
        case pending
        /// A worker holds its lease. Goes to `sent`, `failed`, or back to `pending`: to try again, or rescued from a dead worker. To
        /// `cancelled` where whom it is to or about was erased.
        case sending
        /// The channel accepted it. Final.
        case sent
        /// Left out, with a reason. Final, but for one that was merged into another that tells nobody: it goes back to `pending`.
        case skipped
        /// Given up: a dead letter. Final until somebody redrives it.
        case failed
        /// A correction erased what it would have told before it was sent, or somebody called it off. Final.
        case cancelled
        /// Would have been told, but the house only watches. Final: nobody ever leases it.
        case shadow
    }

    /// So many attempts are recorded at most. What a provider doesn't take for now is tried on, without being counted, until it is of no use.
    public static let attemptCountMax = 5
    /// After so many failed attempts a route's next step waits no longer for it.
    public static let attemptCountOfStep = attemptCountMax - 1
    /// What `last_error` says of a delivery that somebody called off.
    public static let calledOff = "called_off"
    /// What it says of one that took too many workers with it.
    public static let abandoned = "abandoned: too many workers died over it"

    /// From when on its age counts.
    public var ageBeginsAt: Instant { max(createdAt, deliverAfter ?? createdAt) }

    /// From when on it is of no use.
    ///
    /// - Parameters:
    ///   - ageMax: what is older isn't sent any more.
    ///   - zone: the recipient's, by whose clock the age of what has a local moment counts; nil for the clock that is last.
    public func end(ageMax: Duration, in zone: TimeZoneRules? = nil) -> Instant {
        func moment(of local: CivilDateTime) -> Instant { zone?.instant(of: local) ?? local.lastMomentAnywhere }
        let tooOldAt = min(max(ageBeginsAt, payload.deliverAtLocal.map(moment) ?? ageBeginsAt) + ageMax, .max)
        return min(expiresAt ?? tooOldAt, payload.expiresAtLocal.map(moment) ?? tooOldAt, tooOldAt)
    }
}

/// What a notification says, as facts from which the words are made when it is sent: `notification_queue.payload`.
///
/// Every field may be missing: a row written by hand may have an empty object.
public struct Payload: Hashable, Codable, Sendable {
    /// The kind of notification; several held ones of one kind become one summary.
    public var kind: String?
    public var severity: Severity?
    public var memberName: String?
    public var metric: Metric?
    public var pattern: PatternType?
    public var level: EpisodeLevel?
    public var activeSince: CivilDate?
    /// How many days the episode has lasted.
    public var dayCount: Int?
    /// The usual, and the mean of the last days that were off, in the metric's unit.
    public var baselineValue: Double?
    public var recentValue: Double?
    /// Of the usual; negative below it.
    public var deviationPercent: Double?
    /// What the person's own device may tell as well, under the same name.
    public var notification: NotificationID?
    /// Words that the sender chose itself; they win over ours.
    public var title: String?
    public var body: String?
    /// The sender's words in some languages; whoever reads one of them is told those alone.
    public var texts: TextsByLanguage?
    /// What a tap opens.
    public var link: NotificationLink?
    /// The buttons beside it.
    public var actions: OfferedActions?
    /// The picture beside it.
    public var image: NotificationImage?
    /// What it takes the place of: whatever its app told the same person under it.
    public var collapseKey: CollapseKey?
    /// Whether it says that something is over that was told under its collapse key; nil where it doesn't.
    public var isOver: Bool?
    /// How often its app has the recipient told something of its kind at most.
    public var throttle: KeyedThrottle?
    /// Of what is told only where nobody of those before has reacted; nil for those who are told first.
    public var escalation: Escalation.Place?
    /// Whether the first of all whom its order tells to act on it does so for all; nil where it is each one's own.
    public var oneOfUs: Bool?
    /// By which its recipient is on duty, and is told for that alone.
    public var rota: RotaID?
    /// Not before each recipient's own clock shows it.
    public var deliverAtLocal: CivilDateTime?
    /// Of no use from when each recipient's own clock shows it.
    public var expiresAtLocal: CivilDateTime?

    public init() {}

    public static let patternAlertKind = "pattern_alert"
    /// Of a wearable from which nothing comes any more.
    public static let missingWearableKind = "missing_wearable"
    /// Of what a person sends themselves to see that it arrives.
    public static let testKind = "test"
    /// Of a code by which a person shows that an address is theirs.
    public static let verificationKind = "verification"
    /// Of what names none.
    public static let generalKind = "general"

    enum CodingKeys: String, CodingKey {
        case kind, severity, level, title, body, texts, link, actions, image, throttle, escalation, rota
        case memberName = "member_name"
        case metric = "metric_type"
        case pattern = "pattern_type"
        case activeSince = "active_since"
        case dayCount = "day_count"
        case baselineValue = "baseline_value"
        case recentValue = "recent_value"
        case deviationPercent = "deviation_percent"
        case notification = "notification_id"
        case collapseKey = "collapse_key"
        case isOver = "is_over"
        case oneOfUs = "one_of_us"
        case deliverAtLocal = "deliver_at_local"
        case expiresAtLocal = "expires_at_local"
    }

    /// The category under which several held ones are summed up.
    public var category: String { kind ?? Payload.generalKind }

    /// Whether there is something to tell whoever reads none of its languages: words of its own, or a metric without any.
    public var saysSomething: Bool { [title, body].contains { $0?.isEmpty == false } || metric != nil && texts == nil }
}

extension Payload {
    /// Reads what it understands; a field of another type or with an unknown value counts as missing, and so does
    /// everything where it is no object at all, so that no row can stop a worker.
    public init(from decoder: any Decoder) {
        guard let container = try? decoder.container(keyedBy: CodingKeys.self) else { return }
        func read<Value: Decodable>(_ key: CodingKeys) -> Value? { try? container.decodeIfPresent(Value.self, forKey: key) }
        kind = read(.kind)
        severity = read(.severity)
        memberName = read(.memberName)
        metric = read(.metric)
        pattern = read(.pattern)
        level = read(.level)
        activeSince = read(.activeSince)
        dayCount = read(.dayCount)
        baselineValue = read(.baselineValue)
        recentValue = read(.recentValue)
        deviationPercent = read(.deviationPercent)
        notification = Self.notification(named: read(.notification))
        title = read(.title)
        body = read(.body)
        texts = read(.texts)
        link = read(.link)
        actions = read(.actions)
        image = read(.image)
        collapseKey = read(.collapseKey)
        isOver = read(.isOver)
        throttle = read(.throttle)
        escalation = read(.escalation)
        oneOfUs = read(.oneOfUs)
        rota = read(.rota)
        deliverAtLocal = read(.deliverAtLocal)
        expiresAtLocal = read(.expiresAtLocal)
    }
}

extension Payload {
    /// What there is to say of an episode.
    public init(of episode: Episode, memberName: String?) {
        self.init()
        kind = episode.pattern == .missingWearable ? Payload.missingWearableKind : Payload.patternAlertKind
        severity = episode.severity
        self.memberName = memberName
        metric = episode.metric
        pattern = episode.pattern
        level = episode.level
        activeSince = episode.activeSince
        dayCount = episode.dayCount
        baselineValue = episode.baselineValue
        recentValue = episode.recentValue
        deviationPercent = episode.deviationPercent
    }

    /// Takes from an episode what it doesn't say itself: a row written by hand may name an alert and nothing more.
    /// What has words or a metric of its own stays as it is.
    public mutating func complete(from episode: Episode, memberName: String?) {
        guard metric == nil, title == nil, body == nil, texts == nil else { return }
        var completed = Payload(of: episode, memberName: self.memberName ?? memberName)
        completed.kind = kind ?? completed.kind
        // How grave it is says the alert's own row; and whether a later notification says more is a question to what was queued.
        completed.severity = severity
        completed.level = level
        if episode.baselineValue <= 0 {
            completed.baselineValue = nil
            completed.recentValue = nil
            completed.deviationPercent = nil
        }
        self = completed
    }
}

/// What a channel hands to a person: finished words.
public struct NotificationContent: Hashable, Codable, Sendable {
    public var title: String
    public var body: String
    public var severity: Severity
    /// What the words are in.
    public var language: Language

    public init(title: String, body: String, severity: Severity, language: Language = .english) {
        self.title = title
        self.body = body
        self.severity = severity
        self.language = language
    }
}

/// How a try to deliver ended.
public enum Outcome: Hashable, Sendable {
    /// The provider accepted it.
    case delivered
    /// Not now. `after` is how long the provider asked us to wait; nil where it didn't say.
    case retry(why: String, after: Duration?)
    /// It never left: the provider is to be left alone for so long. Doesn't count as an attempt.
    case notTried(why: String, after: Duration)
    /// It was handed over, and the answer was lost: it may have been taken, or not.
    case ambiguous(why: String)
    /// Never like this: trying again would be refused again.
    case rejected(why: String)
    /// The recipient can't be reached there any more.
    case addressGone(why: String)
}

extension Outcome {
    /// A code and a sentence; nil where there is nothing to say.
    public var why: String? {
        switch self {
        case .delivered: nil
        case .retry(let why, _), .notTried(let why, _), .ambiguous(let why), .rejected(let why), .addressGone(let why): why
        }
    }

    /// In metrics and logs.
    public var label: String {
        switch self {
        case .delivered: "delivered"
        case .retry: "retry"
        case .notTried: "not_tried"
        case .ambiguous: "ambiguous"
        case .rejected: "rejected"
        case .addressGone: "address_gone"
        }
    }
}
