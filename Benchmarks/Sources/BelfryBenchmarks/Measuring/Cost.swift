#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What a stretch of work took: seconds by the clock, and seconds that processors worked on it.
///
/// The second is the one to compare: on a shared machine the clock also counts the work of others.
struct Cost {
    var wallSeconds = 0.0
    var cpuSeconds = 0.0

    /// The cost of the body, in all threads of this process, or in the processes that it started and waited for.
    static func measure(_ whose: Whose = .thisProcess, _ body: () async throws -> Void) async rethrows -> Cost {
        let clock = ContinuousClock()
        let cpuBefore = cpuSeconds(of: whose)
        let start = clock.now
        try await body()
        let wall = start.duration(to: clock.now)
        return Cost(wallSeconds: wall / .seconds(1), cpuSeconds: cpuSeconds(of: whose) - cpuBefore)
    }

    static func += (cost: inout Cost, other: Cost) {
        cost.wallSeconds += other.wallSeconds
        cost.cpuSeconds += other.cpuSeconds
    }

    static func - (cost: Cost, other: Cost) -> Cost {
        Cost(wallSeconds: cost.wallSeconds - other.wallSeconds, cpuSeconds: cost.cpuSeconds - other.cpuSeconds)
    }

    /// RUSAGE_SELF and RUSAGE_CHILDREN, which every C library declares as another type.
    enum Whose: Int32, Sendable {
        case thisProcess = 0
        case finishedChildren = -1
    }

    private static func cpuSeconds(of whose: Whose) -> Double {
        var usage = rusage()
        getrusage(whose.rawValue, &usage)
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
    }
}
