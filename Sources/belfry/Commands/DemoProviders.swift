import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import Synchronization

/// The program that stands in for the providers, running beside a demo.
final class DemoProviders: Sendable {
    /// Under which Belfry reaches the stand-ins.
    let settings: [String: String]
    private let process: Process
    private let lines: AsyncStream<String>

    /// Starts it, and waits for its settings.
    ///
    /// - Throws: ``Failure`` where it can't be run, or ends without a word.
    init(program: String, folder: String) async throws {
        process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = [folder]
        let output = Pipe()
        process.standardOutput = output
        lines = Self.lines(of: output.fileHandleForReading)
        do {
            try process.run()
        } catch {
            throw Failure("\(program) can't be run. Build it with `swift build --product belfry-providers`, or leave --providers away.")
        }
        var iterator = lines.makeAsyncIterator()
        guard let first = await iterator.next(), let settings = try? JSONDecoder().decode([String: String].self, from: Data(first.utf8)) else {
            process.terminate()
            throw Failure("\(program) ended before it said how it is reached.")
        }
        self.settings = settings
    }

    func stop() {
        process.terminate()
    }

    /// Says what each of them takes, until it is stopped.
    func tell() async {
        for await line in lines {
            guard let taken = try? JSONDecoder().decode([String: String].self, from: Data(line.utf8)), let provider = taken["provider"],
                let address = taken["address"]
            else { continue }
            print("→ \(provider) took a notification for \(address)")
            fflush(nil)
        }
    }

    /// What a pipe says, line by line, until it is closed.
    private static func lines(of handle: FileHandle) -> AsyncStream<String> {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        let rest = Mutex(Data())
        handle.readabilityHandler = { handle in
            let data = handle.availableData
            guard !data.isEmpty else {
                handle.readabilityHandler = nil
                return continuation.finish()
            }
            let whole = rest.withLock { rest in
                rest.append(data)
                var parts = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Data($0) }
                rest = parts.popLast() ?? Data()
                return parts
            }
            for line in whole { continuation.yield(String(decoding: line, as: UTF8.self)) }
        }
        return lines
    }
}
