import BelfryModel
import BelfryPlanning
import BelfryTesting
import BelfryTime
import Testing

struct PolicyPipelineTests {
    /// One line of the policy as the guide has it. Quiet hours are 22:00 to 07:00 in Los Angeles.
    struct Row: Sendable, CustomTestStringConvertible {
        var isEnabled = true
        var isQuiet = false
        var level = QuietHoursLevel.none
        var severity = Severity.watch
        var isSnoozed = false
        var isDismissed = false
        let expected: Decision
        let testDescription: String
    }

    static let rows: [Row] =
        [
            Row(expected: .send(.allowed), testDescription: "switched on and not quiet: send"),
            Row(severity: .critical, expected: .send(.allowed), testDescription: "not quiet, a critical one: send, as any other"),
            Row(level: .all, expected: .send(.allowed), testDescription: "not quiet, the level does not matter: send"),
            Row(
                isQuiet: true, level: .none, severity: .watch, expected: .skip(.quietHours),
                testDescription: "quiet, nothing may pass, watch: skip"),
            Row(
                isQuiet: true, level: .none, severity: .attention, expected: .skip(.quietHours),
                testDescription: "quiet, nothing may pass, attention: skip"),
            Row(
                isQuiet: true, level: .none, severity: .critical, expected: .skip(.quietHours),
                testDescription: "quiet, nothing may pass, critical: skip"),
            Row(
                isQuiet: true, level: .criticalOnly, severity: .watch, expected: .skip(.quietHoursNotCritical),
                testDescription: "quiet, critical ones may pass, watch: skip"),
            Row(
                isQuiet: true, level: .criticalOnly, severity: .attention, expected: .skip(.quietHoursNotCritical),
                testDescription: "quiet, critical ones may pass, attention: skip"),
            Row(
                isQuiet: true, level: .criticalOnly, severity: .critical, expected: .send(.criticalInQuietHours),
                testDescription: "quiet, critical ones may pass, critical: send"),
            Row(
                isQuiet: true, level: .all, severity: .watch, expected: .send(.allInQuietHours),
                testDescription: "quiet, all may pass, watch: send"),
            Row(
                isQuiet: true, level: .all, severity: .attention, expected: .send(.allInQuietHours),
                testDescription: "quiet, all may pass, attention: send"),
            Row(
                isQuiet: true, level: .all, severity: .critical, expected: .send(.allInQuietHours),
                testDescription: "quiet, all may pass, critical: send"),
            Row(isSnoozed: true, expected: .skip(.snoozed), testDescription: "snoozed, not quiet: skip"),
            Row(isQuiet: true, isSnoozed: true, expected: .skip(.snoozed), testDescription: "snoozed, quiet: skip as snoozed"),
            Row(
                isQuiet: true, level: .all, severity: .critical, isSnoozed: true, expected: .skip(.snoozed),
                testDescription: "snoozed, a critical one that might pass: skip"),
            Row(isDismissed: true, expected: .skip(.dismissed), testDescription: "dismissed, not quiet: skip"),
            Row(isQuiet: true, isDismissed: true, expected: .skip(.dismissed), testDescription: "dismissed, quiet: skip as dismissed"),
            Row(
                isSnoozed: true, isDismissed: true, expected: .skip(.dismissed), testDescription: "dismissed and snoozed: skip as dismissed"
            ),
        ]

    @Test("A channel that is switched on follows the table", arguments: rows, DeliveryChannel.allCases)
    func table(row: Row, channel: DeliveryChannel) throws {
        let inputs = try inputs(row, channel: channel)
        #expect(PolicyPipeline.standard.decide(inputs, in: try zone(inputs.preferences.timezone)) == row.expected)
    }

    @Test(
        "A channel that is switched off stays silent, whatever else holds", arguments: rows,
        [
            (DeliveryChannel.push, Reason.pushDisabled), (.whatsApp, .pushDisabled), (.ntfy, .pushDisabled), (.telegram, .pushDisabled), (.chat, .pushDisabled),
            (.inApp, .inAppDisabled), (.email, .emailDisabled),
            (.championEmail, .championEmailDisabled), (.championSMS, .championSMSDisabled), (.sms, .championSMSDisabled),
            (.voice, .championSMSDisabled),
        ])
    func switchedOff(row: Row, channel: (DeliveryChannel, Reason)) throws {
        var row = row
        row.isEnabled = false
        let inputs = try inputs(row, channel: channel.0)
        #expect(PolicyPipeline.standard.decide(inputs, in: try zone(inputs.preferences.timezone)) == .skip(channel.1))
    }

