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

    func row(_ overview: DeliveryOverview) -> DeliveryRow {
        let delivery = overview.delivery
        let explanation = services.explainer.explain(overview, in: visitor.language)
        // From the fourth on some may be uncounted.
        let attempts = ["n": "\(delivery.attemptCount)\(delivery.attemptCount < Delivery.attemptCountMax - 1 ? "" : "+")"]
        return DeliveryRow(
            id: delivery.id.text, recipientName: overview.recipientName ?? delivery.recipient.text,
            memberName: overview.memberName ?? delivery.member.text,
            channelText: delivery.channel.map { Phrases.name(of: $0, in: visitor.language) } ?? delivery.channelName,
            kind: delivery.payload.category, statusText: statusText(overview), status: Delivery.Status(rawValue: overview.status),
            reasonSentence: explanation.sentence, decidedText: overview.decidedAt.map(visitor.text(of:)),
            attemptsText: visitor.words(AlertWord.attempts, attempts), errorText: overview.lastError, inputs: inputs(explanation))
    }

    private func statusText(_ overview: DeliveryOverview) -> String {
        let words = visitor.words
        func at(_ moment: Instant) -> [String: String] { ["at": visitor.text(of: moment)] }
        switch Delivery.Status(rawValue: overview.status) {
        case .pending where overview.delivery.heldSince != nil && overview.nextAttemptAt != nil:
            return overview.nextAttemptAt.map { words(DeliveryWord.heldUntil, at($0)) } ?? words(DeliveryWord.heldUntilQuietHoursEnd)
        case .pending: return overview.nextAttemptAt.map { words(DeliveryWord.againAt, at($0)) } ?? words(DeliveryWord.waiting)
        case .sending: return words(DeliveryWord.sending)
        case .sent:
            guard let sentAt = overview.sentAt else { return words(DeliveryWord.sent) }
            return words(overview.retractedAt == nil ? DeliveryWord.sentOn : .sentAndWithdrawn, at(sentAt))
        case .skipped: return words(DeliveryWord.notSent)
        case .failed: return words(DeliveryWord.givenUp)
        case .cancelled: return words(DeliveryWord.cancelled)
        case .shadow: return words(DeliveryWord.shadow)
        case nil: return overview.status
        }
    }

    /// The stored inputs as pairs of names and values in the visitor's words, in the order of their codes, and the proof that they lead to the verdict.
    private func inputs(_ explanation: Explanation) -> [DeliveryRow.Input] {
        guard let text = explanation.inputs,
            let object = try? JSONDecoder().decode([String: InputValue].self, from: Data(text.utf8))
        else { return [] }
        let inputs = object.sorted { $0.key < $1.key }.map { input($0.key, $0.value) }
        let proof = explanation.isReplayedAlike.map {
            DeliveryRow.Input(name: visitor.words(InputWord.replayed), value: visitor.words($0 ? InputWord.sameVerdict : .otherVerdict))
        }
        return inputs + [proof].compactMap { $0 }
    }

    private func input(_ name: String, _ value: InputValue) -> DeliveryRow.Input {
        let text: String =
            switch value {
            case .flag(let isSo): visitor.words(isSo ? InputWord.yes : .no)
            case .text(let text):
                Instant(text).map(visitor.text(of:)) ?? CivilDate(text).map { Phrases.text(of: $0, in: visitor.language) }
                    ?? Phrases.text(ofInput: name, value: text, in: visitor.language)
            }
        return DeliveryRow.Input(name: Phrases.name(ofInput: name, in: visitor.language), value: text)
    }

    /// Whatever stands in the inputs.
    private enum InputValue: Decodable {
        case flag(Bool)
        case text(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let flag = try? container.decode(Bool.self) {
                self = .flag(flag)
            } else if let list = try? container.decode([String].self) {
                self = .text(list.joined(separator: ", "))
            } else {
                self = .text(container.decodeNil() ? "–" : try container.decode(String.self))
            }
        }
    }
}
