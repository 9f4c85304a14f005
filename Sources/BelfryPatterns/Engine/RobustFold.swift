import BelfryModel
import BelfryTime

/// The state of version 2 between two days: what is over, and what is going on.
struct RobustFold {
    private let metric: Metric
    private let limits: RobustThresholds.Limits
    private let thresholds: RobustThresholds
    private let series: LogSeries
    private let relevant: Double
    private let direction: Double
    /// Days of episodes, which say nothing of the usual.
    private var isMasked: [Bool]
    private var closed: [RobustEpisode] = []
    private var open: RobustEpisode?
    /// The last baselines by the day on which they end, as windows of several lengths share them.
    private var recentBaselines: [(end: Int32, baseline: RobustBaseline?)] = []
    private var nextSlot = 0

    init(
        metric: Metric, limits: RobustThresholds.Limits, thresholds: RobustThresholds, series: LogSeries
    ) {
        self.thresholds = thresholds
        self.metric = metric
        self.limits = limits
        self.series = series
        relevant = limits.relevantShift(metric.badPattern)
        direction = metric.badPattern == .dropVsBaseline ? -1 : 1
        isMasked = series.days.map { !$0.isUsual }
    }

    mutating func take(_ index: Int) {
        let date = series.days[index].date
        expire(before: date)
        guard var episode = open else {
            look(index)
            return
        }
        episode.take(index, in: series)
        open = episode
        if episode.record.resolution != nil { close() }
    }

    /// - Parameter lastDate: an episode without a value for a week before it is over.
    mutating func episodes(through lastDate: CivilDate) -> [PatternEpisode] {
        expire(before: lastDate + 1)
        return (closed + (open.map { [$0] } ?? [])).map(\.record)
    }

    private mutating func expire(before date: CivilDate) {
        guard var episode = open, date - episode.record.lastEvaluatedDate > RobustEpisode.staleDayCount
        else { return }
        episode.expire()
        open = episode
        close()
    }

    private mutating func close() {
        guard let episode = open, let resolution = episode.record.resolution else { return }
        let since = series.firstIndex(from: episode.record.activeSince.daysSinceEpoch)
        let end = series.firstIndex(from: resolution.date.daysSinceEpoch)
        for index in since..<max(since, end) {
            isMasked[index] = resolution.reason != .newNormal || !series.days[index].isUsual
        }
        recentBaselines = []
        nextSlot = 0
        closed.append(episode)
        open = nil
    }

    // MARK: Finding

    /// Begins an episode where some window that ends with the day says so; the one that says it most clearly counts.
    private mutating func look(_ index: Int) {
        let end = series.days[index].date.daysSinceEpoch
        // After a long episode too few usual days are known at first to find it again; one that may go on has its own.
        let known = closed.last.flatMap { $0.canReopen(on: series.days[index].date) ? $0.baseline : nil }
        var best: (evidence: WindowEvidence, baseline: RobustBaseline, first: Int)?
        for length in RobustRules.windowLengths {
            let first = series.firstIndex(from: end - Int32(length) + 1)
            guard index - first + 1 >= max(3, (7 * length + 9) / 10),
                let baseline = baseline(through: end - Int32(length)) ?? known
            else { continue }
            let shifts = self.shifts(first...index, from: baseline)
            guard
                let evidence = WindowEvidence(
                    shifts: shifts[...], length: length, baseline: baseline, limits: limits,
                    relevant: relevant),
                evidence.zScore > best?.evidence.zScore ?? 0
            else { continue }
            best = (evidence, baseline, first)
        }
        guard let best else { return }
        begin(best.evidence, best.baseline, window: best.first...index)
    }

    private mutating func begin(
        _ evidence: WindowEvidence, _ baseline: RobustBaseline, window: ClosedRange<Int>
    ) {
        let date = series.days[window.upperBound].date
        if var last = closed.last, last.canReopen(on: date) {
            closed.removeLast()
            last.reopen(window.upperBound, in: series)
            open = last
        } else {
            let since = firstDeviatingIndex(window, from: baseline)
            open = RobustEpisode(
                metric: metric, since: series.days[since].date, through: window.upperBound,
                baseline: baseline, evidence: evidence,
                relevant: relevant, thresholds: thresholds, series: series)
        }
    }

    /// A change is noticed so many days after it began at the latest.
    private static let beginningDayCount: Int32 = 21

    /// Where the change most likely began: the sum of what exceeds half of the relevant shift is greatest from there on.
    ///
    /// It may lie before the window, in days that were too mild by themselves, but never so far that most days since are missing or
    /// usual. Source: the maximum likelihood estimate of a change point, Hinkley, "Inference about the Change-Point from Cumulative
    /// Sum Tests", Biometrika 58 (1971).
    private func firstDeviatingIndex(_ window: ClosedRange<Int>, from baseline: RobustBaseline) -> Int {
        let lastDate = series.days[window.upperBound].date
        let earliest = series.firstIndex(from: lastDate.daysSinceEpoch - Self.beginningDayCount + 1)
        var best = (sum: -Double.infinity, index: window.lowerBound)
        var sum = 0.0
        var offCount = 0
        for index in stride(from: window.upperBound, through: min(earliest, window.lowerBound), by: -1) {
            if index < window.lowerBound, isMasked[index] { break }
            let shift = shift(index, from: baseline)
            sum += shift - relevant / 2
            if shift >= relevant / 2 { offCount += 1 }
            let span = lastDate - series.days[index].date + 1
            let count = Double(window.upperBound - index + 1)
            let isWorn = count >= RobustEpisode.presentShare * Double(span)
            if span >= 3, isWorn, Double(offCount) >= WindowEvidence.shareMin * count, sum > best.sum {
                best = (sum, index)
            }
        }
        return best.index
    }

    // MARK: The usual

    private func shift(_ index: Int, from baseline: RobustBaseline) -> Double {
        direction * series.change(index, from: baseline)
    }

    private func shifts(_ window: ClosedRange<Int>, from baseline: RobustBaseline) -> [Double] {
        window.map { shift($0, from: baseline) }
    }

    private mutating func baseline(through end: Int32) -> RobustBaseline? {
        if let known = recentBaselines.first(where: { $0.end == end }) { return known.baseline }
        let baseline = computeBaseline(through: end)
        let slotCount = 16
        if recentBaselines.count < slotCount {
            recentBaselines.append((end, baseline))
        } else {
            recentBaselines[nextSlot] = (end, baseline)
            nextSlot = (nextSlot + 1) % slotCount
        }
        return baseline
    }

    private func computeBaseline(through end: Int32) -> RobustBaseline? {
        let recentStart = end - Int32(RobustRules.recentBaselineDayCount) + 1
        var indices: [Int] = []
        indices.reserveCapacity(RobustRules.baselineDayCount)
        var recentCount = 0
        for index in series.firstIndex(
            from: end - Int32(RobustRules.baselineDayCount) + 1)..<series.firstIndex(from: end + 1)
        where !isMasked[index] {
            indices.append(index)
            if series.days[index].date.daysSinceEpoch >= recentStart { recentCount += 1 }
        }
        guard recentCount >= RobustRules.recentBaselineDayCountMin else { return nil }
        return RobustBaseline(
            of: series, at: indices, limits: limits, typicalScaleDayCount: thresholds.typicalScaleDayCount
        )
    }
}
