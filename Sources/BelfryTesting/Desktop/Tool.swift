import Foundation
import Synchronization
import Testing

/// A program of the system that a test needs.
package enum Tool {
    package static func url(_ name: String) -> URL? {
        // Servers stand where only the administrator's path leads.
        ((ProcessInfo.processInfo.environment["PATH"] ?? "") + ":/usr/sbin").split(separator: ":").map {
            URL(fileURLWithPath: String($0)).appendingPathComponent(name)
        }.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    package static func areThere(_ names: String...) -> Bool { names.allSatisfy { url($0) != nil } }

    /// Runs one to its end, and expects it to succeed.
    package static func run(_ name: String, _ arguments: String..., environment: [String: String]) async throws {
        let tool = try RunningTool(name, arguments, environment: environment)
        while await tool.line() != nil {}
        #expect(await tool.exitStatus() == 0, "\(name) \(arguments.joined(separator: " "))")
    }
}

/// A program in a process of its own, whose output is read as it comes.
package final class RunningTool: Sendable {
    private let process: Process
    private let lines: AsyncStream<String>

    /// - Parameter environment: all that it sees of the environment, besides the path.
    package init(_ name: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        let url: URL = try #require(Tool.url(name), "\(name) is missing")
        process = Process()
        process.executableURL = url
        process.arguments = arguments
        process.environment = environment.merging(ProcessInfo.processInfo.environment.filter { $0.key == "PATH" }) { given, _ in given }
        let output = Pipe.uninherited()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        self.lines = lines
        try process.start()
        // On a thread of its own, because reading waits.
        Thread.detachNewThread {
            var line = Data()
            while case let chunk = output.fileHandleForReading.availableData, !chunk.isEmpty {
                for byte in chunk {
                    if byte != UInt8(ascii: "\n") {
                        line.append(byte)
                        continue
                    }
                    continuation.yield(String(decoding: line, as: UTF8.self))
                    line = Data()
                }
            }
            continuation.finish()
        }
    }

    /// A test that failed leaves nothing running.
    deinit {
        if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    }

    /// The next line that it writes; nil where it has ended.
    package func line() async -> String? {
        await lines.first { _ in true }
    }

    /// Ends it as a crash would.
    package func kill() async {
        Foundation.kill(process.processIdentifier, SIGKILL)
        _ = await exitStatus()
    }

    package func exitStatus() async -> Int32 {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                self.process.waitUntilExit()
                continuation.resume(returning: self.process.terminationStatus)
            }
        }
    }
}
