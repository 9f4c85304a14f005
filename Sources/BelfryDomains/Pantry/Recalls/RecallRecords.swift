import BelfryModel
import BelfryTime

/// A record of one feed, as its agency publishes it.
public protocol RecallRecord: Decodable, Sendable {
    static var feed: RecallFeed { get }
    /// The key under which the records stand, for a feed that wraps them; a bare list is read as well.
    static var listKey: String? { get }
    /// What a file of this feed is, for whoever handed in another.
    static var expectation: String { get }

    /// What names the event that the record belongs to.
    ///
    /// - Throws: ``Problem`` with the field, where a record can't be used.
    func eventID() throws(Problem) -> String

    /// One notice of all the records of an event; never called without any.
    static func notice(id: String, of records: [Self]) -> RecallNotice
}

/// A file of one feed, read record by record: one that can't be used doesn't stop the others.
public struct RecallRecords<Record: RecallRecord>: Decodable {
    private let rows: [Result<Record, Problem>]
    private let path: String

    public init(from decoder: any Decoder) throws {
        if let key = Record.listKey, let object = try? decoder.container(keyedBy: TextKey.self) {
            if let list = try? object.nestedUnkeyedContainer(forKey: TextKey(key)) {
                (rows, path) = (try Self.rows(of: list), key)
                return
            }
            // An answer without a single result is an error object at openFDA: there is nothing, and nothing is wrong.
            guard try object.decodeIfPresent(ErrorAnswer.self, forKey: TextKey("error"))?.code == "NOT_FOUND" else {
                throw Self.otherShape
            }
            (rows, path) = ([], key)
            return
        }
        guard let list = try? decoder.unkeyedContainer() else { throw Self.otherShape }
        (rows, path) = (try Self.rows(of: list), "")
    }

    /// One notice an event, in the order of the file, and what is wrong with the records that are left out.
    ///
    /// - Throws: ``Problem`` where there are records, and not one of them is of this feed.
    public func read() throws(Problem) -> RecallReading {
        var findings: [RecallFinding] = []
        var order: [String] = []
        var families: [String: [Record]] = [:]
        for (index, row) in rows.enumerated() {
            do throws(Problem) {
                let record = try row.get()
                let id = try record.eventID()
                if families[id] == nil { order.append(id) }
                families[id, default: []].append(record)
            } catch {
                findings.append(RecallFinding(record: index, problem: error.inside("\(path)[\(index)]")))
            }
        }
        guard rows.isEmpty || !families.isEmpty else { throw Self.otherShape }
        return RecallReading(notices: order.map { Record.notice(id: $0, of: families[$0] ?? []) }, findings: findings)
    }

    private static var otherShape: Problem { .wrongType(field: "", expected: Record.expectation) }

    private static func rows(of list: any UnkeyedDecodingContainer) throws -> [Result<Record, Problem>] {
        var list = list
        var rows: [Result<Record, Problem>] = []
        while !list.isAtEnd { rows.append(try list.decode(Row.self).result) }
        return rows
    }

    /// Decodes whatever stands there, so that the list goes on behind it.
    private struct Row: Decodable {
        let result: Result<Record, Problem>

        init(from decoder: any Decoder) throws {
            do {
                result = .success(try Record(from: decoder))
            } catch {
                result = .failure(.wrongType(field: "", expected: "an object"))
            }
        }
    }

    private struct ErrorAnswer: Decodable {
        let code: String?
    }
}

/// What a file of a feed says.
public struct RecallReading: Hashable, Sendable {
    public let notices: [RecallNotice]
    /// The records that can't be used.
    public let findings: [RecallFinding]
}

/// A record of a feed that can't be used, and why.
public struct RecallFinding: Hashable, Sendable {
    /// Its place in the file, from 0.
    public let record: Int
    public let problem: Problem
}

extension Problem {
    /// The same problem with its field inside of another: `event_id` in `results[3]`.
    func inside(_ outer: String) -> Problem {
        func path(_ field: String) -> String { field.isEmpty ? outer : "\(outer).\(field)" }
        return switch self {
        case .missingField(let field): .missingField(path(field))
        case .wrongType(let field, let expected): .wrongType(field: path(field), expected: expected)
        case .badCheckDigit(let field): .badCheckDigit(field: path(field))
        default: self
        }
    }
}
