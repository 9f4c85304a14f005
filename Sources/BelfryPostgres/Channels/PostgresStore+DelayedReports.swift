import BelfryModel
import BelfryPorts
import BelfryTime

// Reports of what somebody has locked for longer than a provider waits, as a session by hand: they are taken down, and heeded when it is let go.

extension PostgresStore {
    /// Stands before the status of a report that is delayed; the partial index has the same words.
    private static let delayed = "delayed "
    private static let isDelayed = "status LIKE 'delayed %'"
    /// The status of one that is of an address. Its rows in `contact_points` then stand, a line each, where another says why: no index has that, and
    /// many may share an address.
    private static let ofAddress = delayed + "address"

    static let delayedReports = "CREATE INDEX provider_reports_delayed ON provider_reports (received_at) WHERE \(isDelayed);"
    static let isAnyReportDelayed = "SELECT EXISTS (SELECT 1 FROM provider_reports WHERE \(isDelayed)) AS delayed"
    /// How many are read at once.
    private static let delayedPageCountMax = 100
    /// After so many that are locked still it waits for no other: those behind them, which may be free, aren't kept waiting for each of them.
    private static let lockedCountMax = 20
    private static let noPatience = "SET LOCAL lock_timeout TO '1ms'"

    /// Takes down what can't be heeded now.
    func delay(_ reports: [ProviderReport], now: Instant) async throws {
        try await pool.write { db in
            let news = try Self.note(reports, now, db)
            try Self.keepEarly(news.compactMap(StatusReport.init), under: Self.delayed, db)
            for report in news {
                guard case .address(_, let value, let fate) = report.content else { continue }
                try db.execute(
                    """
                    UPDATE provider_reports SET status = $3, address_fate = $4, why = (
                        SELECT string_agg(id, E'\\n' ORDER BY id) FROM contact_points WHERE address = $5 AND channel = ANY($6::text[]))
                    WHERE provider = $1 AND event_id = $2
                    """, report.provider.rawValue, report.eventID, Self.ofAddress, fate.stored, value,
                    report.provider.contactChannels.map(\.rawValue).sorted())
            }
        }
    }

    private struct DelayedReport: Sendable {
        let provider: String
        let event: String
        /// As PostgreSQL says it.
        let receivedAt: String
        let addresses: [AddressID]
    }

    /// Heeds what was delayed, in the order of its coming, but for what is locked still or refused, as by a trigger that somebody has made, and what came
    /// after that of the same addresses.
    ///
    /// - Parameter isOfAddresses: whether only what is of an address is looked at: whoever has heard more of addresses goes on then, whatever is refused.
    /// - Returns: the addresses of which something isn't heeded yet.
    @discardableResult
    func applyDelayed(ofAddressesAlone isOfAddresses: Bool = false) async throws -> Set<AddressID> {
        var (locked, lockedCount) = (Set<AddressID>(), 0)
        var refusal: (any Error)?
        var last: DelayedReport?
        while case let page = try await delayedReports(after: last, ofAddressesAlone: isOfAddresses), let end = page.last {
            for one in page {
                guard locked.isDisjoint(with: one.addresses) else {
                    locked.formUnion(one.addresses)
                    continue
                }
                // Each of many may be locked.
                let patience = lockedCount < Self.lockedCountMax ? Self.shortestPatience : Self.noPatience
                do {
                    let isNextStepDue = try await pool.write { db in
                        try db.execute(patience)
                        try Self.planByIndex(db)
                        return try Self.applyDelayed(one.provider, one.event, within: patience, db)
                    }
                    if isNextStepDue { ring() }
                } catch let error as PostgresError where error.isOfLock {
                    locked.formUnion(one.addresses)
                    lockedCount += 1
                } catch let error as PostgresError where error.outage == nil {
                    locked.formUnion(one.addresses)
                    refusal = refusal ?? error
                }
            }
            last = end
        }
        if let refusal, !isOfAddresses { throw refusal }
        return locked
    }

