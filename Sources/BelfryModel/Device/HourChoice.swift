import BelfryTime

/// At which hour a person is reminded on a day, and why at that one.
public struct HourChoice: Hashable, Sendable {
    public let time: CivilTime
    public let basis: Basis

    /// What the hour was chosen by.
    public enum Basis: Hashable, Sendable {
        /// They respond best then; `usual` is when they mostly do, where that says why.
        case learnt(usual: DailyWindow?)
        /// Most people respond then, and little is known of this one.
        case population
        /// To find out whether it is better than the best one known, `best`.
        case trial(best: CivilTime)
    }

    public init(time: CivilTime, basis: Basis) {
        self.time = time
        self.basis = basis
    }

    /// The reason of a plan's line at that hour.
    public var reason: Reason {
        switch basis {
        case .learnt: .learntHour
        case .population: .populationHour
        case .trial: .triedHour
        }
    }
}
