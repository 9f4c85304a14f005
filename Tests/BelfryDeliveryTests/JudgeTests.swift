import BelfryModel
import BelfryPlanning
import BelfryPorts
import BelfrySystem
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryDelivery

@Suite("The judge")
struct JudgeTests {
    let judge = Judge(zones: SystemTimeZoneDatabase(), switchboard: Switchboard([.push: [.inbox: ScriptedSender()], .webhook: [.endpoint: ScriptedSender()]]))

    private func candidate(
        _ delivery: Delivery = .example(1), _ columns: [Preferences.Key: String] = [:], alert: DeliveryCandidate.AlertFacts? = nil,
        isSuperseded: Bool = false, toldAt: Instant? = nil, toldLately: [Instant] = [], sameToldAt: Instant? = nil, throttledLately: [Instant] = [],
        sameThrottledAt: Instant? = nil, isTried: Bool = false, replacements: [DeliveryID] = []
    ) -> DeliveryCandidate {
        let stored = StoredPreferences(columns: columns.merging([.notifyPush: "true"]) { own, _ in own })
        return DeliveryCandidate(
            delivery: delivery, preferences: stored, alert: alert, isSuperseded: isSuperseded, replacements: replacements, toldAt: toldAt,
            toldLately: toldLately, sameToldAt: sameToldAt, throttledLately: throttledLately, sameThrottledAt: sameThrottledAt, isTried: isTried)
    }

    private func alert(
        severity: Severity? = nil, snoozeUntil: CivilDate? = nil, dismissedAt: Instant? = nil, status: EpisodeStatus = .active
    ) -> DeliveryCandidate.AlertFacts {
        .init(severity: severity, snoozeUntil: snoozeUntil, dismissedAt: dismissedAt, status: status)
    }

    private func verdict(on candidate: DeliveryCandidate, at now: Instant = .noon, ageMax: Duration = .seconds(86_400)) throws -> Verdict {
        try #require(judge.verdicts(on: [candidate], now: now, ageMax: ageMax).first)
    }

