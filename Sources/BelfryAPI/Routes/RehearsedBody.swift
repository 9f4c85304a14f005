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
    public enum Action: String, Encodable {
        case send, skip, fail
        case hold = "defer"

        init(_ judgement: Verdict.Judgement) {
            switch judgement {
            case .undeliverable: self = .fail
            case .decided(.defer): self = .hold
            case .decided(.skip): self = .skip
            case .decided(.send), .decided(.merge): self = .send
            }
        }
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
        action = Action(rehearsed.judgement)
        reason = rehearsed.reason
        heldUntil = rehearsed.heldUntil
        error = rehearsed.error
        sentence = rehearsed.explanation.sentence
        whatWouldChange = rehearsed.explanation.whatWouldChange
        addresses = Dictionary(uniqueKeysWithValues: rehearsed.addressCounts.map { ($0.key.rawValue, $0.value) })
        pause = rehearsed.pause.map(PauseBody.init)
    }
}

/// What would become of a broadcast, were it taken in; also what `belfry broadcast --dry-run` prints.
public struct RehearsedBroadcastBody: Encodable {
    let isDryRun = true
    let recipients: Int
    /// What the first recipient would read; left out where all would read the same.
    let title: String?
    let body: String?
    let texts: TextsByLanguage?
    /// Of how many, the first of them, ``verdicts`` tells.
    public let looked: Int
    /// Those that the most share come first.
    public let verdicts: [Shared]
    /// What an operator would hold it by.
    let pause: PauseBody?

    /// What a worker would do with some of them, and with how many.
    public struct Shared: Encodable {
        /// Nil where there is but one.
        public let channel: String?
        public let action: RehearsedBody.Action
        public let reason: Reason?
        /// Why they would be given up.
        public let error: String?
        public let recipients: Int

        fileprivate var rank: (Int, String, String, String) { (-recipients, action.rawValue, reason?.rawValue ?? error ?? "", channel ?? "") }
    }

    enum CodingKeys: String, CodingKey {
        case recipients, title, body, texts, verdicts, pause
        case isDryRun = "dry_run"
        case looked = "looked_at"
    }

    /// - Parameter answers: on the preview.
    public init(_ preview: BroadcastPreview, _ answers: [RehearsedDelivery]) {
        struct Fate: Hashable {
            let channel: String?
            let action: RehearsedBody.Action
            let reason: Reason?
            let error: String?
        }
        recipients = preview.recipientCount
        (title, body, texts) = (preview.first?.title, preview.first?.body, preview.first?.texts)
        looked = answers.count
        let alike = Dictionary(grouping: answers) { answer in
            let channel = preview.hasFallback ? answer.delivery.channelName : nil
            return Fate(channel: channel, action: .init(answer.judgement), reason: answer.reason, error: answer.error)
        }
        verdicts = alike.map { fate, answers in
            Shared(channel: fate.channel, action: fate.action, reason: fate.reason, error: fate.error, recipients: answers.count)
        }.sorted { $0.rank < $1.rank }
        pause = answers.lazy.compactMap(\.pause).first.map(PauseBody.init)
    }
}
