import BelfryDelivery
import BelfryModel
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@Suite("How deliveries fare")
struct DeliveryAnalyticsTests {
    private static func statistic(
        _ event: DeliveryEvent, _ count: Int, over channel: String = "push", of category: String = "pattern_alert", because reason: Reason? = nil,
        on day: CivilDate = .sunday
    ) -> DeliveryStatistic {
        DeliveryStatistic(
            DeliveryStatistic.Kind(day: day, channel: channel, category: category, event: event, reason: reason?.rawValue ?? ""), count: count)
    }

    private static func analytics(
        _ statistics: [DeliveryStatistic], by dimensions: [DeliveryAnalytics.Dimension] = DeliveryAnalytics.standardDimensions
    ) -> DeliveryAnalytics {
        DeliveryAnalytics(statistics, on: .sunday...CivilDate.sunday, by: dimensions)
    }

    private static let week = [
        statistic(.queued, 20), statistic(.sent, 6, because: .allowed), statistic(.sent, 3, because: .criticalInQuietHours),
        statistic(.retried, 2), statistic(.failed, 1), statistic(.held, 4, because: .quietHours),
        statistic(.skipped, 2, because: .quietHoursNotCritical), statistic(.skipped, 1, because: .snoozed),
        statistic(.sent, 8, over: "in_app", because: .allowed, on: .sunday + 1), statistic(.read, 6, over: "in_app", on: .sunday + 2),
    ]

    @Test("Errors are a share of what was attempted, and what was read one of what the inbox took")
    func rates() {
        let total = Self.analytics(Self.week).total
        #expect(total.errorRate == 3.0 / 20)
        #expect(total.readRate == 6.0 / 8)
        #expect(total.unreadCount == 2)
        #expect(total.skipReasons == ["quiet_hours_not_critical": 2, "snoozed": 1])
    }

    @Test("What quiet hours did is told by what passes through them")
    func quietHours() {
        let quiet = Self.analytics(Self.week).total.quietHours
        #expect(quiet.heldCount == 4)
        #expect(quiet.skippedCount == 0 && quiet.skippedNotCriticalCount == 2)
        #expect(quiet.criticalPassedCount == 3 && quiet.allPassedCount == 0)
    }

    @Test("What waits for a moment by the recipient's clock counts as held, and not among what quiet hours did")
    func localMoments() {
        let total = Self.analytics([Self.statistic(.held, 3, because: .beforeLocalMoment)]).total
        #expect(total.count(.held) == 3 && total.quietHours.heldCount == 0)
    }

    @Test("What is ignored is known of what everybody has had a day for, whatever was read, and never of what was just sent")
    func ignored() {
        let took = Self.statistic(.sent, 8, over: "in_app", because: .allowed, on: .sunday)
        let settled = (0...3).map { DeliveryAnalytics.settledInboxCount([took], today: .sunday + $0) }
        #expect(settled == [0, 0, 8, 8])
        let read = Self.analytics([took, Self.statistic(.read, 6, over: "in_app", on: .sunday)]).total
        #expect(read.ignoredCount(of: 0) == nil)
        #expect(read.ignoredCount(of: 8) == 2)
        #expect(read.ignoredCount(of: 5) == 0, "they may all be among those that were read")
    }

    @Test("Where nothing was attempted there are no rates")
    func nothing() throws {
        let total = Self.analytics([]).total
        #expect(total.errorRate == nil && total.readRate == nil)
        let text = String(decoding: try JSONEncoder().encode(total), as: UTF8.self)
        #expect(text.contains("\"error_rate\":null"))
    }

    @Test(
        "It is told apart as asked for, and the parts are the whole",
        arguments: [
            ([.channel], [["in_app"], ["push"]]), ([.channel, .category], [["in_app", "pattern_alert"], ["push", "pattern_alert"]]),
            ([.day], [["2026-01-25"], ["2026-01-26"], ["2026-01-27"]]), ([], [[]]),
        ] as [([DeliveryAnalytics.Dimension], [[String]])])
    func dimensions(_ dimensions: [DeliveryAnalytics.Dimension], names: [[String]]) {
        let analytics = Self.analytics(Self.week, by: dimensions)
        #expect(analytics.rows.map(\.names) == names)
        #expect(analytics.rows.reduce(0) { $0 + $1.figures.count(.sent) } == analytics.total.count(.sent))
    }

    static let queries: [(from: String?, to: String?, by: String?, expected: String)] = [
        (nil, nil, nil, "2025-12-27...2026-01-25 channel,category"), ("2026-01-25", nil, "day", "2026-01-25...2026-01-25 day"),
        (nil, "2026-01-30", "", "2026-01-01...2026-01-30 "), ("2025-01-25", nil, "category", "2025-01-25...2026-01-25 category"),
        ("2025-01-24", nil, nil, "wrong_type from"), ("2026-01-26", nil, nil, "wrong_type from"), ("soon", nil, nil, "wrong_type from"),
        (nil, "2026-02-30", nil, "wrong_type to"), (nil, nil, "person", "unknown_value by"), (nil, nil, "day,day", "unknown_value by"),
    ]

    @Test("What is asked for is checked", arguments: queries)
    func asked(from: String?, to: String?, by: String?, expected: String) {
        let found: String
        do {
            let query = try DeliveryAnalytics.Query(from: from, to: to, by: by, today: .sunday)
            found = "\(query.days) \(query.dimensions.map(\.rawValue).joined(separator: ","))"
        } catch {
            found = "\(error.code) \(error.field ?? "")"
        }
        #expect(found == expected)
    }

    static let names: [(name: String, cell: String)] = [
        ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""), ("=1+1", "'=1+1"), ("@SUM(A1)", "'@SUM(A1)"),
        ("-2", "'-2"), ("+2", "'+2"), ("=HYPERLINK(\"x\",\"y\")", "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\""), ("\tx", "\"'\tx\""),
        ("a\"\u{301},=b", "\"a\"\"\u{301},=b\""),
    ]

    @Test("In CSV no name is a formula, and none breaks its cell", arguments: names)
    func csvCells(name: String, cell: String) {
        let csv = Self.analytics([Self.statistic(.queued, 1, of: name)], by: [.category]).csv
        #expect(csv.hasPrefix("category,queued,shadowed,held,"))
        #expect(csv.contains("\r\n\(cell),1,0,0,"), "\(csv)")
        #expect(csv.hasSuffix("\r\n"))
    }
}