    private func inputs(_ verdict: Verdict) throws -> DecisionInputs {
        try JSONDecoder().decode(DecisionInputs.self, from: Data(try #require(verdict.inputs).utf8))
    }

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

    // MARK: Settings that were written by hand

    @Test("A zone that nobody knows is decided as UTC, and the inputs say that it was refused", arguments: ["Mars/Olympus", "", "../etc/passwd"])
    func unknownZone(zone: String) throws {
        let night = [Preferences.Key.quietHoursStart: "11:00", .quietHoursEnd: "13:00", .timezone: zone]
        let verdict = try verdict(on: candidate(.example(1), night))
        #expect(verdict.judgement == .decided(.skip(.quietHours)))
        let inputs = try inputs(verdict)
        #expect(inputs.refusedSettings == [.timezone] && inputs.preferences.timezone == "UTC")
    }

    @Test("A quiet hour that is no time counts as none, and the inputs say so", arguments: ["25:00", "noon", "7"])
    func malformedTime(text: String) throws {
        let verdict = try verdict(on: candidate(.example(1), [.quietHoursStart: text, .quietHoursEnd: "13:00"]))
        #expect(verdict.judgement == .decided(.send(.allowed)))
        let inputs = try inputs(verdict)
        #expect(inputs.refusedSettings == [.quietHoursStart] && inputs.preferences.quietHours == nil)
    }

    @Test("A night of its own counts in place of every day's, and one that can't be read counts as none; the inputs say so")
    func quietNights() throws {
        let columns = [Preferences.Key.quietHoursStart: "11:00", .quietHoursEnd: "13:00", .quietHoursAction: "defer"]
        func decided(_ nights: String) throws -> Verdict {
            try verdict(on: candidate(.example(1), columns.merging([.quietHoursByWeekday: nights]) { $1 }))
        }
        let longer = try decided(#"{"sun": "10:00-18:00"}"#)
        let evening = Decision.defer(.quietHours, until: Instant(literal: "2026-01-25T18:00:00Z"))
        #expect(longer.judgement == .decided(evening))
        #expect(try PolicyPipeline.standard.decide(inputs(longer), in: .utc) == evening)
        #expect(try decided(#"{"sun": null}"#).judgement == .decided(.send(.allowed)))
        let unread = try decided(#"{"sun": "late"}"#)
        #expect(unread.judgement == .decided(.defer(.quietHours, until: Instant(literal: "2026-01-25T13:00:00Z"))))
        #expect(try inputs(unread).refusedSettings == [.quietHoursByWeekday])
    }

    @Test("Whoever mutes everything hears nothing before that moment over any channel, and from it on as before; the inputs say until when")
    func muted() throws {
        let columns = [Preferences.Key.mutedUntil: Instant.evening.description]
        let muted = try verdict(on: candidate(.example(1), columns))
        #expect(muted.judgement == .decided(.skip(.muted)))
        let inputs = try inputs(muted)
        #expect(inputs.preferences.mutedUntil == .evening && PolicyPipeline.standard.decide(inputs, in: .utc) == .skip(.muted))
        var payload = Delivery.example(1).payload
        payload.severity = .critical
        #expect(try verdict(on: candidate(Delivery.example(1).with(payload: payload), columns)).judgement == .decided(.skip(.muted)))
        #expect(try verdict(on: candidate(.example(1, over: .inApp), columns)).judgement == .decided(.skip(.muted)))
        #expect(try verdict(on: candidate(.example(1), columns), at: .evening).judgement == .decided(.send(.allowed)))
        #expect(try verdict(on: candidate(.example(1), columns), at: .evening - .milliseconds(1)).judgement == .decided(.skip(.muted)))
    }

    @Test("Whoever mutes a category hears nothing of it before that moment over any channel, however grave, and from it on as before; the inputs say until when")
    func categoryMuted() throws {
        func candidate(_ delivery: Delivery) -> DeliveryCandidate {
            let known = self.candidate(delivery, [:])
            return DeliveryCandidate(
                delivery: known.delivery, preferences: known.preferences, alert: known.alert, isSuperseded: false, addresses: known.addresses,
                categoryMutedUntil: .evening)
        }
        let muted = try verdict(on: candidate(.example(1)))
        #expect(muted.judgement == .decided(.skip(.categoryMuted)))
        let inputs = try inputs(muted)
        #expect(inputs.categoryMutedUntil == .evening && PolicyPipeline.standard.decide(inputs, in: .utc) == .skip(.categoryMuted))
        var payload = Delivery.example(1).payload
        payload.severity = .critical
        #expect(try verdict(on: candidate(Delivery.example(1).with(payload: payload))).judgement == .decided(.skip(.categoryMuted)))
        #expect(try verdict(on: candidate(.example(1, over: .inApp))).judgement == .decided(.skip(.categoryMuted)))
        let over = try verdict(on: candidate(.example(1)), at: .evening)
        #expect(try over.judgement == .decided(.send(.allowed)) && self.inputs(over).categoryMutedUntil == nil)
    }

    @Test("A mute that is over is none: members of a batch who had one are decided together with those who had none, however each ended")
    func muteThatIsOver() throws {
        #expect(try inputs(verdict(on: candidate(.example(1), [.mutedUntil: Instant.morning.description]))).preferences.mutedUntil == nil)
        var payload = Payload()
        payload.title = "Open on Sunday"
        let broadcast = Broadcast(
            id: BroadcastID(literal: "news"), app: .shop, createdAt: .morning, channelName: DeliveryChannel.push.rawValue, payload: payload)
        let ends: [Instant?] = [.morning, nil, .evening, .noon, .morning - .seconds(1)]
        let groups = ends.enumerated().map { place, end in
            var columns = [Preferences.Key.notifyPush: "true"]
            columns[.mutedUntil] = end?.description
            let wishes = BroadcastMembers.Wishes(preferences: StoredPreferences(columns: columns), categoryMutedUntil: place == 1 ? .morning : nil)
            return BroadcastMembers.Group(wishes: wishes, members: [place])
        }
        let recipients = ends.indices.map { UserID(literal: "user-\($0)") }
        let members = BroadcastMembers(of: broadcast, number: 0, recipients: recipients, groups: groups, addresses: [:])
        let verdicts = judge.verdicts(on: members, now: .noon, ageMax: .seconds(86_400)).sorted { $0.members.count > $1.members.count }
        #expect(verdicts.map(\.members) == [[0, 1, 3, 4], [2]])
        #expect(verdicts.last?.judgement == .decided(.skip(.muted)))
    }

    @Test("A mute until no moment counts as none, and the inputs say so")
    func malformedMute() throws {
        let verdict = try verdict(on: candidate(.example(1), [.mutedUntil: "tomorrow"]))
        #expect(verdict.judgement == .decided(.send(.allowed)))
        #expect(try inputs(verdict).refusedSettings == [.mutedUntil])
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

    // MARK: Several

    /// Held since the morning.
    private func held(_ number: Int, level: EpisodeLevel = .days3, attemptCount: Int = 0, to recipient: UserID = .ana) -> Delivery {
        let delivery = Delivery.example(number, to: recipient, level: level)
        return Delivery(
            id: delivery.id, createdAt: delivery.createdAt, recipient: recipient, member: delivery.member, alert: delivery.alert,
            channelName: delivery.channelName, payload: delivery.payload, attemptCount: attemptCount, heldSince: .morning)
    }

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

    // MARK: How much a person wants on one day

    /// Each with its decision, and how many it says were told before; every decision follows from its inputs.
    private func decided(_ candidates: [DeliveryCandidate]) throws -> [String] {
        try judge.verdicts(on: candidates, now: .noon, ageMax: .seconds(86_400)).map { verdict in
            let inputs = try inputs(verdict)
            guard case .decided(let decision) = verdict.judgement else { return "\(verdict.judgement)" }
            if decision.action != .merge { #expect(PolicyPipeline.standard.decide(inputs, in: .utc) == decision) }
            return "\(verdict.delivery) \(decision.reason.rawValue) \(inputs.toldToday.map { String($0) } ?? "–")"
        }
    }

    @Test("Of several at once the graver are told first, then the earlier, and no more than the person wants; critical ones pass, and count")
    func dailyMax() throws {
        func limited(_ number: Int, _ level: EpisodeLevel = .days3, to recipient: UserID = .ana, max: String? = "2") -> DeliveryCandidate {
            var columns: [Preferences.Key: String] = [:]
            columns[.dailyCountMax] = max
            return candidate(.example(number, to: recipient, level: level), columns, toldLately: max == nil ? [] : [.morning])
        }
        #expect(
            try decided([limited(2), limited(1), limited(3, .days7), limited(4, to: .ben), limited(5, to: .ben, max: nil)]) == [
                "delivery-2 frequency_capped 2", "delivery-1 frequency_capped 2", "delivery-3 allowed 1", "delivery-4 allowed 1", "delivery-5 allowed –",
            ])
        #expect(
            try decided([limited(2), limited(1), limited(3, .days14)]) == [
                "delivery-2 frequency_capped 2", "delivery-1 frequency_capped 2", "delivery-3 allowed 1",
            ])
        #expect(
            try decided([limited(1, .days14), limited(2, .days14), limited(3, .days14), limited(4)]) == [
                "delivery-1 allowed 1", "delivery-2 allowed 2", "delivery-3 allowed 3", "delivery-4 frequency_capped 4",
            ])
    }

    @Test("A day is the person's own: what was told before its midnight doesn't count")
    func dailyMaxByClock() throws {
        let midnight = Instant(literal: "2026-01-24T15:00:00Z")
        let columns = [Preferences.Key.dailyCountMax: "1", .timezone: "Asia/Tokyo"]
        func judgement(toldAt moment: Instant) throws -> Verdict.Judgement {
            try verdict(on: candidate(.example(1), columns, toldLately: [moment])).judgement
        }
        #expect(try judgement(toldAt: midnight - .milliseconds(1)) == .decided(.send(.allowed)))
        #expect(try judgement(toldAt: midnight) == .decided(.skip(.frequencyCapped)))
    }

    // Berlin's 29 March 2026 has 23 hours and its 25 October 25; in Havana the first hour of 1 November comes twice, and Cairo's 24 April has no midnight.
    @Test(
        "A day has as many hours as the person's clock gives it: it begins and ends there, and not a millisecond sooner or later",
        arguments: [
            ("Europe/Berlin", "2026-03-28T23:00:00Z", 23), ("Europe/Berlin", "2026-10-24T22:00:00Z", 25), ("America/Havana", "2026-11-01T04:00:00Z", 25),
            ("Africa/Cairo", "2026-04-23T22:00:00Z", 23), ("Asia/Tokyo", "2026-06-30T15:00:00Z", 24),
        ])
    func dailyMaxOnLongDays(zone: String, beginning: String, hours: Int) throws {
        let begin = try #require(Instant(beginning))
        let end = begin + .seconds(hours * 3600)
        func toldToday(_ told: [Instant], at now: Instant) throws -> Int? {
            let candidate = candidate(.example(1), [.dailyCountMax: "9", .timezone: zone], toldLately: told)
            return try inputs(try #require(judge.verdicts(on: [candidate], now: now, ageMax: .seconds(400 * 86_400)).first)).toldToday
        }
        let edges = [end - .milliseconds(1), begin, begin - .milliseconds(1)]
        #expect(try toldToday(edges, at: end - .milliseconds(1)) == 2)
        #expect(try toldToday(edges, at: begin) == 2)
        #expect(try toldToday(edges, at: end) == 0)
    }

    @Test("Whoever has gone to another zone since counts by the day that it is there, with what they were told elsewhere")
    func dailyMaxInAnotherZone() throws {
        let now = Instant(literal: "2026-01-25T23:00:00Z")
        // 12:00 and 06:00 of the 25th in Los Angeles; in Tokyo 05:00 of the 26th, and 23:00 of the 25th.
        let told = [Instant(literal: "2026-01-25T20:00:00Z"), Instant(literal: "2026-01-25T14:00:00Z")]
        func decided(in zone: String) throws -> String {
            let candidate = candidate(.example(1), [.dailyCountMax: "2", .timezone: zone], toldLately: told)
            let verdict = try #require(judge.verdicts(on: [candidate], now: now, ageMax: .seconds(86_400)).first)
            return "\(verdict.judgement.reason?.rawValue ?? "–") \(try inputs(verdict).toldToday ?? 0)"
        }
        #expect(try decided(in: "America/Los_Angeles") == "frequency_capped 2")
        #expect(try decided(in: "Asia/Tokyo") == "allowed 1")
    }

    @Test("What a limit counts is marked so, whatever is decided of it, and nothing else")
    func counted() {
        let candidates = [
            candidate(.example(1), [.dailyCountMax: "0"]), candidate(.example(2)), candidate(.example(3, over: .webhook), [.dailyCountMax: "2"]),
            candidate(throttled(4)), candidate(throttled(5, key: nil)),
        ]
        #expect(judge.verdicts(on: candidates, now: .noon, ageMax: .seconds(86_400)).map(\.isCounted) == [true, false, false, true, false])
    }

    @Test("What interrupts nobody is neither limited nor counted")
    func dailyMaxOfOthers() throws {
        let columns = [Preferences.Key.dailyCountMax: "1"]
        #expect(
            try decided([candidate(.example(1, over: .webhook), columns), candidate(.example(2), columns), candidate(.example(3), columns)]) == [
                "delivery-1 allowed –", "delivery-2 allowed 0", "delivery-3 frequency_capped 1",
            ])
    }

    @Test("The same over several channels counts once, whether it is told at one time, was told before on that day, or on another")
    func dailyMaxOfTheSame() throws {
        func limited(_ number: Int, of alert: Int, _ told: [Instant] = [], sameToldAt: Instant? = nil) -> DeliveryCandidate {
            candidate(.example(number, of: alert), [.dailyCountMax: "2"], toldLately: told, sameToldAt: sameToldAt)
        }
        #expect(
            try decided([limited(1, of: 1), limited(2, of: 1), limited(3, of: 3), limited(4, of: 3), limited(5, of: 5)]) == [
                "delivery-1 allowed 0", "delivery-2 allowed 0", "delivery-3 allowed 1", "delivery-4 allowed 1", "delivery-5 frequency_capped 2",
            ])
        let told = [Instant.morning]
        #expect(
            try decided([limited(1, of: 1, sameToldAt: .morning), limited(2, of: 2, told), limited(3, of: 3, told)]) == [
                "delivery-1 allowed 0", "delivery-2 allowed 1", "delivery-3 frequency_capped 2",
            ])
        let yesterday = Instant.noon - .seconds(86_400)
        #expect(
            try decided([limited(1, of: 1, told, sameToldAt: yesterday), limited(2, of: 2, [.morning, yesterday])]) == [
                "delivery-1 allowed 1", "delivery-2 frequency_capped 2",
            ])
    }

