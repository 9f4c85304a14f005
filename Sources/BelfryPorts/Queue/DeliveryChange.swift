import BelfryModel
import BelfryTime

/// What is to be another of deliveries that wait; what isn't said stays. Of what a delivery may lack, nil inside takes it away.
public struct DeliveryChange: Hashable, Sendable {
    /// In the place of a moment by the recipient's clock, too. What was held is decided anew then.
    public var deliverAfter: Instant?
    /// In the place of an end by the recipient's clock, too.
    public var expiresAt: Instant??
    public var priority: DeliveryPriority?
    public var title: String??
    public var body: String??
    public var texts: TextsByLanguage??
    public var link: NotificationLink??
    public var image: NotificationImage??

    public init() {}

    /// Whether it says nothing.
    public var isEmpty: Bool { self == DeliveryChange() }

    private var isOfWords: Bool { title != nil || body != nil || texts != nil || link != nil || image != nil }

    /// Why a delivery stays as it is. Where it doesn't wait, that is its status.
    public enum Refusal: String, Error, CaseIterable, Codable, Sendable {
        /// There is none, or none that may be changed by who asks.
        case unknown
        case sending, sent, skipped, failed, cancelled, shadow
        /// It was told in another's summary.
        case merged
        /// It was taken back while it was on its way, and nobody is told.
        case retracted
        /// It would expire before it is due.
        case expiresTooEarly = "expires_too_early"
        /// An attempt was made, or it was told at another address already, so somebody may have read its words.
        case maybeTold = "maybe_told"
        /// The house finds its words when it is sent, by what it knows of the alert.
        case ofAlert = "of_alert"
        /// It would say nothing.
        case noTitle = "no_title"
        /// A language has a title for a button that isn't offered.
        case unknownAction = "unknown_action"
    }
}

/// What a change has come to, or would.
public struct ChangedDeliveries: Hashable, Sendable {
    public struct Refused: Hashable, Sendable {
        public let id: DeliveryID
        public let why: DeliveryChange.Refusal

        public init(_ id: DeliveryID, _ why: DeliveryChange.Refusal) { (self.id, self.why) = (id, why) }
    }

    /// The oldest first.
    public var changed: [DeliveryID]
    /// The oldest first; of those that are selected, none that isn't there.
    public var refused: [Refused]

    public init(changed: [DeliveryID] = [], refused: [Refused] = []) { (self.changed, self.refused) = (changed, refused) }

    /// With those that were asked for by their names and aren't there.
    public func naming(_ ids: [DeliveryID]?) -> ChangedDeliveries {
        let found = Set(changed + refused.map(\.id))
        let missing = Set(ids ?? []).subtracting(found).sorted().map { Refused($0, .unknown) }
        return ChangedDeliveries(changed: changed, refused: refused + missing)
    }
}

/// A delivery that somebody wants changed, as it stands.
public struct ChangeCandidate: Hashable, Sendable {
    public let delivery: Delivery
    fileprivate let status: String
    fileprivate let isMerged: Bool
    fileprivate let isRetracted: Bool
    fileprivate let mayBeTold: Bool

    /// - Parameters:
    ///   - mayBeTold: whether a provider, or the house itself, was handed it for somebody, or a worker died over it: it was read, perhaps.
    ///   - isLocked: whether nobody else changes it meanwhile; one that waits and isn't counts as on its way.
    public init(_ overview: DeliveryOverview, mayBeTold: Bool, isLocked: Bool = true) {
        delivery = overview.delivery
        status = !isLocked && overview.status == Delivery.Status.pending.rawValue ? Delivery.Status.sending.rawValue : overview.status
        isMerged = overview.mergedInto != nil
        isRetracted = overview.retractedAt != nil
        self.mayBeTold = mayBeTold || overview.delivery.attemptCount > 0 || overview.redriveCount > 0
    }

    fileprivate func checkWaits() throws(DeliveryChange.Refusal) {
        guard status != Delivery.Status.pending.rawValue else {
            if isRetracted { throw .retracted }
            return
        }
        throw isMerged ? .merged : DeliveryChange.Refusal(rawValue: status) ?? .unknown
    }
}

extension DeliveryChange {
    /// What becomes of deliveries. Those of one route keep their distance: the first of them that waits is due at the moment, and each later one as much
    /// later as it was to be.
    ///
    /// - Parameter candidates: the oldest first.
    /// - Returns: those that are changed as they are then, and what is told of all.
    public func outcome(of candidates: [ChangeCandidate]) -> (deliveries: [Delivery], report: ChangedDeliveries) {
        let waiting = candidates.filter { (try? $0.checkWaits()) != nil }.map(\.delivery)
        let starts = Dictionary(waiting.compactMap { one in RouteName(one).map { ($0, one.ageBeginsAt) } }, uniquingKeysWith: min)
        var (deliveries, refused) = ([Delivery](), [ChangedDeliveries.Refused]())
        for candidate in candidates {
            do throws(Refusal) {
                try candidate.checkWaits()
                let delivery = candidate.delivery
                let wait = RouteName(delivery).flatMap { starts[$0] }.map { delivery.ageBeginsAt - $0 } ?? .zero
                deliveries.append(try changed(delivery, after: wait, mayBeTold: candidate.mayBeTold))
            } catch {
                refused.append(ChangedDeliveries.Refused(candidate.delivery.id, error))
            }
        }
        return (deliveries, ChangedDeliveries(changed: deliveries.map(\.id), refused: refused))
    }

    private struct RouteName: Hashable {
        let app: AppID
        let key: String

        init?(_ delivery: Delivery) {
            guard let key = delivery.route?.key else { return nil }
            (app, self.key) = (delivery.app, key)
        }
    }

    private func changed(_ delivery: Delivery, after wait: Duration, mayBeTold: Bool) throws(Refusal) -> Delivery {
        var payload = delivery.payload
        if isOfWords {
            guard delivery.alert == nil else { throw .ofAlert }
            guard !mayBeTold else { throw .maybeTold }
            if let title { payload.title = title }
            if let body { payload.body = body }
            if let link { payload.link = link }
            if let image { payload.image = image }
            if let texts { payload.texts = texts }
            guard payload.saysSomething else { throw .noTitle }
            let offered = Set((payload.actions?.all ?? []).map(\.id))
            let titled = (texts ?? nil)?.all.flatMap(\.text.actionTitles.keys) ?? []
            guard offered.isSuperset(of: titled) else { throw .unknownAction }
        }
        let moment = deliverAfter.map { min($0 + wait, .max) }
        if moment != nil { payload.deliverAtLocal = nil }
        if expiresAt != nil { payload.expiresAtLocal = nil }
        let (begin, end) = (moment ?? delivery.deliverAfter, expiresAt ?? delivery.expiresAt)
        // Where an end by each one's clock stays, it is none for anybody once the last clock has shown it.
        let lastEnd = [end, payload.expiresAtLocal?.lastMomentAnywhere].compactMap(\.self).min()
        if moment != nil || expiresAt != nil, let begin, let lastEnd, lastEnd <= begin { throw .expiresTooEarly }
        return Delivery(
            id: delivery.id, createdAt: delivery.createdAt, recipient: delivery.recipient, member: delivery.member, alert: delivery.alert,
            channelName: delivery.channelName, payload: payload, attemptCount: delivery.attemptCount,
            heldSince: moment == nil ? delivery.heldSince : nil, expiresAt: end, groupKey: delivery.groupKey, deliverAfter: begin, route: delivery.route,
            app: delivery.app, priority: priority ?? delivery.priority)
    }
}
