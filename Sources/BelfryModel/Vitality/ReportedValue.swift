import BelfryTime

/// One revision of a day's value, as a provider sent it: of the same day and source the newest revision counts.
public struct ReportedValue: Hashable, Sendable {
    /// The civil date that the provider names; for a night that on which the person woke up.
    public let date: CivilDate
    public let source: String
    /// In the metric's unit.
    public let value: Double
    public let revision: Revision

    public init(date: CivilDate, source: String, value: Double, revision: Revision) {
        self.date = date
        self.source = source
        self.value = value
        self.revision = revision
    }

    public init(
        date: CivilDate, source: String, value: Double, sourceUpdatedAt: Instant, receivedAt: Instant, payloadHash: UInt64 = 0, isFinal: Bool = false
    ) {
        self.init(
            date: date, source: source, value: value,
            revision: Revision(sourceUpdatedAt: sourceUpdatedAt, receivedAt: receivedAt, payloadHash: payloadHash, isFinal: isFinal))
    }

    /// The newest revision of each day of each source, in the order of sources and days; the order of arrival doesn't matter.
    public static func newest(of reports: [ReportedValue]) -> [ReportedValue] {
        // As a store reads one source's days, they are so already.
        if zip(reports, reports.dropFirst()).allSatisfy({ $0.source == $1.source && $0.date < $1.date }) { return reports }
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

    /// Whether it says something of the person on its day: it can be, and is not that of a nap where the night is missing.
    public func counts(for metric: Metric) -> Bool { metric.isPlausible(value) && !revision.isOfNap }

    /// Whether it takes the place of another of the same day and source. Never true of both in turn: what differs at all has an order.
    public func isNewer(than other: ReportedValue) -> Bool {
        guard revision == other.revision else { return other.revision < revision }
        return value.bitPattern > other.value.bitPattern
    }
}

/// Where among the revisions of a value one stands, so that the order of arrival doesn't matter.
public struct Revision: Hashable, Comparable, Sendable {
    /// Between documents of one source that both have the value: a night's own heart rate is above that of the whole day.
    public let precedence: Int
    /// When the provider says that it last changed.
    public let sourceUpdatedAt: Instant
    /// The provider's own count of revisions, where it has one.
    public let version: Int
    public let receivedAt: Instant
    /// Of the whole payload, to choose between revisions of the same moment.
    public let payloadHash: UInt64
    /// Whether the provider says that the day won't change any more.
    public let isFinal: Bool

    public init(
        precedence: Int = 0, sourceUpdatedAt: Instant, version: Int = 0, receivedAt: Instant, payloadHash: UInt64 = 0, isFinal: Bool = false
    ) {
        self.precedence = precedence
        self.sourceUpdatedAt = sourceUpdatedAt
        self.version = version
        self.receivedAt = receivedAt
        self.payloadHash = payloadHash
        self.isFinal = isFinal
    }

    public static func < (left: Revision, right: Revision) -> Bool {
        if left.precedence != right.precedence { return left.precedence < right.precedence }
        return (left.sourceUpdatedAt, left.version, left.receivedAt, left.payloadHash, left.isFinal ? 1 : 0)
            < (right.sourceUpdatedAt, right.version, right.receivedAt, right.payloadHash, right.isFinal ? 1 : 0)
    }
}

extension Revision {
    /// A nap is of the same day as the night before it, and replaces nothing.
    public static let napPrecedence = -1

    /// Whether it comes from a nap, which is not the main sleep of its day.
    public var isOfNap: Bool { precedence == Self.napPrecedence }
}

extension DailyMetrics {
    /// What becomes of a stored value when a day comes in.
    public enum Update: Hashable, Sendable {
        /// What is there is newer, or says the same.
        case nothing
        /// A newer revision of the same value.
        case revision(ReportedValue)
        /// Another value, or one that is final now, or of a night instead of a nap.
        case value(ReportedValue)
    }

    /// - Parameter known: what is stored of the metric for the same day and source.
    public func update(of metric: Metric, known: ReportedValue?, now: Instant) -> Update {
        guard let value = values[metric] else { return .nothing }
        guard let revision else { return updateWithoutRevision(to: value, known: known, now: now) }
        let reported = ReportedValue(date: date, source: source, value: value, revision: revision)
        guard let known else { return .value(reported) }
        guard reported.isNewer(than: known) else { return .nothing }
        let isAlike = known.revision.isFinal == revision.isFinal && known.revision.isOfNap == revision.isOfNap
        guard known.value == value, isAlike else { return .value(reported) }
        return revision.isOfSameMoment(as: known.revision) ? .nothing : .revision(reported)
    }

    private func updateWithoutRevision(to value: Double, known: ReportedValue?, now: Instant) -> Update {
        // Who sends no documents knows of no naps.
        if let known, known.value == value && !known.revision.isOfNap || known.revision.sourceUpdatedAt > now { return .nothing }
        let revision = Revision(precedence: max(0, known?.revision.precedence ?? 0), sourceUpdatedAt: now, receivedAt: now)
        return .value(ReportedValue(date: date, source: source, value: value, revision: revision))
    }
}

extension Revision {
    /// Whether they differ at most in how they came here.
    fileprivate func isOfSameMoment(as other: Revision) -> Bool {
        precedence == other.precedence && sourceUpdatedAt == other.sourceUpdatedAt && version == other.version
    }
}
