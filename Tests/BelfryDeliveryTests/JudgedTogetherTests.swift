import BelfryModel
import BelfryPlanning
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

@Suite("The judge, on several that are due together")
struct JudgedTogetherTests: Judging {
    @Test("What was held is summed up in the oldest; a critical one, one tried before and one of another person stay alone")
    func summary() {
        let deliveries = [
            held(3), held(1), held(2), held(4, level: .days14), held(5, attemptCount: 1), held(6, to: .ben), Delivery.example(7),
        ]
        let verdicts = judge.verdicts(on: deliveries.map { candidate($0) }, now: .noon, ageMax: .seconds(86_400))
        #expect(verdicts.map(\.delivery) == deliveries.map(\.id))
        let intoFirst = Verdict.Judgement.decided(.merge(into: .example(1)))
        let alone = Verdict.Judgement.decided(.send(.allowed))
        #expect(verdicts.map(\.judgement) == [intoFirst, alone, intoFirst, alone, alone, alone, alone])
        #expect(verdicts.allSatisfy { $0.inputs != nil })
    }

    @Test("What drops out at its moment is in no summary, and leads none")
    func summaryWithoutTheDropped() {
        let candidates = [
            candidate(held(1), alert: alert(dismissedAt: .noon)), candidate(held(2), isSuperseded: true),
            candidate(held(3), alert: alert(status: .resolved)), candidate(held(4)), candidate(held(5)),
        ]
        let verdicts = judge.verdicts(on: candidates, now: .noon, ageMax: .seconds(86_400))
        #expect(
            verdicts.map(\.judgement) == [
                .decided(.skip(.dismissed)), .decided(.skip(.superseded)), .decided(.skip(.resolved)), .decided(.send(.allowed)),
                .decided(.merge(into: .example(4))),
            ])
    }

    @Test("What would give way to something later is told where none of that is, and gives way where any is, or has its turn elsewhere")
    func replacedByWhatIsntTold() {
        func later(_ number: Int, expiresAt: Instant? = nil) -> Delivery {
            Delivery(
                id: .example(number), createdAt: .morning + .seconds(number), recipient: .ana, member: .ana, alert: nil,
                channelName: DeliveryChannel.push.rawValue, payload: Payload(), expiresAt: expiresAt)
        }
        func judgements(ofLast expiresAt: Instant?, and others: [DeliveryID] = []) -> [Verdict.Judgement] {
            let candidates = [
                candidate(later(1), isSuperseded: true, replacements: [.example(2), .example(3)] + others),
                candidate(later(2), isSuperseded: true, replacements: [.example(3)] + others), candidate(later(3, expiresAt: expiresAt)),
            ]
            return judge.verdicts(on: candidates, now: .noon, ageMax: .seconds(86_400)).map(\.judgement)
        }
        let (sent, superseded) = (Verdict.Judgement.decided(.send(.allowed)), Verdict.Judgement.decided(.skip(.superseded)))
        let expired = Verdict.Judgement.decided(.skip(.expired))
        #expect(judgements(ofLast: nil) == [superseded, superseded, sent])
        #expect(judgements(ofLast: .noon) == [superseded, sent, expired])
        #expect(judgements(ofLast: .noon, and: [.example(9)]) == [superseded, superseded, expired])
        let told = judge.verdicts(
            on: [candidate(later(1), isSuperseded: true), candidate(later(3, expiresAt: .noon))], now: .noon, ageMax: .seconds(86_400))
        #expect(told.map(\.judgement) == [superseded, expired])
    }

    // MARK: Steps of a route that are due together

    private func step(
        _ number: Int, _ step: Int, key: String = "news", of recipient: UserID = .ana, isTried: Bool = false, expiresAt: Instant? = nil
    ) -> DeliveryCandidate {
        let plain = Delivery.example(number)
        return candidate(
            Delivery(
                id: plain.id, createdAt: .morning, recipient: recipient, member: recipient, alert: nil, channelName: DeliveryChannel.push.rawValue,
                payload: plain.payload, expiresAt: expiresAt, deliverAfter: step == 0 ? nil : .morning + .seconds(600 * step),
                route: DeliveryRoute.Place(key: key, step: step, until: .read)), isTried: isTried)
    }

    private func decisions(_ candidates: [DeliveryCandidate]) -> [Verdict.Judgement] {
        judge.verdicts(on: candidates, now: .noon, ageMax: .seconds(86_400)).map(\.judgement)
    }

    @Test("Of the steps of a route that are due together the first is told, and each later one waits as long after it as it was to")
    func stepByStep() throws {
        let candidates = [step(3, 2), step(1, 0), step(2, 1), step(4, 1, key: "other"), step(5, 2, of: .ben), step(6, 0)]
        let first = Verdict.Judgement.decided(.send(.allowed))
        func held(_ seconds: Int) -> Verdict.Judgement { .decided(.defer(.earlierStepFirst, until: .noon + .seconds(seconds))) }
        #expect(decisions(candidates) == [held(1200), first, held(600), first, first, first])
        let verdict = try #require(judge.verdicts(on: candidates, now: .noon, ageMax: .seconds(86_400)).first)
        let inputs = try inputs(verdict)
        #expect(inputs.stepDueAt == .noon + .seconds(1200) && verdict.judgement == .decided(PolicyPipeline.standard.decide(inputs, in: .utc)))
    }

    @Test("A later step waits for none that was tried before, that isn't sent, or behind which it would be of no use")
    func stepsThatWaitForNone() {
        let first = Verdict.Judgement.decided(.send(.allowed))
        func held(_ seconds: Int) -> Verdict.Judgement { .decided(.defer(.earlierStepFirst, until: .noon + .seconds(seconds))) }
        #expect(decisions([step(1, 0, isTried: true), step(2, 1)]) == [first, first])
        #expect(decisions([step(1, 0, isTried: true), step(2, 1), step(3, 2)]) == [first, first, held(600)])
        #expect(decisions([step(1, 0), step(2, 1, isTried: true)]) == [first, first])
        #expect(decisions([step(1, 0), step(2, 1, expiresAt: .noon + .seconds(600))]) == [first, first])
        #expect(decisions([step(1, 0, expiresAt: .noon), step(2, 1)]) == [.decided(.skip(.expired)), first])
    }

    @Test("Who is told next waits as long behind those before who are told now as they were to, and not behind one who is held or was told")
    func oneAfterTheOther() {
        func told(_ number: Int, _ recipient: UserID, fromStep: Int? = nil, key: String = "news", isTried: Bool = false) -> DeliveryCandidate {
            var payload = Payload()
            payload.title = "Boiler"
            payload.escalation = fromStep.map { Escalation.Place(fromStep: $0, until: .acknowledged) }
            return candidate(
                Delivery(
                    id: .example(number), createdAt: .morning, recipient: recipient, member: recipient, alert: nil, channelName: DeliveryChannel.push.rawValue,
                    payload: payload, deliverAfter: fromStep.map { .morning + .seconds(600 * $0) },
                    route: DeliveryRoute.Place(key: key, step: fromStep ?? 0, until: .read)), isTried: isTried)
        }
        let first = Verdict.Judgement.decided(.send(.allowed))
        func held(_ seconds: Int) -> Verdict.Judgement { .decided(.defer(.earlierStepFirst, until: .noon + .seconds(seconds))) }
        let both = [told(3, .stranger, fromStep: 2), told(1, .ana), told(2, .ben, fromStep: 1), told(4, .ben, fromStep: 1, key: "other")]
        #expect(decisions(both) == [held(1200), first, held(600), first])
        #expect(decisions([told(1, .ana, isTried: true), told(2, .ben, fromStep: 1)]) == [first, first])
        #expect(decisions([told(2, .ben, fromStep: 1), told(3, .stranger, fromStep: 2)]) == [first, held(600)])
    }

    @Test("Whoever is on duty by two rotas of a step, or named in it, too, is told it once")
    func toldOnce() throws {
        func told(_ number: Int, by rota: String?, key: String = "news", isTried: Bool = false) -> DeliveryCandidate {
            var payload = Payload()
            payload.title = "Boiler"
            payload.rota = rota.flatMap { RotaID($0) }
            payload.escalation = Escalation.Place(fromStep: 1, until: .acknowledged)
            return candidate(
                Delivery(
                    id: .example(number), createdAt: .morning, recipient: .ana, member: .ana, alert: nil, channelName: DeliveryChannel.push.rawValue,
                    payload: payload, route: DeliveryRoute.Place(key: key, step: 1, until: .read)), isTried: isTried)
        }
        let (first, again) = (Verdict.Judgement.decided(.send(.allowed)), Verdict.Judgement.decided(.skip(.alreadyReached)))
        #expect(decisions([told(1, by: "nights"), told(2, by: "leads"), told(3, by: "nights", key: "other")]) == [first, again, first])
        #expect(decisions([told(1, by: "nights"), told(2, by: nil)]) == [again, first])
        #expect(decisions([told(1, by: "nights", isTried: true), told(2, by: "leads")]) == [first, again])
        let verdict = try #require(judge.verdicts(on: [told(1, by: "nights"), told(2, by: nil)], now: .noon, ageMax: .seconds(86_400)).first)
        #expect(verdict.judgement == .decided(PolicyPipeline.standard.decide(try inputs(verdict), in: .utc)))
    }
}
