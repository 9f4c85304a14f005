import BelfryTime
import Foundation

/// Moments as text, as every row of the queue and every decision has several, beside Foundation's ISO 8601.
enum Moments {
    static var contenders: [Contender] {
        let moments = (0..<10_000).map { World.morning + .milliseconds($0 * 7_919_123) }
        let dates = moments.map { Date(timeIntervalSince1970: Double($0.millisecondsSinceEpoch) / 1000) }
        let texts = moments.map(\.fixedWidthText)
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        let writing = "Foundation: written by ISO8601FormatStyle"
        let reading = "Foundation: read by ISO8601FormatStyle"
        return [
            contender("Instant written", moments, beside: writing) { $0.fixedWidthText.utf8.count },
            contender(writing, dates) { style.format($0).utf8.count },
            contender("Instant read", texts, beside: reading) { Int(Instant($0)?.millisecondsSinceEpoch ?? 0) },
            contender(reading, texts) { Int((try? style.parse($0))?.timeIntervalSince1970 ?? 0) },
        ]
    }

    private static func contender<Moment>(
        _ name: String, _ moments: [Moment], beside: String? = nil, work: @escaping (Moment) -> Int
    ) -> Contender {
        Contender(name: name, unit: .perSecond("moments"), operationCount: moments.count * 5, beside: beside) {
            for _ in 0..<5 {
                for moment in moments { keep(work(moment)) }
            }
        }
    }
}
