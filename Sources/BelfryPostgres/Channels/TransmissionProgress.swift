import BelfryModel
import BelfryTime

/// Transmissions as they are read, moved on in memory and written back as one statement.
struct TransmissionProgress {
    private var transmissions: [TransmissionID: Transmission]
    private var names: [Message: TransmissionID]
    private var changed: Set<TransmissionID> = []
    /// The deliveries of which a report has failed a transmission.
    private(set) var failed: [DeliveryID] = []
    /// What their apps may want to be told.
    private var reported: [ReportedStatus] = []

    /// What a provider calls one of them.
    private struct Message: Hashable {
        let provider: Provider
        let name: String

        init?(_ transmission: Transmission) {
            guard let name = transmission.providerMessageID else { return nil }
            self.init(transmission.provider, name)
        }

        init(_ provider: Provider, _ name: String) {
            self.provider = provider
            self.name = name
        }
    }

    init(_ known: [Transmission]) {
        names = Dictionary(known.compactMap { one in Message(one).map { ($0, one.id) } }, uniquingKeysWith: { first, _ in first })
        transmissions = Dictionary(known.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    func id(of subject: ProviderReport.Subject, from provider: Provider) -> TransmissionID? {
        switch subject {
        case .transmission(let id): transmissions[id]?.provider == provider ? id : nil
        case .providerMessage(let name): names[Message(provider, name)]
        }
    }

    /// By our name or the provider's.
    func id(named name: String, from provider: Provider) -> TransmissionID? {
        TransmissionID(name).flatMap { id(of: .transmission($0), from: provider) } ?? id(of: .providerMessage(name), from: provider)
    }

    /// What an attempt came to. A report may have come between the provider's answer and this record.
    mutating func record(_ recorded: Transmission) {
        let known = transmissions[recorded.id]
        var present = recorded
        if let known {
            present.providerMessageID = recorded.providerMessageID ?? known.providerMessageID
            if known.status.isAccepted, !recorded.status.follows(known.status) {
                present.status = known.status
                present.why = known.why
            }
        }
        transmissions[recorded.id] = present
        if let message = Message(present) { names[message] = present.id }
        changed.insert(recorded.id)
    }

    /// What a provider reported.
    /// - Returns: what follows from it for the address.
    mutating func apply(_ status: Transmission.Status, why: String?, fate: AddressFate?, to id: TransmissionID, at moment: Instant) -> [AddressFateChange] {
        guard var present = transmissions[id] else { return [] }
        if status.follows(present.status) {
            present.status = status
            present.why = why
            present.updatedAt = moment
            transmissions[id] = present
            changed.insert(id)
            if let kind = StatusChange.Kind(reported: status) {
                reported.append(ReportedStatus(kind: kind, transmission: present, why: why, moment: moment))
            }
            if status == .failed { failed.append(present.delivery) }
        }
        return fate.map { [AddressFateChange($0, at: present.address, since: moment)] } ?? []
    }

    func store(_ db: Connection) throws {
        guard !changed.isEmpty else { return }
        let rows = changed.sorted().compactMap { transmissions[$0] }
        try db.execute(
            """
            INSERT INTO notification_transmissions AS known
                (id, delivery_id, app_id, address_id, provider, status, provider_message_id, why, created_at, updated_at)
            SELECT given.id, given.delivery, given.app, given.address, given.provider, given.status, given.message, given.why, given.at, given.at
            FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[], $9::text[])
                AS given (id, delivery, address, provider, status, message, why, at, app)
            ON CONFLICT (id, delivery_id, app_id) DO UPDATE SET provider = excluded.provider, status = excluded.status,
                provider_message_id = excluded.provider_message_id, why = excluded.why, updated_at = excluded.updated_at
            """,
            rows.map(\.id), rows.map(\.delivery), rows.map(\.address), rows.map(\.provider.rawValue), rows.map(\.status.rawValue),
            rows.map(\.providerMessageID), rows.map(\.why), rows.map(\.updatedAt), rows.map(\.app))
        try ReportedStatus.store(reported, db)
    }
}

/// Names by which providers report, held while a transmission is recorded or reported of, so that neither misses the other.
enum TransmissionNames {
    /// A number that nobody else uses for locks of two numbers: `repo` in ASCII.
    private static let lockClass = 0x7265_706F
    private static let stripeCount: UInt64 = 64

    /// - Parameter alone: whether nobody else may hold them; who records only keeps those away who report.
    static func lock(_ names: [String], alone: Bool, _ db: Connection) throws {
        let stripes = Set(
            names.map { name in
                var hash = StableHash()
                hash.add(name)
                return Int(hash.value % stripeCount)
            }
        ).sorted()
        // In one order, so that nobody waits in a ring.
        try db.execute(
            "SELECT pg_advisory_xact_lock\(alone ? "" : "_shared")($1::integer, stripe::integer) FROM unnest($2::bigint[]) AS given (stripe)",
            lockClass, stripes)
    }
}
