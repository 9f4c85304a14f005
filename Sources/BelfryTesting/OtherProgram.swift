import Foundation
import Testing

/// A program that isn't ours, whose word the tests compare ours with.
public enum OtherProgram {
    /// What it writes, without white space at the ends.
    public static func output(_ path: String, _ arguments: [String]) throws -> String {
        try #require(FileManager.default.isExecutableFile(atPath: path), "\(path) is missing; `Scripts/setup test` installs it")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let pipe = Pipe.uninherited()
        process.standardOutput = pipe
        try process.start()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(path) failed")
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Python with the libraries of Tests/requirements.txt.
    public static func python(_ script: String, _ arguments: [String] = []) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return try output(root.appendingPathComponent(".build/test-tools/bin/python3").path, ["-c", script] + arguments)
    }
}
