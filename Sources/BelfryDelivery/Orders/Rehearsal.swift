import BelfryModel
import BelfryPorts
import BelfryTime

/// Says what would become of deliveries, by the worker's own policy and from what the store knows now; queues and sends nothing.
///
/// Each is decided as of the moment when it would be due. What changes until then can't be known, nor whether an earlier step of its route reaches.
public struct Rehearsal: Sendable {
    let store: any DeliveryControl & PauseStore
    let judge: Judge
    let explainer: Explainer
    let ageMax: Duration

    /// - Parameter ageMax: as of the workers: what is older isn't sent any more.
    public init(store: any DeliveryControl & PauseStore, zones: any TimeZoneDatabase, switchboard: Switchboard, ageMax: Duration) {
        self.store = store
        self.judge = Judge(zones: zones, switchboard: switchboard)
        self.explainer = Explainer(zones: zones)
        self.ageMax = ageMax
    }

    /// One answer a delivery, in their order.
    ///
    /// - Parameters:
    ///   - digestWindow: of the order, as ``NotificationOrder/digestWindow``.
    ///   - language: of the explanations.
    /// - Throws: what the store throws.
    public func answers(
        on deliveries: [Delivery], digestWindow: Duration?, now: Instant, in language: Language = .english
    ) async throws -> [RehearsedDelivery] {
        let pauses = try await store.pauses(now: now)
        return try await store.rehearse(deliveries, digestWindow: digestWindow, now: now).compactMap { candidate in
            let dueAt = dueAt(candidate, now: now)
            return judge.verdicts(on: [candidate], now: dueAt, ageMax: ageMax).first.map { verdict in
                answer(verdict, on: candidate, dueAt: dueAt, pauses.filter { $0.stands(at: dueAt) }, in: language)
            }
        }
    }

    /// One answer each of those who are looked at of a broadcast, in their order: over the first of its channels that is open to them, or else the last.
    ///
    /// - Parameter language: of the explanations.
    /// - Throws: what the store throws.
    public func answers(on preview: BroadcastPreview, now: Instant, in language: Language = .english) async throws -> [RehearsedDelivery] {
        var answers = try await answers(on: preview.deliveries, digestWindow: nil, now: now, in: language)
        for step in preview.broadcast.fallbackChannelNames.indices.map({ $0 + 1 }) {
            let closed = answers.indices.filter { answers[$0].judgement.opensNextStep }
            let further = closed.compactMap { place in
                preview.broadcast.delivery(step, after: preview.deliveries[place], deliverAfter: answers[place].delivery.deliverAfter)
            }
            guard !further.isEmpty, further.count == closed.count else { break }
            let others = try await self.answers(on: further, digestWindow: nil, now: now, in: language)
            for (place, answer) in zip(closed, others) { answers[place] = answer }
        }
        return answers
    }

    /// What is meant for a moment by the recipient's clock is looked at before as well, only to wait for that moment.
    private func dueAt(_ candidate: DeliveryCandidate, now: Instant) -> Instant {
        let dueAt = max(now, candidate.delivery.deliverAfter ?? now)
        guard let local = candidate.delivery.payload.deliverAtLocal else { return dueAt }
        let zone = judge.zones.rules(named: candidate.preferences.read().preferences.timezone) ?? .utc
        return min(max(dueAt, zone.instant(of: local)), .max)
    }

    private func answer(
        _ verdict: Verdict, on candidate: DeliveryCandidate, dueAt: Instant, _ pauses: [QueuePause], in language: Language
    ) -> RehearsedDelivery {
        let delivery = candidate.delivery
        // As its row would stand once a worker has decided it.
        let (status, decision, error): (Delivery.Status, Decision?, String?) =
            switch verdict.judgement {
            case .undeliverable(let why): (.failed, nil, why)
            case .decided(let decision): (decision.action == .skip ? .skipped : .pending, decision, nil)
            }
        let overview = DeliveryOverview(
            delivery: delivery, recipientName: nil, memberName: nil, status: status.rawValue, reason: decision?.reason, decisionInputs: verdict.inputs,
            decidedAt: dueAt, nextAttemptAt: decision?.until, sentAt: nil, lastError: error, mergedInto: nil
        ).held(by: pauses)
        let addresses = delivery.channel.map { judge.switchboard.lines(over: $0).addresses(of: delivery.recipient, among: candidate.addresses) } ?? []
        return RehearsedDelivery(
            delivery: delivery, dueAt: dueAt, judgement: verdict.judgement,
            explanation: explainer.explain(overview, isRehearsed: true, in: language),
            addressCounts: addresses.reduce(into: [:]) { counts, address in counts[address.kind, default: 0] += 1 }, pause: overview.pause)
    }
}

/// What would become of a delivery, were it queued.
public struct RehearsedDelivery: Sendable {
    public let delivery: Delivery
    /// When it would be decided.
    public let dueAt: Instant
    public let judgement: Verdict.Judgement
    public let explanation: Explanation
    /// Where it would go: how many addresses of each kind.
    public let addressCounts: [AddressKind: Int]
    /// What an operator would hold it by.
    public let pause: QueuePause?

    /// The reason's code; nil where it could never be sent as it is.
    public var reason: Reason? { judgement.reason }

    /// Until when it would be held; nil where it wouldn't.
    public var heldUntil: Instant? {
        if case .decided(let decision) = judgement { decision.until } else { nil }
    }

    /// Why it could never be sent as it is, a code and a sentence; nil where it could.
    public var error: String? {
        if case .undeliverable(let why) = judgement { why } else { nil }
    }
}
