import BelfryModel
import BelfryTesting
import BelfryTime

@testable import BelfryPhrases

/// Tests of what is said of a decision at night, inside quiet hours.
protocol SaysReasons {}

extension SaysReasons {
    /// Half past eleven in the evening of the Sunday.
    static var night: CivilDateTime { CivilDateTime(.sunday, CivilTime(literal: "23:30")) }
    static var window: DailyWindow { DailyWindow(start: CivilTime(literal: "22:00"), end: CivilTime(literal: "07:00")) }

    func facts(
        _ channel: DeliveryChannel = .push, severity: Severity = .watch, at localTime: CivilDateTime? = Self.night, quietHours: DailyWindow? = Self.window,
        refused: [Preferences.Key] = []
    ) -> Phrases.Circumstances {
        Phrases.Circumstances(
            channelName: channel.rawValue, severity: severity, localTime: localTime, quietHours: quietHours, timezone: "America/Los_Angeles",
            snoozeUntil: .sunday + 3, heldUntil: CivilDateTime(.sunday + 1, CivilTime(literal: "07:00")), refusedSettings: refused)
    }

    static func decision(of reason: Reason) -> Decision {
        switch reason {
        case .allowed, .criticalInQuietHours, .allInQuietHours, .cannotWaitForDigest: .send(reason)
        case .mergedIntoSummary: .merge(into: .example(1))
        default: .skip(reason)
        }
    }

    /// A channel that a reason may be about.
    static func channel(of reason: Reason) -> DeliveryChannel {
        switch reason {
        case .inAppDisabled: .inApp
        case .emailDisabled: .email
        case .championEmailDisabled: .championEmail
        case .championSMSDisabled: .championSMS
        default: .push
        }
    }
}
