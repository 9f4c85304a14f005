import BelfryPhrases

/// One day of a chart.
public struct ChartPoint: Hashable, Sendable {
    public let dateText: String
    /// Nil where no value came for that day: the line has a gap there.
    public let value: Double?
    /// The value as a person says it: "6 h 52 min".
    public let valueText: String

    public init(dateText: String, value: Double?, valueText: String) {
        self.dateText = dateText
        self.value = value
        self.valueText = valueText
    }
}

/// The days of a metric as a line, the person's usual as a dashed one, and the distance between them as a light area.
struct Chart {
    let name: String
    let points: [ChartPoint]
    let baseline: Double?
    let baselineText: String
    let words: PageWords
    /// What the drawing spans from below to above; nil fits it to the values.
    var range: ClosedRange<Double>?

    /// Nil where there is nothing to draw.
    var html: HTML? {
        guard let scale, let first = points.first, let last = points.last else { return nil }
        let baselineY = baseline.map(scale.y)
        let runs = runs(scale)
        let line = runs.map { "M" + $0.joined(separator: "L") }.joined()
        let dots = runs.joined().map { "M\($0)h0" }.joined()
        let area = baselineY.map { y in
            runs.map { run in "M" + run.joined(separator: "L") + "V\(y)H\(abscissa(of: run))Z" }.joined()
        }
        return """
            <figure class="chart"><svg role="img" viewBox="0 0 \(ChartScale.width) \(ChartScale.height)" preserveAspectRatio="none" aria-label="\(alternative)">\
            \(area.map { "<path class=\"distance\" d=\"\($0)\"/>" })\
            \(baselineY.map { "<path class=\"usual\" d=\"M0 \($0)H\(ChartScale.width)\"/>" })\
            <path class="days" d="\(line)"/><path class="dots" d="\(dots)"/></svg>
            <figcaption><span>\(first.dateText)</span>\
            \(baseline.map { _ in "<span class=\"legend\">\(words(AlertWord.usual, ["value": baselineText]))</span>" })\
            <span>\(last.dateText)</span></figcaption></figure>
            """
    }

    /// What the drawing shows, for those who don't see it.
    var alternative: String {
        let days = points.measured
        guard let first = days.first, let last = days.last, let low = days.min(by: { $0.value < $1.value }),
            let high = days.max(by: { $0.value < $1.value })
        else { return name }
        func text(_ day: MeasuredDay) -> String { words(AlertWord.drawingDay, ["value": day.valueText, "day": day.dateText]) }
        let usual = baseline == nil ? "" : " " + words(AlertWord.drawingUsual, ["value": baselineText])
        guard days.count > 1 else {
            var sentence = name + words.colon + text(first)
            sentence.append(rest: ".")
            return sentence + usual
        }
        return words(
            AlertWord.drawingDays, ["name": name, "n": String(days.count), "low": text(low), "high": text(high), "last": text(last)]) + usual
    }

    /// Nil where no day has a value.
    private var scale: ChartScale? {
        let values = points.measured.map(\.value) + [baseline].compactMap(\.self)
        guard !points.measured.isEmpty, let low = values.min(), let high = values.max() else { return nil }
        return ChartScale(low: min(low, range?.lowerBound ?? low), high: max(high, range?.upperBound ?? high), stepCount: points.count - 1)
    }

    /// Neighbouring days with a value, as `x y` in the drawing; a day without one begins a new run.
    private func runs(_ scale: ChartScale) -> [[String]] {
        points.enumerated().split { !($0.element.value?.isFinite ?? false) }.map { run in
            run.map { index, point in "\(scale.x(index)) \(scale.y(point.value ?? 0))" }
        }
    }

    private func abscissa(of run: [String]) -> Substring {
        run.first?.split(separator: " ").first ?? "0"
    }
}

typealias MeasuredDay = (dateText: String, value: Double, valueText: String)

extension [ChartPoint] {
    /// The days that have a value which can be drawn.
    var measured: [MeasuredDay] {
        compactMap { point in
            guard let value = point.value, value.isFinite else { return nil }
            return (point.dateText, value, point.valueText)
        }
    }
}

/// Where a day and a value are in the drawing. Values need not begin at zero: the dashed line is what they are measured by.
struct ChartScale {
    /// A grid so fine that whole numbers are exact enough.
    static let width = 960
    static let height = 264
    static let margin = 20.0

    let low: Double
    let high: Double
    let stepCount: Int

    func x(_ index: Int) -> Int {
        place(stepCount > 0 ? Double(index) / Double(stepCount) : 0.5, of: ChartScale.width)
    }

    func y(_ value: Double) -> Int {
        // Halved, so that not even the greatest numbers overflow.
        place(high > low ? (high / 2 - value / 2) / (high / 2 - low / 2) : 0.5, of: ChartScale.height)
    }

    private func place(_ share: Double, of length: Int) -> Int {
        Int((ChartScale.margin + share * (Double(length) - 2 * ChartScale.margin)).rounded())
    }
}
