import BelfryModel
import BelfryPorts
import BelfryTime

/// What becomes of an address after what a provider said of it.
struct AddressFateChange {
    private let fate: AddressFate
    private let address: AddressID
    /// As of when it is known.
    private let moment: Instant

    init(_ fate: AddressFate, at address: AddressID, since moment: Instant) {
        self.fate = fate
        self.address = address
        self.moment = moment
    }

    /// Heeds them, those of one address in the order of their coming.
    static func heed(_ changes: [AddressFateChange], _ db: Connection) throws {
        let order = changes.indices.sorted { (changes[$0].address, $0) < (changes[$1].address, $1) }
        for index in order { try changes[index].heed(db) }
    }

    private func heed(_ db: Connection) throws {
        switch fate {
        case .gone(let since):
            try db.execute(
                "UPDATE device_tokens SET is_active = false, updated_at = $2 WHERE id = $1 AND coalesce(registered_at, updated_at) <= $3",
                address, moment, since ?? moment)
            try silence(.gone, since: since ?? moment, isFinal: false, db)
        case .worksIn(let environment):
            try db.execute(
                "UPDATE device_tokens SET environment = $2 WHERE id = $1 AND environment IS DISTINCT FROM $2", address, environment.rawValue)
        case .optedOut: try silence(.optedOut, since: moment, isFinal: true, db)
        case .bounced: try silence(.bounced, since: moment, isFinal: false, db)
        case .complained: try silence(.complained, since: moment, isFinal: true, db)
        case .optedIn:
            try db.execute(
                "UPDATE contact_points SET silenced_at = NULL, silence_reason = NULL WHERE id = $1 AND silence_reason = 'opted_out'", address)
        case .wrote(let at):
            try db.execute("UPDATE contact_points SET last_inbound_at = greatest(last_inbound_at, $2::timestamptz) WHERE id = $1", address, at)
        }
    }

    /// - Parameter isFinal: whether it takes the place of what silenced it before.
    private func silence(_ why: ContactPoint.Silence.Why, since: Instant, isFinal: Bool, _ db: Connection) throws {
        try db.execute(
            "UPDATE contact_points SET silenced_at = $2, silence_reason = $3 WHERE id = $1 \(isFinal ? "" : "AND silenced_at IS NULL")",
            address, since, why.rawValue)
    }
}
