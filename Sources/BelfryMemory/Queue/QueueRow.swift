import BelfryModel
import BelfryPorts
import BelfryTime

/// A row of `notification_queue`: a delivery, where it stands, and how it came there.
struct QueueRow: Equatable, Sendable {
    /// What only some states have is a part of them, so that no row can have it in another.
    enum State: Equatable, Sendable {
        /// Due from that moment on, at once where it is nil. Goes to `sending`, `skipped`, `failed`, `cancelled`, or waits longer.
        case pending(nextAttemptAt: Instant?)
        /// Goes to `sent`, `failed`, back to `pending`, or to `cancelled` where whose it is was erased.
        case sending(Lease)
        case sent(at: Instant)
        case skipped
        case failed
        case cancelled
        case shadow
    }

    struct Lease: Equatable, Sendable {
        let holder: String
        let token: String
        var until: Instant
    }

    private var queued: Delivery
    private(set) var state = State.pending(nextAttemptAt: nil)
    private var attemptCount: Int
    private var heldSince: Instant?
    private(set) var rescueCount = 0
    private(set) var reason: Reason?
    private(set) var decisionInputs: String?
    private(set) var decidedAt: Instant?
    private(set) var lastError: String?
    private(set) var mergedInto: DeliveryID?
    private(set) var retractedAt: Instant?
    /// Who took it back; nil where corrected data did.
    private(set) var retractedBy: String?
    /// When it was changed last while it waited, and by whom.
    private(set) var changedAt: Instant?
    private(set) var changedBy: String?
    private(set) var redriveCount = 0
    /// When it was recorded how an attempt ended; nil once it was taken up again.
    private(set) var recordedAt: Instant?
    /// When its recipient opened it for the first time, or took one of its actions.
    private(set) var openedAt: Instant?
    /// When its recipient acted on it for the first time.
    private(set) var actedAt: Instant?

    /// - Parameter isShadow: whether it is only written down, never to be delivered.
    init(_ delivery: Delivery, isShadow: Bool = false) {
        queued = delivery
        state = isShadow ? .shadow : .pending(nextAttemptAt: delivery.deliverAfter)
        attemptCount = delivery.attemptCount
        heldSince = delivery.heldSince
    }

    /// A member of a broadcast that goes on by itself.
    init(_ member: MemberRow, at now: Instant) {
        self.init(member.delivery)
        attemptCount = member.attemptCount
        rescueCount = member.rescueCount
        heldSince = member.heldSince
        reason = member.reason
        decisionInputs = member.inputs
        decidedAt = member.isDecided ? now : nil
        lastError = member.lastError
        state =
            switch member.status {
            case .failed: .failed
            case .cancelled: .cancelled
            default: .pending(nextAttemptAt: member.nextAttemptAt)
            }
    }

    var delivery: Delivery {
        Delivery(
            id: queued.id, createdAt: queued.createdAt, recipient: queued.recipient, member: queued.member, alert: queued.alert,
            channelName: queued.channelName, payload: queued.payload, attemptCount: attemptCount, heldSince: heldSince,
            expiresAt: queued.expiresAt, groupKey: queued.groupKey, deliverAfter: queued.deliverAfter, route: queued.route, app: queued.app,
            priority: queued.priority)
    }
}

// MARK: What it goes through

extension QueueRow {
    /// Somebody else is to be told it.
    mutating func hand(over delivery: Delivery) { queued = delivery }

    /// What a judge made of it under the terms of a lease.
    mutating func settle(_ verdict: Verdict, under terms: LeaseTerms) {
        decisionInputs = verdict.inputs
        decidedAt = terms.now
        recordedAt = nil
        switch verdict.judgement {
        case .undeliverable(let why):
            lastError = why
            state = .failed
        case .decided(let decision):
            reason = decision.reason
            switch decision {
            case .send:
                state = .sending(Lease(holder: terms.holder, token: terms.token, until: terms.until))
            case .defer(_, let until):
                heldSince = heldSince ?? terms.now
                state = .pending(nextAttemptAt: until)
            case .skip:
                state = .skipped
            case .merge(let lead):
                mergedInto = lead
                state = .skipped
            }
        }
    }

