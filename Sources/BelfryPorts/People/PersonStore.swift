import BelfryModel
import BelfryTime

/// Hands out what is kept of a person, and forgets them whole: every table of ``PersonalTable``, and the batches of broadcasts.
public protocol PersonStore: Sendable {
    /// What is kept of a person: rows of every table that names them, as their database has them, but for secrets.
    ///
    /// - Parameter place: that of the last row of the page before; nil to begin.
    /// - Returns: the next rows; empty where there are no more.
    func rows(of person: UserID, after place: PersonalRow.Place?, countMax: Int) async throws -> [PersonalRow]

    /// Forgets a person: who and where they are, what was measured of them, what they were told, and what others were told of them.
    ///
    /// Nothing is told of or to them from then on, also of what a worker has in hand: what becomes of that isn't kept. Others keep what is
    /// theirs; what was merged into something that is forgotten waits again. It is one transaction, but on PostgreSQL several, of which the
    /// first ends all telling but in summaries of several; there it is repeated until nothing is found where somebody was gone in between.
    /// - Parameter mark: by which it stays known that tokens from before let nobody in, see ``CredentialStore/erasure(marked:)``; nil where
    ///   there are none. Whoever has it can't tell whose it is.
    func erase(_ person: UserID, leaving mark: String?, now: Instant) async throws -> ErasureReport

    /// The marks of those who were erased at a moment or since.
    func erasures(since moment: Instant) async throws -> Set<String>

    /// Has `UserID.erased` take the places of persons in a broadcast that is being taken in: who was erased as it came may be named in what came later.
    func forget(_ people: Set<UserID>, in broadcast: Broadcast) async throws
}

/// A row that is kept of a person.
public struct PersonalRow: Hashable, Sendable {
    public let place: Place
    /// The row as an object.
    public let json: String

    public var table: String { place.table }

    /// As a line of an export.
    public var line: String { "{\"table\":\"\(table)\",\"row\":\(json)}" }

    public init(place: Place, json: String) {
        self.place = place
        self.json = json
    }

    /// Where a row stands in an export: the next page begins behind it.
    public struct Place: Hashable, Sendable {
        public let table: String
        /// Which holds the person's identifier.
        public let column: String
        /// What of the row's key is a text.
        public let key: [String]

        public init(table: String, column: String, key: [String]) {
            self.table = table
            self.column = column
            self.key = key
        }
    }
}

/// A table in which persons stand, by one of the columns that name them. The same on every engine.
public struct PersonalTable: Hashable, Sendable {
    public let name: String
    public let column: String
    /// What tells the rows of one person apart, in the order of an export.
    public let key: [String]
    /// Rows in which this column names the same person stand there already.
    private let listedBefore: String?
    /// Whether its index is in two parts, of what is archived and of what isn't.
    private let isArchived: Bool
    /// Whether an index has one person's rows in the order of the key; else each page looks at all of them.
    public let isInOrder: Bool
    /// Columns that open something, and are handed out to nobody.
    public let secrets: [String]

    private init(
        _ name: String, by column: String = "user_id", key: [String], listedBefore: String? = nil, isArchived: Bool = false, isInOrder: Bool = false,
        secrets: [String] = []
    ) {
        self.name = name
        self.column = column
        self.key = key
        self.listedBefore = listedBefore
        self.isArchived = isArchived
        self.isInOrder = isInOrder
        self.secrets = secrets
    }

