import BelfryModel
import BelfryPorts
import BelfryTime
import GRDB

extension SQLiteStore: ReportStore {
    public func apply(_ reports: [ProviderReport], now: Instant) async throws {
        guard !reports.isEmpty else { return }
        try await write { db in
            for report in reports { try Self.apply(report, now, db) }
        }
    }

    public func transmissions(of delivery: DeliveryID) async throws -> [Transmission] {
        try await pool.read { db in try Self.transmissions(of: delivery, db) }
    }
}

// MARK: What attempts came to

extension SQLiteStore {
    static func transmissions(of delivery: DeliveryID, _ db: Database) throws -> [Transmission] { try transmissions(of: [delivery], db) }

    static func transmissions(of deliveries: [DeliveryID], _ db: Database) throws -> [Transmission] {
        guard !deliveries.isEmpty else { return [] }
        return try StoredRow.fetchAll(
            db.cachedStatement(sql: "SELECT * FROM notification_transmissions WHERE delivery_id \(isListed) ORDER BY id"),
            arguments: [deliveries.map(\.text).jsonList]
        ).compactMap(transmission)
    }

    static func record(_ result: TransmissionResult, _ db: Database) throws {
        let recorded = result.transmission
        let known = try transmission(recorded.id, db)
        // A report may have come between the provider's answer and this record.
        let isNews = known.map { recorded.status.follows($0.status) || !$0.status.isAccepted } ?? true
        let status = isNews ? recorded.status : known?.status ?? recorded.status
        try db.cachedStatement(
            sql: """
                INSERT INTO notification_transmissions
                    (id, delivery_id, app_id, address_id, provider, status, provider_message_id, why, created_at, updated_at)
                VALUES (\(placeholders(10))) ON CONFLICT (id) DO UPDATE SET provider = excluded.provider, status = excluded.status,
                    provider_message_id = coalesce(excluded.provider_message_id, provider_message_id), why = excluded.why,
                    updated_at = excluded.updated_at
                """
        ).execute(arguments: [
            recorded.id.text, recorded.delivery.text, recorded.app.text, recorded.address.text, recorded.provider.rawValue, status.rawValue,
            recorded.providerMessageID?.sql, isNews ? recorded.why?.sql : known?.why, recorded.updatedAt.sql, recorded.updatedAt.sql,
        ])
        if let fate = result.addressFate { try heed(fate, at: recorded.address, since: recorded.updatedAt, db) }
        try applyEarlyReports(of: recorded, db)
    }

