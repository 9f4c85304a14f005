import Foundation

/// Names this process among all that share a store, and tells whether another of this machine is gone.
///
/// The moment at which a process started is a part of its name, because its number is used again: in a container every
/// process is number 1.
public struct ProcessIdentity: Hashable, Sendable {
    public let host: String
    public let processNumber: Int32
    /// In clock ticks since the machine started (field 22 of `/proc/<pid>/stat`, see proc(5)); `?` where the system doesn't say.
    public let startedAt: String

    public static func current() -> ProcessIdentity {
        let number = ProcessInfo.processInfo.processIdentifier
        return ProcessIdentity(host: ProcessInfo.processInfo.hostName, processNumber: number, startedAt: startedAt(of: number) ?? "?")
    }

    /// `host/1234/56789`.
    public var text: String { "\(host)/\(processNumber)/\(startedAt)" }

    /// Whether the process of that name has certainly ended. Of other machines nothing is certain, nor where the system doesn't tell.
    public static func isDead(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == ProcessInfo.processInfo.hostName, parts[2] != "?", let number = Int32(parts[1]) else { return false }
        return startedAt(of: number) != String(parts[2]) && FileManager.default.fileExists(atPath: "/proc/self/stat")
    }

    private static func startedAt(of number: Int32) -> String? {
        guard let stat = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8), let end = stat.lastIndex(of: ")") else { return nil }
        // After the name in parentheses, which may contain anything, come fields 3 and on.
        let fields = stat[stat.index(after: end)...].split(separator: " ")
        return fields.count > 19 ? String(fields[19]) : nil
    }
}
