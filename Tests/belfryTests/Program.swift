import BelfryTesting
import Foundation
import Testing

/// The built `belfry` program, run as a person would run it.
enum Program {
    /// The one that `BELFRY_PROGRAM` names; else beside the test bundle, where the build puts it.
    static var url: URL {
        get throws {
            if let path = ProcessInfo.processInfo.environment["BELFRY_PROGRAM"] { return URL(fileURLWithPath: path) }
            let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            let candidates = [folder, folder.deletingLastPathComponent()].map { $0.appendingPathComponent("belfry") }
            return try #require(
                candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }, "build the product belfry before its tests")
        }
    }

    struct Result {
        let status: Int32
        let output: String
        let errors: String

        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// Runs a command to its end.
    static func run(_ arguments: String..., input: String = "", environment: [String: String] = [:]) async throws -> Result {
        try await run(arguments, input: input, environment: environment)
    }

    static func run(_ arguments: [String], input: String = "", environment: [String: String] = [:]) async throws -> Result {
        try await end(make(arguments, environment), input: input)
    }

    private static func end(_ process: Process, input: String) async throws -> Result {
        let (stdin, stdout, stderr) = (Pipe.uninherited(), Pipe.uninherited(), Pipe.uninherited())
        process.standardInput = stdin
        process.standardOutput = stdout
        process.standardError = stderr
        try process.start()
        async let output = stdout.text()
        async let errors = stderr.text()
        stdin.fileHandleForWriting.write(Data(input.utf8))
        try stdin.fileHandleForWriting.close()
        let (outputText, errorText) = await (output, errors)
        process.waitUntilExit()
        return Result(status: process.terminationStatus, output: outputText, errors: errorText)
    }

    /// Runs what a shell makes of a line, to its end; `belfry` is the program there.
    static func runByShell(_ line: String, environment: [String: String] = [:]) async throws -> Result {
        let process = try make([], environment)
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", #"belfry() { "$PROGRAM_UNDER_TEST" "$@"; }; "# + line]
        process.environment?["PROGRAM_UNDER_TEST"] = try url.path
        return try await end(process, input: "")
    }

    /// Runs a command at a terminal, to its end. All that it says there stands in its output, and so does what is typed.
    static func runAtTerminal(_ arguments: [String], typing input: String = "", environment: [String: String] = [:]) async throws -> Result {
        let process = try make([], environment)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let terminal = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))"
        process.arguments = ["python3", "-c", terminal, try url.path] + arguments
        return try await end(process, input: input)
    }

    /// A process that hasn't started yet, with none of the settings of whoever runs the tests.
    static func make(_ arguments: [String], _ environment: [String: String]) throws -> Process {
        let process = Process()
        process.executableURL = try url
        process.arguments = arguments
        let inherited = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("BELFRY_") }
        process.environment = inherited.merging(environment) { $1 }
        process.currentDirectoryURL = FileManager.default.temporaryDirectory
        return process
    }
}

extension Pipe {
    /// Everything that is written until the other end is closed; read on a thread of its own, because reading waits.
    func text() async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let data = self.fileHandleForReading.readDataToEndOfFile()
                continuation.resume(returning: String(decoding: data, as: UTF8.self))
            }
        }
    }
}

/// Gives a test a folder that is gone afterwards.
func withTemporaryFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("belfry-\(ProcessInfo.processInfo.globallyUniqueString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}

/// Runs a command as it is typed, in words without spaces.
func run(_ line: String, input: String = "", environment: [String: String] = [:]) async throws -> Program.Result {
    try await Program.run(line.split(separator: " ").map(String.init), input: input, environment: environment)
}
