import BelfryModel
import BelfryPlanning
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

@Suite("The judge, on settings that were written by hand")
struct JudgedSettingsTests: Judging {
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

    @Test("A number that was written by hand and is none is no limit, and the inputs say so")
    func malformedDailyMax() throws {
        let verdict = try verdict(on: candidate(.example(1), [.dailyCountMax: "few"], toldLately: [.morning]))
        #expect(verdict.judgement == .decided(.send(.allowed)))
        #expect(try inputs(verdict).refusedSettings == [.dailyCountMax] && inputs(verdict).toldToday == nil)
    }
}
