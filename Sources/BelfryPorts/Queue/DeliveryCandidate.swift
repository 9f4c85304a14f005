import BelfryModel
import BelfryTime

/// A due delivery with everything that its decision needs; what its payload leaves unsaid is completed from its alert.
public struct DeliveryCandidate: Hashable, Sendable {
    public let delivery: Delivery
    public let preferences: StoredPreferences
    /// The alert it is about; nil where it is about none, or the alert is gone.
    public let alert: AlertFacts?
    /// It was held, and a later notification of the same alert waits for the same recipient over the same channel. Or a later one under the same
    /// ``CollapseKey`` does, or was told, and this one gives way to it: ``Delivery/keyToGiveWay(wasDecided:)``.
    public private(set) var isSuperseded: Bool
    /// Those that have its place only if they are told: they wait, and their time has come. Empty where something else has it, or nothing.
    public private(set) var replacements: [DeliveryID]
    /// Whether the recipient may be told of the member now; always true of what no evaluation has queued.
    public let isEntitled: Bool
    /// When a device of the recipient told it; nil where none did.
    public let toldAt: Instant?
    /// When the recipient was told something else, as of ``ToldLately``: looked for only where it counts, the latest first, and as many as they want on
    /// one day where there are as many.
    public let toldLately: [Instant]
    /// When they were told the same over another channel, as of ``ToldLately``; nil where they weren't, or it doesn't count.
    public let sameToldAt: Instant?
    /// When the recipient was told something else under its throttle, as of ``ThrottledLately``: the latest first, and as many as it allows where there are
    /// as many. Empty where it has none.
    public let throttledLately: [Instant]
    /// When they were told the same over another channel under its throttle; nil where they weren't.
    public let sameThrottledAt: Instant?
    /// Where the recipient is reached over its channel: registered or verified, and neither gone nor opted out.
    public let addresses: [Address]
    /// The recipient wants nothing of its category over its channel.
    public let isCategoryOff: Bool
    /// Its app has declared its category off at first over its channel, and the recipient has chosen nothing.
    public let isCategoryOffByDefault: Bool
    /// Its app has declared its category as one that nobody may switch off.
    public let isCategoryRequired: Bool
    /// Until when the recipient mutes its category, over or not; nil where they never did, or it was forgotten.
    public let categoryMutedUntil: Instant?
    /// Another step of its route reached the recipient, as surely as the route asks for: mostly an earlier one, or a later one while this one's
    /// provider was away.
    public let isReached: Bool
    /// Somebody who was told before under its key has reacted, as surely as its ``Payload/escalation`` asks for, or somebody has acted on it under its key
    /// for all: ``Delivery/endedBehind``.
    public let isAcknowledged: Bool
    /// A worker died with it in hand.
    public let isInDoubt: Bool
    /// It was decided to be sent before: somebody has tried, or was about to.
    public let isTried: Bool

    public init(
        delivery: Delivery, preferences: StoredPreferences, alert: AlertFacts?, isSuperseded: Bool, replacements: [DeliveryID] = [],
        isEntitled: Bool = true, toldAt: Instant? = nil, toldLately: [Instant] = [], sameToldAt: Instant? = nil, throttledLately: [Instant] = [],
        sameThrottledAt: Instant? = nil, addresses: [Address] = [], isCategoryOff: Bool = false, categoryMutedUntil: Instant? = nil,
        isReached: Bool = false, isAcknowledged: Bool = false, isInDoubt: Bool = false, isTried: Bool = false,
        isCategoryOffByDefault: Bool = false, isCategoryRequired: Bool = false
    ) {
        self.delivery = delivery
        self.preferences = preferences
        self.alert = alert
        self.isSuperseded = isSuperseded
        self.replacements = replacements
        self.isEntitled = isEntitled
        self.toldAt = toldAt
        self.toldLately = toldLately
        self.sameToldAt = sameToldAt
        self.throttledLately = throttledLately
        self.sameThrottledAt = sameThrottledAt
        self.addresses = addresses
        self.isCategoryOff = isCategoryOff
        self.isCategoryOffByDefault = isCategoryOffByDefault
        self.isCategoryRequired = isCategoryRequired
        self.categoryMutedUntil = categoryMutedUntil
        self.isReached = isReached
        self.isAcknowledged = isAcknowledged
        self.isInDoubt = isInDoubt
        self.isTried = isTried
    }

    /// The same where none of those is told that would have its place.
    public var inItsPlace: DeliveryCandidate {
        var candidate = self
        (candidate.isSuperseded, candidate.replacements) = (false, [])
        return candidate
    }

    /// Whether a store has to look for what was transmitted of it. An attempt that doesn't count may have got to some places, too; before the
    /// first decision there was none.
    public func mayHaveBeenTried(wasDecided: Bool) -> Bool { wasDecided || delivery.attemptCount > 0 || !addresses.isEmpty }

    /// What an alert's row says as far as a decision needs it. Read leniently: somebody may have written the row by hand.
    public struct AlertFacts: Hashable, Sendable {
        public let severity: Severity?
        public let snoozeUntil: CivilDate?
        public let dismissedAt: Instant?
        public let status: EpisodeStatus
        /// Since when the feed is down for which nobody is told; nil where none is.
        public let feedDownSince: CivilDate?

        public init(severity: Severity?, snoozeUntil: CivilDate?, dismissedAt: Instant?, status: EpisodeStatus, feedDownSince: CivilDate? = nil) {
            self.severity = severity
            self.snoozeUntil = snoozeUntil
            self.dismissedAt = dismissedAt
            self.status = status
            self.feedDownSince = feedDownSince
        }
    }
}

