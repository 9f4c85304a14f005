/// Why a store can't be used for now: what whoever runs it has to mend, or to wait for.
public enum StoreOutage: String, Hashable, CaseIterable, Sendable {
    /// Nobody answers, or the connection breaks.
    case unreachable
    /// It can only be read: a standby, or a file without the right to write.
    case readOnly = "read_only"
    case diskFull = "disk_full"
    /// A statement, or somebody else's lock, took too long.
    case timedOut = "timed_out"
    /// It has no connection, memory or other means left.
    case exhausted
    /// It starts, or shuts down.
    case restarting
    /// Another process is bringing its tables up to date; what it waits for ends by itself.
    case migrating
    /// A later version has brought its tables up to date: this process has to be started anew with that version.
    case outdated
    /// Its own machine has failed: a file can't be read or written.
    case failed
}

/// An error of a store that tells what kept it from working, where that wasn't what was asked of it: the same may be asked again later.
public protocol OutageError: Error {
    /// Nil where it is of no use to try again.
    var outage: StoreOutage? { get }
}
