import BelfryPorts

/// What went wrong between us and PostgreSQL, without what people sent.
///
/// PostgreSQL's own messages quote values now and then, so of a refused statement only its SQLSTATE and the names of table and
/// constraint are kept. What a connection says before it is open quotes none, and is kept whole.
public enum PostgresError: Error, Hashable, Sendable {
    /// The address can't be read.
    case unusableAddress(why: String)
    /// No connection comes about.
    case unreachable(why: String)
    /// The connection broke, or stayed silent for too long. Nothing of the transaction is kept.
    case lost
    /// The connection broke while a transaction was being committed: it may be kept or not.
    case lostWhileCommitting
    /// PostgreSQL refused a statement. Nothing of the transaction is kept.
    ///
    /// - Parameter fault: PostgreSQL's own words where our SQL is at fault (class 42), which quote nothing but SQL.
    case refused(sqlState: String, relation: String?, constraint: String?, fault: String? = nil)
    /// What the database keeps has changed under the transaction, which begins anew.
    case overtaken
    /// The tables were written by a later version.
    case laterVersion
    /// Another process is bringing the tables up to date.
    case migrating
    /// Somebody wrote a row by hand whose identifier can't be read.
    case unreadable
    /// The store was closed.
    case closed
}

extension PostgresError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unusableAddress(let why): "the address can't be read: \(why)"
        case .unreachable(let why): "PostgreSQL can't be reached: \(why)"
        case .lost: "the connection to PostgreSQL was lost; nothing of the transaction is kept"
        case .lostWhileCommitting: "the connection to PostgreSQL was lost during a commit, which may have happened or not"
        case .refused(let sqlState, let relation, let constraint, let fault):
            "PostgreSQL refused: \(Self.sentence(for: sqlState)) (SQLSTATE \(sqlState)"
                + (relation.map { ", table \($0)" } ?? "") + (constraint.map { ", constraint \($0)" } ?? "") + (fault.map { ": \($0)" } ?? "") + ")"
        case .overtaken: "others kept changing the same rows; try again"
        case .laterVersion: "a later version of Belfry has brought the database up to date; use that version, or a later one"
        case .migrating: "another process is bringing the tables up to date"
        case .unreadable: "a row that was written by hand can't be read: its identifier is empty, too long or has control characters"
        case .closed: "the store is closed"
        }
    }

    /// By the class of the SQLSTATE, or the whole of it where that says more (PostgreSQL documentation, appendix A).
    private static func sentence(for sqlState: String) -> String {
        switch sqlState {
        case "23505": "there is one like it already"
        case "23514": "a value is outside of what its column takes"
        case "25006": "the database is read-only; is it a standby?"
        case "40001", "40P01": "others changed the same rows at the same time"
        case "42501": "the role may not do this; grant it the rights of the tables' owner"
        case "42P01": "a table is missing; run `belfry migrate`"
        case "53100": "the database's disk is full"
        case "53300": "the database has no connection left; lower `connections` or the number of processes, or raise max_connections"
        case "55P03": "somebody holds a lock for too long"
        case "57014": "the statement took too long"
        default: sentence(forClass: sqlState.prefix(2))
        }
    }

    private static func sentence(forClass sqlClass: Substring) -> String {
        switch sqlClass {
        case "22": "a value can't be written in its column's type"
        case "23": "a rule of the table forbids it"
        case "42": "the tables aren't as this version expects them; run `belfry migrate`"
        case "53": "the database is short of resources"
        case "57": "the database is shutting down or starting up"
        case "58", "XX": "the database itself has failed; look into its log"
        default: "the statement failed"
        }
    }

    /// Whether the same transaction may be tried again at once, because nothing of it is kept and chance decides.
    var isPassing: Bool {
        switch self {
        case .lost, .overtaken: true
        case .refused(let sqlState, _, _, _): Self.passingStates.contains(sqlState)
        case .unusableAddress, .unreachable, .lostWhileCommitting, .laterVersion, .migrating, .unreadable, .closed: false
        }
    }

    /// Whether the server ended the connection between statements, on somebody's order: nothing was half done.
    var isOfOrderlyEnd: Bool {
        guard case .refused(let sqlState, _, _, _) = self else { return false }
        return sqlState == "57P01"
    }

    /// Whether it waited for a lock for as long as it may.
    var isOfLock: Bool {
        guard case .refused(let sqlState, _, _, _) = self else { return false }
        return sqlState == "55P03"
    }

    var isOfStalePlan: Bool {
        guard case .refused(let sqlState, _, _, _) = self else { return false }
        return sqlState == "0A000" || sqlState == "26000"
    }

    /// Serialization failure, deadlock, a plan that a migration made stale, a primary that became a standby, a transaction that slept, a server that goes down.
    private static let passingStates: Set = ["40001", "40P01", "0A000", "26000", "25006", "25P03", "57P01", "57P03"]
}

extension PostgresError: OutageError {
    public var outage: StoreOutage? {
        switch self {
        case .unreachable, .lost, .lostWhileCommitting: .unreachable
        case .refused(let sqlState, _, _, _): Self.outages[sqlState] ?? Self.outages[String(sqlState.prefix(2))]
        case .overtaken: .timedOut
        case .migrating: .migrating
        case .laterVersion: .outdated
        case .unusableAddress, .unreadable, .closed: nil
        }
    }

    /// By SQLSTATE, or its class.
    private static let outages: [String: StoreOutage] = [
        // A table, a column or a function that is no more: somebody has migrated it.
        "42P01": .outdated, "42703": .outdated, "42883": .outdated,
        "08": .unreachable, "25006": .readOnly, "25P03": .timedOut, "40001": .timedOut, "40P01": .timedOut, "53": .exhausted, "53100": .diskFull, "55P03": .timedOut,
        "57014": .timedOut, "57P01": .restarting, "57P02": .restarting, "57P03": .restarting, "58": .failed, "XX": .failed,
    ]
}
