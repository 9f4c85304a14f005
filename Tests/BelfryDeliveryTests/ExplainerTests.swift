import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

@Suite("The explainer")
struct ExplainerTests {
    let explainer = Explainer(zones: SystemTimeZoneDatabase())

    private func explanation(_ number: Int, in workshop: Workshop) async throws -> Explanation {
        explainer.explain(try await workshop.store.row(number))
    }

    /// Ana sleeps while it is noon in UTC.
    private func makeQuietWorkshop(_ action: QuietHoursAction) async throws -> Workshop {
        let workshop = await Workshop {
            $0.quietHours = DailyWindow(start: CivilTime(literal: "11:00"), end: CivilTime(literal: "13:00"))
            $0.quietHoursAction = action
        }
        try await workshop.store.enqueue(.example(1), .example(2))
        return workshop
    }

    private static let noQuietHours = "because nothing stood against it: push is on, no quiet hours are set."

    // MARK: Each status

    @Test("What waits for a moment by the recipient's clock says so, by that clock, and what it was decided from reads the same by any")
    func localMoment() async throws {
        let workshop = await Workshop { $0.timezone = "America/Los_Angeles" }
        var payload = Delivery.example(1).payload
        payload.deliverAtLocal = CivilDateTime(literal: "2026-01-25T09:00")
        try await workshop.store.enqueue(Delivery.example(1).with(payload: payload))
        try await workshop.processBatch()
        let explanation = try await explanation(1, in: workshop)
        #expect(explanation.sentence == "Held until 09:00 (America/Los_Angeles), because it is meant for a set time by the recipient's own clock.")
        #expect(explanation.isReplayedAlike == true && explanation.whatWouldChange == nil)
        let lines = StoredInputs(explanation).lines(in: .english, clock: \.description)
        #expect(lines.first { $0.name == "Not before (local time)" }?.value == "25 January 2026, 09:00")
    }

    @Test("Before a worker came by, it is not decided yet")
    func undecided() async throws {
        let workshop = await Workshop()
        try await workshop.store.enqueue(.example(1))
        let explanation = try await explanation(1, in: workshop)
        #expect(explanation.sentence == "Not decided yet: it waits for a worker.")
        #expect(explanation.inputs == nil && explanation.replayed == nil && explanation.isReplayedAlike == nil)
    }

    @Test("What is ordered for later waits for its moment, and not for a worker")
    func undecidedUntil() async throws {
        let workshop = await Workshop()
        var (later, local) = (Delivery.example(1), Delivery.example(2))
        later.deliverAfter = .evening
        local.deliverAfter = .evening
        local.payload.deliverAtLocal = CivilDateTime(literal: "2026-01-26T09:00")
        try await workshop.store.enqueue(later, local)
        let (waiting, atLocal) = (try await workshop.store.row(1), try await workshop.store.row(2))
        #expect(explainer.explain(waiting).sentence == "Not decided yet: it is not due before 20:00 on 25 January 2026 (UTC).")
        let tokyo = try #require(explainer.zones.rules(named: "Asia/Tokyo"))
        #expect(explainer.explain(waiting, by: tokyo).sentence.hasSuffix(" 05:00 on 26 January 2026 (Asia/Tokyo)."))
        #expect(explainer.explain(atLocal).sentence == "Not decided yet: it is meant for a set time by the recipient's own clock.")
        #expect(explainer.explain(atLocal, to: .ana).sentence == "Not decided yet: it is meant for a set time by your own clock.")
    }

    @Test("What was held and has another moment since isn't held any more: it waits for that moment, to be decided anew")
    func movedWhileHeld() async throws {
        let workshop = await Workshop()
        _ = try await workshop.store.enqueue([.ordered(1)], under: nil, now: .morning)
        let inputs = "{}"
        let overview = try await workshop.store.row(1)
        func held(since moment: Instant?, changedAt: Instant?) -> DeliveryOverview {
            let other = overview.delivery
            let delivery = Delivery(
                id: other.id, createdAt: other.createdAt, recipient: other.recipient, member: other.member, alert: nil, channelName: other.channelName,
                payload: other.payload, heldSince: moment)
            return DeliveryOverview(
                delivery: delivery, recipientName: nil, memberName: nil, status: Delivery.Status.pending.rawValue, reason: .quietHours,
                decisionInputs: inputs, decidedAt: .noon, nextAttemptAt: .evening, sentAt: nil, lastError: nil, mergedInto: nil, changedAt: changedAt)
        }
        let moved = explainer.explain(held(since: nil, changedAt: .noon))
        #expect(moved.sentence == "Not decided yet: it is not due before 20:00 on 25 January 2026 (UTC)." && moved.inputs == nil)
        #expect(explainer.explain(held(since: .noon, changedAt: .noon)).sentence != moved.sentence, "only its words were changed")
    }

