import BelfryModel
import BelfryTesting
import BelfryTime

/// One night in Los Angeles: Ana's quiet hours are 22:00 to 07:00, and what comes is held.
protocol HeldAtNight {}

extension HeldAtNight {
    /// 23:00, four o'clock and 07:00 there.
    static var night: Instant { Instant(literal: "2026-01-26T07:00:00Z") }
    static var beforeDawn: Instant { Instant(literal: "2026-01-26T12:00:00Z") }
    static var morning: Instant { Instant(literal: "2026-01-26T15:00:00Z") }

    func makeWorkshop(_ change: (inout Preferences) -> Void = { _ in }) async -> Workshop {
        await Workshop(at: Self.night) {
            $0.quietHours = .night
            $0.quietHoursAction = .defer
            $0.timezone = "America/Los_Angeles"
            change(&$0)
        }
    }

    func delivery(_ number: Int, of alert: Int? = nil, level: EpisodeLevel = .days3) -> Delivery {
        .example(number, of: alert, level: level, createdAt: Self.night - .seconds(60 - number))
    }
}