    /// The first moment stays.
    mutating func note(_ engagement: EngagementStep, at moment: Instant) {
        openedAt = openedAt ?? moment
        if engagement == .acted { actedAt = actedAt ?? moment }
    }

    /// How an attempt ended.
    mutating func record(_ disposition: AttemptResult.Disposition, now: Instant) {
        recordedAt = now
        switch disposition {
        case .sent:
            attemptCount += 1
            lastError = nil
            state = .sent(at: now)
        case .retry(let moment, let error):
            attemptCount += 1
            lastError = error
            state = hasAttemptsLeft ? .pending(nextAttemptAt: moment) : .failed
        case .failed(let error):
            attemptCount += 1
            lastError = error
            state = .failed
        case .returned:
            state = .pending(nextAttemptAt: nil)
        case .postponed(let moment, let why):
            lastError = why
            state = .pending(nextAttemptAt: moment)
        }
    }

    mutating func renew(until moment: Instant) {
        guard case .sending(var lease) = state else { return }
        lease.until = moment
        state = .sending(lease)
    }

    /// Its worker died. Whether the attempt was made nobody knows, so it doesn't count as one.
    mutating func giveBack() { state = .pending(nextAttemptAt: nil) }

    /// What it may be that killed its workers waits behind all others of that kind.
    mutating func rescue(now: Instant) {
        rescueCount += 1
        if rescueCount < rescueCountMax {
            state = .pending(nextAttemptAt: rescueCount < rescueCountOfSuspect ? nil : now)
        } else {
            lastError = Delivery.abandoned
            state = .failed
        }
    }

    /// The step of its route before it has failed: it need not wait for it any longer.
    mutating func comeForward(now: Instant) {
        guard case .pending(let moment?) = state, heldSince == nil || reason == .earlierStepFirst, attemptCount == 0, moment > now else { return }
        queued = queued.deliverable(after: now)
        state = .pending(nextAttemptAt: now)
    }

    /// Its recipient wants something else now: what is held is decided anew. What a provider put off stays put off.
    mutating func release() {
        guard case .pending = state, heldSince != nil, attemptCount == 0 else { return }
        state = .pending(nextAttemptAt: nil)
    }

    /// What it tells never was, as corrected data show: what was told, is on its way or was given up is marked.
    mutating func retract(now: Instant) {
        switch state {
        case .sending, .sent, .failed: retractedAt = retractedAt ?? now
        case .skipped where mergedInto != nil: retractedAt = retractedAt ?? now
        case .pending, .skipped, .cancelled, .shadow: break
        }
    }

    /// Somebody takes back what was told, or is on its way, and holds still.
    /// - Returns: whether it is such a one.
    mutating func retract(by name: String, now: Instant) -> Bool {
        guard status == .sending || status == .sent, retractedAt == nil else { return false }
        (retractedAt, retractedBy) = (now, name)
        return true
    }

    /// Somebody takes it back while it waits to be told further: somebody may have been told already.
    mutating func retractCalledOff(by name: String, now: Instant) {
        guard retractedAt == nil else { return }
        (retractedAt, retractedBy) = (now, name)
    }

    /// What it tells isn't so, as corrected data show: it is told to nobody, by itself or along with another.
    mutating func withdraw(now: Instant) {
        retractedAt = retractedAt ?? now
        mergedInto = nil
        state = .cancelled
    }

    /// What it tells is so after all. What was cancelled stays so: it is queued anew, by what is known now. So does what somebody took back.
    mutating func reinstate() {
        if state != .cancelled, retractedBy == nil { retractedAt = nil }
    }

    /// Somebody called it off.
    mutating func cancel() {
        guard case .pending = state else { return }
        lastError = Delivery.calledOff
        state = .cancelled
    }

    /// Somebody wants another moment, another end or other words of it.
    ///
    /// - Parameters:
    ///   - other: as it is from now on.
    ///   - isMoved: whether it is due at another moment.
    mutating func change(to other: Delivery, isMoved: Bool, by name: String, now: Instant) {
        guard case .pending = state else { return }
        queued = other
        heldSince = other.heldSince
        (changedAt, changedBy) = (now, name)
        if isMoved { state = .pending(nextAttemptAt: other.deliverAfter) }
    }

