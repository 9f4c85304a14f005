import BelfryModel
import Foundation

/// People as they come, one after the other, from lines of JSON or a table with commas; no more of it is in memory than a piece and a line.
public struct PeopleLines<Pieces: AsyncSequence>: AsyncSequence, AsyncIteratorProtocol where Pieces.Element: Collection<UInt8> {
    public typealias Element = PeopleLine

    private var lines: TextLines<Pieces>
    private let form: PeopleForm
    private var columns: PeopleColumns?

    public init(of lines: TextLines<Pieces>, as form: PeopleForm) {
        self.lines = lines
        self.form = form
    }

    public func makeAsyncIterator() -> Self { self }

    /// - Throws: `Problem.malformedLine` where nothing after it can be read, as behind a line that is too long; of a table what ``PeopleColumns`` says of
    ///   its first line.
    public mutating func next() async throws -> PeopleLine? {
        while let (text, number) = try await record() {
            guard let text else { return PeopleLine(number: number, person: .failure(.malformedLine(number: number, expected: "text in UTF-8"))) }
            guard text.contains(where: { !$0.isWhitespace }) else { continue }
            guard form == .csv else { return PeopleLine(number: number, json: Data(text.utf8)) }
            guard let columns else {
                columns = try PeopleColumns(CSVRecord.cells(text))
                continue
            }
            switch columns.object(CSVRecord.cells(text), number: number) {
            case .success(let json): return PeopleLine(number: number, json: json)
            case .failure(let problem): return PeopleLine(number: number, person: .failure(problem))
            }
        }
        return nil
    }

    /// The next line; of a table with those after it, where a cell in quotation marks goes on there.
    private mutating func record() async throws -> (text: String?, number: Int)? {
        guard var bytes = try await lines.next() else { return nil }
        let number = lines.number
        // Before the first stands U+FEFF, where a program of Windows has written the file.
        if number == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        var isOpen = form == .csv && CSVRecord.isOpen(bytes)
        while isOpen {
            guard bytes.count <= TextLines<Pieces>.byteCountMax, let more = try await lines.next() else {
                throw Problem.malformedLine(number: number, expected: "a quotation mark at the end of each cell that begins with one")
            }
            bytes += [UInt8(ascii: "\n")] + more
            if CSVRecord.isOpen(more) { isOpen.toggle() }
        }
        return (String(validating: bytes, as: UTF8.self), number)
    }
}

/// A person, or why they can't be read, and where they stand, counted from 1.
public struct PeopleLine: Sendable {
    let number: Int
    let person: Result<PersonLine, Problem>

    fileprivate init(number: Int, person: Result<PersonLine, Problem>) { (self.number, self.person) = (number, person) }

    fileprivate init(number: Int, json: Data) {
        self.init(number: number, person: Self.reading { try JSONDecoder().decode(PersonLine.self, from: json) })
    }

    fileprivate static func reading(_ read: () throws -> PersonLine) -> Result<PersonLine, Problem> {
        do {
            return .success(try read())
        } catch let problem as Problem {
            return .failure(problem)
        } catch {
            return .failure((error as? DecodingError).map { Problem($0) } ?? .malformedJSON)
        }
    }
}

/// People in one document, one after the other; each by itself can be refused.
public struct ListedPeople: Decodable, AsyncSequence, AsyncIteratorProtocol {
    private struct Entry: Decodable {
        let person: Result<PersonLine, Problem>

        init(from decoder: any Decoder) { person = PeopleLine.reading { try PersonLine(from: decoder) } }
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case people
    }

    public static let memberNames = CodingKeys.allCases.map(\.rawValue)

    private var rest: EnumeratedSequence<[Entry]>.Iterator

    /// - Throws: `DecodingError`
    public init(from decoder: any Decoder) throws {
        rest = try decoder.container(keyedBy: CodingKeys.self).decode([Entry].self, forKey: .people).enumerated().makeIterator()
    }

    public func makeAsyncIterator() -> Self { self }

    public mutating func next() async -> PeopleLine? { rest.next().map { PeopleLine(number: $0.offset + 1, person: $0.element.person) } }
}

/// How people are written down.
public enum PeopleForm: String, CaseIterable, Sendable {
    /// An object of JSON a line.
    case ndjson
    /// A table with commas, whose first line names the columns.
    case csv
}

/// A line of a table with commas (RFC 4180).
enum CSVRecord {
    private static let quote: Unicode.Scalar = "\""

    /// Whether a cell is begun and not ended, or the other way round where one was before.
    static func isOpen(_ bytes: [UInt8]) -> Bool { !bytes.count(where: { $0 == UInt8(ascii: "\"") }).isMultiple(of: 2) }

    /// Its cells, without spaces around them.
    static func cells(_ record: String) -> [String] {
        var (cells, cell, isQuoted) = ([String](), String.UnicodeScalarView(), false)
        var rest = record.unicodeScalars[...]
        while let character = rest.popFirst() {
            switch character {
            case quote where isQuoted && rest.first == quote:
                cell.append(quote)
                rest.removeFirst()
            case quote: isQuoted.toggle()
            case "," where !isQuoted:
                cells.append(String(cell))
                cell = String.UnicodeScalarView()
            default: cell.append(character)
            }
        }
        return (cells + [String(cell)]).map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
    }
}
