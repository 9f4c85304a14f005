import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime

/// What would become of a delivery, were it ordered; also what `belfry send --dry-run` prints.
public struct RehearsedBody: Encodable {
    let recipient: UserID
    let member: UserID
    let channel: String
    /// Of its route, from 1; nil where that has but one.
    let step: Int?
    let dueAt: Instant
    let action: Action
    let reason: Reason?
    let heldUntil: Instant?
    /// Why it would be given up.
    let error: String?
    let sentence: String
    let whatWouldChange: String?
    /// How many of each kind.
    let addresses: [String: Int]
    let pause: PauseBody?

    /// What a worker would do with it.
    enum Action: String, Encodable {
        case send, skip, fail
        case hold = "defer"
    }

    enum CodingKeys: String, CodingKey {
        case channel, step, action, reason, error, sentence, addresses, pause
        case recipient = "recipient_user_id"
        case member = "member_user_id"
        case dueAt = "due_at"
        case heldUntil = "held_until"
        case whatWouldChange = "what_would_change"
    }

    public init(_ rehearsed: RehearsedDelivery) {
        let delivery = rehearsed.delivery
        recipient = delivery.recipient
        member = delivery.member
        channel = delivery.channelName
        step = delivery.route.map { $0.step + 1 }
        dueAt = rehearsed.dueAt
        action =
            switch rehearsed.judgement {
            case .undeliverable: .fail
            case .decided(.defer): .hold
            case .decided(.skip): .skip
            case .decided(.send), .decided(.merge): .send
            }
        reason = rehearsed.reason
        heldUntil = rehearsed.heldUntil
        error = rehearsed.error
        sentence = rehearsed.explanation.sentence
        whatWouldChange = rehearsed.explanation.whatWouldChange
        addresses = Dictionary(uniqueKeysWithValues: rehearsed.addressCounts.map { ($0.key.rawValue, $0.value) })
        pause = rehearsed.pause.map(PauseBody.init)
    }
}
