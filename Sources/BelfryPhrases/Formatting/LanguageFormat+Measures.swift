import BelfryModel

extension LanguageFormat {
    /// A value of a metric with its unit, as a person says it: `7 Std. 10 Min.`, `8.412`, `62 ms`. Steps have no unit.
    ///
    /// Between a number and its unit stands a no-break space.
    func text(of value: Double, _ metric: Metric) -> String {
        let number = Phrases.rounded(value)
        switch metric {
        case .sleepMinutes, .movementMinutes, .deepSleepMinutes: return duration(ofMinutes: number)
        case .steps: return text(of: number)
        case .hrv: return with(units.millisecond, number)
        case .restingHeartRate: return with(units.beatsPerMinute, number)
        case .sleepEfficiency: return units.percent(text(of: number))
        }
    }

    /// A wait, in the unit that suits it: `0,4 Sek.`, `12 Sek.`, `3 Min.`, `2 Std.`.
    func text(of wait: Duration) -> String {
        let seconds = Double(wait.components.seconds) + Double(wait.components.attoseconds) / 1e18
        switch seconds {
        case ..<10:
            let (whole, tenth) = Int((seconds * 10).rounded()).quotientAndRemainder(dividingBy: 10)
            return "\(whole)\(decimalSeparator)\(tenth)\u{A0}\(units.second)"
        case ..<120: return with(units.second, Int(seconds.rounded()))
        case ..<7200: return with(units.minute, Int((seconds / 60).rounded()))
        default: return with(units.hour, Int((seconds / 3600).rounded()))
        }
    }

    private func duration(ofMinutes minutes: Int) -> String {
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        let parts = [hours == 0 ? nil : with(units.hour, hours), rest == 0 && hours != 0 ? nil : with(units.minute, rest)]
        return parts.compactMap { $0 }.joined(separator: "\u{A0}")
    }

    private func with(_ unit: String, _ number: Int) -> String { "\(text(of: number))\u{A0}\(unit)" }
}
