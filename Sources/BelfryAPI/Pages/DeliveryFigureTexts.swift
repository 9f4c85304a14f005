import BelfryDashboard
import BelfryDelivery
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime

/// Words the figures of deliveries for a page.
struct DeliveryFigureTexts {
    let words: PageWords

    /// So many that wait are counted; where there are more, that is what is said. `/metrics` counts them all.
    static let backlogCountMax = 10_000
    /// The queue is late when its oldest due delivery has waited so long.
    static let lateAfter = Duration.seconds(60)

    /// - Parameters:
    ///   - backlog: counted to one more than ``backlogCountMax`` at least.
    ///   - pauses: those that stand.
    func line(_ backlog: Backlog, _ pauses: [QueuePause] = [], now: Instant) -> BacklogLine {
        let isLate = backlog.oldestDueAt.map { now - $0 > Self.lateAfter } ?? false
        func counted(_ count: Int, _ word: DeliveryWord, more: DeliveryWord) -> String {
            words(count > Self.backlogCountMax ? more : word, ["n": text(min(count, Self.backlogCountMax))])
        }
        var parts = [backlog.pendingCount == 0 ? words(DeliveryWord.nothingWaits) : counted(backlog.pendingCount, .waitingCount, more: .waitingMore)]
        if backlog.sendingCount > 0 { parts.append(counted(backlog.sendingCount, .sendingCount, more: .sendingMore)) }
        let paused = pauses.map { $0.app?.text ?? words(OperatorWord.everything) }.joined(separator: words.comma)
        let sentences: [String?] = [
            parts.joined(separator: words.comma) + ".", isLate ? words(DeliveryWord.queueLate) : nil,
            pauses.isEmpty ? nil : words(OperatorWord.pausedApps, ["apps": paused]),
        ]
        return BacklogLine(sentence: sentences.compactMap { $0 }.joined(separator: " "), isLate: isLate)
    }

    func table(_ analytics: DeliveryAnalytics) -> DeliveryTable {
        let heads: [OperatorWord] = [.channel, .sent, .heldCount, .skippedCount, .mergedCount, .retriedCount, .failedCount, .errorRate]
        let lines = analytics.rows.map { row in
            [row.names.first.flatMap { DeliveryChannel(rawValue: $0) }.map { Phrases.name(of: $0, in: words.language) } ?? row.names.first ?? ""]
                + cells(row.figures)
        }
        return DeliveryTable(
            daysText: words(OperatorWord.daysShown, count: DeliveryAnalytics.standardDayCount),
            figures: FigureTable(
                heads: heads.map { words($0) }, lines: lines.isEmpty ? [] : lines + [[words(OperatorWord.total)] + cells(analytics.total)]),
            csvPath: "/deliveries/figures.csv")
    }

    private func cells(_ figures: DeliveryFigures) -> [String] {
        let events: [DeliveryEvent] = [.sent, .held, .skipped, .merged, .retried, .failed]
        return events.map { text(figures.count($0)) } + [rate(figures.errorRate)]
    }

    /// What they did, a line for each level: how much was sent in them, held until they ended, and left out.
    func quietHours(_ quiet: QuietHoursFigures) -> FigureTable {
        let heads = [words(OperatorWord.quietLevel)] + [OperatorWord.sent, .heldCount, .skippedCount].map { words($0) }
        func line(_ word: SettingsWord, _ sent: Int, _ held: Int, _ skipped: Int) -> [String] { [words(word), text(sent), text(held), text(skipped)] }
        return FigureTable(
            heads: heads,
            lines: [
                line(.levelNone, 0, quiet.heldCount - quiet.heldNotCriticalCount, quiet.skippedCount),
                line(.levelCritical, quiet.criticalPassedCount, quiet.heldNotCriticalCount, quiet.skippedNotCriticalCount),
                line(.levelAll, quiet.allPassedCount, 0, 0),
            ])
    }

    /// Whoever acts on something has opened it; what is ignored was neither, though there was a day for it.
    ///
    /// - Parameter settledCount: what inboxes took until a day ago.
    func engagement(_ figures: DeliveryFigures, settledCount: Int) -> [DeliveriesPage.Count] {
        let ignored = figures.ignoredCount(of: settledCount).map { count($0, .ignored, Double($0) / Double(settledCount)) }
        return [
            count(figures.inboxCount, .delivered), count(figures.count(.read), .opened, figures.readRate),
            count(figures.count(.acted), .acted, figures.actionRate),
            ignored ?? DeliveriesPage.Count(number: "–", text: words(OperatorWord.ignoredLater)),
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

    private func count(_ number: Int, _ word: OperatorWord, _ share: Double? = nil) -> DeliveriesPage.Count {
        DeliveriesPage.Count(number: text(number), text: words(word), share: share.map { rate($0) })
    }

    private func text(_ number: Int) -> String { Phrases.text(of: number, in: words.language) }

    private func rate(_ rate: Double?) -> String {
        rate.map { Phrases.text(ofPercent: Int(($0 * 100).rounded()), in: words.language) } ?? "–"
    }
}
