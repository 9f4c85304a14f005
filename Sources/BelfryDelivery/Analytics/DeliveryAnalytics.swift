import BelfryModel
import BelfryPorts
import BelfryTime

/// What happened to deliveries over some days, told apart as an operator wants it.
public struct DeliveryAnalytics: Sendable {
    public let days: ClosedRange<CivilDate>
    public let dimensions: [Dimension]
    /// In the order of their dimensions; none where nothing happened.
    public let rows: [Row]
    public let total: DeliveryFigures

    public enum Dimension: String, CaseIterable, Sendable {
        case day, channel, category
    }

    public struct Row: Hashable, Sendable {
        /// By the dimensions, in their order.
        public let names: [String]
        public let figures: DeliveryFigures
    }

    /// More days are not looked at at once.
    public static let dayCountMax = 366
    public static let standardDayCount = 30
    public static let standardDimensions: [Dimension] = [.channel, .category]

    /// - Parameters:
    ///   - days: by the calendar of UTC.
    ///   - dimensions: by what it is told apart, the first before the others.
    public init(_ statistics: [DeliveryStatistic], on days: ClosedRange<CivilDate>, by dimensions: [Dimension]) {
        self.days = days
        self.dimensions = dimensions
        var total = DeliveryFigures()
        var groups: [[String]: DeliveryFigures] = [:]
        for statistic in statistics {
            total.add(statistic)
            groups[dimensions.map { $0.name(of: statistic.kind) }, default: DeliveryFigures()].add(statistic)
        }
        self.total = total
        rows = groups.map { Row(names: $0.key, figures: $0.value) }.sorted { $0.names.lexicographicallyPrecedes($1.names) }
    }

    /// What inboxes took so long ago that everybody has had a day to look: until the day before yesterday, since days are all that is counted.
    public static func settledInboxCount(_ statistics: [DeliveryStatistic], today: CivilDate) -> Int {
        DeliveryAnalytics(statistics.filter { $0.kind.day < today - 1 }, on: today...today, by: []).total.inboxCount
    }

    /// Reads the days from a store.
    public init(from store: some AnalyticsStore, on days: ClosedRange<CivilDate>, by dimensions: [Dimension]) async throws {
        self.init(try await store.statistics(on: days), on: days, by: dimensions)
    }
}

extension DeliveryAnalytics.Dimension {
    fileprivate func name(of kind: DeliveryStatistic.Kind) -> String {
        switch self {
        case .day: kind.day.description
        case .channel: kind.channel
        case .category: kind.category
        }
    }
}

// MARK: What is asked for

extension DeliveryAnalytics {
    /// What somebody wants to know, checked.
    public struct Query: Sendable {
        public let days: ClosedRange<CivilDate>
        public let dimensions: [Dimension]

        /// - Parameters:
        ///   - from: the first day, as `2026-01-25`; nil for the thirty up to `to`.
        ///   - to: the last one; nil for today.
        ///   - by: names of dimensions with commas between them; nil for channel and category, empty for the total alone.
        /// - Throws: ``Problem`` that names the field.
        public init(from: String?, to: String?, by: String?, today: CivilDate) throws(Problem) {
            let last = try Query.day(to, "to") ?? today
            let first = try Query.day(from, "from") ?? last - (DeliveryAnalytics.standardDayCount - 1)
            guard first <= last, last - first < DeliveryAnalytics.dayCountMax else {
                throw .wrongType(field: "from", expected: "a day up to \(DeliveryAnalytics.dayCountMax - 1) days before “to”")
            }
            days = first...last
            guard let by else {
                dimensions = DeliveryAnalytics.standardDimensions
                return
            }
            var dimensions: [Dimension] = []
            for name in by.split(separator: ",") {
                guard let dimension = Dimension(rawValue: String(name)), !dimensions.contains(dimension) else {
                    throw .unknownValue(field: "by", allowed: Dimension.allCases.map(\.rawValue))
                }
                dimensions.append(dimension)
            }
            self.dimensions = dimensions
        }

        private static func day(_ text: String?, _ field: String) throws(Problem) -> CivilDate? {
            guard let text else { return nil }
            guard let date = CivilDate(text) else { throw .wrongType(field: field, expected: "a day, such as 2026-01-25") }
            return date
        }
    }
}
