import BelfryModel
import BelfryPorts
import BelfryTime

/// What a stream has told of an inbox, and what of it is news.
///
/// It remembers how the messages in sight stood, and the latest ones that went out of sight, so it stays small however long the stream runs. Of what
/// changes several times between two looks, the last state is told: a client that is slow misses nothing, and nothing waits for it.
struct InboxWatch {
    /// What is told of a message: the name of the event.
    enum News: String {
        /// It is new, or was put off until now; or is there, where the client was connected before.
        case message
        /// It was read, marked as unread, acted on, or taken back: out of the archive, or before the moment until which it was put off.
        case changed
        /// It holds no more: the data were corrected, a later one has its place, or it was taken back.
        case retracted
        case reinstated
    }

    /// What a look has found.
    struct Found {
        /// The oldest first.
        var news: [(News, InboxMessage)] = []
        /// What lies in the inbox no more: it was put away or off, or erased.
        var removed: [DeliveryID] = []
    }

    /// How much older than the last look a new message may be: it bears the moment at which its worker looked at the clock.
    private static let newMessageAgeMax = Duration.seconds(60)

    /// How a message stood when it was last in sight.
    private struct Mark: Equatable {
        /// When it came, or came back.
        let placedAt: Instant
        let readAt: Instant?
        let isRetracted: Bool
        let takenCount: Int
        var isRemoved = false

        init(_ message: InboxMessage) {
            placedAt = message.place.moment
            readAt = message.readAt
            isRetracted = message.retractedAt != nil
            takenCount = message.actionsTaken.count
        }
    }

    /// So many of the newest are in sight.
    private let countMax: Int
    private var marks: [DeliveryID: Mark] = [:]
    /// The oldest in sight, where older ones may lie behind it.
    private var oldest: InboxPlace?
    private var lookedAt: Instant
    private var isCatchingUp: Bool

    var rememberedCount: Int { marks.count }

    /// - Parameter messages: what is known already, the newest first; nil where the client knows who knows what, and all that is there is told.
    init(knowing messages: [InboxMessage]?, countMax: Int, now: Instant) {
        self.countMax = countMax
        lookedAt = now
        isCatchingUp = messages == nil
        if let messages { remember(messages) }
    }

    /// - Parameter messages: all of the inbox, or the newest, the newest first.
    mutating func look(at messages: [InboxMessage], now: Instant) -> Found {
        var found = Found()
        let newSince = lookedAt - Self.newMessageAgeMax
        for message in messages.reversed() {
            if let news = news(of: message, since: newSince) { found.news.append((news, message)) }
        }
        let inSight = Set(messages.map(\.id))
        let oldestNow = messages.count < countMax ? nil : messages.last?.place
        for (id, mark) in marks where !inSight.contains(id) {
            let place = InboxPlace(moment: mark.placedAt, id: id)
            // Behind what is in sight it may lie as before.
            if !mark.isRemoved, oldestNow.map({ !Self.isBehind(place, $0) }) ?? true {
                found.removed.append(id)
                marks[id]?.isRemoved = true
            }
            // What comes again and is older is no new message anyway.
            if mark.placedAt < newSince { marks[id] = nil }
        }
        found.removed.sort()
        remember(messages)
        if marks.count > 4 * countMax { marks = marks.filter { inSight.contains($0.key) } }
        (lookedAt, isCatchingUp) = (now, false)
        return found
    }

    private mutating func remember(_ messages: [InboxMessage]) {
        for message in messages { marks[message.id] = Mark(message) }
        oldest = messages.count < countMax ? nil : messages.last?.place
    }

    /// Nil where nothing of it is new.
    private func news(of message: InboxMessage, since newSince: Instant) -> News? {
        let mark = Mark(message)
        // What was put off comes back as if it had just come.
        if let known = marks[message.id], !known.isRemoved || known.placedAt >= mark.placedAt {
            guard known != mark else { return nil }
            guard known.isRetracted != mark.isRetracted else { return .changed }
            return mark.isRetracted ? .retracted : .reinstated
        }
        if isCatchingUp || mark.placedAt >= newSince { return .message }
        // Where another was put away, an older one comes into sight. What would have been in sight before was in the archive.
        return oldest.map { Self.isBehind(message.place, $0) } ?? false ? nil : .changed
    }

    private static func isBehind(_ place: InboxPlace, _ other: InboxPlace) -> Bool {
        (place.moment, place.id) < (other.moment, other.id)
    }
}
