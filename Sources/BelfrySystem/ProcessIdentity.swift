import Foundation

/// Names this process among all that share a store, and tells whether another of this machine is gone.
///
/// The moment at which a process started is a part of its name, because its number is used again. So is what numbers processes: hosts may
/// have one name, and containers of one host, where every process may be number 1.
public struct ProcessIdentity: Hashable, Sendable {
    /// `name@1b4e28ba-4026531836`: the host's name, the beginning of what its system drew when it started (`boot_id`, random(4)) and the
    /// namespace that numbers its processes (pid_namespaces(7)); the name alone where the system doesn't say.
    public let host: String
    public let processNumber: Int32
    /// In clock ticks since the machine started (field 22 of `/proc/<pid>/stat`, see proc(5)); `?` where the system doesn't say.
    public let startedAt: String

    /// That of the process that asks.
    public static func current() -> ProcessIdentity {
        let number = ProcessInfo.processInfo.processIdentifier
        return ProcessIdentity(host: host, processNumber: number, startedAt: startedAt(of: number) ?? "?")
    }

    /// `host/1234/56789`.
    public var text: String { "\(host)/\(processNumber)/\(startedAt)" }

    /// Whether the process of that name has certainly ended. Of others than this one's host, and its container, nothing is certain, nor where the
    /// system doesn't tell.
    public static func isDead(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == host, host.contains("@"), parts[2] != "?", let number = Int32(parts[1]) else { return false }
        // What can't be read, as by a process with too many open files, may live.
        if let startedAt = startedAt(of: number) { return startedAt != String(parts[2]) }
        return !FileManager.default.fileExists(atPath: "/proc/\(number)") && FileManager.default.fileExists(atPath: "/proc/self")
    }

    private static let host: String = {
        let name = ProcessInfo.processInfo.hostName
        // `pid:[4026531836]`.
        let namespace = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid").filter { $0.isNumber }
        guard let boot = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8), let namespace else { return name }
        return "\(name)@\(boot.prefix(8))-\(namespace)"
    }()

    private static func startedAt(of number: Int32) -> String? {
        guard let stat = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8), let end = stat.lastIndex(of: ")") else { return nil }
        // After the name in parentheses, which may contain anything, come fields 3 and on.
        let fields = stat[stat.index(after: end)...].split(separator: " ")
        return fields.count > 19 ? String(fields[19]) : nil
    }
}