    // Los Angeles is 8 hours behind UTC in January: the 24th ends at 08:00Z of the 25th. Kiritimati is 14 hours ahead: it ends at 10:00Z of the 24th.
    @Test(
        "Snoozed through a day, it is hidden until that day ends where the recipient is",
        arguments: [
            ("America/Los_Angeles", "2026-01-25T07:59:59.999Z", Decision.skip(.snoozed)),
            ("America/Los_Angeles", "2026-01-25T08:00:00Z", .send(.allowed)),
            ("America/Los_Angeles", "2026-01-01T00:00:00Z", .skip(.snoozed)),
            ("Pacific/Kiritimati", "2026-01-24T09:59:59.999Z", .skip(.snoozed)),
            ("Pacific/Kiritimati", "2026-01-24T10:00:00Z", .send(.allowed)),
            ("UTC", "2026-01-24T23:59:59.999Z", .skip(.snoozed)),
            ("UTC", "2026-01-25T00:00:00Z", .send(.allowed)),
        ])
    func snoozeEnd(zoneName: String, now: String, expected: Decision) throws {
        var inputs = try inputs(Row(expected: expected, testDescription: ""), channel: .push)
        inputs.now = try instant(now)
        inputs.preferences.quietHours = nil
        inputs.snoozeUntil = CivilDate("2026-01-24")
        #expect(PolicyPipeline.standard.decide(inputs, in: try zone(zoneName)) == expected)
    }

    @Test(
        "What is held waits until the quiet hours end, for the same reason as it would be left out",
        arguments: [
            (QuietHoursLevel.none, Severity.critical, Decision.defer(.quietHours, until: Instant(secondsSinceEpoch: 1_769_353_200))),
            (.criticalOnly, .watch, .defer(.quietHoursNotCritical, until: Instant(secondsSinceEpoch: 1_769_353_200))),
            (.criticalOnly, .critical, .send(.criticalInQuietHours)),
            (.all, .watch, .send(.allInQuietHours)),
        ])
    func held(level: QuietHoursLevel, severity: Severity, expected: Decision) throws {
        #expect(Instant(secondsSinceEpoch: 1_769_353_200).description == "2026-01-25T15:00:00Z")  // 07:00 in Los Angeles
        var inputs = try inputs(
            Row(isQuiet: true, level: level, severity: severity, expected: expected, testDescription: ""), channel: .push)
        inputs.preferences.quietHoursAction = .defer
        let zone = try zone("America/Los_Angeles")
        #expect(PolicyPipeline.standard.decide(inputs, in: zone) == expected)
        // When its moment comes, it is sent.
        if let until = expected.until {
            inputs.heldSince = inputs.now
            inputs.now = until
            #expect(PolicyPipeline.standard.decide(inputs, in: zone) == .send(.allowed))
        }
    }

    @Test("In the last night of the calendar it is held until a moment that can still be read")
    func lastNight() throws {
        var inputs = try inputs(Row(isQuiet: true, expected: .send(.allowed), testDescription: ""), channel: .push)
        inputs.preferences.quietHoursAction = .defer
        inputs.now = try instant("9999-12-31T23:00:00Z")
        let decision = PolicyPipeline.standard.decide(inputs, in: .utc)
        #expect(decision == .defer(.quietHours, until: .max))
        #expect(Instant(decision.until?.description ?? "") == .max)
        inputs.deliverAtLocal = CivilDateTime("9999-12-31T23:59")
        #expect(PolicyPipeline.standard.decide(inputs, in: try zone("America/Los_Angeles")) == .defer(.beforeLocalMoment, until: .max))
    }

