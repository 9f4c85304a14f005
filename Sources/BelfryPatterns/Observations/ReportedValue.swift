import BelfryModel
import BelfryTime

/// One revision of a day's value, as a provider sent it: of the same day and source the newest revision counts.
public struct ReportedValue: Hashable, Sendable {
    /// The civil date that the provider names; for a night that on which the person woke up.
    public let date: CivilDate
    public let source: String
    public let value: Double
    /// When the provider says that it last changed.
    public let sourceUpdatedAt: Instant
    public let receivedAt: Instant
    /// Of the whole payload, to choose between revisions of the same moment.
    public let payloadHash: UInt64
    /// Whether the provider says that the day won't change any more.
    public let isFinal: Bool

    public init(
        date: CivilDate, source: String, value: Double, sourceUpdatedAt: Instant, receivedAt: Instant,
        payloadHash: UInt64 = 0,
        isFinal: Bool = false
    ) {
        self.date = date
        self.source = source
        self.value = value
        self.sourceUpdatedAt = sourceUpdatedAt
        self.receivedAt = receivedAt
        self.payloadHash = payloadHash
        self.isFinal = isFinal
    }

    /// The newest revision of each day of each source, in the order of sources and days; the order of arrival doesn't matter.
    public static func newest(of reports: [ReportedValue]) -> [ReportedValue] {
        struct Key: Hashable {
            let date: CivilDate
            let source: String
        }
        var newest: [Key: ReportedValue] = [:]
        for report in reports {
            let key = Key(date: report.date, source: report.source)
            if let known = newest[key], !report.isNewer(than: known) { continue }
            newest[key] = report
        }
        return newest.values.sorted { ($0.source, $0.date) < ($1.source, $1.date) }
    }

    /// Never true of both in turn: what differs at all has an order.
    private func isNewer(than other: ReportedValue) -> Bool {
        (sourceUpdatedAt, receivedAt, payloadHash, value.bitPattern, isFinal ? 1 : 0)
            > (
                other.sourceUpdatedAt, other.receivedAt, other.payloadHash, other.value.bitPattern,
                other.isFinal ? 1 : 0
            )
    }
}
