import BelfryModel
import BelfryPhrases
import BelfryPlanning
import BelfryPorts
import BelfryTime
import Foundation

/// Tells a person why a delivery was sent, held or left out, from the inputs that were stored with the verdict.
public struct Explainer: Sendable {
    let zones: any TimeZoneDatabase
    let policy: PolicyPipeline

    public init(zones: any TimeZoneDatabase, policy: PolicyPipeline = .standard) {
        self.zones = zones
        self.policy = policy
    }

    public func explain(_ overview: DeliveryOverview) -> Explanation {
        guard let text = overview.decisionInputs, let inputs = try? JSONDecoder().decode(DecisionInputs.self, from: Data(text.utf8)) else {
            return Explanation(sentence: undecided(overview), whatWouldChange: nil, inputs: nil, replayed: nil, isReplayedAlike: nil)
        }
        let zone = zones.rules(named: inputs.preferences.timezone) ?? .utc
        let replayed = policy.decide(inputs, in: zone)
        let circumstances = Phrases.Circumstances(
            channelName: overview.delivery.channelName, severity: inputs.severity, localTime: zone.civil(at: inputs.now),
            quietHours: inputs.preferences.quietHours, timezone: inputs.preferences.timezone, snoozeUntil: inputs.snoozeUntil,
            heldUntil: replayed.until.map(zone.civil(at:)), refusedSettings: inputs.refusedSettings)
        // A merge is not the policy's: it decided to send, and the summary took it in.
        let decision = overview.mergedInto.map(Decision.merge(into:)) ?? replayed
        let isAlike = overview.mergedInto != nil ? replayed.action == .send : replayed.reason == overview.reason
        return Explanation(
            sentence: Phrases.sentence(for: decision, circumstances, ending: ending(overview)),
            whatWouldChange: Phrases.whatWouldChange(decision, circumstances), inputs: text, replayed: replayed,
            isReplayedAlike: overview.reason == nil ? nil : isAlike)
    }

    private func ending(_ overview: DeliveryOverview) -> Phrases.Ending {
        switch Delivery.Status(rawValue: overview.status) {
        case .failed: .failed(attemptCount: overview.delivery.attemptCount, error: overview.lastError)
        case .sending: .sending
        case .pending where overview.delivery.attemptCount > 0 && overview.reason.map(\.isToSend) == true:
            .retrying(attemptCount: overview.delivery.attemptCount, error: overview.lastError)
        default: .asDecided
        }
    }

    private func undecided(_ overview: DeliveryOverview) -> String {
        Phrases.sentenceForUndecided(isGivenUp: overview.status == Delivery.Status.failed.rawValue, error: overview.lastError)
    }
}

/// A delivery's reason in words, with the proof that the stored inputs lead to it.
public struct Explanation: Sendable {
    public let sentence: String
    public let whatWouldChange: String?
    /// JSON, as stored; a line for `belfry decide`.
    public let inputs: String?
    /// What the policy says of the stored inputs today.
    public let replayed: Decision?
    /// Whether that is what was recorded; nil where nothing was.
    public let isReplayedAlike: Bool?
}

extension Reason {
    var isToSend: Bool {
        switch self {
        case .allowed, .criticalInQuietHours, .allInQuietHours: true
        default: false
        }
    }
}
