import BelfryTime

/// What somebody should mend, looked for once a minute at most: pages ask at every change, and a look takes connections and reads files.
actor Checkup {
    private let look: @Sendable () async -> [String]
    private let now: @Sendable () -> Instant
    private var latest: (findings: [String], at: Instant)?
    private var lookUnderWay: Task<[String], Never>?

    static let ageMax = Duration.seconds(60)

    /// - Parameter look: gives a sentence for each finding.
    init(now: @escaping @Sendable () -> Instant, look: @escaping @Sendable () async -> [String]) {
        self.now = now
        self.look = look
    }

    /// A minute old at most; whoever asks while a look is under way waits for that one.
    func findings() async -> [String] {
        if let latest, now() - latest.at < Self.ageMax { return latest.findings }
        if let lookUnderWay { return await lookUnderWay.value }
        let task = Task { [look] in await look() }
        lookUnderWay = task
        let findings = await task.value
        latest = (findings, now())
        lookUnderWay = nil
        return findings
    }
}
