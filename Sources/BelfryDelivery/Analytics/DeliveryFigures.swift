import BelfryModel

/// What happened to some deliveries, in numbers and rates. Each is counted when it happens, so one may count as held and as sent.
public struct DeliveryFigures: Hashable, Sendable {
    public private(set) var counts: [DeliveryEvent: Int] = [:]
    /// What was skipped, by why.
    public private(set) var skipReasons: [String: Int] = [:]
    public private(set) var quietHours = QuietHoursFigures()
    /// What the app's own inbox took: of it alone anybody knows whether it was read.
    public private(set) var inboxCount = 0

    public init() {}

    public mutating func add(_ statistic: DeliveryStatistic) {
        let kind = statistic.kind
        counts[kind.event, default: 0] += statistic.count
        if kind.event == .sent, kind.channel == DeliveryChannel.inApp.rawValue { inboxCount += statistic.count }
        if kind.event == .skipped { skipReasons[kind.reason.isEmpty ? DeliveryStatistic.other : kind.reason, default: 0] += statistic.count }
        quietHours.add(statistic)
    }

    public func count(_ event: DeliveryEvent) -> Int { counts[event] ?? 0 }

    /// How many attempts ended, well or not; and what could never be attempted as it was.
    public var attemptCount: Int { count(.sent) + errorCount }
    public var errorCount: Int { count(.retried) + count(.failed) }
    /// Of the attempts, 0 to 1; nil where there were none.
    public var errorRate: Double? { rate(errorCount, of: attemptCount) }
    /// Of what the inbox took, 0 to 1; nil where it took nothing. Above 1 where more was read than came, as after a week away.
    public var readRate: Double? { rate(count(.read), of: inboxCount) }
    /// What the inbox took and nobody has read.
    public var unreadCount: Int { max(0, inboxCount - count(.read)) }
    /// Of what the inbox took, 0 to 1; nil where it took nothing.
    public var actionRate: Double? { rate(count(.acted), of: inboxCount) }

    /// How many are surely ignored of those that everybody has had a day for: what was read may be any of them, or a later one.
    ///
    /// - Parameter settledCount: what the inbox took until a day ago.
    /// - Returns: nil where it took nothing until then.
    public func ignoredCount(of settledCount: Int) -> Int? { settledCount > 0 ? max(0, settledCount - count(.read)) : nil }

    private func rate(_ part: Int, of whole: Int) -> Double? { whole > 0 ? Double(part) / Double(whole) : nil }
}

/// What quiet hours did.
public struct QuietHoursFigures: Hashable, Sendable {
    /// Put off until they end.
    public private(set) var heldCount = 0
    /// Of these, because they let only critical ones pass.
    public private(set) var heldNotCriticalCount = 0
    /// Left out, because they let nothing pass.
    public private(set) var skippedCount = 0
    /// Left out, because they let only critical ones pass, and it was none.
    public private(set) var skippedNotCriticalCount = 0
    /// Told in them, because it is critical.
    public private(set) var criticalPassedCount = 0
    /// Told in them, because they let everything pass.
    public private(set) var allPassedCount = 0

    mutating func add(_ statistic: DeliveryStatistic) {
        switch (statistic.kind.event, Reason(rawValue: statistic.kind.reason)) {
        case (.held, .quietHours): heldCount += statistic.count
        case (.held, .quietHoursNotCritical):
            heldCount += statistic.count
            heldNotCriticalCount += statistic.count
        case (.skipped, .quietHours): skippedCount += statistic.count
        case (.skipped, .quietHoursNotCritical): skippedNotCriticalCount += statistic.count
        case (.sent, .criticalInQuietHours): criticalPassedCount += statistic.count
        case (.sent, .allInQuietHours): allPassedCount += statistic.count
        default: break
        }
    }
}
