import BelfryModel
import BelfryPorts

/// What is asked about the people of a batch.
///
/// Whoever tells many at once mostly has them in order, so that between the first and the last of a batch there are few others: their rows are
/// read in one go, which takes a third of what it takes to look each up. Where many others stand between, those named are looked up.
struct MemberQuestions {
    let wishes: Answer
    let unwanted: Answer
    /// Nil over a channel without addresses.
    let addresses: Answer?
    /// What their app has declared of it; nothing mostly.
    let terms: Answer
    /// Nil where their devices tell nothing of it.
    let told: Answer?
    private let whom: Whom

    /// - Parameter isNear: whether the rows of all from the first to the last are read, as far as these are not too many.
    init(about broadcast: Broadcast, _ recipients: [UserID], isNear: Bool, _ db: Connection) throws {
        whom = isNear ? Whom(near: recipients) : .named(recipients)
        wishes = try Self.askWishes(of: whom, db)
        unwanted = try Self.askUnwanted(broadcast, by: whom, db)
        addresses = try Self.askAddresses(broadcast, of: whom, db)
        terms = try PostgresStore.askCategoryTerms(of: [.init(app: broadcast.app, category: broadcast.payload.category)], db)
        told = try broadcast.payload.notification.map { try Self.askTold($0, recipients, db) }
    }

    /// Whether too many others stand between them: then not all has been read.
    func isCrowded() throws -> Bool {
        guard case .between(_, _, let rowCountMax) = whom else { return false }
        return try [unwanted, addresses].compactMap(\.self).contains { try $0.rows().contains { $0.flag("is_last") } }
            || wishes.rows().map { $0.integer("user_count") ?? 0 }.reduce(0, +) >= rowCountMax
    }
}

/// The broadcasts whose people were found not to stand close together: those of the next batches are looked up by name at once.
struct CrowdedBroadcasts {
    /// By broadcast: the batch that was found so last.
    private var batches: [BroadcastID: Int] = [:]

    /// After so many batches it is tried again.
    private static let batchCount = 16
    private static let broadcastCountMax = 64

    mutating func note(_ broadcast: BroadcastID, _ number: Int) {
        if batches.count >= Self.broadcastCountMax { batches = [:] }
        batches[broadcast] = number
    }

    func mayBeNear(_ broadcast: BroadcastID, _ number: Int) -> Bool {
        batches[broadcast].map { !($0..<$0 + Self.batchCount).contains(number) } ?? true
    }
}

/// Whose rows of a table are looked at.
private enum Whom {
    /// Those from one to another in the order of their names, but no more than so many rows.
    case between(UserID, UserID, rowCountMax: Int)
    case named([UserID])

    /// So many rows for each are read sooner than those that are looked up one by one.
    private static let rowCountMax = (each: 1.5, least: 64)

    init(near recipients: [UserID]) {
        guard let ends = recipients.ends else { self = .named(recipients); return }
        let count = Int(Double(recipients.count) * Self.rowCountMax.each)
        self = .between(ends.first, ends.last, rowCountMax: max(count, Self.rowCountMax.least))
    }

    var parameters: [(any SQLConvertible)?] {
        switch self {
        case .between(let first, let last, let rowCountMax): [first, last, rowCountMax]
        case .named(let names): [names]
        }
    }

    /// Their rows, with the first parameters. The last that is read of too many tells so.
    ///
    /// - Parameter wanted: those of which something is to be known; of others it isn't asked before they are counted.
    func rows(of table: String, _ wanted: String) -> String {
        switch self {
        case .between:
            """
            (SELECT * FROM (SELECT *, row_number() OVER () >= $3 AS is_last FROM (
                SELECT * FROM \(table) WHERE user_id BETWEEN $1 AND $2 ORDER BY user_id LIMIT $3) AS near) AS near WHERE \(wanted) OR is_last)
            """
        case .named: "(SELECT *, false AS is_last FROM \(table) WHERE user_id = ANY($1::text[]) AND \(wanted))"
        }
    }

    /// The next parameter's number.
    var next: Int { parameters.count + 1 }
}

extension MemberQuestions {
    private static let settings = Preferences.Key.allCases.map(\.rawValue).joined(separator: ", ")

    /// Those who want the same stand in one row.
    private static func askWishes(of whom: Whom, _ db: Connection) throws -> Answer {
        let profiles =
            switch whom {
            case .between: "(SELECT * FROM user_profiles WHERE user_id BETWEEN $1 AND $2 ORDER BY user_id LIMIT $3) AS near"
            case .named: "user_profiles WHERE user_id = ANY($1::text[])"
            }
        return try db.send(
            "SELECT \(settings), array_agg(user_id) AS users, count(*) AS user_count FROM \(profiles) GROUP BY \(settings)", whom.parameters)
    }

    private static func askUnwanted(_ broadcast: Broadcast, by whom: Whom, _ db: Connection) throws -> Answer {
        let rows = whom.rows(of: "unwanted_categories", "channel IN ($\(whom.next), '\(CategorySubscription.everyChannel)') AND category = $\(whom.next + 1)")
        return try db.send(
            "SELECT user_id, muted_until, is_last FROM \(rows) AS unwanted", whom.parameters + [broadcast.channelName, broadcast.payload.category])
    }

    private static func askAddresses(_ broadcast: Broadcast, of whom: Whom, _ db: Connection) throws -> Answer? {
        guard let channel = broadcast.channel else { return nil }
        if channel == .push {
            return try db.send(
                "SELECT * FROM \(whom.rows(of: "device_tokens", "is_active")) AS device ORDER BY coalesce(registered_at, updated_at), id", whom.parameters)
        }
        guard ContactPoint.channels.contains(channel) else { return nil }
        let points = whom.rows(of: "contact_points", "channel = $\(whom.next) AND verified_at IS NOT NULL AND silenced_at IS NULL")
        return try db.send("SELECT * FROM \(points) AS point ORDER BY created_at, id", whom.parameters + [channel.rawValue])
    }

    private static func askTold(_ notification: NotificationID, _ recipients: [UserID], _ db: Connection) throws -> Answer {
        try db.send(
            "SELECT * FROM notification_receipts WHERE user_id = ANY($1::text[]) AND id = $2 AND NOT _is_deleted", recipients,
            notification.description)
    }
}
