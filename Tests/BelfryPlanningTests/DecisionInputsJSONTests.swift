import BelfryModel
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryPlanning

@Suite("Stored inputs")
struct DecisionInputsJSONTests {
    @Test("The inputs of a decision are written as Foundation writes them, to the byte")
    func written() throws {
        var generator = SeededGenerator(seed: .seed())
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let moment = Instant(secondsSinceEpoch: 1_769_328_000)
        func moments(_ generator: inout SeededGenerator) -> Instant? {
            Bool.random(using: &generator) ? moment + .milliseconds(Int.random(in: 0...100_000_000, using: &generator)) : nil
        }
        for _ in 0..<2000 {
            var preferences = Preferences()
            preferences.notifyInApp = Bool.random(using: &generator)
            preferences.notifyPush = Bool.random(using: &generator)
            preferences.championNotifySMS = Bool.random(using: &generator)
            preferences.timezone = ["UTC", "America/Los_Angeles", "Not\"a\\zone\n"].randomElement(using: &generator) ?? "UTC"
            if Bool.random(using: &generator) {
                preferences.quietHours = DailyWindow(start: CivilTime(hour: 22, minute: 30), end: CivilTime(hour: 7, minute: 0))
            }
            if Bool.random(using: &generator) {
                let windows = [QuietNights.without, DailyWindow(start: CivilTime(literal: "23:00"), end: CivilTime(literal: "09:00:30"))]
                preferences.quietHoursByWeekday = QuietNights(
                    Weekday.allCases.reduce(into: [:]) { if Bool.random(using: &generator) { $0[$1] = windows.randomElement(using: &generator) } })
            }
            preferences.quietHoursLevel = QuietHoursLevel.allCases.randomElement(using: &generator) ?? .all
            preferences.quietHoursAction = QuietHoursAction.allCases.randomElement(using: &generator) ?? .defer
            preferences.mutedUntil = moments(&generator)
            preferences.digestAt = Bool.random(using: &generator) ? CivilTime(literal: "18:00") : nil
            preferences.digestByCategory = DigestTimes(
                Bool.random(using: &generator) ? ["billing": CivilTime(literal: "09:00:30")] : [:], atOnce: Bool.random(using: &generator) ? ["chat/1"] : [])
            preferences.dailyCountMax = Bool.random(using: &generator) ? Int.random(in: 0...10_000, using: &generator) : nil
            let inputs = DecisionInputs(
                now: moment, channel: DeliveryChannel.allCases.randomElement(using: &generator) ?? .push, preferences: preferences,
                severity: Severity.allCases.randomElement(using: &generator) ?? .watch,
                snoozeUntil: Bool.random(using: &generator) ? CivilDate("2026-01-31") : nil, dismissedAt: moments(&generator),
                expiresAt: moments(&generator), deliverAtLocal: moments(&generator).map(CivilDateTime.init(utc:)), heldSince: moments(&generator),
                episodeStatus: Bool.random(using: &generator) ? .active : nil, isSuperseded: Bool.random(using: &generator),
                isEntitled: Bool.random(using: &generator), toldAt: moments(&generator),
                toldToday: Bool.random(using: &generator) ? Int.random(in: 0...12, using: &generator) : nil,
                throttleCountMax: Bool.random(using: &generator) ? Int.random(in: 1...100, using: &generator) : nil,
                throttleTold: Bool.random(using: &generator) ? Int.random(in: 0...12, using: &generator) : nil, isCategoryOff: Bool.random(using: &generator),
                categoryMutedUntil: moments(&generator), isReached: Bool.random(using: &generator), isAcknowledged: Bool.random(using: &generator),
                stepDueAt: moments(&generator), dueAt: moments(&generator), isAwaited: Bool.random(using: &generator), isInDoubt: Bool.random(using: &generator),
                refusedSettings: Bool.random(using: &generator) ? [.timezone, .quietHoursStart] : [],
                feedDownSince: Bool.random(using: &generator) ? CivilDate("2026-01-20") : nil, isCategoryOffByDefault: Bool.random(using: &generator),
                isCategoryRequired: Bool.random(using: &generator))
            #expect(inputs.flatJSON == String(decoding: try encoder.encode(inputs), as: UTF8.self))
        }
    }
}
