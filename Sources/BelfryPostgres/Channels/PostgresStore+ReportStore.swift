import BelfryModel
import BelfryPorts
import BelfryTime

extension PostgresStore: ReportStore {
    public func apply(_ reports: [ProviderReport], now: Instant) async throws {
        guard !reports.isEmpty else { return }
        // What a person said before of the same address comes first, and where it can't yet, this waits behind it.
        if reports.contains(where: \.isOfAddress), try await areAbout(applyDelayed(ofAddressesAlone: true), reports) {
            return try await delay(reports, now: now)
        }
        for _ in 1..<Self.reportTryCountMax {
            do {
                return try await applyAtOnce(reports, now: now)
            } catch let error as PostgresError where error.isOfLock {
                // Those who waited for the same names have their turn in between.
                continue
            }
        }
        do {
            try await applyAtOnce(reports, now: now)
        } catch let error as PostgresError where error.isOfLock {
            try await delay(reports, now: now)
        }
    }

    /// Some providers call again a few times within seconds and never after, so a lock that somebody has for a moment delays no report.
    private static let reportTryCountMax = 6

    private func applyAtOnce(_ reports: [ProviderReport], now: Instant) async throws {
        let isNextStepDue = try await pool.write { db in
            // What was planned before a month had anything in it would read all of it for each report.
            try Self.planByIndex(db)
            let news = try Self.note(reports, now, db)
            return try Self.applyNews(news, now, db)
        }
        if isNextStepDue { ring() }
    }

    public func transmissions(of delivery: DeliveryID) async throws -> [Transmission] {
        try await pool.single { db in try Self.askTransmissions(of: [delivery], db).rows().compactMap(Self.transmission) }
    }

    static func askTransmissions(of deliveries: [DeliveryID], _ db: Connection) throws -> Answer {
        // Between the first and the last, so that only their months are looked through.
        try db.send(
            "SELECT * FROM notification_transmissions WHERE delivery_id = ANY($1::text[]) AND delivery_id BETWEEN $2 AND $3 ORDER BY created_at, id",
            deliveries, deliveries.min(), deliveries.max())
    }

