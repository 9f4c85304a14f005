import BelfryModel
import BelfryPorts
import BelfryTime

/// What is to be another of deliveries that wait, as somebody says it: the same names and limits as of ``NotificationOrder``. Null takes away what may be
/// left out.
public struct ChangeOrder: Decodable, Sendable {
    private let change: DeliveryChange
    /// Whether they are due as soon as it is carried out.
    private let isForNow: Bool

    private typealias Key = NotificationOrder.CodingKeys

    /// In the place of a moment.
    public static let now = "now"

    public static let memberNames = [Key.deliverAfter, .expiresAt, .priority, .title, .body, .texts, .link, .image].map(\.rawValue)

    /// - Throws: `DecodingError` or ``Problem`` that names the field; `Problem.missingField` where nothing is to be another.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func isTakenAway(_ key: Key) throws -> Bool { container.contains(key) ? try container.decodeNil(forKey: key) : false }
        var change = DeliveryChange()
        isForNow = (try? container.decode(String.self, forKey: .deliverAfter)) == Self.now
        if !isForNow { change.deliverAfter = try container.decodeIfPresent(Instant.self, forKey: .deliverAfter) }
        if let expiresAt = try container.decodeIfPresent(Instant.self, forKey: .expiresAt) { change.expiresAt = expiresAt }
        change.priority = try container.choice(DeliveryPriority.self, for: .priority)
        if let title = try NotificationOrder.text(.title, lengthMax: NotificationOrder.titleLengthMax, in: container) { change.title = title }
        if let body = try NotificationOrder.text(.body, lengthMax: NotificationOrder.bodyLengthMax, in: container) { change.body = body }
        if let texts = try container.decodeIfPresent(OrderTexts.self, forKey: .texts) { change.texts = .some(texts.texts) }
        if let link = try container.decodeIfPresent(NotificationLink.self, forKey: .link) { change.link = link }
        if let image = try container.decodeIfPresent(NotificationImage.self, forKey: .image) { change.image = image }
        if try isTakenAway(.expiresAt) { change.expiresAt = .some(nil) }
        if try isTakenAway(.title) { change.title = .some(nil) }
        if try isTakenAway(.body) { change.body = .some(nil) }
        if try isTakenAway(.texts) { change.texts = .some(nil) }
        if try isTakenAway(.link) { change.link = .some(nil) }
        if try isTakenAway(.image) { change.image = .some(nil) }
        guard isForNow || !change.isEmpty else { throw Problem.missingField(Key.deliverAfter.rawValue) }
        self.change = change
    }

    /// What it comes to at a moment.
    ///
    /// - Parameter imageOrigins: from where pictures are shown.
    /// - Throws: `Problem.wrongType` where they would have expired by then, or before they are due, or its picture wouldn't be shown.
    public func change(imageOrigins: ImageOrigins, now: Instant) throws(Problem) -> DeliveryChange {
        var change = change
        try imageOrigins.check(change.image ?? nil)
        if isForNow { change.deliverAfter = now }
        if let expiresAt = change.expiresAt ?? nil {
            try NotificationOrder.checkAhead(expiresAt, now: now)
            try NotificationOrder.checkExpiry(expiresAt, after: change.deliverAfter)
        }
        return change
    }
}

extension DeliveryControl {
    /// Leaves of a selection what waits under a collapse key: of one person, by whose name it is found.
    public func narrow(_ selection: DeliverySelection, toWaitingUnder key: CollapseKey) async throws -> DeliverySelection {
        var waiting = selection
        waiting.status = .pending
        var named = selection
        var ids: [DeliveryID] = []
        // They may have more waiting than are listed at once.
        while true {
            let listed = try await deliveries(waiting)
            ids += listed.filter { $0.delivery.payload.collapseKey == key }.map(\.delivery.id)
            guard listed.count == waiting.countMax, let last = listed.last else { break }
            waiting.before = last.delivery.id
        }
        named.ids = ids
        return named
    }
}
