import BelfryPorts
import GRDB

extension DatabaseError: OutageError {
    public var outage: StoreOutage? {
        switch resultCode {
        case .SQLITE_FULL: .diskFull
        case .SQLITE_READONLY: .readOnly
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_INTERRUPT: .timedOut
        case .SQLITE_CANTOPEN: .unreachable
        case .SQLITE_NOMEM: .exhausted
        case .SQLITE_IOERR: .failed
        default: nil
        }
    }
}
