import BelfryDashboard
import BelfryDelivery
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import Foundation

/// Words rows of the queue for whoever looks at them.
struct DeliveryRows {
    let services: Services
    let visitor: PageVisitor
    /// Nil where the page tells of one delivery, or of one alert.
    var senders: ShownSenders?

    /// - Parameter reader: see ``Explainer/explain(_:to:isRehearsed:by:in:)``.
    func row(_ overview: DeliveryOverview, to reader: UserID? = nil) -> DeliveryRow {
        let delivery = overview.delivery
        let explanation = services.explainer.explain(overview, to: reader, by: visitor.zone, in: visitor.language)
        let stored = StoredInputs(explanation)
        let clock = clock(of: stored)
        // From the fourth on some may be uncounted.
        let attempts = ["n": "\(delivery.attemptCount)\(delivery.attemptCount < Delivery.attemptCountMax - 1 ? "" : "+")"]
        return DeliveryRow(
            id: delivery.id.text, sender: senders?.mark(of: delivery.app), recipientName: overview.recipientName ?? delivery.recipient.text,
            memberName: overview.memberName ?? delivery.member.text,
            channelText: delivery.channel.map { Phrases.name(of: $0, in: visitor.language) } ?? delivery.channelName,
            kind: Phrases.name(ofKind: delivery.payload.category, in: visitor.language), statusText: statusText(overview, clock),
            status: Delivery.Status(rawValue: overview.status),
            reasonSentence: explanation.sentence, decidedText: overview.decidedAt.map(clock),
            attemptsText: visitor.words(AlertWord.attempts, attempts), errorText: overview.isCalledOff ? nil : overview.lastError,
            inputs: inputs(stored, isReplayedAlike: explanation.isReplayedAlike, clock))
    }

    /// How a moment is said: by the visitor's clock, which is named where the recipient's shows another time. What was decided by that one
    /// stands beside it.
    private func clock(of stored: StoredInputs) -> (Instant) -> String {
        guard let name = stored.timezone, let zone = services.zones.rules(named: name), !zone.hasSameRules(as: visitor.zone)
        else { return { visitor.text(of: $0) } }
        return { "\(visitor.text(of: $0)) (\(visitor.zone.name))" }
    }

    private func statusText(_ overview: DeliveryOverview, _ clock: @escaping (Instant) -> String) -> String {
        let words = visitor.words
        func at(_ moment: Instant) -> [String: String] { ["at": clock(moment)] }
        switch Delivery.Status(rawValue: overview.status) {
        case .pending where overview.delivery.heldSince != nil && overview.nextAttemptAt != nil:
            return overview.nextAttemptAt.map { words(DeliveryWord.heldUntil, at($0)) } ?? words(DeliveryWord.heldUntilQuietHoursEnd)
        case .pending:
            let word = overview.delivery.attemptCount == 0 ? DeliveryWord.waitingUntil : .againAt
            return overview.nextAttemptAt.map { words(word, at($0)) } ?? words(DeliveryWord.waiting)
        case .sending: return words(DeliveryWord.sending)
        case .sent:
            guard let sentAt = overview.sentAt else { return words(DeliveryWord.sent) }
            return words(overview.retractedAt == nil ? DeliveryWord.sentOn : .sentAndWithdrawn, at(sentAt))
        case .skipped: return words(DeliveryWord.notSent)
        case .failed: return words(DeliveryWord.givenUp)
        case .cancelled: return overview.isCalledOff ? words(TimelineWord.calledOff) : words(DeliveryWord.cancelled)
        case .shadow: return words(DeliveryWord.shadow)
        case nil: return overview.status
        }
    }

    /// The stored inputs as pairs of names and values in the visitor's words, in the order of their codes, and the proof that they lead to the verdict.
    private func inputs(_ stored: StoredInputs, isReplayedAlike: Bool?, _ clock: (Instant) -> String) -> [DeliveryRow.Input] {
        let inputs = stored.lines(in: visitor.language, clock: clock).map { DeliveryRow.Input(name: $0.name, value: $0.value) }
        guard !inputs.isEmpty else { return [] }
        let proof = isReplayedAlike.map {
            DeliveryRow.Input(name: visitor.words(InputWord.replayed), value: visitor.words($0 ? InputWord.sameVerdict : .otherVerdict))
        }
        return inputs + [proof].compactMap { $0 }
    }
}

extension DeliveryOverview {
    /// By an app or an operator, and not because corrected data show that it never was.
    var isCalledOff: Bool { status == Delivery.Status.cancelled.rawValue && lastError == Delivery.calledOff }
}
