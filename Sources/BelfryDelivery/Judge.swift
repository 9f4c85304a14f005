import BelfryModel
import BelfryPlanning
import BelfryPorts
import BelfryTime

// BelfryDelivery: carries out what was decided: leases, sends, records, tries again, gives up.
// It never decides what a person wants and never speaks a provider's language.

/// Brings the policy to stored deliveries: puts the inputs of each together, has them decided, and sums up what was held.
public struct Judge: Sendable {
    let zones: any TimeZoneDatabase
    let policy: PolicyPipeline
    /// What is decided to be sent where it has no line is undeliverable.
    let switchboard: Switchboard

    public init(zones: any TimeZoneDatabase, policy: PolicyPipeline = .standard, switchboard: Switchboard) {
        self.zones = zones
        self.policy = policy
        self.switchboard = switchboard
    }

    /// One verdict a candidate, in their order.
    ///
    /// - Parameter ageMax: what is older has expired.
    public func verdicts(on candidates: [DeliveryCandidate], now: Instant, ageMax: Duration) -> [Verdict] {
        let judged = candidates.map { judge($0, now: now, ageMax: ageMax) }
        let toSend = judged.filter(\.isToSend)
        let merges = HeldDigest.merges(of: toSend.map { ($0.delivery, $0.inputs?.severity ?? .watch) })
        return judged.map { judged in
            let judgement = merges[judged.delivery.id].map { .decided(.merge(into: $0)) } ?? judged.judgement
            return Verdict(
                delivery: judged.delivery.id, judgement: judgement, severity: judged.inputs?.severity ?? .watch, inputs: judged.inputs?.flatJSON)
        }
    }

    private struct Judged {
        let delivery: Delivery
        let judgement: Verdict.Judgement
        let inputs: DecisionInputs?

        var isToSend: Bool {
            if case .decided(.send) = judgement { true } else { false }
        }
    }

    private func judge(_ candidate: DeliveryCandidate, now: Instant, ageMax: Duration) -> Judged {
        let delivery = candidate.delivery
        guard let channel = delivery.channel else {
            return Judged(delivery: delivery, judgement: .undeliverable(why: "unknown_channel: no channel has this name"), inputs: nil)
        }
        let (inputs, zone) = inputs(for: candidate, channel: channel, now: now, ageMax: ageMax)
        let decision = policy.decide(inputs, in: zone)
        if decision.action == .send, let why = switchboard.obstacle(over: channel, of: delivery.recipient, among: candidate.addresses) {
            return Judged(delivery: delivery, judgement: .undeliverable(why: why), inputs: inputs)
        }
        return Judged(delivery: delivery, judgement: .decided(decision), inputs: inputs)
    }

    private func inputs(for candidate: DeliveryCandidate, channel: DeliveryChannel, now: Instant, ageMax: Duration)
        -> (DecisionInputs, TimeZoneRules)
    {
        let delivery = candidate.delivery
        var (preferences, refused) = candidate.preferences.read()
        var zone = zones.rules(named: preferences.timezone)
        if zone == nil {
            refused.append(.timezone)
            preferences.timezone = "UTC"
            zone = .utc
        }
        let tooOldAt = delivery.ageBeginsAt + ageMax
        let inputs = DecisionInputs(
            now: now, channel: channel, preferences: preferences,
            severity: delivery.payload.severity ?? candidate.alert?.severity ?? .watch,
            snoozeUntil: candidate.alert?.snoozeUntil, dismissedAt: candidate.alert?.dismissedAt,
            expiresAt: min(delivery.expiresAt ?? tooOldAt, tooOldAt), heldSince: delivery.heldSince,
            episodeStatus: candidate.alert?.status, isSuperseded: candidate.isSuperseded, isEntitled: candidate.isEntitled,
            toldAt: channel.interruptsRecipient ? candidate.toldAt : nil, isCategoryOff: candidate.isCategoryOff,
            isReached: candidate.isReached, refusedSettings: refused)
        return (inputs, zone ?? .utc)
    }
}