    static func transmission(_ row: Row) -> Transmission? {
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

// MARK: Reports

extension PostgresStore {
    /// - Returns: those that weren't heard before.
    static func note(_ reports: [ProviderReport], _ now: Instant, _ db: Connection) throws -> [ProviderReport] {
        // In one order, so that nobody waits in a ring.
        let sorted = reports.sorted { ($0.provider.rawValue, $0.eventID) < ($1.provider.rawValue, $1.eventID) }
        let rows = try db.rows(
            """
            INSERT INTO provider_reports (provider, event_id, received_at) SELECT given.provider, given.event, $3
            FROM unnest($1::text[], $2::text[]) AS given (provider, event) ON CONFLICT DO NOTHING RETURNING provider, event_id
            """, sorted.map(\.provider.rawValue), sorted.map(\.eventID), now)
        var fresh = Set(rows.map { ReportKey(provider: $0.text("provider") ?? "", event: $0.text("event_id") ?? "") })
        return reports.filter { fresh.remove(ReportKey(provider: $0.provider.rawValue, event: $0.eventID.withoutNUL)) != nil }
    }

    private struct ReportKey: Hashable {
        let provider: String
        let event: String
    }

    /// A report and the transmission that it is about.
    struct StatusReport {
        fileprivate let report: ProviderReport
        fileprivate let status: Transmission.Status
        fileprivate let subject: ProviderReport.Subject
        fileprivate let why: String?
        fileprivate let fate: AddressFate?

        init?(_ report: ProviderReport) {
            guard case .status(let status, let subject, let why, let fate) = report.content else { return nil }
            self.report = report
            self.status = status
            self.subject = subject
            self.why = why
            self.fate = fate
        }
    }

    /// - Returns: whether a further step of a route is due now.
    static func applyNews(_ news: [ProviderReport], _ now: Instant, within patience: String = shortPatience, _ db: Connection) throws -> Bool {
        let reports = news.compactMap(StatusReport.init)
        if !reports.isEmpty {
            // With those names that nobody has yet: who records them will find what is left for them here.
            try TransmissionNames.lock(reports.map(\.subject.name), alone: true, db)
        }
        // Whoever waited longer for what somebody has locked, as by hand, would keep all from being recorded whose names are alike.
        try db.execute(patience)
        var progress = TransmissionProgress(try known(reports, db))
        var early: [StatusReport] = []
        var fates = try addressFates(news, db)
        for report in reports {
            guard let id = progress.id(of: report.subject, from: report.report.provider) else {
                early.append(report)
                continue
            }
            fates += progress.apply(report.status, why: report.why, fate: report.fate, to: id, at: now)
        }
        try progress.store(db)
        try keepEarly(early, db)
        try AddressFateChange.heed(fates, db)
        let (isForward, isFurther) = (try bringForward(after: progress.failed, now, db), try goOn(afterMembers: progress.failed, now, db))
        return isForward || isFurther
    }

    /// Locked until the end of the transaction.
    ///
    /// Each report is looked up by itself: in a join an index may be gone through whole, where its table had nothing in it when it was last counted.
    private static func known(_ reports: [StatusReport], _ db: Connection) throws -> [Transmission] {
        let answers = try reports.map { report in
            try db.send(
                """
                SELECT app_id, delivery_id, id FROM notification_transmissions WHERE provider = $1 AND id = $2
                UNION ALL
                SELECT app_id, delivery_id, id FROM notification_transmissions WHERE provider = $1 AND provider_message_id = $3
                """, report.report.provider.rawValue, report.subject.transmission?.text, report.subject.providerMessage)
        }
        let named = try answers.flatMap { try $0.rows() }.compactMap(TransmissionKey.init)
        return try askLocked(named, db).flatMap { try $0.rows() }.compactMap(transmission)
    }

    /// Transmissions by the apps that they are of, locked until the end of the transaction; in one order, so that nobody waits in a ring. Only the months
    /// from the first of their deliveries to the last are looked through.
    fileprivate static func askLocked(_ keys: [TransmissionKey], _ db: Connection) throws -> [Answer] {
        try Dictionary(grouping: keys, by: \.app).sorted { $0.key < $1.key }.map { app, keys in
            let deliveries = keys.map(\.delivery)
            return try db.send(
                """
                SELECT * FROM notification_transmissions
                WHERE app_id = $1 AND id = ANY($2::text[]) AND delivery_id BETWEEN $3 AND $4 ORDER BY id FOR UPDATE
                """, app, keys.map(\.id), deliveries.min(), deliveries.max())
        }
    }

    /// - Parameter mark: what stands before the status of each.
    static func keepEarly(_ early: [StatusReport], under mark: String = "", _ db: Connection) throws {
        guard !early.isEmpty else { return }
        try db.execute(
            """
            UPDATE provider_reports report SET transmission_id = given.transmission, provider_message_id = given.message, status = given.status,
                why = given.why, address_fate = given.fate
            FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
                AS given (provider, event, transmission, message, status, why, fate)
            WHERE report.provider = given.provider AND report.event_id = given.event
            """,
            early.map(\.report.provider.rawValue), early.map(\.report.eventID), early.map(\.subject.transmission?.text),
            early.map(\.subject.providerMessage), early.map { mark + $0.status.rawValue }, early.map(\.why), early.map { $0.fate?.stored })
    }

    /// What is said of an address is about everybody who has it, over the provider's own channels.
    private static func addressFates(_ news: [ProviderReport], _ db: Connection) throws -> [AddressFateChange] {
        let asked = try news.compactMap { report -> (fate: AddressFate, since: Instant, points: Answer)? in
            guard case .address(_, let value, let fate) = report.content else { return nil }
            let channels = report.provider.contactChannels.map(\.rawValue).sorted()
            // In no order: for one that an index has, all that anybody has would be gone through.
            let points = try db.send("SELECT id FROM contact_points WHERE address = $1 AND channel = ANY($2::text[])", value, channels)
            return (fate, report.occurredAt, points)
        }
        return try asked.flatMap { one in
            try one.points.rows().compactMap { $0.identifier("id") }.map { AddressFateChange(one.fate, at: $0, since: one.since) }
        }
    }
}

// MARK: What attempts came to

extension PostgresStore {
    /// What has to be known of the transmissions of some attempts; asked before it is known whose lease was lost.
    struct RecordedTransmissions {
        private let known: [Answer]
        private let early: Answer

        /// Nil where there is nothing to record.
        init?(_ results: [AttemptResult], _ db: Connection) throws {
            let given = results.flatMap(\.transmissions).map(\.transmission)
            guard !given.isEmpty else { return nil }
            try TransmissionNames.lock(given.flatMap { [$0.id.text, $0.providerMessageID].compactMap { $0 } }, alone: false, db)
            known = try askLocked(given.map(TransmissionKey.init), db)
            // Each is looked up by itself: in a join, all that was ever reported is gone through in the order that is asked for.
            early = try db.send(
                """
                SELECT report.*, coalesce(transmission_id, provider_message_id) AS name
                FROM (SELECT DISTINCT * FROM unnest($1::text[] || $1::text[], $2::text[] || $3::text[]) AS names (provider, name)) AS given
                CROSS JOIN LATERAL (
                    SELECT * FROM provider_reports WHERE provider = given.provider AND status IS NOT NULL
                        AND coalesce(transmission_id, provider_message_id) = given.name OFFSET 0) AS report
                ORDER BY report.received_at
                """, given.map(\.provider.rawValue), given.map(\.id), given.map(\.providerMessageID))
        }

        /// - Parameter kept: the results whose leases weren't lost.
        /// - Returns: the deliveries of which a provider has given up a transmission already.
        func record(_ kept: [AttemptResult], _ db: Connection) throws -> [DeliveryID] {
            var progress = TransmissionProgress(try known.flatMap { try $0.rows() }.compactMap(transmission))
            var fates: [AddressFateChange] = []
            for result in kept.flatMap(\.transmissions) {
                progress.record(result.transmission)
                if let fate = result.addressFate {
                    fates.append(AddressFateChange(fate, at: result.transmission.address, since: result.transmission.updatedAt))
                }
            }
            var applied: [Row] = []
            for row in try early.rows() {
                guard let status: Transmission.Status = row.choice("status"), let receivedAt = row.instant("received_at"),
                    let provider: Provider = row.choice("provider"), let name = row.text("name"),
                    let id = progress.id(named: name, from: provider)
                else { continue }
                let fate = row.text("address_fate").flatMap(AddressFate.init(stored:))
                fates += progress.apply(status, why: row.text("why"), fate: fate, to: id, at: receivedAt)
                applied.append(row)
            }
            try progress.store(db)
            if !applied.isEmpty {
                try db.execute(
                    """
                    UPDATE provider_reports report SET status = NULL FROM unnest($1::text[], $2::text[]) AS given (provider, event)
                    WHERE report.provider = given.provider AND report.event_id = given.event
                    """, applied.map { $0.text("provider") }, applied.map { $0.text("event_id") })
            }
            try AddressFateChange.heed(fates, db)
            return progress.failed
        }
    }
}

/// What a transmission is known by.
private struct TransmissionKey {
    let app: AppID
    let delivery: DeliveryID
    let id: TransmissionID

    init(_ transmission: Transmission) { (app, delivery, id) = (transmission.app, transmission.delivery, transmission.id) }

    /// Nil where an identifier in it can't be read.
    init?(_ row: Row) {
        guard let app: AppID = row.identifier("app_id"), let delivery: DeliveryID = row.identifier("delivery_id"),
            let id: TransmissionID = row.identifier("id")
        else { return nil }
        (self.app, self.delivery, self.id) = (app, delivery, id)
    }
}

extension ProviderReport.Subject {
    var name: String {
        switch self {
        case .transmission(let id): id.text
        case .providerMessage(let id): id
        }
    }

    fileprivate var transmission: TransmissionID? {
        if case .transmission(let id) = self { id } else { nil }
    }

    fileprivate var providerMessage: String? {
        if case .providerMessage(let id) = self { id } else { nil }
    }
}