extension [Delivery] {
    /// Those of their recipients who want at most so many on one day over channels that are counted, and how many.
    public func countsMax(by preferences: [UserID: StoredPreferences]) -> [UserID: Int] {
        var counts: [UserID: Int] = [:]
        for delivery in self {
            guard let countMax = preferences[delivery.recipient]?.read().preferences.dailyCountMax, delivery.channel?.interruptsRecipient == true
            else { continue }
            counts[delivery.recipient] = countMax
        }
        return counts
    }
}

/// For one that takes the place of another a store looks among so many of what its app had told the same person under the key since, the latest: in a
/// flood of them an earlier one may be told, too.
public let laterCountMax = 1_000

/// What a store looks for to know how much somebody was told on one day: the moments at which it was decided to send what was sent to them, or is being
/// sent, over channels that interrupt them. What was merged into another was told with it, as one.
public enum ToldLately {
    /// So far back it looks: no civil day is longer, wherever a clock is set.
    public static let length = Duration.seconds(48 * 3600)
    /// What was queued longer ago, as what is meant for a later day may have been, isn't looked for.
    public static let queueLength = Duration.seconds(31 * 86_400)
    public static let channels = DeliveryChannel.allCases.filter(\.interruptsRecipient)
    public static let statuses: [Delivery.Status] = [.sending, .sent]

    /// What was told since a person limits it is marked as counted (``Verdict/isCounted``), and found however much else was queued for them. Of what was told
    /// before they did so, so many of their rows are read, the latest.
    ///
    /// - Parameter countMax: how much they want on one day.
    public static func rowCountMax(for countMax: Int) -> Int { max(1_000, 10 * countMax) }
}

extension ToldLately {
    /// What is told: over several channels it is told once.
    public enum Subject: Hashable, Sendable {
        /// By the key of the route.
        case route(String)
        case alert(AlertID, EpisodeLevel?)
        /// An app ordered the same at one moment.
        case order(AppID, Instant, Payload)

        public init(route: String?, alert: AlertID?, app: AppID, createdAt: Instant, payload: Payload) {
            if let route {
                self = .route(route)
            } else if let alert {
                self = .alert(alert, payload.level)
            } else {
                self = .order(app, createdAt, payload)
            }
        }

        public init(of delivery: Delivery) {
            self.init(
                route: delivery.route?.key, alert: delivery.alert, app: delivery.app, createdAt: delivery.createdAt, payload: delivery.payload)
        }
    }

    /// Something that somebody was told.
    public struct Entry: Sendable {
        public let subject: Subject
        public let moment: Instant

        public init(_ subject: Subject, at moment: Instant) {
            self.subject = subject
            self.moment = moment
        }
    }

    /// So many have to be known, the latest, for as much as somebody wants on one day: each may have been told over all channels.
    public static func entryCountMax(for countMax: Int) -> Int { countMax == 0 ? 0 : (countMax + 1) * channels.count }
}

extension [ToldLately.Entry] {
    /// When each was told for the last time; of entries that begin with the latest.
    ///
    /// - Parameter subject: what doesn't count against itself.
    public func moments(besides subject: ToldLately.Subject? = nil, countMax: Int) -> [Instant] {
        guard !isEmpty else { return [] }
        var known: Set<ToldLately.Subject> = []
        if let subject { known.insert(subject) }
        return [Instant](filter { known.insert($0.subject).inserted }.map(\.moment).prefix(countMax))
    }

    public func moment(of subject: ToldLately.Subject) -> Instant? { first { $0.subject == subject }?.moment }
}

extension [DeliveryCandidate] {
    /// The members of whom a recipient may not be told any more, as these verdicts say; each once, in their order.
    public func membersToEvaluate(after verdicts: [Verdict]) -> [UserID] {
        let leftOut = Set(verdicts.filter { $0.judgement == .decided(.skip(.notEntitled)) }.map(\.delivery))
        return Set(filter { leftOut.contains($0.delivery.id) }.map(\.delivery.member)).sorted()
    }
}

/// A decision with the inputs that it was made from.
public struct Verdict: Sendable {
    public let delivery: DeliveryID
    public let judgement: Judgement
    /// How grave it was taken to be: by its own payload, or else by its alert.
    public let severity: Severity
    /// Whether it counts where it is sent: its recipient wants at most so much on one day, or its app has at most so much told under its key. A store marks it
    /// then with the moment of the decision, so that what was told is found among all that wasn't.
    public let isCounted: Bool
    /// The inputs as JSON, so that the verdict can be replayed; nil where they could not be put together.
    public let inputs: String?

    public init(delivery: DeliveryID, judgement: Judgement, severity: Severity = .watch, isCounted: Bool = false, inputs: String?) {
        self.delivery = delivery
        self.judgement = judgement
        self.severity = severity
        self.isCounted = isCounted
        self.inputs = inputs
    }

    public var opensNextStep: Bool { judgement.opensNextStep }

    /// What becomes of a delivery.
    public enum Judgement: Hashable, Sendable {
        case decided(Decision)
        /// It can never be sent as it is: given up at once, with the reason.
        case undeliverable(why: String)

        public var isToSend: Bool {
            if case .decided(.send) = self { true } else { false }
        }

        /// Nil where nothing was decided, because it can never be sent as it is.
        public var reason: Reason? {
            if case .decided(let decision) = self { decision.reason } else { nil }
        }

        /// Whether it will not be told over its channel for a reason that holds: the next step of its route need not wait.
        public var opensNextStep: Bool {
            switch self {
            case .undeliverable: true
            case .decided(.skip(let reason)): reason.isSwitchedOff
            case .decided: false
            }
        }
    }
}
