import BelfryModel
import BelfryPlanning
import BelfryPorts
import BelfrySystem
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryDelivery

/// Tests of the judge, on candidates whose recipient wants push notifications.
protocol Judging {}

extension Judging {
    var judge: Judge {
        Judge(zones: SystemTimeZoneDatabase(), switchboard: Switchboard([.push: [.inbox: ScriptedSender()], .webhook: [.endpoint: ScriptedSender()]]))
    }

    func candidate(
        _ delivery: Delivery = .example(1), _ columns: [Preferences.Key: String] = [:], alert: DeliveryCandidate.AlertFacts? = nil,
        isSuperseded: Bool = false, toldAt: Instant? = nil, toldLately: [Instant] = [], sameToldAt: Instant? = nil, throttledLately: [Instant] = [],
        sameThrottledAt: Instant? = nil, isTried: Bool = false, replacements: [DeliveryID] = []
    ) -> DeliveryCandidate {
        let stored = StoredPreferences(columns: columns.merging([.notifyPush: "true"]) { own, _ in own })
        return DeliveryCandidate(
            delivery: delivery, preferences: stored, alert: alert, isSuperseded: isSuperseded, replacements: replacements, toldAt: toldAt,
            toldLately: toldLately, sameToldAt: sameToldAt, throttledLately: throttledLately, sameThrottledAt: sameThrottledAt, isTried: isTried)
    }

    func alert(
        severity: Severity? = nil, snoozeUntil: CivilDate? = nil, dismissedAt: Instant? = nil, status: EpisodeStatus = .active
    ) -> DeliveryCandidate.AlertFacts {
        .init(severity: severity, snoozeUntil: snoozeUntil, dismissedAt: dismissedAt, status: status)
    }

    func verdict(on candidate: DeliveryCandidate, at now: Instant = .noon, ageMax: Duration = .seconds(86_400)) throws -> Verdict {
        try #require(judge.verdicts(on: [candidate], now: now, ageMax: ageMax).first)
    }

    func inputs(_ verdict: Verdict) throws -> DecisionInputs {
        try JSONDecoder().decode(DecisionInputs.self, from: Data(try #require(verdict.inputs).utf8))
    }

    /// Held since the morning.
    func held(_ number: Int, level: EpisodeLevel = .days3, attemptCount: Int = 0, to recipient: UserID = .ana) -> Delivery {
        let delivery = Delivery.example(number, to: recipient, level: level)
        return Delivery(
            id: delivery.id, createdAt: delivery.createdAt, recipient: recipient, member: delivery.member, alert: delivery.alert,
            channelName: delivery.channelName, payload: delivery.payload, attemptCount: attemptCount, heldSince: .morning)
    }

    /// An app's own, once a door was opened.
    ///
    /// - Parameters:
    ///   - number: of what it says; by itself what has the same is the same.
    ///   - name: of the delivery.
    func throttled(
        _ number: Int, named name: Int? = nil, to recipient: UserID = .ana, key: String? = "door", countMax: Int = 1, severity: Severity = .watch,
        heldSince: Instant? = nil, app: AppID = .house
    ) -> Delivery {
        var payload = Payload()
        payload.title = "Door \(number)"
        payload.severity = severity
        payload.throttle = key.flatMap { KeyedThrottle(key: $0, countMax: countMax, windowMinutes: 60) }
        return Delivery(
            id: .example(name ?? number), createdAt: .morning + .seconds(number), recipient: recipient, member: recipient, alert: nil, channelName: "push",
            payload: payload, heldSince: heldSince, app: app)
    }

    /// Each with its decision, and how many it says were told before; every decision follows from its inputs.
    func decided(_ candidates: [DeliveryCandidate]) throws -> [String] {
        try judge.verdicts(on: candidates, now: .noon, ageMax: .seconds(86_400)).map { verdict in
            let inputs = try inputs(verdict)
            guard case .decided(let decision) = verdict.judgement else { return "\(verdict.judgement)" }
            if decision.action != .merge { #expect(PolicyPipeline.standard.decide(inputs, in: .utc) == decision) }
            return "\(verdict.delivery) \(decision.reason.rawValue) \(inputs.toldToday.map { String($0) } ?? "–")"
        }
    }
}
