import Foundation

/// Other programs that a measurement needs: servers on the loopback, and what makes their certificates.
enum Programs {
    /// Nil where it isn't installed.
    static func find(_ name: String) -> URL? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init) + ["/usr/sbin"]
        return folders.map { URL(fileURLWithPath: $0).appendingPathComponent(name) }.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    /// Waits until it has ended.
    ///
    /// - Throws: ``Missing`` where it fails.
    static func run(_ arguments: String...) throws {
        let process = silent("/usr/bin/env", arguments)
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Missing(what: "what \(arguments[0]) makes") }
    }

    /// One that says nothing, not started yet.
    static func silent(_ path: String, _ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return process
    }
}
