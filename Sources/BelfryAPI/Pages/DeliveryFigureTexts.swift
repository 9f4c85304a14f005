import BelfryDashboard
import BelfryDelivery
import BelfryModel
import BelfryPhrases

/// Words the figures of deliveries for a page.
struct DeliveryFigureTexts {
    let words: PageWords

    func table(_ analytics: DeliveryAnalytics) -> DeliveryTable {
        let heads: [OperatorWord] = [.channel, .sent, .heldCount, .skippedCount, .mergedCount, .retriedCount, .failedCount, .errorRate]
        let lines = analytics.rows.map { row in
            [row.names.first.flatMap { DeliveryChannel(rawValue: $0) }.map { Phrases.name(of: $0, in: words.language) } ?? row.names.first ?? ""]
                + cells(row.figures)
        }
        return DeliveryTable(
            daysText: words(OperatorWord.daysShown, count: DeliveryAnalytics.standardDayCount), heads: heads.map { words($0) },
            lines: lines.isEmpty ? [] : lines + [[words(OperatorWord.total)] + cells(analytics.total)], csvPath: "/deliveries/figures.csv")
    }

    private func cells(_ figures: DeliveryFigures) -> [String] {
        let events: [DeliveryEvent] = [.sent, .held, .skipped, .merged, .retried, .failed]
        return events.map { text(figures.count($0)) } + [rate(figures.errorRate)]
    }

    func quietHours(_ figures: DeliveryFigures) -> [DeliveriesPage.Count] {
        let quiet = figures.quietHours
        return [
            count(quiet.heldCount, .quietHeld), count(quiet.skippedCount, .quietSkipped), count(quiet.skippedNotCriticalCount, .quietSkippedNotCritical),
            count(quiet.criticalPassedCount, .quietCritical), count(quiet.allPassedCount, .quietAll),
        ]
    }

    func engagement(_ figures: DeliveryFigures) -> [DeliveriesPage.Count] {
        [
            count(figures.inboxCount, .delivered), count(figures.count(.read), .opened), count(figures.unreadCount, .notOpened),
            DeliveriesPage.Count(number: rate(figures.readRate), text: words(OperatorWord.openRate)),
        ]
    }

    func name(of status: Delivery.Status) -> String {
        let word: DeliveryWord =
            switch status {
            case .pending: .waiting
            case .sending: .sending
            case .sent: .sent
            case .skipped: .notSent
            case .failed: .givenUp
            case .cancelled: .cancelled
            case .shadow: .shadow
            }
        return words(word)
    }

    private func count(_ number: Int, _ word: OperatorWord) -> DeliveriesPage.Count {
        DeliveriesPage.Count(number: text(number), text: words(word))
    }

    private func text(_ number: Int) -> String { Phrases.text(of: number, in: words.language) }

    private func rate(_ rate: Double?) -> String { rate.map { "\(Int(($0 * 100).rounded()))\u{A0}%" } ?? "–" }
}

extension Phrases {
    /// A wait, in the unit that suits it: `0.4 s`, `12 s`, `3 min`, `2 h`.
    static func text(of wait: Duration) -> String {
        let seconds = Double(wait.components.seconds) + Double(wait.components.attoseconds) / 1e18
        switch seconds {
        case ..<10: return "\((seconds * 10).rounded() / 10)\u{A0}s"
        case ..<120: return "\(Int(seconds.rounded()))\u{A0}s"
        case ..<7200: return "\(Int((seconds / 60).rounded()))\u{A0}min"
        default: return "\(Int((seconds / 3600).rounded()))\u{A0}h"
        }
    }
}