    /// Somebody has it tried again, as if it had been queued for now.
    mutating func redrive(now: Instant) {
        guard state == .failed else { return }
        queued = queued.deliverable(after: now)
        attemptCount = 0
        // What the last to die over it had handed over is in doubt still.
        rescueCount = rescueCount >= rescueCountMax ? 1 : 0
        heldSince = nil
        redriveCount += 1
        state = .pending(nextAttemptAt: nil)
    }

    /// What left it out, such as a snooze, is over: it waits again, as if it had been queued now. A later step of a route is as late as it was, unless
    /// somebody had it tried again.
    mutating func requeue(now: Instant) {
        guard state == .skipped, mergedInto == nil else { return }
        let isLater = redriveCount == 0 && (queued.route?.step ?? 0) > 0
        let deliverAfter = isLater ? queued.deliverAfter.map { now + ($0 - queued.createdAt) } : nil
        queued = Delivery(
            id: queued.id, createdAt: now, recipient: queued.recipient, member: queued.member, alert: queued.alert,
            channelName: queued.channelName, payload: queued.payload, expiresAt: queued.expiresAt, groupKey: queued.groupKey,
            deliverAfter: deliverAfter, route: queued.route, app: queued.app, priority: queued.priority)
        heldSince = nil
        attemptCount = 0
        unmerge()
        state = .pending(nextAttemptAt: deliverAfter)
    }

    /// Nobody is to be told any more.
    mutating func forget() { state = .cancelled }

    /// What is left of one that a worker has in hand and that is nobody's any more: nothing is kept of what becomes of it.
    var erased: QueueRow {
        var payload = Payload()
        payload.kind = queued.payload.kind
        var row = QueueRow(
            Delivery(
                id: queued.id, createdAt: queued.createdAt, recipient: .erased, member: .erased, alert: nil, channelName: queued.channelName,
                payload: payload, app: queued.app, priority: queued.priority))
        row.cancel()
        return row
    }

    /// Its lead became a part of another summary.
    mutating func follow(to lead: DeliveryID) {
        mergedInto = lead
    }

    /// Its lead tells nobody: it waits again, undecided.
    mutating func unmerge() {
        mergedInto = nil
        reason = nil
        decisionInputs = nil
        decidedAt = nil
        state = .pending(nextAttemptAt: nil)
    }
}

// MARK: Where it stands

extension QueueRow {
    var status: Delivery.Status {
        switch state {
        case .pending: .pending
        case .sending: .sending
        case .sent: .sent
        case .skipped: .skipped
        case .failed: .failed
        case .cancelled: .cancelled
        case .shadow: .shadow
        }
    }

    /// Since when, or from when on, it is due; nil where it doesn't wait.
    var dueAt: Instant? {
        if case .pending(let nextAttemptAt) = state { nextAttemptAt ?? queued.deliverAfter ?? queued.createdAt } else { nil }
    }

    /// It came back to wait after it was retracted.
    var waitsRetracted: Bool { status == .pending && retractedAt != nil }

    /// Whether it may have been handed to somebody's provider, or a worker is about to hand it over.
    var mayBeTold: Bool {
        switch state {
        case .sending, .sent: true
        case .pending, .skipped, .failed, .cancelled, .shadow: attemptCount > 0 || rescueCount > 0 || redriveCount > 0
        }
    }

    var hasAttemptsLeft: Bool { attemptCount < Delivery.attemptCountMax }

    func isDue(at now: Instant) -> Bool {
        hasAttemptsLeft && dueAt.map { $0 <= now } ?? false
    }

    var nextAttemptAt: Instant? {
        if case .pending(let moment) = state { moment } else { nil }
    }

    var lease: Lease? {
        if case .sending(let lease) = state { lease } else { nil }
    }

    var sentAt: Instant? {
        if case .sent(let moment) = state { moment } else { nil }
    }
}

extension Delivery {
    fileprivate func deliverable(after moment: Instant) -> Delivery {
        Delivery(
            id: id, createdAt: createdAt, recipient: recipient, member: member, alert: alert, channelName: channelName, payload: payload,
            expiresAt: expiresAt, groupKey: groupKey, deliverAfter: moment, route: route, app: app, priority: priority)
    }
}
