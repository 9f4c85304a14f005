import BelfryModel
import BelfryPlanning
import BelfryPorts
import BelfryTime

/// The policy: every row of it, for people in places of all kinds, at any time of the year.
struct Decisions {
    private struct Question {
        let inputs: DecisionInputs
        let zone: TimeZoneRules
    }

    /// One row of the policy: what is special about a delivery, and what is decided for that reason.
    private struct PolicyRow: Sendable {
        let expected: Reason
        var isQuiet = false
        let change: @Sendable (inout DecisionInputs) -> Void
    }

    /// Two that change twice a year (north and south), two that never will again, one with odd offsets, one whose transitions follow
    /// the moon, and UTC, which has none.
    private static let zoneNames = [
        "America/Los_Angeles", "Australia/Sydney", "Asia/Kolkata", "America/Sao_Paulo", "Pacific/Chatham", "Africa/Casablanca", "UTC",
    ]

    private let questions: [Question]

    /// In a year that the files of the tz database may list, and in one in which every zone follows its rule.
    private let farQuestions: [Question]

    init(zones: any TimeZoneDatabase) throws {
        questions = try Self.questions(inYear: 2026, zones: zones)
        farQuestions = try Self.questions(inYear: 2040, zones: zones)
    }

    private static func questions(inYear year: Int, zones: any TimeZoneDatabase) throws -> [Question] {
        try (1...12).flatMap { month in
            try zoneNames.flatMap { name in
                guard let zone = zones.rules(named: name), let date = CivilDate(year: year, month: month, day: 28) else {
                    throw Missing(what: "the zone \(name) in the tz database")
                }
                return try rows.map { try question($0, zone, date) }
            }
        }
    }

    var contenders: [Contender] {
        let limit = "the same loop, deciding nothing"
        let isHeld = { (question: Question) in self.decision(question).until != nil }
        return [
            contender("all rows of the policy", questions, beside: limit, goal: 1_000_000),
            contender("push is off", questions.filter { self.decision($0).reason == .pushDisabled }, beside: limit),
            contender("no quiet hours, sent", questions.filter(isSentWithoutQuietHours), beside: limit),
            contender("quiet hours, sent as critical", questions.filter { self.decision($0).reason == .criticalInQuietHours }, beside: limit),
            contender("quiet hours, held until they end", questions.filter(isHeld), beside: limit),
            contender("the same, by the zone's rule", farQuestions.filter(isHeld), beside: limit),
            Contender(name: limit, unit: .perSecond("decisions"), operationCount: Self.operationCount) {
                Self.loop(questions) { NothingToSay().decide($0.inputs, in: $0.zone) }
            },
        ]
    }

    private static let operationCount = 1_000_000

    private func contender(_ name: String, _ questions: [Question], beside: String, goal: Double? = nil) -> Contender {
        Contender(name: name, unit: .perSecond("decisions"), operationCount: Self.operationCount, beside: beside, goal: goal) {
            Self.loop(questions, decide: decision)
        }
    }

    private func isSentWithoutQuietHours(_ question: Question) -> Bool {
        question.inputs.preferences.quietHours == nil && decision(question) == .send(.allowed)
    }

    private func decision(_ question: Question) -> Decision {
        PolicyPipeline.standard.decide(question.inputs, in: question.zone)
    }

    @inline(__always)
    private static func loop(_ questions: [Question], decide: (Question) -> Decision) {
        var sentCount = 0
        var index = 0
        for _ in 0..<operationCount {
            if case .send = decide(questions[index]) { sentCount += 1 }
            index = index + 1 < questions.count ? index + 1 : 0
        }
        keep(sentCount)
    }

    /// The policy without a stage.
    private struct NothingToSay {
        @inline(never)
        func decide(_ inputs: DecisionInputs, in zone: TimeZoneRules) -> Decision {
            .send(.allowed)
        }
    }
}

// MARK: The rows of the policy

extension Decisions {
    private static let rows: [PolicyRow] =
        [
            PolicyRow(expected: .allowed) { $0.preferences.quietHours = nil },
            PolicyRow(expected: .allowed) { _ in },
            PolicyRow(expected: .allowed) { $0.snoozeUntil = CivilDateTime(utc: $0.now).date - 2 },
            PolicyRow(expected: .allowed) { $0.heldSince = $0.now - .seconds(3600) },
            PolicyRow(expected: .expired) { $0.expiresAt = $0.now },
            PolicyRow(expected: .dismissed) { $0.dismissedAt = $0.now - .seconds(86_400) },
            PolicyRow(expected: .snoozed) { $0.snoozeUntil = CivilDateTime(utc: $0.now).date + 2 },
            PolicyRow(expected: .resolved) {
                $0.heldSince = $0.now - .seconds(3600)
                $0.episodeStatus = .resolved
            },
            PolicyRow(expected: .superseded) {
                $0.heldSince = $0.now - .seconds(3600)
                $0.isSuperseded = true
            },
            PolicyRow(expected: .allInQuietHours, isQuiet: true) { $0.preferences.quietHoursLevel = .all },
            PolicyRow(expected: .criticalInQuietHours, isQuiet: true) {
                $0.preferences.quietHoursLevel = .criticalOnly
                $0.severity = .critical
            },
            PolicyRow(expected: .quietHoursNotCritical, isQuiet: true) { $0.preferences.quietHoursLevel = .criticalOnly },
            PolicyRow(expected: .quietHours, isQuiet: true) { _ in },
            PolicyRow(expected: .quietHoursNotCritical, isQuiet: true) {
                $0.preferences.quietHoursLevel = .criticalOnly
                $0.preferences.quietHoursAction = .defer
            },
            PolicyRow(expected: .quietHours, isQuiet: true) { $0.preferences.quietHoursAction = .defer },
        ]
        + [
            (DeliveryChannel.push, Reason.pushDisabled), (.inApp, .inAppDisabled), (.email, .emailDisabled),
            (.championEmail, .championEmailDisabled), (.championSMS, .championSMSDisabled),
        ].map { channel, reason in
            PolicyRow(expected: reason) {
                $0.channel = channel
                $0.preferences.notifyPush = false
                $0.preferences.notifyInApp = false
                $0.preferences.notifyEmail = false
                $0.preferences.championNotifyEmail = false
                $0.preferences.championNotifySMS = false
            }
        }

    /// At noon, or in the middle of the night where it is to be quiet, by the recipient's own clock.
    private static func question(_ row: PolicyRow, _ zone: TimeZoneRules, _ date: CivilDate) throws -> Question {
        guard let noon = CivilTime(hour: 12, minute: 0), let night = CivilTime(hour: 23, minute: 30),
            let start = CivilTime(hour: 22, minute: 0), let end = CivilTime(hour: 7, minute: 0)
        else { throw Missing(what: "an hour of the day") }
        var preferences = Preferences()
        preferences.notifyPush = true
        preferences.timezone = zone.name
        preferences.quietHours = DailyWindow(start: start, end: end)
        var inputs = DecisionInputs(
            now: zone.instant(of: CivilDateTime(date, row.isQuiet ? night : noon)), channel: .push, preferences: preferences, severity: .watch)
        inputs.expiresAt = inputs.now + .seconds(86_400)
        row.change(&inputs)
        let question = Question(inputs: inputs, zone: zone)
        let reason = PolicyPipeline.standard.decide(inputs, in: zone).reason
        guard reason == row.expected else { throw Missing(what: "the decision \(row.expected), which became \(reason),") }
        return question
    }
}

/// What a measurement can't do without.
struct Missing: Error, CustomStringConvertible {
    let what: String
    var description: String { "Nothing was measured: \(what) is missing." }
}
