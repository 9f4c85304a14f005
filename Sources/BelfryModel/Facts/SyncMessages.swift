/// What a device asks: what has changed since its last pull.
public struct SyncPull: Hashable, Sendable {
    /// The server's moment of the last pull; nil before the first.
    public var since: Int?
    /// Tables whose rows are wanted whole, because the app knows them, or a column of them, only now.
    public var wholeTables: Set<FactTable>
    /// A push of which the device doesn't know whether it arrived.
    public var openPush: String?

    public init(since: Int?, wholeTables: Set<FactTable> = [], openPush: String? = nil) {
        self.since = since
        self.wholeTables = wholeTables
        self.openPush = openPush
    }
}

/// What the server answers to a pull: `{"changes": {…}, "timestamp": 1793000000000}`.
public struct SyncAnswer: Hashable, Sendable {
    public var changes: SyncChanges
    /// Where the next pull begins: a number that only grows, about milliseconds since 1970.
    public var timestamp: Int
    /// Whether the open push that the device asked about has been taken; nil where it asked about none.
    public var isPushTaken: Bool?

    public init(changes: SyncChanges, timestamp: Int, isPushTaken: Bool? = nil) {
        self.changes = changes
        self.timestamp = timestamp
        self.isPushTaken = isPushTaken
    }
}

extension SyncAnswer: Codable {
    private enum Key: String, CodingKey {
        case changes, timestamp
        case isPushTaken = "push_taken"
    }

    /// Passes over tables, lists and columns that this version doesn't know: the server may be newer than the app.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        changes = try SyncChanges(from: try container.superDecoder(forKey: .changes), isLenient: true)
        timestamp = try container.decode(Int.self, forKey: .timestamp)
        isPushTaken = try container.decodeIfPresent(Bool.self, forKey: .isPushTaken)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(changes, forKey: .changes)
        try container.encode(timestamp, forKey: .timestamp)
        try container.encodeIfPresent(isPushTaken, forKey: .isPushTaken)
    }
}

/// What a device tells: its own edits since the server last took some, all or none.
public struct SyncPush: Hashable, Sendable {
    /// The same each time that it is sent, so that it is taken once; nil where the app doesn't name its pushes.
    public var id: String?
    public var changes: SyncChanges
    /// The moment of the last pull: what somebody has changed since is a conflict.
    public var pulledAt: Int?

    public init(id: String?, changes: SyncChanges, pulledAt: Int?) {
        self.id = id
        self.changes = changes
        self.pulledAt = pulledAt
    }
}
