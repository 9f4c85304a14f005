import BelfryModel
import BelfryPhrases
import Foundation
import SystemPackage

/// Answers a file or standard input line by line: one value of JSON for each, at once and in their order.
struct LineAnswerer {
    private let input: Input
    private let encoder = JSONEncoder()

    /// - Parameter file: standard input where it is nil.
    init(file: String?) throws {
        input = try Input(file: file)
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    /// Goes on to the end of the input. Where a line can't be used, its answer is what is wrong with it.
    func run<Answer: Encodable>(_ answer: (Data) throws -> Answer) throws {
        var splitter = LineSplitter()
        while true {
            let chunk = try input.read()
            let lines = chunk.isEmpty ? splitter.rest() : splitter.lines(adding: chunk)
            // What came in together goes out together, and at once.
            let answers = lines.flatMap { reply(to: $0.line, number: $0.number, answer) + Data("\n".utf8) }
            print(String(decoding: answers, as: UTF8.self), terminator: "")
            try flushOutput()
            if chunk.isEmpty { return }
        }
    }

    private func reply<Answer: Encodable>(to line: Data, number: Int, _ answer: (Data) throws -> Answer) -> Data {
        let problem: Problem
        do {
            guard line.count <= LineSplitter.byteCountMax else { throw Problem.malformedLine(expected: "a line of at most 1 MiB") }
            return try encoder.encode(try answer(line))
        } catch let error as Problem {
            problem = error
        } catch let error as DecodingError {
            problem = Problem(error)
        } catch {
            problem = .internalFailure
        }
        return (try? encoder.encode(ErrorLine(problem, line: number))) ?? Data()
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

/// A file or standard input, read as it comes: a `FileHandle` would wait for a whole chunk, and so would whoever waits for an answer.
private struct Input {
    private let descriptor: FileDescriptor
    private let path: String
    private static let byteCountMax = 1 << 16

    init(file: String?) throws {
        path = file ?? "-"
        do {
            descriptor = try file.map { try .open(FilePath($0), .readOnly) } ?? .standardInput
        } catch {
            throw Failure.unreadable(path)
        }
    }

    /// What is there, at least a byte; empty at the end.
    func read() throws -> Data {
        var data = Data(count: Self.byteCountMax)
        do {
            let count = try data.withUnsafeMutableBytes { try descriptor.read(into: $0) }
            return data.prefix(count)
        } catch {
            throw Failure.unreadable(path)
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
