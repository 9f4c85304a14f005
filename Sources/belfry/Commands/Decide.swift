import ArgumentParser
import BelfryAPI
import BelfryModel
import BelfryPhrases
import BelfryPlanning
import BelfryPorts
import BelfrySystem
import BelfryTime
import Foundation
import SystemPackage

struct Decide: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Decides deliveries, one JSON object a line, by the policy that the worker uses.",
        discussion: """
            In:  {"now":"2026-01-25T03:00:00Z","timezone":"America/Los_Angeles","notify_push":true,"quiet_hours_start":"22:00:00",
                  "quiet_hours_end":"07:00:00","quiet_hours_notification_level":"critical_only","quiet_hours_action":"skip",
                  "severity":"watch","snooze_until":null,"dismissed_at":null}
            Out: {"action":"send","reason":"allowed","until":null}

            Only "now" must be there; the rest has the defaults of user_profiles, channel "push" and severity "watch". A line that \
            can't be used gives {"error":{"code":…,"message":…,"line":N}}, and the next line goes on.
            """)

    @Argument(help: "A file with the lines; standard input where it is left out.")
    var file: String?

    @Flag(help: "For symmetry with other commands: the output is always JSON.")
    var json = false

    func run() async throws {
        let input = try Input(file: file)
        let decider = LineDecider(zones: SystemTimeZoneDatabase())
        var splitter = LineSplitter()
        while true {
            let chunk = try input.read()
            let lines = chunk.isEmpty ? splitter.rest() : splitter.lines(adding: chunk)
            // What came in together goes out together, and at once.
            let answers = lines.flatMap { decider.answer(to: $0.line, number: $0.number) + Data("\n".utf8) }
            if !answers.isEmpty { try FileHandle.standardOutput.write(contentsOf: Data(answers)) }
            if chunk.isEmpty { return }
        }
    }
}

/// A file or standard input, read as it comes: a `FileHandle` would wait for a whole chunk, and so would whoever waits for an answer.
private struct Input {
    private let descriptor: FileDescriptor
    private let name: String
    private static let byteCountMax = 1 << 16

    init(file: String?) throws {
        name = file.map { "The file \($0)" } ?? "Standard input"
        do {
            descriptor = try file.map { try .open(FilePath($0), .readOnly) } ?? .standardInput
        } catch {
            throw Failure("\(name) can't be read.")
        }
    }

    /// What is there, at least a byte; empty at the end.
    func read() throws -> Data {
        var data = Data(count: Self.byteCountMax)
        do {
            let count = try data.withUnsafeMutableBytes { try descriptor.read(into: $0) }
            return data.prefix(count)
        } catch {
            throw Failure("\(name) can't be read.")
        }
    }
}

/// Answers one line: a decision, or what is wrong with the line.
struct LineDecider {
    private let zones: any TimeZoneDatabase
    private let policy = PolicyPipeline.standard
    private let decoder = JSONDecoder()
    private let encoder = JSONEncoder()

    init(zones: any TimeZoneDatabase) {
        self.zones = zones
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    func answer(to line: Data, number: Int) -> Data {
        let problem: Problem
        do {
            return try encoder.encode(try decide(line))
        } catch let error as Problem {
            problem = error
        } catch let error as DecodingError {
            problem = Problem(error)
        } catch {
            problem = .internalFailure
        }
        return (try? encoder.encode(ErrorLine(problem, line: number))) ?? Data()
    }

    private func decide(_ line: Data) throws -> Decision {
        guard line.count <= LineSplitter.byteCountMax else { throw Problem.malformedLine(expected: "a line of at most 1 MiB") }
        let inputs = try decoder.decode(DecisionInputs.self, from: line)
        guard let zone = zones.rules(named: inputs.preferences.timezone) else { throw Problem.unknownTimezone(field: "timezone") }
        return policy.decide(inputs, in: zone)
    }

    private struct ErrorLine: Encodable {
        let error: Content

        struct Content: Encodable {
            let code: String
            let message: String
            let field: String?
            let line: Int
        }

        init(_ problem: Problem, line: Int) {
            error = Content(code: problem.code, message: Phrases.sentence(for: problem), field: problem.field, line: line)
        }
    }
}

/// Cuts a stream of bytes into numbered lines; blank ones count but are passed over.
struct LineSplitter {
    /// A longer line is cut off here and refused, so that a file without line feeds can't fill the memory.
    static let byteCountMax = 1 << 20

    private var pending = Data()
    private var number = 0

    mutating func lines(adding chunk: Data) -> [(line: Data, number: Int)] {
        var lines: [(Data, Int)] = []
        var rest = chunk[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            append(rest[..<end])
            rest = rest[rest.index(after: end)...]
            take(into: &lines)
        }
        append(rest)
        return lines
    }

    /// The last line, where it doesn't end with a line feed.
    mutating func rest() -> [(line: Data, number: Int)] {
        var lines: [(Data, Int)] = []
        if !pending.isEmpty { take(into: &lines) }
        return lines
    }

    private mutating func append(_ bytes: Data.SubSequence) {
        pending.append(contentsOf: bytes.prefix(Self.byteCountMax + 1 - pending.count))
    }

    private mutating func take(into lines: inout [(Data, Int)]) {
        number += 1
        let isBlank = pending.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
        if !isBlank { lines.append((pending, number)) }
        pending = Data()
    }
}
