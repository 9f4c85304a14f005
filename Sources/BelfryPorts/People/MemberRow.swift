import BelfryModel
import BelfryTime

/// A member that goes on by itself.
public struct MemberRow: Hashable, Sendable {
    public private(set) var delivery: Delivery
    public let reason: Reason?
    public let inputs: String?
    /// Whether its batch has decided it.
    public let isDecided: Bool
    public var status = Delivery.Status.pending
    public var attemptCount = 0
    /// 1 where workers died over its batch: what the last of them told it nobody knows. Further deaths over it are counted on from there.
    public var rescueCount = 0
    public var heldSince: Instant?
    public var nextAttemptAt: Instant?
    public var lastError: String?

    init(delivery: Delivery, reason: Reason?, inputs: String?) {
        (self.delivery, self.reason, self.inputs, isDecided) = (delivery, reason, inputs, true)
    }

    init(undecided delivery: Delivery, at moment: Instant? = nil) {
        (self.delivery, reason, inputs, isDecided) = (delivery, nil, nil, false)
        nextAttemptAt = moment
    }

    /// What has become of it by the time that it goes on, as a row that changes counts and tells it; nil where it only waits.
    public var event: DeliveryEvent? {
        switch status {
        case .failed: .failed
        case .cancelled: .cancelled
        default: heldSince != nil ? .held : attemptCount > 0 ? .retried : nil
        }
    }

    /// The code of why, as its app is told with ``event``.
    public var eventCode: String? {
        switch event {
        case .held: reason?.rawValue
        case .retried, .failed: StatusChange.code(of: lastError)
        default: nil
        }
    }

    /// As it goes on where its broadcast was called off meanwhile: what would wait doesn't.
    public var calledOff: MemberRow {
        guard status == .pending else { return self }
        var row = self
        (row.status, row.nextAttemptAt, row.lastError) = (.cancelled, nil, Delivery.calledOff)
        return row
    }
}

// MARK: Over further channels

extension Broadcast {
    /// A further channel waits no longer than this for the one before it, where that neither tells the member nor comes to nothing.
    public static let fallbackWait = Duration.seconds(3600)

    /// Its further channels as they are stored; nil where it has none.
    public var storedFallbackChannels: String? { fallbackChannelNames.isEmpty ? nil : FlatJSON.list(of: fallbackChannelNames) }

    /// None where somebody has edited them so that they can't be read.
    public static func fallbackChannelNames(stored list: String?) -> [String] { list.flatMap { FlatJSON.texts(in: $0) } ?? [] }

    /// A member's delivery as a step of its route: what a provider has taken counts as told.
    ///
    /// - Parameters:
    ///   - step: 0 over the broadcast's own channel, from 1 over the further ones.
    ///   - first: the one over its own channel.
    /// - Returns: nil where there is no such channel, or its name would be too long.
    public func delivery(_ step: Int, after first: Delivery, deliverAfter: Instant?) -> Delivery? {
        let channelNames = [channelName] + fallbackChannelNames
        guard channelNames.indices.contains(step), let name = Place.name(first.id, step: step) else { return nil }
        return Delivery(
            id: name, createdAt: first.createdAt, recipient: first.recipient, member: first.member, alert: nil, channelName: channelNames[step],
            payload: first.payload, expiresAt: first.expiresAt, deliverAfter: deliverAfter,
            route: DeliveryRoute.Place(key: first.id.text, step: step, until: .accepted), app: first.app, priority: first.priority)
    }

    /// Goes on with a member over the further channels, the first at once: all that was told them over its own has come to nothing after all. Their age
    /// counts from the broadcast's own moment.
    ///
    /// - Parameter first: the one over its own channel.
    public func furtherRows(after first: Delivery, now: Instant) -> [MemberRow] {
        fallbackChannelNames.indices.compactMap { index in
            delivery(index + 1, after: first, deliverAfter: first.deliverAfter).map { delivery in
                MemberRow(undecided: delivery, at: min(now + Broadcast.fallbackWait * index, .max))
            }
        }
    }
}

extension [Transmission] {
    /// Whether a provider had it, and nothing has come of it anywhere. The house's own places don't count.
    public var haveFailed: Bool {
        let others = filter { !$0.provider.isOwn }
        return !others.isEmpty && others.allSatisfy { $0.status == .failed }
    }
}

extension MemberRow {
    /// The same over each of a broadcast's channels: from here on an ordinary route, of which the first step may have come to nothing already.
    func route(of broadcast: Broadcast, now: Instant) -> [MemberRow] {
        // By whatever clock it is told: who moves meanwhile isn't told over two channels at once.
        let local = delivery.payload.deliverAtLocal?.lastMomentAnywhere ?? now
        let begin = max(now, nextAttemptAt ?? now, local)
        let further = broadcast.fallbackChannelNames.indices.compactMap { index -> MemberRow? in
            let moment = status == .failed && index == 0 ? now : min(begin + Broadcast.fallbackWait * (index + 1), .max)
            return broadcast.delivery(index + 1, after: delivery, deliverAfter: moment).map { MemberRow(undecided: $0, at: moment) }
        }
        var first = self
        first.delivery = broadcast.delivery(0, after: delivery, deliverAfter: delivery.deliverAfter) ?? delivery
        return [first] + further
    }
}