    @Test("What could never be sent would not be, where that is only asked")
    func rehearsedWithoutInputs() {
        let error = "unknown_channel: no channel has this name"
        let overview = DeliveryOverview(
            delivery: Delivery.example(1).with(channelName: "pigeon"), recipientName: nil, memberName: nil, status: Delivery.Status.failed.rawValue,
            reason: nil, decisionInputs: nil, decidedAt: .noon, nextAttemptAt: nil, sentAt: nil, lastError: error, mergedInto: nil)
        #expect(explainer.explain(overview, isRehearsed: true).sentence == "Would not be sent (\(error)).")
        #expect(explainer.explain(overview).sentence == "Given up before it was decided (\(error)).")
    }

    @Test("What an operator has paused says so, whether it was decided before or not")
    func paused() async throws {
        let workshop = await Workshop()
        try await workshop.store.enqueue(.example(1), .example(2))
        workshop.sender.answer(1, .retry(why: "HTTP 503", after: nil))
        _ = await workshop.store.pause(QueuePause(nil, since: .morning))
        let (store, explainer, now) = (workshop.store, explainer, workshop.clock.now)
        func look(_ number: Int) async throws -> DeliveryOverview {
            let found = try await explainer.overview(of: .example(number), in: store, now: now)
            return try #require(found)
        }
        let undecided = try await look(2)
        #expect(explainer.explain(undecided).sentence == "It waits, because whoever runs this Belfry has paused it.")
        _ = await store.resume(nil, now: now)
        try await workshop.processBatch()
        _ = await store.pause(QueuePause(.house, since: now))
        let retried = try await look(1)
        #expect(explainer.explain(retried).sentence.hasSuffix(" no quiet hours are set. It waits, because whoever runs this Belfry has paused it."))
        let sent = try await look(2)
        #expect(sent.pause == nil && explainer.explain(sent).sentence == "Sent, " + Self.noQuietHours)
    }

    @Test("What was sent says why, and what would have stopped it")
    func sent() async throws {
        let workshop = await Workshop()
        try await workshop.store.enqueue(.example(1))
        try await workshop.processBatch()
        let explanation = try await explanation(1, in: workshop)
        #expect(explanation.sentence == "Sent, " + Self.noQuietHours)
        #expect(explanation.whatWouldChange?.hasPrefix("Switching off push notifications") == true)
        #expect(explanation.replayed == .send(.allowed) && explanation.isReplayedAlike == true)
    }

    @Test("What an app had told names no alert among what would have stopped it")
    func sentOrder() async throws {
        let workshop = await Workshop()
        var payload = Payload()
        payload.title = "Boiler"
        let order = Delivery(
            id: .example(1), createdAt: .morning, recipient: .ana, member: .ana, alert: nil, channelName: DeliveryChannel.push.rawValue, payload: payload)
        _ = try await workshop.store.enqueue([order], under: nil, now: .morning)
        try await workshop.processBatch()
        let change = try await explanation(1, in: workshop).whatWouldChange
        #expect(change == "Switching off push notifications, or quiet hours at this time, would have stopped it.")
    }

    @Test("What is on its way, put off or given up says so first")
    func onItsWay() async throws {
        let workshop = await Workshop()
        try await workshop.store.enqueue(.example(1), .example(2), .example(3))
        let (store, explainer) = (workshop.store, explainer)
        let sentences = Notes<String>()
        workshop.sender.whileSending { _ in
            guard let row = try? await store.row(1) else { return }
            sentences.add(explainer.explain(row).sentence)
        }
        workshop.sender.answer(2, .retry(why: "HTTP 503", after: nil))
        workshop.sender.answer(3, .rejected(why: "HTTP 400"))
        try await workshop.processBatch()
        #expect(sentences.all.first == "Being sent, " + Self.noQuietHours)
        let retried = try await explanation(2, in: workshop)
        #expect(retried.sentence == "To be tried again after 1 failed attempt (HTTP 503); it is meant to be sent, " + Self.noQuietHours)
        let failed = try await explanation(3, in: workshop)
        #expect(failed.sentence == "Given up after 1 failed attempt (HTTP 400); it was meant to be sent, " + Self.noQuietHours)
        #expect(retried.isReplayedAlike == true && failed.isReplayedAlike == true)
    }

    @Test("What a stopping worker gave back waits to be sent; it was not sent")
    func givenBack() async throws {
        let workshop = await Workshop()
        try await workshop.store.enqueue(.example(1))
        try await workshop.processBatch { true }
        #expect(try await explanation(1, in: workshop).sentence == "Waiting to be sent, " + Self.noQuietHours)
    }