    public static let all: [PersonalTable] =
        [
            PersonalTable("family_members", key: ["family_id"]),
            PersonalTable("user_profiles", key: ["user_id"]),
            PersonalTable("device_tokens", key: ["id"]),
            PersonalTable("contact_points", key: ["id"], secrets: ["code_hash"]),
            PersonalTable("calendar_links", key: ["user_id"], secrets: ["token_hash"]),
            PersonalTable("unwanted_categories", key: ["category", "channel"], isInOrder: true),
            PersonalTable("wanted_categories", key: ["category", "channel"], isInOrder: true),
            PersonalTable("evaluation_marks", key: ["user_id"]),
            PersonalTable("member_stays", key: ["from_date"], isInOrder: true),
            PersonalTable("wearable_daily_metrics", key: ["metric_date", "source"], isInOrder: true),
            PersonalTable("wearable_metric_revisions", key: ["metric_date", "source", "metric_type"], isInOrder: true),
            PersonalTable("exercise_sessions", key: ["source", "started_at"], isInOrder: true),
            PersonalTable("alert_snoozes", by: "recipient_user_id", key: ["alert_state_id"]),
            PersonalTable("pattern_alert_state", key: ["id"]),
            PersonalTable("notification_queue", by: "recipient_user_id", key: ["created_at", "id", "app_id"], isInOrder: true, secrets: ["lease_token"]),
            PersonalTable(
                "notification_queue", by: "member_user_id", key: ["created_at", "id", "app_id"], listedBefore: "recipient_user_id", isInOrder: true,
                secrets: ["lease_token"]),
            PersonalTable("inbox_messages", by: "recipient_user_id", key: ["id"], isArchived: true),
            PersonalTable("inbox_messages", by: "member_user_id", key: ["id"], listedBefore: "recipient_user_id"),
            PersonalTable("broadcasts", by: "member_user_id", key: ["id"]),
            values,
            PersonalTable("schedule_recipients", key: ["schedule_id"], isInOrder: true),
            PersonalTable("schedules", by: "member_user_id", key: ["id"]),
            PersonalTable("audience_members", key: ["app_id", "audience_id"]),
            PersonalTable("rota_people", key: ["app_id", "rota"], isInOrder: true),
            PersonalTable("rota_overrides", key: ["app_id", "rota", "from_local"], isInOrder: true),
            PersonalTable("hook_people", key: ["app_id", "hook"], isInOrder: true),
        ] + FactTable.allCases.map { PersonalTable($0.rawValue, key: ["id"], isInOrder: true) } + [
            PersonalTable("sync_marks", key: ["user_id"]),
            PersonalTable("sync_pushes", key: ["push_id"], isInOrder: true),
            PersonalTable(audit, key: ["id"], isInOrder: true),
        ]

    /// Who looked at a person's things, and who changed them. The lines stay without the name of who is erased.
    public static let audit = "audit_log"

    /// Batches of broadcasts in which a person has something of their own: that is handed out, and nothing of others
    /// (``RecipientBatch/row(of:_:_:number:)``).
    public static let values = PersonalTable("broadcast_batches", by: "recipients", key: ["broadcast_id", "number", "app_id"], isInOrder: true)
    /// So many of these are looked at at once, each with the values of all in it.
    public static let batchCountMax = 20

    /// Those that have nothing to do with the queue, and of which a person's rows go by their name alone.
    public static var plain: [PersonalTable] {
        let others = ["notification_queue", "inbox_messages", "broadcasts", "broadcast_batches", "alert_snoozes", "pattern_alert_state", audit]
        return all.filter { !others.contains($0.name) }
    }

    /// The next rows after a place, of the first table that has any.
    ///
    /// - Parameter rows: of a person in one table, behind a key; nil for its beginning.
    public static func next(after place: PersonalRow.Place?, _ rows: (PersonalTable, _ key: [String]?) throws -> [PersonalRow]) rethrows -> [PersonalRow] {
        for table in all.drop(while: { table in place.map { $0 != table.place($0.key) } ?? false }) {
            let found = try rows(table, place.flatMap { $0 == table.place($0.key) ? $0.key : nil })
            if !found.isEmpty { return found }
        }
        return []
    }

    /// As SQL, in the words of the indexes; of batches stores look for it themselves.
    ///
    /// - Parameter person: the parameter that stands for them.
    public func condition(_ person: String) -> String {
        let names = "\(column) = \(person)"
        if isArchived { return "(\(names) AND archived_at IS NULL OR \(names) AND archived_at IS NOT NULL)" }
        return listedBefore.map { "\(names) AND \(column) <> \($0)" } ?? names
    }

    /// The place of a row of this table, by its key.
    public func place(_ key: [String]) -> PersonalRow.Place { PersonalRow.Place(table: name, column: column, key: key) }
}

/// How many rows of which table went.
public struct ErasureReport: Hashable, Sendable {
    public private(set) var counts: [String: Int] = [:]

    public init() {}

    /// Whether there was nothing of the person.
    public var isEmpty: Bool { counts.isEmpty }

    public subscript(table: String) -> Int { counts[table] ?? 0 }

    public mutating func add(_ count: Int, _ table: String) {
        if count > 0 { counts[table, default: 0] += count }
    }

    public mutating func add(_ other: ErasureReport) {
        for (table, count) in other.counts { add(count, table) }
    }
}

extension LeasedBroadcastBatch {
    /// The results of those who are still meant: who was erased while a worker had them in hand isn't queued, and nothing is kept of how they
    /// were reached.
    ///
    /// - Parameters:
    ///   - recipients: of the batch, as they are kept now; nil where nobody was erased.
    ///   - member: whom the broadcast is about, as it is kept now.
    public func stillMeant(_ results: [MemberResult], among recipients: [UserID]?, about member: UserID?) -> [MemberResult] {
        guard member == broadcast.member else { return [] }
        guard let recipients else { return results }
        return results.filter { recipients.indices.contains($0.place) && recipients[$0.place] != .erased }
    }
}