    // Berlin passes from 02:00 to 03:00 on 29 March 2026, and shows 02:00 to 03:00 twice on 25 October.
    @Test(
        "What is meant for a moment by the recipient's clock waits until that shows it, and not a millisecond less",
        arguments: [
            ("Pacific/Kiritimati", "2026-12-24T09:00", "2026-12-23T19:00:00Z"), ("Pacific/Pago_Pago", "2026-12-24T09:00", "2026-12-24T20:00:00Z"),
            ("UTC", "2026-12-24T09:00", "2026-12-24T09:00:00Z"), ("Europe/Berlin", "2026-03-29T02:30", "2026-03-29T01:00:00Z"),
            ("Europe/Berlin", "2026-10-25T02:30", "2026-10-25T00:30:00Z"),
        ])
    func localMoment(zoneName: String, local: String, expected: String) throws {
        let (zone, moment) = (try zone(zoneName), try instant(expected))
        var inputs = try inputs(Row(severity: .critical, expected: .send(.allowed), testDescription: ""), channel: .push)
        inputs.preferences.quietHours = nil
        let civil: CivilDateTime = try #require(CivilDateTime(local))
        inputs.deliverAtLocal = civil
        inputs.now = moment - .milliseconds(1)
        #expect(PolicyPipeline.standard.decide(inputs, in: zone) == .defer(.beforeLocalMoment, until: moment))
        inputs.now = moment
        #expect(PolicyPipeline.standard.decide(inputs, in: zone) == .send(.allowed))
    }

    @Test("What the person wants at that moment decides, and not what they wanted before")
    func wishesAtLocalMoment() throws {
        let zone = try zone("America/Los_Angeles")
        // 19:00 there; two hours later it is not quiet yet, and four hours later it is.
        var inputs = try inputs(Row(expected: .send(.allowed), testDescription: ""), channel: .push)
        inputs.preferences.quietHoursAction = .defer
        inputs.preferences.mutedUntil = inputs.now + .seconds(3600)
        for (local, hours, expected) in [
            ("2026-01-24T21:00", 2, .send(.allowed)), ("2026-01-24T23:00", 4, .defer(.quietHours, until: Instant(literal: "2026-01-25T15:00:00Z"))),
        ] as [(String, Int, Decision)] {
            let civil: CivilDateTime = try #require(CivilDateTime(local))
            inputs.deliverAtLocal = civil
            var later = inputs
            later.now = inputs.now + .seconds(hours * 3600)
            #expect(PolicyPipeline.standard.decide(inputs, in: zone) == .defer(.beforeLocalMoment, until: later.now))
            #expect(PolicyPipeline.standard.decide(later, in: zone) == expected)
        }
    }

    @Test("Whoever was told as much on one day as they want is told no more of it, unless it is critical or nobody has counted")
    func frequencyCap() throws {
        let zone = try zone("America/Los_Angeles")
        func decided(_ countMax: Int?, _ told: Int?, _ severity: Severity = .attention) throws -> Decision {
            var inputs = try inputs(Row(severity: severity, expected: .send(.allowed), testDescription: ""), channel: .push)
            inputs.preferences.dailyCountMax = countMax
            inputs.toldToday = told
            return PolicyPipeline.standard.decide(inputs, in: zone)
        }
        #expect(try decided(3, 2) == .send(.allowed))
        #expect(try decided(3, 3) == .skip(.frequencyCapped))
        #expect(try decided(3, 4) == .skip(.frequencyCapped))
        #expect(try decided(3, 3, .critical) == .send(.allowed))
        #expect(try decided(0, 0) == .skip(.frequencyCapped))
        #expect(try decided(nil, 50) == .send(.allowed))
        #expect(try decided(3, nil) == .send(.allowed))
    }

    @Test("What quiet hours hold or leave out is theirs, and what they let through counts as any other")
    func frequencyCapInQuietHours() throws {
        let zone = try zone("America/Los_Angeles")
        func decided(_ level: QuietHoursLevel, _ severity: Severity, _ action: QuietHoursAction) throws -> Decision {
            var inputs = try inputs(Row(isQuiet: true, level: level, severity: severity, expected: .send(.allowed), testDescription: ""), channel: .push)
            inputs.preferences.quietHoursAction = action
            inputs.preferences.dailyCountMax = 3
            inputs.toldToday = 3
            return PolicyPipeline.standard.decide(inputs, in: zone)
        }
        #expect(try decided(.none, .watch, .skip) == .skip(.quietHours))
        #expect(try decided(.criticalOnly, .watch, .defer) == .defer(.quietHoursNotCritical, until: Instant(literal: "2026-01-25T15:00:00Z")))
        #expect(try decided(.criticalOnly, .critical, .defer) == .send(.criticalInQuietHours))
        #expect(try decided(.all, .watch, .skip) == .skip(.frequencyCapped))
    }