    /// The next behind one, heeded or not.
    private func delayedReports(after last: DelayedReport?, ofAddressesAlone isOfAddresses: Bool) async throws -> [DelayedReport] {
        let isMeant = isOfAddresses ? "AND status = '\(Self.ofAddress)'" : ""
        let isAfter = last == nil ? "" : "AND (received_at, provider, event_id) > ($1::timestamptz, $2, $3)"
        return try await pool.single { db in
            let place: [(any SQLConvertible)?] = last.map { [$0.receivedAt, $0.provider, $0.event] } ?? []
            return try db.send(
                """
                SELECT provider, event_id, status, why, received_at::text AS received FROM provider_reports WHERE \(Self.isDelayed) \(isMeant) \(isAfter)
                ORDER BY received_at, provider, event_id LIMIT \(Self.delayedPageCountMax)
                """, place
            ).rows().map { row in
                DelayedReport(
                    provider: row.text("provider") ?? "", event: row.text("event_id") ?? "", receivedAt: row.text("received") ?? "",
                    addresses: Self.delayedAddresses(row))
            }
        }
    }

    /// Of a row that is delayed; none where it isn't of an address.
    private static func delayedAddresses(_ row: Row) -> [AddressID] {
        guard row.text("status") == ofAddress else { return [] }
        return (row.text("why") ?? "").split(separator: "\n").compactMap { AddressID(String($0)) }
    }

    /// Whether some reports are about any of these addresses.
    func areAbout(_ addresses: Set<AddressID>, _ reports: [ProviderReport]) async throws -> Bool {
        guard !addresses.isEmpty else { return false }
        return try await pool.single { db in
            for report in reports {
                guard case .address(_, let value, _) = report.content else { continue }
                let known = try db.row(
                    "SELECT 1 AS known FROM contact_points WHERE id = ANY($1::text[]) AND address = $2 AND channel = ANY($3::text[]) LIMIT 1",
                    addresses.sorted(), value, report.provider.contactChannels.map(\.rawValue).sorted())
                if known != nil { return true }
            }
            return false
        }
    }

    /// - Returns: whether a further step of a route is due now.
    private static func applyDelayed(_ provider: String, _ event: String, within patience: String, _ db: Connection) throws -> Bool {
        let delayed = try db.row(
            "SELECT * FROM provider_reports WHERE provider = $1 AND event_id = $2 AND \(isDelayed) FOR UPDATE", provider, event)
        guard let delayed, let receivedAt = delayed.instant("received_at") else { return false }
        var isNextStepDue = false
        if delayed.text("status") == ofAddress {
            if let fate = delayed.text("address_fate").flatMap(AddressFate.init(stored:)) {
                try AddressFateChange.heed(delayedAddresses(delayed).map { AddressFateChange(fate, at: $0, since: receivedAt) }, db)
            }
        } else if let report = statusReport(delayed, event, receivedAt) {
            // Where its transmission isn't known yet it goes on waiting for that, as any other.
            isNextStepDue = try applyNews([report], receivedAt, within: patience, db)
        }
        try db.execute("UPDATE provider_reports SET status = NULL WHERE provider = $1 AND event_id = $2 AND \(isDelayed)", provider, event)
        return isNextStepDue
    }

    /// Nil where it can't be read.
    private static func statusReport(_ row: Row, _ event: String, _ receivedAt: Instant) -> ProviderReport? {
        let transmission: TransmissionID? = row.identifier("transmission_id")
        let subject = transmission.map(ProviderReport.Subject.transmission) ?? row.text("provider_message_id").map(ProviderReport.Subject.providerMessage)
        guard let provider: Provider = row.choice("provider"), let subject,
            let status = row.text("status").flatMap({ Transmission.Status(rawValue: String($0.dropFirst(delayed.count))) })
        else { return nil }
        return ProviderReport(
            provider: provider, eventID: event, occurredAt: receivedAt,
            content: .status(
                status, of: subject, why: row.text("why"), addressFate: row.text("address_fate").flatMap(AddressFate.init(stored:))))
    }
}

extension ProviderReport {
    /// Whether it is about an address, whatever was sent to it.
    var isOfAddress: Bool { if case .address = content { true } else { false } }
}
