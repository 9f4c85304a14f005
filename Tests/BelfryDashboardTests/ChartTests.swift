import BelfryModel
import BelfryPhrases
import Testing

@testable import BelfryDashboard

@Suite("Chart")
struct ChartTests {
    func chart(_ values: [Double?], baseline: Double? = nil) -> Chart {
        let points = values.enumerated().map { ChartPoint(dateText: "\($0.offset + 1) June", value: $0.element, valueText: "\($0.element ?? 0) min") }
        return Chart(name: "Ana, Sleep", points: points, baseline: baseline, baselineText: "7 h 10 min", words: english)
    }

    func drawing(_ chart: Chart) throws -> Markup {
        let markup = Markup(try #require(chart.html).text)
        #expect(markup.faults == [])
        return markup
    }

    @Test("It says in words what it draws")
    func alternative() throws {
        let svg = try #require(try drawing(chart([400, 320.25, 410], baseline: 430)).all("svg").first)
        #expect(svg.attributes["role"] == "img")
        #expect(
            svg.attributes["aria-label"] == """
                Ana, Sleep, 3 days: lowest 320.25 min on 2 June, highest 410.0 min on 3 June, last 410.0 min on 3 June. \
                The dashed line is the usual, 7 h 10 min.
                """)
    }

    @Test("A single day is a dot with its value")
    func singleDay() throws {
        let markup = try drawing(chart([400]))
        #expect(markup.values(of: "aria-label") == ["Ana, Sleep: 400.0 min on 1 June."])
        #expect(markup.values(of: "d") == ["M480 132", "M480 132h0"])
    }

    @Test("A single day ends in one stop, also behind a unit that has its own")
    func singleDayInTurkish() {
        let point = ChartPoint(dateText: "25 Ocak", value: 430, valueText: "7 sa. 10 dk.")
        let chart = Chart(name: "Ana, uyku", points: [point], baseline: 430, baselineText: "7 sa.", words: PageWords(.turkish))
        #expect(chart.alternative == "Ana, uyku: 25 Ocak: 7 sa. 10 dk. Kesikli çizgi olağandır, 7 sa.")
    }

    @Test("The line has a gap where a day has no value")
    func gap() throws {
        let days = try #require(try drawing(chart([1, 2, nil, .nan, 3, 4])).all("path").first { $0.attributes["class"] == "days" })
        #expect(days.attributes["d"] == "M20 244L204 169M756 95L940 20")
    }

    @Test("The usual is a line of its own, within the drawing even where every day is above it")
    func baseline() throws {
        let usual = try #require(try drawing(chart([500, 600], baseline: 430)).all("path").first { $0.attributes["class"] == "usual" })
        #expect(usual.attributes["d"] == "M0 244H960")
    }

    @Test("The greatest numbers there are stay within the drawing")
    func extremes() throws {
        let greatest = Double.greatestFiniteMagnitude
        let days = try #require(try drawing(chart([greatest, -greatest])).all("path").first { $0.attributes["class"] == "days" })
        #expect(days.attributes["d"] == "M20 20L940 244")
    }

    @Test("Without a value there is no chart", arguments: [[], [nil], [Double.nan, .infinity]])
    func nothing(values: [Double?]) {
        #expect(chart(values, baseline: 430).html == nil)
    }
}
