import BelfryTesting
import Foundation
import Testing

/// A counterpart in Python, which `Scripts/setup test` has made ready.
enum PythonScript {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let folder = tests.appendingPathComponent("Counterparts")
    private static let python = tests.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(".build/test-tools/bin/python")

    /// Runs one to its end.
    ///
    /// - Parameter input: its standard input; nil where it reads none.
    /// - Returns: the lines that it writes.
    static func run(_ name: String, _ arguments: [String] = [], input: String? = nil) async throws -> [String] {
        try requirePython()
        let process = Process()
        process.executableURL = python
        process.arguments = [folder.appendingPathComponent(name).path] + arguments
        let (output, given) = (Pipe.uninherited(), Pipe.uninherited())
        process.standardOutput = output
        process.standardInput = given
        try process.start()
        let text = await withCheckedContinuation { continuation in
            // On a thread of its own, because reading waits.
            Thread.detachNewThread {
                try? given.fileHandleForWriting.write(contentsOf: Data((input ?? "").utf8))
                try? given.fileHandleForWriting.close()
                let data = output.fileHandleForReading.readDataToEndOfFile()
                process.waitUntilExit()
                continuation.resume(returning: String(decoding: data, as: UTF8.self))
            }
        }
        #expect(process.terminationStatus == 0, "\(name) failed; what it says stands above")
        return text.split(separator: "\n").map(String.init)
    }

    /// Starts one that goes on while the test does.
    static func start(_ name: String, _ arguments: [String]) throws -> RunningTool {
        try requirePython()
        return try RunningTool("env", [python.path, folder.appendingPathComponent(name).path] + arguments)
    }

    private static func requirePython() throws {
        try #require(
            FileManager.default.isExecutableFile(atPath: python.path), "The providers' libraries are missing. Run `Scripts/setup test` first.")
    }
}
