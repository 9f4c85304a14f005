import Foundation

/// How many descriptors the process may have open at once, and how many of them are for connections that others make to it.
///
/// Where none is left, no connection to a database or a provider can be made, nor a file be opened, and who waits to be let in keeps a processor busy.
public enum DescriptorLimit {
    /// What the store, the providers and files take at the most.
    static let reserveMax = 256

    /// The soft limit, as `ulimit -n` says it; less than nothing where there is none.
    public static var current: Int { sysconf(CInt(_SC_OPEN_MAX)) }

    /// How many connections may be taken at once; nil for any number. Where there are few descriptors, the half.
    public static func connectionCountMax(ofDescriptors count: Int) -> Int? {
        count < 0 ? nil : max(1, count - min(reserveMax, count / 2))
    }
}