    @Test("Whoever was told as much under a key as its app allows is told no more of it, unless it is critical, nothing is counted or it is held anyway")
    func throttle() throws {
        let zone = try zone("America/Los_Angeles")
        func decided(_ countMax: Int?, _ told: Int?, _ severity: Severity = .attention, isQuiet: Bool = false) throws -> Decision {
            var inputs = try inputs(
                Row(isQuiet: isQuiet, level: .criticalOnly, severity: severity, expected: .send(.allowed), testDescription: ""), channel: .push)
            inputs.preferences.quietHoursAction = .defer
            inputs.throttleCountMax = countMax
            inputs.throttleTold = told
            return PolicyPipeline.standard.decide(inputs, in: zone)
        }
        #expect(try decided(2, 1) == .send(.allowed))
        #expect(try decided(2, 2) == .skip(.throttled))
        #expect(try decided(2, 3) == .skip(.throttled))
        #expect(try decided(2, 2, .critical) == .send(.allowed))
        #expect(try decided(nil, 2) == .send(.allowed))
        #expect(try decided(2, nil) == .send(.allowed))
        #expect(try decided(2, 2, isQuiet: true).reason == .quietHoursNotCritical)
    }

    @Test("It expires at its moment, not before")
    func expiry() throws {
        let zone = try zone("America/Los_Angeles")
        var inputs = try inputs(Row(expected: .send(.allowed), testDescription: ""), channel: .push)
        inputs.expiresAt = inputs.now + .milliseconds(1)
        #expect(PolicyPipeline.standard.decide(inputs, in: zone) == .send(.allowed))
        inputs.expiresAt = inputs.now
        #expect(PolicyPipeline.standard.decide(inputs, in: zone) == .skip(.expired))
    }

    @Test("Only what was held is left out because it is over; what a later one took the place of is left out whatever it waited for")
    func relevance() throws {
        let zone = try zone("America/Los_Angeles")
        var inputs = try inputs(Row(expected: .send(.allowed), testDescription: ""), channel: .push)
        func decision() -> Decision { PolicyPipeline.standard.decide(inputs, in: zone) }
        inputs.episodeStatus = .resolved
        #expect(decision() == .send(.allowed))
        inputs.isSuperseded = true
        #expect(decision() == .skip(.superseded))
        inputs.heldSince = inputs.now - .seconds(3600)
        #expect(decision() == .skip(.resolved))
        inputs.episodeStatus = .active
        #expect(decision() == .skip(.superseded))
        inputs.isSuperseded = false
        #expect(decision() == .send(.allowed))
        inputs.episodeStatus = nil
        #expect(decision() == .send(.allowed))
    }