    @Test("What quiet hours left out says so, and what would hold it instead")
    func skipped() async throws {
        let workshop = try await makeQuietWorkshop(.skip)
        try await workshop.processBatch()
        let explanation = try await explanation(1, in: workshop)
        #expect(
            explanation.sentence
                == "Not sent, because it was 12:00 for the recipient, inside their quiet hours of 11:00–13:00, which let nothing through.")
        #expect(explanation.whatWouldChange?.contains("with “held until they end” it would have waited.") == true)
        #expect(explanation.replayed == .skip(.quietHours) && explanation.isReplayedAlike == true)
    }

    @Test("What a night of its own left out or held names its hours, and not those of every day")
    func quietNight() async throws {
        let workshop = await Workshop {
            $0.quietHours = DailyWindow(start: CivilTime(literal: "22:00"), end: CivilTime(literal: "07:00"))
            $0.quietHoursByWeekday = QuietNights([.sunday: DailyWindow(start: CivilTime(literal: "11:30"), end: CivilTime(literal: "14:00"))])
            $0.quietHoursAction = .defer
        }
        try await workshop.store.enqueue(.example(1))
        try await workshop.processBatch()
        let explanation = try await explanation(1, in: workshop)
        #expect(explanation.sentence.contains("inside their quiet hours of 11:30–14:00"))
        #expect(explanation.sentence.hasPrefix("Held until 14:00") && explanation.isReplayedAlike == true)
        let lines = StoredInputs(explanation).lines(in: .english) { $0.description }
        #expect(lines.contains { $0.name == "Quiet on some nights" && $0.value == "Sunday: 11:30–14:00" })
        #expect(lines.contains { $0.name == "Quiet from" && $0.value == "22:00:00" })
    }

    @Test("Who was to be told is spoken to; everybody else reads of the recipient")
    func toReader() async throws {
        let workshop = try await makeQuietWorkshop(.skip)
        try await workshop.processBatch()
        let row = try await workshop.store.row(1)
        let toAna = explainer.explain(row, to: .ana).sentence
        #expect(toAna == "Not sent, because it was 12:00 for you, inside your quiet hours of 11:00–13:00, which let nothing through.")
        #expect(explainer.explain(row, to: .ben).sentence == explainer.explain(row).sentence)
    }

    @Test("What is held says until when; what became part of a summary says that")
    func heldAndMerged() async throws {
        let workshop = try await makeQuietWorkshop(.defer)
        try await workshop.processBatch()
        let held = try await explanation(1, in: workshop)
        #expect(held.sentence.hasPrefix("Held until 13:00 (UTC), because it was 12:00 for the recipient"))
        #expect(held.isReplayedAlike == true)
        try await workshop.goOn()
        try await workshop.processBatch()
        let lead = try await explanation(1, in: workshop)
        #expect(lead.sentence == "Sent, because nothing stood against it: push is on, it was 13:00 for the recipient, outside their quiet hours.")
        let merged = try await explanation(2, in: workshop)
        #expect(merged.sentence == "Not sent on its own, because it became part of a summary.")
        #expect(merged.whatWouldChange == nil && merged.isReplayedAlike == true && lead.isReplayedAlike == true)
    }

    @Test("What was called off says so, whether or not it had been decided, and nothing that the recipient sets would change it")
    func calledOff() async throws {
        let workshop = try await makeQuietWorkshop(.defer)
        try await workshop.processBatch()
        try await workshop.store.enqueue(.example(3))
        #expect(await workshop.store.cancel(DeliverySelection(ids: [.example(1), .example(3)]), now: workshop.clock.now).count == 2)
        let (held, undecided) = (try await explanation(1, in: workshop), try await explanation(3, in: workshop))
        #expect(held.sentence == "Called off before it was sent." && held.whatWouldChange == nil && held.inputs != nil)
        #expect(undecided.sentence == held.sentence && undecided.inputs == nil)
    }

    @Test("What nobody could send says what was missing")
    func undeliverable() async throws {
        let workshop = await Workshop { $0.championNotifySMS = true }
        try await workshop.store.enqueue(Delivery.example(1).with(channelName: "pigeon"), .example(2, over: .sms))
        try await workshop.processBatch()
        #expect(
            try await explanation(1, in: workshop).sentence
                == "Given up before it was decided (unknown_channel: no channel has this name).")
        let unsent = try await explanation(2, in: workshop)
        #expect(
            unsent.sentence
                == "Given up without a recorded attempt (no_provider: nothing is set up to send over this channel); it was meant to be sent, "
                + "because nothing stood against it: text message is on, no quiet hours are set.")
        #expect(unsent.isReplayedAlike == nil)
    }

    @Test("What was muted says until when by the recipient's clock, to them as to others, and what would have let it through")
    func muted() async throws {
        let workshop = await Workshop {
            $0.timezone = "Asia/Tokyo"
            $0.mutedUntil = .evening
        }
        try await workshop.store.enqueue(.example(1))
        try await workshop.processBatch()
        let explanation = try await explanation(1, in: workshop)
        #expect(explanation.sentence == "Not sent, because the recipient has muted everything until 05:00 on 26 January 2026 (Asia/Tokyo).")
        #expect(explanation.whatWouldChange == "Ending the mute would let it through." && explanation.isReplayedAlike == true)
        let own = explainer.explain(try await workshop.store.row(1), to: .ana)
        #expect(own.sentence == "Not sent, because you have muted everything until 05:00 on 26 January 2026 (Asia/Tokyo).")
    }

    @Test("What was muted until its recipient says otherwise names no moment")
    func mutedOpenly() async throws {
        let workshop = await Workshop { $0.mutedUntil = Mute.openEnd }
        try await workshop.store.enqueue(.example(1))
        try await workshop.processBatch()
        #expect(try await explanation(1, in: workshop).sentence == "Not sent, because the recipient has muted everything.")
    }

    @Test("A zone that nobody knows is named as the reason for UTC")
    func unknownZone() async throws {
        let workshop = await Workshop { $0.timezone = "Mars/Olympus" }
        try await workshop.store.enqueue(.example(1))
        try await workshop.processBatch()
        let explanation = try await explanation(1, in: workshop)
        #expect(explanation.sentence.hasSuffix("Their time zone is not one that the system knows, so it was decided as UTC."))
        #expect(explanation.isReplayedAlike == true)
    }

    // MARK: Replaying

    /// The row with other inputs.
    private func tampered(_ number: Int, in workshop: Workshop, _ old: String, _ new: String) async throws -> DeliveryOverview {
        let row = try await workshop.store.row(number)
        let inputs = try #require(row.decisionInputs)
        try #require(inputs.contains(old))
        return overview(row, inputs: inputs.replacing(old, with: new))
    }

    private func overview(_ row: DeliveryOverview, inputs: String?) -> DeliveryOverview {
        DeliveryOverview(
            delivery: row.delivery, recipientName: row.recipientName, memberName: row.memberName, status: row.status, reason: row.reason,
            decisionInputs: inputs, decidedAt: row.decidedAt, nextAttemptAt: row.nextAttemptAt, sentAt: row.sentAt, lastError: row.lastError,
            mergedInto: row.mergedInto)
    }

    @Test(
        "Inputs that were changed afterwards lead to another verdict, and it shows",
        arguments: [
            (#""notify_push":true"#, #""notify_push":false"#),
            (#""now":"2026-01-25T12:00:00Z""#, #""now":"2026-01-25T14:00:00Z""#),
            (#""quiet_hours_end":"13:00:00""#, #""quiet_hours_end":"12:00:00""#),
            (#""quiet_hours_action":"skip""#, #""quiet_hours_action":"defer""#),
            (#""quiet_hours_notification_level":"none""#, #""quiet_hours_notification_level":"all""#),
            (#""timezone":"UTC""#, #""timezone":"Asia/Tokyo""#),
        ])
    func tampering(old: String, new: String) async throws {
        let workshop = try await makeQuietWorkshop(.skip)
        try await workshop.processBatch()
        #expect(try await explanation(1, in: workshop).isReplayedAlike == true)
        #expect(explainer.explain(try await tampered(1, in: workshop, old, new)).isReplayedAlike == false)
    }

    @Test("A held one whose inputs now say to leave it out is not alike")
    func tamperingWithAHeldOne() async throws {
        let workshop = try await makeQuietWorkshop(.defer)
        try await workshop.processBatch()
        let row = try await tampered(1, in: workshop, #""quiet_hours_action":"defer""#, #""quiet_hours_action":"skip""#)
        #expect(explainer.explain(row).isReplayedAlike == false)
    }

    @Test("Inputs that are no inputs are admitted to say nothing", arguments: [nil, "", "{}", "[1]", "{\"now\":5}"])
    func unreadable(inputs: String?) async throws {
        let workshop = try await makeQuietWorkshop(.skip)
        try await workshop.processBatch()
        let explanation = explainer.explain(overview(try await workshop.store.row(1), inputs: inputs))
        #expect(explanation.sentence == "What it was decided from was not recorded." && explanation.isReplayedAlike == nil)
    }
}
