import BelfryModel
import BelfryPorts

/// How a batch went.
public struct BatchReport: Hashable, Sendable {
    /// Those that were decided, but for those that were given back unbegun.
    public private(set) var processedCount = 0
    public private(set) var sentCount = 0
    /// Those that are told no more: left out with a reason, or merged into another.
    public private(set) var skippedCount = 0
    /// Those that could not be sent, now or for good: a retry counts too.
    public private(set) var failedCount = 0
    /// Those that wait, by a decision or for their provider.
    public private(set) var deferredCount = 0

    init(_ verdicts: [Verdict] = []) {
        for verdict in verdicts { add(verdict.judgement) }
    }

    mutating func add(_ judgement: Verdict.Judgement, count: Int = 1) {
        processedCount += count
        switch judgement {
        case .decided(.skip), .decided(.merge): skippedCount += count
        case .decided(.defer): deferredCount += count
        case .decided(.send): break
        case .undeliverable: failedCount += count
        }
    }

    mutating func add(_ other: BatchReport) {
        processedCount += other.processedCount
        sentCount += other.sentCount
        skippedCount += other.skippedCount
        failedCount += other.failedCount
        deferredCount += other.deferredCount
    }

    mutating func add(_ disposition: AttemptResult.Disposition) {
        switch disposition {
        case .sent: sentCount += 1
        case .retry, .failed: failedCount += 1
        case .postponed: deferredCount += 1
        case .returned: processedCount -= 1
        }
    }
}
