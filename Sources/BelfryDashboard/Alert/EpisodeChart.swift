import BelfryPhrases

/// The days of an alert as a drawing that can be read without colour: a line with dots, the usual dashed, the band of usual days dotted,
/// the episode hatched, its first day marked, and beneath it the same as a table.
struct EpisodeChart {
    let page: AlertPage
    let words: PageWords

    private static let width = 960
    private static let height = 360
    private static let margin = 24.0
    /// Between two lines of the hatching, and two dots of the band.
    private static let step = 12

    private var points: [ChartPoint] { page.card.chart }

    /// Nil where there is nothing to draw.
    var html: HTML? {
        let days = points.measured
        guard let first = points.first, let last = points.last, !days.isEmpty else { return nil }
        let drawing: HTML = """
            <figure class="chart episode"><p class="axis"><span>\(text(days.max { $0.value < $1.value }))</span></p>\
            <svg role="img" viewBox="0 0 \(Self.width) \(Self.height)" preserveAspectRatio="none" aria-label="\(alternative)">\
            \(band)\(hatching)\(usual)<path class="days" d="\(line)"/>\(rings)<path class="dots" d="\(dots)"/></svg>
            <p class="axis"><span>\(text(days.min { $0.value < $1.value }))</span></p>
            <figcaption><span>\(first.dateText)</span><span>\(last.dateText)</span></figcaption></figure>
            """
        return """
            <h3>\(words(AlertWord.lastDays, count: points.count))</h3>
            \(drawing)\(legend)
            <details class="table" id="days-of-alert"><summary id="summary-of-days">\(words(AlertWord.table))</summary>
            <div class="scroll" id="scroller-of-days" tabindex="0" role="region" aria-labelledby="summary-of-days"><table>
            <thead><tr><th scope="col">\(words(AlertWord.day))</th><th scope="col">\(words(AlertWord.value))</th></tr></thead>
            <tbody>\(rows)</tbody></table></div></details>
            """
    }

    // MARK: In words

    private var alternative: String {
        let card = page.card
        let chart = Chart(name: card.name(words), points: points, baseline: card.baseline, baselineText: card.baselineText, words: words)
        var sentences = [chart.alternative]
        if let band = page.band { sentences.append(words(AlertWord.drawingBand, ["low": band.lowText, "high": band.highText])) }
        if let episode = page.episode {
            sentences.append(
                words(AlertWord.drawingEpisode, ["from": points[episode.lowerBound].dateText, "to": points[episode.upperBound].dateText]))
        }
        return sentences.joined(separator: " ")
    }

    private var legend: HTML {
        let card = page.card
        let usual: HTML? = card.baseline.map { _ in
            "<li>\(key("usual", "M0 8H32"))\(words(AlertWord.usual, ["value": card.baselineText]))</li>"
        }
        let band: HTML? = page.band.map { band in
            "<li>\(key("band", dots(0, 0, 32, 16)))\(words(AlertWord.band, ["low": band.lowText, "high": band.highText]))</li>"
        }
        let episode: HTML? = page.episode.map { _ in "<li>\(key("hatching", hatches(0, 32, 16)))\(words(AlertWord.episode))</li>" }
        return "<ul class=\"legends\">\(usual)\(band)\(episode)</ul>"
    }

    private func key(_ name: String, _ path: String) -> HTML {
        "<svg class=\"key\" viewBox=\"0 0 32 16\" aria-hidden=\"true\"><path class=\"\(name)\" d=\"\(path)\"/></svg>"
    }

    /// The latest day first, as people look for it.
    private var rows: [HTML] {
        points.enumerated().reversed().filter { $0.element.value != nil }.map { index, point in
            let mark = page.episode?.contains(index) == true
            return """
                <tr\(mark ? " class=\"in-episode\"" : nil)><th scope="row">\(point.dateText)</th><td>\(point.valueText)\
                \(mark ? " · \(words(AlertWord.episode))" : nil)</td></tr>
                """
        }
    }

    // MARK: In lines

    private var scale: (low: Double, high: Double) {
        let values = points.measured.map(\.value) + [page.card.baseline, page.band?.low, page.band?.high].compactMap(\.self).filter(\.isFinite)
        return (values.min() ?? 0, values.max() ?? 0)
    }

    private func x(_ index: Int) -> Int { place(points.count > 1 ? Double(index) / Double(points.count - 1) : 0.5, of: Self.width) }

    private func y(_ value: Double) -> Int {
        let (low, high) = scale
        return place(high > low ? (high / 2 - value / 2) / (high / 2 - low / 2) : 0.5, of: Self.height)
    }

    private func place(_ share: Double, of length: Int) -> Int {
        Int((Self.margin + min(max(share, 0), 1) * (Double(length) - 2 * Self.margin)).rounded())
    }

    private var measured: [(index: Int, value: Double)] {
        points.enumerated().compactMap { index, point in
            guard let value = point.value, value.isFinite else { return nil }
            return (index, value)
        }
    }

    private var line: String {
        var text = ""
        var previous: Int?
        for (index, value) in measured {
            text += "\(previous == index - 1 ? "L" : "M")\(x(index)) \(y(value))"
            previous = index
        }
        return text
    }

    private var dots: String { measured.map { "M\(x($0.index)) \(y($0.value))h0" }.joined() }

    /// The days of the episode have rings, so that they stand out without a colour: a dot, and a smaller one that leaves a gap.
    private var rings: HTML? {
        page.episode.map { episode in
            let places = measured.filter { episode.contains($0.index) }.map { "M\(x($0.index)) \(y($0.value))h0" }.joined()
            return "<path class=\"rings\" d=\"\(places)\"/><path class=\"gaps\" d=\"\(places)\"/>"
        }
    }

    /// The highest day stands above the drawing and the lowest below it, in place of a scale.
    private func text(_ day: MeasuredDay?) -> String { day?.valueText ?? "" }

    private var usual: HTML? {
        page.card.baseline.map { "<path class=\"usual\" d=\"M0 \(y($0))H\(Self.width)\"/>" }
    }

    private var band: HTML? {
        page.band.map { band in
            let (top, bottom) = (y(band.high), y(band.low))
            return "<path class=\"band\" d=\"\(dots(0, top, Self.width, max(bottom, top + 1)))\"/>"
        }
    }

    private var hatching: HTML? {
        page.episode.map { episode in
            let (left, right) = (x(episode.lowerBound) - 6, x(episode.upperBound) + 6)
            return "<path class=\"hatching\" d=\"\(hatches(left, right, Self.height))\"/>"
        }
    }

    /// Dots on a grid, from edge to edge.
    private func dots(_ left: Int, _ top: Int, _ right: Int, _ bottom: Int) -> String {
        stride(from: top, through: bottom, by: Self.step).map { row in "M\(left) \(row)H\(right)" }.joined()
    }

    /// Slanted lines between two verticals, from above to below.
    private func hatches(_ left: Int, _ right: Int, _ height: Int) -> String {
        let width = right - left
        guard width > 0 else { return "M\(left) 0V\(height)" }
        let lines = stride(from: Self.step, to: height + width, by: Self.step * 2).map { offset -> String in
            let start = (x: left + max(0, offset - height), y: min(offset, height))
            let end = (x: left + min(width, offset), y: max(0, offset - width))
            return "M\(start.x) \(start.y)L\(end.x) \(end.y)"
        }
        return "M\(left) 0V\(height)M\(right) 0V\(height)" + lines.joined()
    }
}
