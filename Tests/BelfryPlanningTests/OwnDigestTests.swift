import BelfryModel
import BelfryPlanning
import BelfryTesting
import BelfryTime
import Testing

/// Ana, in Berlin, has what isn't critical told at 18:00, which is 17:00Z in winter.
@Suite("A digest of one's own")
struct OwnDigestTests {
    private func inputs(at now: String, due: String? = nil, over channel: DeliveryChannel = .push, _ change: (inout DecisionInputs) -> Void = { _ in })
        throws -> DecisionInputs
    {
        var preferences = Preferences()
        (preferences.notifyPush, preferences.notifyEmail, preferences.timezone) = (true, true, "Europe/Berlin")
        preferences.digestAt = CivilTime(literal: "18:00")
        var inputs = DecisionInputs(now: try instant(now), channel: channel, preferences: preferences, severity: .watch, dueAt: try due.map(instant))
        change(&inputs)
        return inputs
    }

    private func decision(_ inputs: DecisionInputs) throws -> Decision {
        PolicyPipeline.standard.decide(inputs, in: try zone(inputs.preferences.timezone))
    }

    @Test(
        "What comes waits for the next time that it is told, by the person's clock, and is told once that has come, however late",
        arguments: [
            ("2026-01-25T09:00:00Z", nil, "2026-01-25T17:00:00Z"),
            ("2026-01-25T17:00:00Z", nil, nil),
            ("2026-01-25T17:00:00.001Z", nil, "2026-01-26T17:00:00Z"),
            ("2026-01-25T17:00:05Z", "2026-01-25T09:00:00Z", nil),
            ("2026-01-25T19:00:00Z", "2026-01-25T16:59:00Z", nil),
            ("2026-01-25T19:00:00Z", "2026-01-25T18:00:00Z", "2026-01-26T17:00:00Z"),
            ("2026-03-28T18:00:00Z", nil, "2026-03-29T16:00:00Z"),
        ] as [(String, String?, String?)])
    func moments(now: String, due: String?, until: String?) throws {
        let expected: Decision = try until.map { .defer(.ownDigest, until: try instant($0)) } ?? .send(.allowed)
        #expect(try decision(inputs(at: now, due: due)) == expected)
    }

    @Test("Critical ones are told at once, and so is what doesn't interrupt the person", arguments: [DeliveryChannel.inApp, .championEmail, .webhook])
    func passing(channel: DeliveryChannel) throws {
        #expect(try decision(inputs(at: "2026-01-25T09:00:00Z") { $0.severity = .critical }) == .send(.allowed))
        #expect(try decision(inputs(at: "2026-01-25T09:00:00Z", over: channel)) == .send(.allowed))
    }

    @Test("What can't wait is told at once and says so; quiet hours and a day's limit hold for it as ever")
    func cannotWait() throws {
        let now = "2026-01-25T09:00:00Z"
        let digest = try instant("2026-01-25T17:00:00Z")
        let changes: [(inout DecisionInputs) -> Void] = [
            { $0.expiresAt = digest }, { $0.isAwaited = true }, { $0.deliverAtLocal = CivilDateTime(utc: $0.now) },
        ]
        for change in changes {
            #expect(try decision(inputs(at: now, change)) == .send(.cannotWaitForDigest))
            let capped = try inputs(at: now) {
                change(&$0)
                ($0.preferences.dailyCountMax, $0.toldToday) = (1, 1)
            }
            #expect(try decision(capped) == .skip(.frequencyCapped))
            let quiet = try inputs(at: now) {
                change(&$0)
                $0.preferences.quietHours = DailyWindow(start: CivilTime(literal: "09:00"), end: CivilTime(literal: "12:00"))
            }
            #expect(try decision(quiet) == .skip(.quietHours))
        }
        #expect(try decision(inputs(at: now) { $0.expiresAt = digest + .milliseconds(1) }) == .defer(.ownDigest, until: digest))
    }

    @Test("A time in quiet hours comes when they end, whatever these do with what comes in them, and what comes in them waits for the digest")
    func quietHours() throws {
        for action in QuietHoursAction.allCases {
            func decided(at now: String, due: String? = nil, _ level: QuietHoursLevel = .none) throws -> Decision {
                try decision(
                    inputs(at: now, due: due) {
                        $0.preferences.digestAt = CivilTime(literal: "05:00")
                        $0.preferences.quietHours = DailyWindow(start: CivilTime(literal: "22:00"), end: CivilTime(literal: "07:00"))
                        ($0.preferences.quietHoursAction, $0.preferences.quietHoursLevel) = (action, level)
                    })
            }
            let morning = try instant("2026-01-25T06:00:00Z")
            #expect(try decided(at: "2026-01-24T09:00:00Z") == .defer(.ownDigest, until: morning))
            #expect(try decided(at: "2026-01-24T22:00:00Z") == .defer(.ownDigest, until: morning))
            #expect(try decided(at: "2026-01-25T05:30:00Z") == .defer(.ownDigest, until: morning), "after its time, and before they end")
            #expect(try decided(at: "2026-01-25T06:00:00Z", due: "2026-01-24T09:00:00Z") == .send(.allowed))
            #expect(try decided(at: "2026-01-24T22:00:00Z", .all) == .defer(.ownDigest, until: try instant("2026-01-25T04:00:00Z")))
        }
    }

    @Test("How much was told is asked when it is told, and not while it waits; what is switched off, muted or snoozed doesn't wait at all")
    func others() throws {
        let now = "2026-01-25T09:00:00Z"
        let digest = try instant("2026-01-25T17:00:00Z")
        func limit(_ inputs: inout DecisionInputs) {
            (inputs.preferences.dailyCountMax, inputs.toldToday, inputs.throttleCountMax, inputs.throttleTold) = (1, 1, 1, 0)
        }
        #expect(try decision(inputs(at: now, limit)) == .defer(.ownDigest, until: digest))
        #expect(try decision(inputs(at: "2026-01-25T17:00:00Z", due: now, limit)) == .skip(.frequencyCapped))
        #expect(try decision(inputs(at: now) { $0.preferences.notifyPush = false }) == .skip(.pushDisabled))
        #expect(try decision(inputs(at: now) { $0.preferences.mutedUntil = digest }) == .skip(.muted))
        #expect(try decision(inputs(at: now) { $0.snoozeUntil = .sunday }) == .skip(.snoozed))
    }

    @Test("What a device plans keeps its moment, whenever its person wants a digest")
    func plans() throws {
        var person = Person()
        (person.preferences.notifyPush, person.preferences.digestAt) = (true, CivilTime(literal: "18:00"))
        person.preferences.digestByCategory = DigestTimes(["bills": CivilTime(literal: "20:00")])
        let context = PlanningContext(person: person, zone: .utc, profile: .ios)
        let due = Instant.noon
        let inputs = context.decisionInputs(
            of: NotificationID(literal: "bills|rent|due_day|2026-01-25"), due: due, expiresAt: nil, severity: .watch)
        #expect(inputs.preferences.digestAt == nil && PolicyPipeline.standard.decide(inputs, in: .utc) == .send(.allowed))
    }
}