    @Test("Of several reasons the first in this order is given: expired, before its local moment, not entitled, switched off, its kind switched off, its kind off at first, dismissed, snoozed, its feed down, its kind muted, resolved, superseded, told, reached, an earlier step first, quiet")
    func order() throws {
        let row = Row(isEnabled: false, isQuiet: true, isSnoozed: true, isDismissed: true, expected: .send(.allowed), testDescription: "")
        var inputs = try inputs(row, channel: .email)
        inputs.expiresAt = inputs.now
        inputs.deliverAtLocal = CivilDateTime("2026-01-24T23:30")
        inputs.heldSince = inputs.now - .seconds(60)
        inputs.episodeStatus = .resolved
        inputs.isSuperseded = true
        inputs.toldAt = inputs.now
        inputs.isEntitled = false
        inputs.isCategoryOff = true
        inputs.isCategoryOffByDefault = true
        inputs.categoryMutedUntil = inputs.now + .seconds(1)
        inputs.feedDownSince = CivilDate("2026-01-20")
        inputs.isReached = true
        inputs.isAcknowledged = true
        inputs.stepDueAt = inputs.now + .seconds(600)
        let zone = try zone("America/Los_Angeles")
        let steps: [(Decision, (inout DecisionInputs) -> Void)] = [
            (.skip(.expired), { $0.expiresAt = nil }),
            (.defer(.beforeLocalMoment, until: inputs.now + .seconds(1800)), { $0.deliverAtLocal = nil }),
            (.skip(.notEntitled), { $0.isEntitled = true }),
            (.skip(.emailDisabled), { $0.preferences.notifyEmail = true }),
            (.skip(.categoryDisabled), { $0.isCategoryOff = false }),
            (.skip(.categoryOffByDefault), { $0.isCategoryOffByDefault = false }),
            (.skip(.dismissed), { $0.dismissedAt = nil }),
            (.skip(.snoozed), { $0.snoozeUntil = nil }),
            (.skip(.feedDown), { $0.feedDownSince = nil }),
            (.skip(.categoryMuted), { $0.categoryMutedUntil = $0.now }),
            (.skip(.resolved), { $0.episodeStatus = .active }),
            (.skip(.superseded), { $0.isSuperseded = false }),
            (.skip(.alreadyTold), { $0.toldAt = nil }),
            (.skip(.alreadyReached), { $0.isReached = false }),
            (.skip(.alreadyAcknowledged), { $0.isAcknowledged = false }),
            (.defer(.earlierStepFirst, until: inputs.now + .seconds(600)), { $0.stepDueAt = $0.now }),
            (.skip(.quietHours), { $0.preferences.quietHours = nil }),
        ]
        for (expected, takeAway) in steps {
            #expect(PolicyPipeline.standard.decide(inputs, in: zone) == expected)
            takeAway(&inputs)
        }
        #expect(PolicyPipeline.standard.decide(inputs, in: zone) == .send(.allowed))
    }

    @Test("What nobody can switch off passes switches and mutes of its kind, and neither the channel's switch, a mute of everything nor quiet hours")
    func required() throws {
        let row = Row(isEnabled: true, isQuiet: true, isSnoozed: false, isDismissed: false, expected: .send(.allowed), testDescription: "")
        var inputs = try inputs(row, channel: .email)
        let zone = try zone("America/Los_Angeles")
        inputs.isCategoryRequired = true
        inputs.isCategoryOff = true
        inputs.isCategoryOffByDefault = true
        inputs.categoryMutedUntil = inputs.now + .seconds(1)
        #expect(PolicyPipeline.standard.decide(inputs, in: zone).reason == .quietHours)
        inputs.preferences.mutedUntil = inputs.now + .seconds(1)
        #expect(PolicyPipeline.standard.decide(inputs, in: zone) == .skip(.muted))
        inputs.preferences.notifyEmail = false
        #expect(PolicyPipeline.standard.decide(inputs, in: zone) == .skip(.emailDisabled))
        inputs.preferences = Preferences()
        inputs.preferences.notifyEmail = true
        #expect(PolicyPipeline.standard.decide(inputs, in: zone) == .send(.allowed))
    }

    /// 19:00 or 23:00 of 24 January 2026 in Los Angeles.
    private func inputs(_ row: Row, channel: DeliveryChannel) throws -> DecisionInputs {
        var preferences = Preferences()
        // Every switch but the channel's own stands the other way.
        preferences.notifyInApp = (channel == .inApp) == row.isEnabled
        preferences.notifyPush = [.push, .whatsApp, .ntfy, .telegram, .chat].contains(channel) == row.isEnabled
        preferences.notifyEmail = (channel == .email) == row.isEnabled
        preferences.championNotifyEmail = (channel == .championEmail) == row.isEnabled
        preferences.championNotifySMS = [.championSMS, .sms, .voice].contains(channel) == row.isEnabled
        preferences.quietHours = DailyWindow(start: CivilTime("22:00"), end: CivilTime("07:00"))
        preferences.quietHoursLevel = row.level
        preferences.timezone = "America/Los_Angeles"
        return DecisionInputs(
            now: try instant(row.isQuiet ? "2026-01-25T07:00:00Z" : "2026-01-25T03:00:00Z"), channel: channel, preferences: preferences,
            severity: row.severity, snoozeUntil: row.isSnoozed ? CivilDate("2026-01-24") : nil,
            dismissedAt: row.isDismissed ? try instant("2026-01-20T12:00:00Z") : nil)
    }
}