    private static func applyEarlyReports(of transmission: Transmission, _ db: Database) throws {
        let early = try StoredRow.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM provider_reports WHERE provider = ? AND status IS NOT NULL
                        AND coalesce(transmission_id, provider_message_id) IN (?, ?) ORDER BY received_at
                    """), arguments: [transmission.provider.rawValue, transmission.id.text, transmission.providerMessageID?.sql])
        for row in early {
            guard let status: Transmission.Status = row.choice("status"), let receivedAt = row.instant("received_at") else { continue }
            try apply(status, why: row.text("why"), fate: row.text("address_fate").flatMap(AddressFate.init(stored:)), to: transmission.id, receivedAt, db)
            try db.execute(
                sql: "UPDATE provider_reports SET status = NULL WHERE provider = ? AND event_id = ?",
                arguments: [row.text("provider"), row.text("event_id")])
        }
    }

    private static func transmission(_ id: TransmissionID, _ db: Database) throws -> Transmission? {
        try StoredRow.fetchOne(db.cachedStatement(sql: "SELECT * FROM notification_transmissions WHERE id = ?"), arguments: [id.text])
            .flatMap(transmission)
    }

    private static func transmission(_ row: StoredRow) -> Transmission? {
        guard let id: TransmissionID = row.identifier("id"), let delivery: DeliveryID = row.identifier("delivery_id"),
            let app: AppID = row.identifier("app_id"), let address: AddressID = row.identifier("address_id"), let provider: Provider = row.choice("provider"),
            let status: Transmission.Status = row.choice("status")
        else { return nil }
        return Transmission(
            id: id, delivery: delivery, of: app, address: address, provider: provider, status: status,
            providerMessageID: row.text("provider_message_id"), why: row.text("why"), updatedAt: row.instant("updated_at") ?? Instant(secondsSinceEpoch: 0),
            removedAt: row.instant("removed_at"), staysBecause: row.text("stays_why"))
    }
}

// MARK: What providers report

extension SQLiteStore {
    private static func apply(_ report: ProviderReport, _ now: Instant, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT INTO provider_reports (provider, event_id, received_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
            .execute(arguments: [report.provider.rawValue, report.eventID.sql, now.sql])
        guard db.changesCount > 0 else { return }
        switch report.content {
        case .address(_, let value, let fate):
            let channels = report.provider.contactChannels.map(\.rawValue)
            let points = try String.fetchAll(
                db, sql: "SELECT id FROM contact_points WHERE address = ? AND channel IN (\(placeholders(channels.count)))",
                arguments: [value.sql] + StatementArguments(channels))
            for point in points.compactMap(AddressID.init) { try heed(fate, at: point, since: report.occurredAt, db) }
        case .status(let status, let subject, let why, let fate):
            if let known = try transmission(subject, of: report.provider, db) {
                return try apply(status, why: why, fate: fate, to: known, now, db)
            }
            try db.execute(
                sql: """
                    UPDATE provider_reports SET transmission_id = ?, provider_message_id = ?, status = ?, why = ?, address_fate = ?
                    WHERE provider = ? AND event_id = ?
                    """,
                arguments: [
                    subject.transmission?.text, subject.providerMessage?.sql, status.rawValue, why?.sql, fate?.stored, report.provider.rawValue,
                    report.eventID.sql,
                ])
        }
    }

    static func transmission(_ subject: ProviderReport.Subject, of provider: Provider, _ db: Database) throws -> TransmissionID? {
        let id: String?
        switch subject {
        case .transmission(let name):
            id = try String.fetchOne(
                db, sql: "SELECT id FROM notification_transmissions WHERE id = ? AND provider = ?", arguments: [name.text, provider.rawValue])
        case .providerMessage(let name):
            id = try String.fetchOne(
                db, sql: "SELECT id FROM notification_transmissions WHERE provider = ? AND provider_message_id = ? ORDER BY id LIMIT 1",
                arguments: [provider.rawValue, name.sql])
        }
        return id.flatMap(TransmissionID.init)
    }

    private static func apply(
        _ status: Transmission.Status, why: String?, fate: AddressFate?, to id: TransmissionID, _ now: Instant, _ db: Database
    ) throws {
        guard let present = try transmission(id, db) else { return }
        if status.follows(present.status) {
            try db.execute(
                sql: "UPDATE notification_transmissions SET status = ?, why = ?, updated_at = ? WHERE id = ?",
                arguments: [status.rawValue, why?.sql, now.sql, id.text])
            try noteReport(status, of: present, why: why, at: now, db)
            if status == .failed {
                try bringForward(after: [present.delivery], now, db)
                try goOn(afterMember: present.delivery, now, db)
            }
        }
        if let fate { try heed(fate, at: present.address, since: now, db) }
    }

    /// - Parameter moment: as of when it is known.
    private static func heed(_ fate: AddressFate, at address: AddressID, since moment: Instant, _ db: Database) throws {
        switch fate {
        case .gone(let since):
            try db.execute(
                sql: """
                    UPDATE device_tokens SET is_active = 0, updated_at = ? WHERE id = ? AND coalesce(registered_at, updated_at) <= ?
                    """, arguments: [moment.sql, address.text, (since ?? moment).sql])
            try silence(address, .gone, since: since ?? moment, isFinal: false, db)
        case .worksIn(let environment):
            try db.execute(sql: "UPDATE device_tokens SET environment = ? WHERE id = ?", arguments: [environment.rawValue, address.text])
        case .optedOut: try silence(address, .optedOut, since: moment, isFinal: true, db)
        case .bounced: try silence(address, .bounced, since: moment, isFinal: false, db)
        case .complained: try silence(address, .complained, since: moment, isFinal: true, db)
        case .optedIn:
            try db.execute(
                sql: "UPDATE contact_points SET silenced_at = NULL, silence_reason = NULL WHERE id = ? AND silence_reason = 'opted_out'",
                arguments: [address.text])
        case .wrote(let at):
            try db.execute(
                sql: "UPDATE contact_points SET last_inbound_at = max(coalesce(last_inbound_at, ?1), ?1) WHERE id = ?2",
                arguments: [at.sql, address.text])
        }
    }

    /// - Parameter isFinal: whether it takes the place of what silenced it before.
    private static func silence(_ address: AddressID, _ why: ContactPoint.Silence.Why, since: Instant, isFinal: Bool, _ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE contact_points SET silenced_at = ?, silence_reason = ? WHERE id = ? \(isFinal ? "" : "AND silenced_at IS NULL")
                """, arguments: [since.sql, why.rawValue, address.text])
    }
}

