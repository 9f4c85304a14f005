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

    /// - Parameters:
    ///   - reader: who is spoken to in the second person where they are its recipient; nil for whoever reads of others, as an operator does.
    ///   - isRehearsed: whether it isn't queued, and only what would become of it is asked for.
    ///   - clock: names the moment for which one waits that isn't decided yet; what is decided has its recipient's.
    ///   - language: the reader's.
    public func explain(
        _ overview: DeliveryOverview, to reader: UserID? = nil, isRehearsed: Bool = false, by clock: TimeZoneRules = .utc,
        in language: Language = .english
    ) -> Explanation {
        guard !isToDecideAnew(overview), let text = overview.decisionInputs, let inputs = try? JSONDecoder().decode(DecisionInputs.self, from: Data(text.utf8)) else {
            let sentence = isRehearsed
                ? Phrases.sentenceForUndeliverable(error: overview.lastError, in: language) : sentenceWithoutInputs(overview, to: reader, by: clock, in: language)
            return Explanation(
                sentence: sentence, whatWouldChange: nil, inputs: nil, replayed: nil, isReplayedAlike: nil)
        }
        let zone = zones.rules(named: inputs.preferences.timezone) ?? .utc
        let replayed = policy.decide(inputs, in: zone)
        let localTime = zone.civil(at: inputs.now)
        var circumstances = Phrases.Circumstances(
            channelName: overview.delivery.channelName, severity: inputs.severity, localTime: localTime,
            quietHours: inputs.preferences.quietWeek.window(around: localTime), timezone: inputs.preferences.timezone, snoozeUntil: inputs.snoozeUntil,
            heldUntil: replayed.until.map(zone.civil(at:)), refusedSettings: inputs.refusedSettings)
        circumstances.mutedUntil = inputs.preferences.mutedUntil.flatMap { Mute.ends(at: $0) ? zone.civil(at: $0) : nil }
        circumstances.categoryMutedUntil = inputs.categoryMutedUntil.flatMap { Mute.ends(at: $0) ? zone.civil(at: $0) : nil }
        circumstances.dailyCountMax = inputs.preferences.dailyCountMax
        circumstances.throttleCountMax = inputs.throttleCountMax
        circumstances.isOfAlert = overview.delivery.alert != nil
        circumstances.isForRecipient = overview.delivery.recipient == reader
        circumstances.isInDoubt = inputs.isInDoubt
        circumstances.isTellingFurther = overview.delivery.payload.escalation != nil
        // Further people may have been left out because somebody read it.
        circumstances.isOneOfUs = overview.delivery.payload.oneOfUs == true && overview.delivery.payload.escalation?.until != .read
        // A merge is not the policy's: it decided to send, and the summary took it in.
        let decision = overview.mergedInto.map(Decision.merge(into:)) ?? replayed
        let isAlike = overview.mergedInto != nil ? replayed.action == .send : isAlike(replayed, overview)
        let isCalledOff = overview.status == Delivery.Status.cancelled.rawValue
        let ending: Phrases.Ending = isRehearsed ? .rehearsed(error: overview.lastError) : ending(overview)
        let sentence = isCalledOff
            ? Phrases.sentenceForCalledOff(in: language) : Phrases.sentence(for: decision, circumstances, ending: ending, in: language)
        let onDuty = isCalledOff ? nil : overview.delivery.payload.rota.map { Phrases.sentenceForOnDuty(rota: $0.text, in: language) }
        let more = [onDuty, overview.pause.map { _ in Phrases.sentenceForPaused(in: language) }].compactMap(\.self)
        return Explanation(
            sentence: ([sentence] + more).joined(separator: " "),
            whatWouldChange: isCalledOff ? nil : Phrases.whatWouldChange(decision, circumstances, isRehearsed: isRehearsed, in: language),
            inputs: text, replayed: replayed,
            isReplayedAlike: overview.reason == nil ? nil : isAlike)
    }

    /// What was held is so no more once it has another moment.
    private func isToDecideAnew(_ overview: DeliveryOverview) -> Bool {
        overview.status == Delivery.Status.pending.rawValue && overview.changedAt != nil && overview.delivery.heldSince == nil
            && overview.delivery.attemptCount == 0 && overview.reason.map { !$0.isToSend } ?? false
    }

    /// Quiet hours leave out or hold for the same reason; which of the two it was shows in the status.
    private func isAlike(_ replayed: Decision, _ overview: DeliveryOverview) -> Bool {
        replayed.reason == overview.reason && (replayed.action == .skip) == (overview.status == Delivery.Status.skipped.rawValue)
    }

    private func ending(_ overview: DeliveryOverview) -> Phrases.Ending {
        switch Delivery.Status(rawValue: overview.status) {
        case .failed: .failed(attemptCount: overview.delivery.attemptCount, error: overview.lastError)
        case .sending: .sending
        case .pending where overview.reason.map(\.isToSend) == true:
            overview.delivery.attemptCount == 0
                ? .waiting : .retrying(attemptCount: overview.delivery.attemptCount, error: overview.lastError)
        default: .asDecided
        }
    }

    private func sentenceWithoutInputs(
        _ overview: DeliveryOverview, to reader: UserID?, by clock: TimeZoneRules, in language: Language
    ) -> String {
        switch Delivery.Status(rawValue: overview.status) {
        case .pending where overview.pause != nil: Phrases.sentenceForPaused(in: language)
        case .pending where overview.reason == nil || isToDecideAnew(overview): sentenceForUndecided(overview, to: reader, by: clock, in: language)
        case .cancelled: Phrases.sentenceForCalledOff(in: language)
        case let status: Phrases.sentenceForUnexplained(isGivenUp: status == .failed, error: overview.lastError, in: language)
        }
    }

    private func sentenceForUndecided(
        _ overview: DeliveryOverview, to reader: UserID?, by clock: TimeZoneRules, in language: Language
    ) -> String {
        guard let dueAt = overview.nextAttemptAt else { return Phrases.sentenceForUndecided(in: language) }
        guard overview.delivery.payload.deliverAtLocal == nil else {
            return Phrases.sentenceForUndecided(isForRecipient: overview.delivery.recipient == reader, in: language)
        }
        return Phrases.sentenceForUndecided(until: clock.civil(at: dueAt), timezone: clock.name, in: language)
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
