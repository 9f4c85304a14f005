import BelfryModel
import BelfryPlanning
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

@Suite("The judge")
struct JudgeTests: Judging {
    @Test("What nothing stands against is sent, and its inputs are kept")
    func allowed() throws {
        let verdict = try verdict(on: candidate())
        #expect(verdict.judgement == .decided(.send(.allowed)))
        let inputs = try inputs(verdict)
        #expect(inputs.now == .noon && inputs.channel == .push && inputs.severity == .watch && inputs.refusedSettings == [])
        #expect(PolicyPipeline.standard.decide(inputs, in: .utc) == .send(.allowed))
    }

    @Test("What the recipient's device told isn't pushed too, and says so; a webhook gets it all the same")
    func toldByDevice() throws {
        let verdict = try verdict(on: candidate(toldAt: .morning))
        #expect(verdict.judgement == .decided(.skip(.alreadyTold)))
        let inputs = try inputs(verdict)
        #expect(inputs.toldAt == .morning && PolicyPipeline.standard.decide(inputs, in: .utc) == .skip(.alreadyTold))
        #expect(try self.verdict(on: candidate(.example(1, over: .webhook), toldAt: .morning)).judgement == .decided(.send(.allowed)))
    }

    // MARK: What can't be sent

    @Test("A channel that no version knows is undeliverable", arguments: ["pigeon", "", "PUSH"])
    func unknownChannel(name: String) throws {
        let verdict = try verdict(on: candidate(Delivery.example(1).with(channelName: name)))
        #expect(verdict.judgement == .undeliverable(why: "unknown_channel: no channel has this name") && verdict.inputs == nil)
    }

    @Test("What would be sent over a channel without a provider is undeliverable, and its inputs say that it would")
    func noProvider() throws {
        let verdict = try verdict(on: candidate(.example(1, over: .email), [.notifyEmail: "true"]))
        #expect(verdict.judgement == .undeliverable(why: "no_provider: nothing is set up to send over this channel"))
        #expect(PolicyPipeline.standard.decide(try inputs(verdict), in: .utc) == .send(.allowed))
    }

    @Test("What would not be sent anyway needs no provider")
    func noProviderButSkipped() throws {
        let verdict = try verdict(on: candidate(.example(1, over: .email), [.notifyEmail: "false"]))
        #expect(verdict.judgement == .decided(.skip(.emailDisabled)))
    }

    // MARK: Severity, validity and what the family has hidden

    @Test("The payload's severity counts before the alert's, the alert's where it has none, and watch where nobody says")
    func severity() throws {
        func severity(_ own: Severity?, _ alerts: Severity?) throws -> Severity {
            var payload = Delivery.example(1).payload
            payload.severity = own
            return try inputs(verdict(on: candidate(Delivery.example(1).with(payload: payload), alert: alert(severity: alerts)))).severity
        }
        #expect(try severity(.watch, .critical) == .watch)
        #expect(try severity(nil, .critical) == .critical)
        #expect(try severity(nil, nil) == .watch)
    }

    @Test("What is older than the greatest age has expired, and so has what has reached its own end")
    func expiry() throws {
        let delivery = Delivery.example(1, createdAt: .morning)  // four hours old
        #expect(try verdict(on: candidate(delivery), ageMax: .seconds(4 * 3600)).judgement == .decided(.skip(.expired)))
        #expect(try verdict(on: candidate(delivery), ageMax: .seconds(4 * 3600 + 1)).judgement == .decided(.send(.allowed)))
        let short = delivery.with(expiresAt: .noon)
        #expect(try verdict(on: candidate(short)).judgement == .decided(.skip(.expired)))
        #expect(try verdict(on: candidate(short), at: .noon - .milliseconds(1)).judgement == .decided(.send(.allowed)))
    }

    @Test("What the family has hidden is left out")
    func hidden() throws {
        func judgement(_ facts: DeliveryCandidate.AlertFacts) throws -> Verdict.Judgement {
            try verdict(on: candidate(alert: facts)).judgement
        }
        #expect(try judgement(alert(snoozeUntil: .sunday)) == .decided(.skip(.snoozed)))
        #expect(try judgement(alert(snoozeUntil: .sunday - 1)) == .decided(.send(.allowed)))
        #expect(try judgement(alert(dismissedAt: .morning)) == .decided(.skip(.dismissed)))
        #expect(try judgement(alert(status: .resolved)) == .decided(.send(.allowed)), "only what was held asks whether it is still true")
    }

    @Test("No candidates, no verdicts")
    func none() {
        #expect(judge.verdicts(on: [], now: .noon, ageMax: .seconds(1)).isEmpty)
    }
}
