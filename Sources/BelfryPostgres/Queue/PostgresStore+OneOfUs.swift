import BelfryModel
import BelfryPorts
import BelfryTime

// What one of several people does for all: whose delivery has a `sharedKey`.

extension PostgresStore {
    /// What others are told of which one acts for all.
    struct Shared {
        private let others: [Row]
        private let app: AppID

        fileprivate init(others: [Row], of app: AppID) { (self.others, self.app) = (others, app) }

        /// Each is one's own.
        static var none: Shared { Shared(others: [], of: .house) }

        var isDoneByOther: Bool { others.contains { !$0.isNull("acted_at") } }

        /// What they have of it in their inboxes is done, and is to disappear elsewhere.
        func close(now: Instant, _ db: Connection) throws {
            let messages = others.compactMap { row -> (id: String, recipient: UserID)? in
                guard let id = row.text("id"), let recipient: UserID = row.identifier("recipient_user_id") else { return nil }
                return (id, recipient)
            }
            guard !messages.isEmpty else { return }
            try PostgresStore.close(messages, now: now, db)
            try PostgresStore.noteDone(messages.map(\.id), of: app, now, db)
        }
    }

    /// Has whoever else changes or puts there what stands in the person's inbox wait, and where one acts for all, in the inboxes of all of them, at once: so
    /// of two who do it at one moment the second sees that the first has. Nobody's deliveries are locked for it.
    static func lockMessages(of user: UserID, toldBy id: DeliveryID, _ db: Connection) throws -> Shared {
        guard let own = try askOwn(id, to: user, db).rows().first, let order = SharedOrder(own) else {
            try lock([user], .messages, db)
            return .none
        }
        let told = try order.askTold(db).rows().compactMap { $0.identifier("recipient_user_id") as UserID? }
        try lock(Set(told + [user]), .messages, db)
        return Shared(others: try order.askTold(db).rows().filter { $0.text("recipient_user_id") != user.text }, of: order.app)
    }

    /// Who else has acted for all on deliveries to a person, by these.
    static func doers(of ids: [DeliveryID], to user: UserID, _ db: Connection) throws -> [DeliveryID: UserID] {
        let own = try ids.map { (id: $0, answer: try askOwn($0, to: user, db)) }
        let orders = try own.compactMap { one in try one.answer.rows().first.flatMap(SharedOrder.init).map { (id: one.id, order: $0) } }
        let done = try orders.map { (id: $0.id, answer: try $0.order.askDone(besides: user, db)) }
        return try done.reduce(into: [:]) { doers, one in doers[one.id] = try one.answer.rows().first?.identifier("recipient_user_id") }
    }

    public func doneByOthers(among ids: [DeliveryID], of user: UserID) async throws -> Set<DeliveryID> {
        try await pool.single { db in Set(try Self.doers(of: ids, to: user, db).keys) }
    }

    /// The first names of whoever has done what these messages tell, for their recipient. Nothing is asked of what isn't done.
    static func namesOfDoers(of messages: [InboxMessage], for user: UserID, _ db: Connection) throws -> [DeliveryID: String] {
        let doers = try doers(of: messages.filter { $0.doneAt != nil }.map(\.id), to: user, db)
        let asked = try Set(doers.values).map { doer in
            (doer: doer, answer: try db.send("SELECT \(firstName(of: "$1", seenBy: "$2::text")) AS first_name", doer, user))
        }
        let names = try asked.reduce(into: [UserID: String]()) { names, one in names[one.doer] = try one.answer.rows().first?.text("first_name") }
        return doers.compactMapValues { names[$0] }
    }

    static func close(_ messages: [(id: String, recipient: UserID)], now: Instant, _ db: Connection) throws {
        try planWithoutScans(db)
        // Another app may have one of the same name.
        try db.execute(
            """
            UPDATE inbox_messages message SET retracted_at = $1, collapse_id = '\(InboxMessage.collapseIDOfDone)', \(takingBackAsItWas)
            FROM unnest($2::text[], $3::text[]) AS given (id, recipient)
            WHERE message.id = given.id AND message.recipient_user_id = given.recipient AND message.retracted_at IS NULL
            """, now, messages.map(\.id), messages.map(\.recipient))
    }

    private static func askOwn(_ id: DeliveryID, to user: UserID, _ db: Connection) throws -> Answer {
        try db.send("SELECT app_id, route_key, payload FROM notification_queue WHERE id = $1 AND recipient_user_id = $2 AND route_key IS NOT NULL", id, user)
    }

    /// What all have in common of whom one does it for all.
    private struct SharedOrder {
        let app: AppID
        let key: String

        /// Nil where it is each one's own.
        init?(_ own: Row) {
            guard let app: AppID = own.identifier("app_id"), let key = own.text("route_key"), Payload(stored: own.text("payload") ?? "").oneOfUs == true
            else { return nil }
            (self.app, self.key) = (app, key)
        }

        /// By whom else it is done. As many may be told as an order has, and each asks when a message comes to them.
        func askDone(besides user: UserID, _ db: Connection) throws -> Answer {
            try db.send(
                """
                SELECT recipient_user_id FROM notification_queue WHERE app_id = $1 AND route_key = $2 AND acted_at IS NOT NULL AND recipient_user_id <> $3
                ORDER BY recipient_user_id, route_step LIMIT 1
                """, app, key, user)
        }

        /// In the order of the index that has them: see ``Reachability``.
        func askTold(_ db: Connection) throws -> Answer {
            try db.send(
                """
                SELECT id, recipient_user_id, acted_at FROM notification_queue WHERE app_id = $1 AND route_key = $2
                ORDER BY recipient_user_id, route_step
                """, app, key)
        }
    }
}
