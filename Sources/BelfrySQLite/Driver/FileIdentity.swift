import BelfryPorts
import Foundation

/// Which file stands at a path, whatever it is called there (stat(2)).
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64

    /// Nil where there is none.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (device, number) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino))
    }
}

/// Another file, or none, stands where the store's was: what is written now ends with the process.
public struct LostFileError: OutageError, CustomStringConvertible {
    public var outage: StoreOutage? { .failed }
    public var description: String {
        "the store's file was removed or replaced while it was open, and what is written now is lost with it; stop all who work on it, then see to the file"
    }
}