    @Test("A summary counts once, and is told as a whole or not at all")
    func dailyMaxOfSummaries() throws {
        func limited(_ delivery: Delivery, _ told: [Instant] = []) -> DeliveryCandidate { candidate(delivery, [.dailyCountMax: "2"], toldLately: told) }
        #expect(
            try decided([limited(held(1)), limited(held(2)), limited(held(3)), limited(.example(4)), limited(.example(5))]) == [
                "delivery-1 allowed 0", "delivery-2 merged_into_summary 0", "delivery-3 merged_into_summary 0", "delivery-4 allowed 1",
                "delivery-5 frequency_capped 2",
            ])
        let told = [Instant.morning]
        #expect(
            try decided([limited(held(1), told), limited(held(2), told), limited(.example(3, level: .days7), told)]) == [
                "delivery-1 frequency_capped 2", "delivery-2 frequency_capped 2", "delivery-3 allowed 1",
            ])
    }

    @Test("Of the members of a broadcast those are told who were told less on that day than they want")
    func dailyMaxOfMembers() throws {
        let wanted = StoredPreferences(columns: [.notifyPush: "1", .dailyCountMax: "1"])
        let groups: [BroadcastMembers.Group] = [
            .init(wishes: .init(preferences: wanted, toldLately: [.morning]), members: [0]), .init(wishes: .init(preferences: wanted), members: [1]),
        ]
        let members = BroadcastMembers(of: .example(over: .push), number: 0, recipients: [.ana, .ben], groups: groups, addresses: [:])
        let verdicts = judge.verdicts(on: members, now: .noon, ageMax: .seconds(86_400))
        #expect(verdicts.map(\.members) == [[0], [1]])
        #expect(verdicts.map(\.judgement) == [.decided(.skip(.frequencyCapped)), .decided(.send(.allowed))])
    }

    @Test("Whoever is told several words of their own by one broadcast is told no more of them on a day than they want, the first of them first")
    func dailyMaxOfPersonalWords() {
        let wanted = StoredPreferences(columns: [.notifyPush: "1", .dailyCountMax: "2"])
        func verdicts(severity: Severity? = nil, values: [PersonalValues]?) -> [MemberVerdict] {
            var payload = Broadcast.example(over: .push).payload
            payload.severity = severity
            let broadcast = Broadcast(
                id: BroadcastID(literal: "points"), app: .shop, createdAt: .morning, channelName: DeliveryChannel.push.rawValue, payload: payload)
            let members = BroadcastMembers(
                of: broadcast, number: 0, recipients: [.ana, .ben, .ana, .ana, .ana],
                groups: [.init(wishes: .init(preferences: wanted), members: [0, 1, 2, 3, 4])], addresses: [:], values: values)
            return judge.verdicts(on: members, now: .noon, ageMax: .seconds(86_400))
        }
        let values = (0...4).map { PersonalValues(["number": "\($0)"]) }
        let limited = verdicts(values: values)
        #expect(limited.map(\.members) == [[0, 1], [2], [3], [4]])
        #expect(limited.map(\.isToSend) == [true, true, false, false])
        #expect(limited.map { $0.inputs?.contains("\"told_today\":2") } == [false, false, true, true], "what isn't told counts for nothing")
        let critical = verdicts(severity: .critical, values: values)
        #expect(critical.flatMap { $0.isToSend ? $0.members : [] }.sorted() == [0, 1, 2, 3, 4])
        #expect(verdicts(values: nil).map(\.members) == [[0, 1, 2, 3, 4]])
    }

    @Test("Members of a broadcast who were told as many that day are decided as one, at whatever moments they were told")
    func dailyMaxOfMembersAlike() throws {
        let wanted = StoredPreferences(columns: [.notifyPush: "1", .dailyCountMax: "2"])
        let told: [[Instant]] = [[.noon - .seconds(60)], [.noon - .seconds(86_400)], [.morning], []]
        let groups = told.enumerated().map { place, moments in
            BroadcastMembers.Group(wishes: .init(preferences: wanted, toldLately: moments), members: [place])
        }
        let recipients = told.indices.map { UserID(literal: "user-\($0)") }
        let members = BroadcastMembers(of: .example(over: .push), number: 0, recipients: recipients, groups: groups, addresses: [:])
        let verdicts = judge.verdicts(on: members, now: .noon, ageMax: .seconds(86_400))
        #expect(verdicts.map(\.members) == [[0, 2], [1, 3]])
        let counts = try verdicts.map { try JSONDecoder().decode(DecisionInputs.self, from: Data(try #require($0.inputs).utf8)).toldToday }
        #expect(counts == [1, 0])
    }

    @Test("A number that was written by hand and is none is no limit, and the inputs say so")
    func malformedDailyMax() throws {
        let verdict = try verdict(on: candidate(.example(1), [.dailyCountMax: "few"], toldLately: [.morning]))
        #expect(verdict.judgement == .decided(.send(.allowed)))
        #expect(try inputs(verdict).refusedSettings == [.dailyCountMax] && inputs(verdict).toldToday == nil)
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

    // MARK: How much an app allows under one key

    /// An app's own, once a door was opened.
    ///
    /// - Parameters:
    ///   - number: of what it says; by itself what has the same is the same.
    ///   - name: of the delivery.
    private func throttled(
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

    /// Each with its decision, and how many it says were told under its key before; every decision follows from its inputs.
    private func throttling(_ candidates: [DeliveryCandidate]) throws -> [String] {
        try judge.verdicts(on: candidates, now: .noon, ageMax: .seconds(86_400)).map { verdict in
            let inputs = try inputs(verdict)
            guard case .decided(let decision) = verdict.judgement else { return "\(verdict.judgement)" }
            if decision.action != .merge { #expect(PolicyPipeline.standard.decide(inputs, in: .utc) == decision) }
            return "\(verdict.delivery) \(decision.reason.rawValue) \(inputs.throttleTold.map { String($0) } ?? "–")"
        }
    }

    @Test("Of several at once no more is told under one key than its app allows, the graver first; other keys, apps and persons count for themselves")
    func throttle() throws {
        #expect(
            try throttling([
                candidate(throttled(1)), candidate(throttled(2, severity: .attention)), candidate(throttled(3, key: "gate")),
                candidate(throttled(4, app: .shop)), candidate(throttled(5, to: .ben)), candidate(throttled(6, key: nil)),
                candidate(throttled(7, severity: .critical)), candidate(throttled(8, countMax: 3)),
            ]) == [
                "delivery-1 throttled 1", "delivery-2 throttled 1", "delivery-3 allowed 0", "delivery-4 allowed 0", "delivery-5 allowed 0",
                "delivery-6 allowed –", "delivery-7 allowed 0", "delivery-8 allowed 1",
            ])
    }

    @Test("What was told in the window counts, and no longer once it is behind; critical ones pass all the same")
    func throttleWindow() throws {
        func reason(_ ago: Duration, severity: Severity = .watch) throws -> String {
            try throttling([candidate(throttled(1, severity: severity), throttledLately: [.noon - ago])])[0]
        }
        #expect(try reason(.seconds(3599)) == "delivery-1 throttled 1")
        #expect(try reason(.seconds(3600)) == "delivery-1 allowed 0")
        #expect(try reason(.seconds(60), severity: .critical) == "delivery-1 allowed 1")
    }

    @Test("The same over several channels counts once under a key, whether it is told at one time or was told before")
    func throttleOfTheSame() throws {
        #expect(
            try throttling([candidate(throttled(1)), candidate(throttled(1, named: 2)), candidate(throttled(3))]) == [
                "delivery-1 allowed 0", "delivery-2 allowed 0", "delivery-3 throttled 1",
            ])
        let told = [Instant.noon - .seconds(60)]
        #expect(
            try throttling([
                candidate(throttled(1, countMax: 2), sameThrottledAt: told[0]), candidate(throttled(2, countMax: 2), throttledLately: told),
                candidate(throttled(3, countMax: 2), throttledLately: told),
            ]) == ["delivery-1 allowed 0", "delivery-2 allowed 1", "delivery-3 throttled 2"])
    }

    @Test("What was held is told as one summary, which counts once under a key; the day's limit is counted beside it")
    func throttleOfSummaries() throws {
        let held = (1...3).map { candidate(throttled($0, heldSince: .morning)) }
        #expect(
            try throttling(held + [candidate(throttled(4))]) == [
                "delivery-1 allowed 0", "delivery-2 merged_into_summary 0", "delivery-3 merged_into_summary 0", "delivery-4 throttled 1",
            ])
        let limited = [1, 2, 3].map { candidate(throttled($0, key: $0 == 1 ? nil : "door"), [.dailyCountMax: "2"]) }
        #expect(try throttling(limited) == ["delivery-1 allowed –", "delivery-2 allowed 0", "delivery-3 throttled 1"])
        #expect(try decided(limited) == ["delivery-1 allowed 0", "delivery-2 allowed 1", "delivery-3 throttled 2"])
    }

    @Test("No candidates, no verdicts")
    func none() {
        #expect(judge.verdicts(on: [], now: .noon, ageMax: .seconds(1)).isEmpty)
    }
}
