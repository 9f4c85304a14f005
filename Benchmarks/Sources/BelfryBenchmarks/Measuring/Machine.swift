import Foundation
import GRDB

/// Where the figures were taken: without it they say nothing.
struct Machine {
    let facts: [(name: String, value: String)]

    /// - Parameter folder: where the databases are written.
    init(folder: URL) throws {
        facts = [
            ("cores", String(ProcessInfo.processInfo.activeProcessorCount)),
            ("processor", Self.field("model name", in: "/proc/cpuinfo") ?? "?"),
            ("memory", String(format: "%.1f GiB", Double(ProcessInfo.processInfo.physicalMemory) / 1_073_741_824)),
            ("kernel", Self.text("/proc/sys/kernel/osrelease") ?? ProcessInfo.processInfo.operatingSystemVersionString),
            ("load before", Self.text("/proc/loadavg")?.split(separator: " ").prefix(3).joined(separator: " ") ?? "?"),
            ("swift", Self.swiftVersion() ?? "?"),
            ("sqlite", try DatabaseQueue().read { try String.fetchOne($0, sql: "SELECT sqlite_version()") } ?? "?"),
            ("file system", Self.fileSystem(of: folder) ?? "?"),
        ]
    }

    private static func text(_ path: String) -> String? {
        (try? String(contentsOfFile: path, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The value behind the first `name : value`.
    private static func field(_ name: String, in path: String) -> String? {
        let line = text(path)?.split(separator: "\n").first { $0.hasPrefix(name) }
        return line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// Of the `swift` in PATH, with which `make bench` builds.
    private static func swiftVersion() -> String? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["swift", "--version"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.split(separator: "\n").first { $0.contains("Swift version") }.map(String.init)
    }

    /// The kind of the file system that is mounted deepest above a folder.
    private static func fileSystem(of folder: URL) -> String? {
        let path = folder.resolvingSymlinksInPath().path
        let mounts = (text("/proc/mounts") ?? "").split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        let above = mounts.filter { $0.count > 2 && (path + "/").hasPrefix($0[1].hasSuffix("/") ? $0[1] : $0[1] + "/") }
        return above.max { $0[1].count < $1[1].count }.map { $0[2] }
    }
}