// MARK: Routes

extension SQLiteStore {
    /// The next steps of routes need not wait where every delivery of a step has come to nothing, at least for now; nor need whoever is told next where
    /// nobody reacts, where every delivery to those before has.
    static func bringForward(after deliveries: [DeliveryID], _ now: Instant, _ db: Database) throws {
        guard !deliveries.isEmpty else { return }
        let steps = try StoredRow.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT DISTINCT app_id, route_key, route_step, recipient_user_id FROM notification_queue
                    WHERE id \(isListed) AND route_key IS NOT NULL
                    """), arguments: [deliveries.map(\.text).jsonList])
        for row in steps {
            guard let app = row.text("app_id"), let key = row.text("route_key"), let step = row.integer("route_step"),
                let recipient = row.text("recipient_user_id")
            else { continue }
            try db.cachedStatement(
                sql: """
                    \(comeForward) AND route_key = ?2 AND recipient_user_id = ?3 AND route_step = ?4 + 1
                        AND NOT EXISTS (SELECT 1 FROM notification_queue open WHERE open.route_key = ?2 AND open.recipient_user_id = ?3
                            AND open.route_step = ?4 AND \(isOpen))
                    """
            ).execute(arguments: [now.sql, key, recipient, step])
            try db.cachedStatement(
                sql: """
                    \(comeForward) AND app_id = ?2 AND route_key = ?3 AND route_step = (
                            SELECT min(json_extract(further.payload, '$.escalation.from_step')) FROM notification_queue further
                            WHERE further.app_id = ?2 AND further.route_key = ?3 AND further.status = 'pending'
                                AND json_extract(further.payload, '$.escalation.from_step') > ?4)
                        AND NOT EXISTS (SELECT 1 FROM notification_queue open WHERE open.app_id = ?2 AND open.route_key = ?3
                            AND open.route_step < notification_queue.route_step AND \(isOpen))
                    """
            ).execute(arguments: [now.sql, app, key, step])
        }
    }

    /// What waits for its turn alone is due now.
    private static let comeForward = """
        UPDATE notification_queue SET next_attempt_at = ?1, deliver_after = ?1 WHERE status = 'pending'
            AND (held_since IS NULL OR reason = '\(Reason.earlierStepFirst.rawValue)') AND attempts = 0 AND next_attempt_at > ?1
        """
    /// Whether a delivery called `open` may reach its recipient still, or has.
    private static let isOpen = """
        NOT (open.status IN ('failed', 'cancelled')
            OR open.status = 'pending' AND open.attempts >= \(Delivery.attemptCountOfStep)
                AND NOT EXISTS (\(othersTransmissions) AND delivery_id = open.id AND status IN (\(accepted)))
            OR open.status = 'skipped' AND open.reason IN (\(switchedOff))
            OR open.status = 'sent' AND EXISTS (\(othersTransmissions) AND delivery_id = open.id)
                AND NOT EXISTS (\(othersTransmissions) AND delivery_id = open.id AND status <> 'failed'))
        """

    /// Whom a batch has told is told over the next channel where all of that has come to nothing after all.
    private static func goOn(afterMember delivery: DeliveryID, _ now: Instant, _ db: Database) throws {
        guard let known = try member(delivery, db), known.status == .ready, known.overview.status == Delivery.Status.sent.rawValue,
            known.overview.delivery.recipient != .erased
        else { return }
        let rows = known.broadcast.furtherRows(after: known.overview.delivery, now: now)
        guard !rows.isEmpty, try transmissions(of: delivery, db).haveFailed else { return }
        for row in rows { try queue(row, of: known.broadcast, now, db) }
    }

    /// To all but the house's own places: no route counts on what they took.
    static let othersTransmissions = "SELECT 1 FROM notification_transmissions WHERE provider NOT IN (\(ownProviders))"
    private static let ownProviders = Provider.allCases.filter(\.isOwn).map { "'\($0.rawValue)'" }.joined(separator: ", ")
    private static let accepted = Transmission.Status.allCases.filter(\.isAccepted).map { "'\($0.rawValue)'" }.joined(separator: ", ")
    private static let switchedOff = Reason.allCases.filter(\.isSwitchedOff).map { "'\($0.rawValue)'" }.joined(separator: ", ")
}

extension ProviderReport.Subject {
    fileprivate var transmission: TransmissionID? {
        if case .transmission(let id) = self { id } else { nil }
    }

    fileprivate var providerMessage: String? {
        if case .providerMessage(let id) = self { id } else { nil }
    }
}
