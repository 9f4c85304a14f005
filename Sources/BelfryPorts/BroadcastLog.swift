import BelfryModel
import BelfryTime

/// What one record appends to the log of a batch: members in groups of the same fate, and rows for those that go on by themselves.
public struct BroadcastLogEntry: Hashable, Codable, Sendable {
    public let groups: [Group]

    /// Members of the same fate.
    public struct Group: Hashable, Codable, Sendable {
        public let fate: Fate
        public let reason: Reason?
        /// The inputs of the verdict as JSON, which most members have alike.
        public let inputs: String?
        /// The places in the batch, from 0.
        public var members: [Int]
    }

    public enum Fate: String, Codable, Sendable {
        case sent, skipped
        /// It goes on as a row of the queue.
        case queued
    }

    /// - Parameter results: those that were returned untried are left out: the next lease has them again.
    public init(_ results: [MemberResult]) {
        struct Key: Hashable {
            let fate: Fate
            let reason: Reason?
            let inputs: String?
        }
        var order: [Key] = []
        var members: [Key: [Int]] = [:]
        for result in results {
            guard let fate = result.fate, let place = Broadcast.Place(result.delivery.id) else { continue }
            let key = Key(fate: fate, reason: result.reason, inputs: result.verdict.inputs)
            if members[key] == nil { order.append(key) }
            members[key, default: []].append(place.index)
        }
        groups = order.map { Group(fate: $0.fate, reason: $0.reason, inputs: $0.inputs, members: members[$0] ?? []) }
    }

    public func count(_ fate: Fate) -> Int { groups.filter { $0.fate == fate }.map(\.members.count).reduce(0, +) }

    /// A member as people look at it; nil where this entry doesn't tell of it.
    public func overview(of delivery: Delivery, at index: Int, recordedAt: Instant) -> DeliveryOverview? {
        guard let group = groups.first(where: { $0.members.contains(index) }), group.fate != .queued else { return nil }
        let status: Delivery.Status = group.fate == .sent ? .sent : .skipped
        return DeliveryOverview(
            delivery: delivery, recipientName: nil, memberName: nil, status: status.rawValue, reason: group.reason, decisionInputs: group.inputs,
            decidedAt: recordedAt, nextAttemptAt: nil, sentAt: group.fate == .sent ? recordedAt : nil, lastError: nil, mergedInto: nil)
    }
}

extension DeliveryOverview {
    /// A member of whom no log tells yet.
    public init(waiting delivery: Delivery, isCancelled: Bool) {
        self.init(
            delivery: delivery, recipientName: nil, memberName: nil,
            status: (isCancelled ? Delivery.Status.cancelled : .pending).rawValue, reason: nil, decisionInputs: nil, decidedAt: nil,
            nextAttemptAt: nil, sentAt: nil, lastError: isCancelled ? Delivery.calledOff : nil, mergedInto: nil)
    }
}

extension MemberResult {
    /// Nil where nothing became of it.
    public var fate: BroadcastLogEntry.Fate? {
        switch verdict.judgement {
        case .undeliverable, .decided(.defer), .decided(.merge): .queued
        case .decided(.skip): .skipped
        case .decided(.send):
            switch attempt?.disposition {
            case .sent: .sent
            case .retry, .failed, .postponed: .queued
            case .returned, nil: nil
            }
        }
    }

    var reason: Reason? {
        if case .decided(let decision) = verdict.judgement { decision.reason } else { nil }
    }

    /// As a row of the queue; nil for a member that needs none.
    public func row(now: Instant) -> MemberRow? {
        guard fate == .queued else { return nil }
        var row = MemberRow(delivery: delivery, reason: reason, inputs: verdict.inputs)
        switch verdict.judgement {
        case .undeliverable(let why):
            row.status = .failed
            row.lastError = why
        case .decided(.defer(_, let until)):
            row.heldSince = now
            row.nextAttemptAt = until
        case .decided:
            switch attempt?.disposition {
            case .retry(let moment, let error):
                row.attemptCount = 1
                row.nextAttemptAt = moment
                row.lastError = error
            case .failed(let error):
                row.attemptCount = 1
                row.status = .failed
                row.lastError = error
            case .postponed(let moment, let why):
                row.nextAttemptAt = moment
                row.lastError = why
            case .sent, .returned, nil: break
            }
        }
        return row
    }
}

/// A member that goes on by itself.
public struct MemberRow: Hashable, Sendable {
    public let delivery: Delivery
    public let reason: Reason?
    public let inputs: String?
    public var status = Delivery.Status.pending
    public var attemptCount = 0
    public var heldSince: Instant?
    public var nextAttemptAt: Instant?
    public var lastError: String?
}
