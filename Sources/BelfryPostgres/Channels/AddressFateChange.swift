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

extension AddressFate {
    /// As a row that waits keeps it: the name, and after a space the moment or environment.
    var stored: String {
        switch self {
        case .gone(let since): ["gone", since?.fixedWidthText].compactMap { $0 }.joined(separator: " ")
        case .optedOut: "opted_out"
        case .optedIn: "opted_in"
        case .bounced: "bounced"
        case .complained: "complained"
        case .wrote(let moment): "wrote \(moment.fixedWidthText)"
        case .worksIn(let environment): "works_in \(environment.rawValue)"
        }
    }

    init?(stored text: String) {
        let parts = text.split(separator: " ").map(String.init)
        let detail = parts.dropFirst().first
        switch parts.first {
        case "gone": self = .gone(since: detail.flatMap(Instant.init))
        case "opted_out": self = .optedOut
        case "opted_in": self = .optedIn
        case "bounced": self = .bounced
        case "complained": self = .complained
        case "wrote":
            guard let moment = detail.flatMap(Instant.init) else { return nil }
            self = .wrote(at: moment)
        case "works_in":
            guard let environment = detail.flatMap(PushEnvironment.init) else { return nil }
            self = .worksIn(environment)
        default: return nil
        }
    }
}
