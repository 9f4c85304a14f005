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

    /// What became of a member, as far as its batch is concerned.
    public enum Fate: String, CaseIterable, Codable, Sendable {
        case sent, skipped
        /// It goes on as a row of the queue.
        case queued

        fileprivate var rank: Int {
            switch self {
            case .sent: 0
            case .skipped: 1
            case .queued: 2
            }
        }
    }

    /// - Parameter results: those that were returned untried are left out: the next lease has them again.
    public init(_ results: [MemberResult], of batch: LeasedBroadcastBatch) {
        var members = batch.verdicts.map { _ in Fate.allCases.map { _ in [Int]() } }
        for result in results {
            guard let index = batch.verdictIndex(at: result.place), let fate = batch.fate(result, index) else { continue }
            members[index][fate.rank].append(result.place)
        }
        struct Key: Hashable {
            let fate: Fate
            let reason: Reason?
            let inputs: String?
        }
        var places: [Key: Int] = [:]
        var groups: [Group] = []
        for (verdict, members) in zip(batch.verdicts, members) {
            for fate in Fate.allCases where !members[fate.rank].isEmpty {
                // What was decided alike may be told in several languages.
                let key = Key(fate: fate, reason: verdict.reason, inputs: verdict.inputs)
                let place = places[key, default: groups.count]
                places[key] = place
                if place == groups.count { groups.append(Group(fate: fate, reason: verdict.reason, inputs: verdict.inputs, members: [])) }
                groups[place].members += members[fate.rank]
            }
        }
        self.groups = groups
    }

    /// As it is stored: the same JSON as by `Codable`, with its keys in the order of the alphabet, quicker.
    public var json: String {
        var writer = FlatJSON.Writer()
        writer.add("groups", groups) { group, writer in
            writer.add("fate", group.fate.rawValue)
            if let inputs = group.inputs { writer.add("inputs", inputs) }
            writer.add("members", group.members)
            if let reason = group.reason { writer.add("reason", reason.rawValue) }
        }
        return writer.finish()
    }

    /// Of how many members it tells that.
    public func count(_ fate: Fate) -> Int { groups.filter { $0.fate == fate }.map(\.members.count).reduce(0, +) }

    /// Whether it tells of as many as were counted when it was written: else somebody has edited it since.
    public func isAsCounted(sent: Int?, skipped: Int?, queued: Int?) -> Bool {
        count(.sent) == sent && count(.skipped) == skipped && count(.queued) == queued
    }

    /// A member as people look at it; nil where this entry doesn't tell of it.
    public func overview(of delivery: Delivery, at index: Int, recordedAt: Instant) -> DeliveryOverview? {
        guard let group = groups.first(where: { $0.members.contains(index) }), group.fate != .queued else { return nil }
        let status: Delivery.Status = group.fate == .sent ? .sent : .skipped
        return DeliveryOverview(
            delivery: delivery, recipientName: nil, memberName: nil, status: status.rawValue, reason: group.reason, decisionInputs: group.inputs,
            decidedAt: recordedAt, nextAttemptAt: nil, sentAt: group.fate == .sent ? recordedAt : nil, lastError: nil, mergedInto: nil)
    }
}

extension BroadcastLogEntry.Group {
    /// A reason that only a later version knows is none: of whom it tells counts.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        fate = try values.decode(BroadcastLogEntry.Fate.self, forKey: .fate)
        reason = try values.decodeIfPresent(String.self, forKey: .reason).flatMap(Reason.init(rawValue:))
        inputs = try values.decodeIfPresent(String.self, forKey: .inputs)
        members = try values.decode([Int].self, forKey: .members)
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

    /// Whether a member who is no row of the queue may have been told.
    ///
    /// - Parameter isInHand: whether a worker has the batch, or died over it.
    public func mayBeTold(isInHand: Bool) -> Bool { sentAt != nil || decidedAt == nil && isInHand }
}

extension MemberVerdict {
    /// Nil where nothing became of a member.
    ///
    /// - Parameter disposition: how its attempt ended.
    func fate(after disposition: AttemptResult.Disposition?) -> BroadcastLogEntry.Fate? {
        switch judgement {
        case .undeliverable, .decided(.defer), .decided(.merge): .queued
        case .decided(.skip): .skipped
        case .decided(.send):
            switch disposition {
            case .sent: .sent
            case .retry, .failed, .postponed: .queued
            case .returned, nil: nil
            }
        }
    }
}

extension LeasedBroadcastBatch {
    /// Members who go on as rows of the queue.
    public func rows(_ results: [MemberResult], now: Instant) -> [MemberRow] {
        let rows: [MemberRow] = results.lazy.filter(isQueued).compactMap { row($0, now: now) }
        return isRouted ? rows.flatMap { $0.route(of: broadcast, now: now) } : rows
    }

    private func isQueued(_ result: MemberResult) -> Bool { verdictIndex(at: result.place).map { fate(result, $0) } == .queued }

    /// Nil where nothing became of a member.
    ///
    /// - Parameter index: of its verdict.
    func fate(_ result: MemberResult, _ index: Int) -> BroadcastLogEntry.Fate? {
        let fate = verdicts[index].fate(after: result.disposition)
        guard isRouted, fate == .skipped else { return fate }
        // Whoever has switched the channel off may be told over another, unless they are nobody any more.
        return verdicts[index].judgement.opensNextStep && members.recipients[result.place] != .erased ? .queued : fate
    }

    private func row(_ result: MemberResult, now: Instant) -> MemberRow? {
        guard let verdict = verdictIndex(at: result.place).map({ verdicts[$0] }), let delivery = delivery(at: result.place) else { return nil }
        var row = MemberRow(delivery: delivery, reason: verdict.reason, inputs: verdict.inputs)
        switch verdict.judgement {
        case .undeliverable(let why):
            row.status = .failed
            row.lastError = why
        case .decided(.defer(_, let until)):
            row.heldSince = now
            row.nextAttemptAt = until
        case .decided(.skip):
            // Decided by itself, it is counted as any other that is left out, and opens the next step of its route.
            row = MemberRow(undecided: delivery)
        case .decided:
            switch result.disposition {
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
        row.rescueCount = deathCount > 0 ? 1 : 0
        return row
    }

    /// Attempts of which something is to be kept beside their members' fates.
    public func attempts(_ results: [MemberResult]) -> [AttemptResult] {
        results.compactMap { result in
            guard let disposition = result.disposition, !result.transmissions.isEmpty, let delivery = delivery(at: result.place) else { return nil }
            return AttemptResult(
                delivery: delivery.id, token: token, disposition: disposition, transmissions: result.transmissions, app: broadcast.app)
        }
    }
}
