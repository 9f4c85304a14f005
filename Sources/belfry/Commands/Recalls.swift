import ArgumentParser
import BelfryDomains
import BelfryModel
import BelfryPhrases
import BelfryTime
import Foundation

struct Recalls: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Finds the recalls of a public feed that concern a household's things.",
        discussion: """
            The file is what the agency's own address answers; docs/guide/recalls.md says where. The items are a JSON list of \
            {"id": …, "name": …, "brand": …, "gtin": …, "lot": …, "best_before": "2026-01-25", "category": …}, of which only "id" and \
            "name" must be there.

            An item or a record that can't be used is named on standard error, and the others go on.
            """)

    @Option(help: "Whose file it is.")
    var feed: RecallFeed

    @Argument(help: "The file of the feed.")
    var file: String

    @Option(help: "A JSON file with the household's items.")
    var items: String

    @Flag(help: "One JSON object an event, in place of text.")
    var json = false

    func run() throws {
        let household = try decode(HouseholdItemList.self, from: items)
        let reading = try read()
        for finding in household.findings { report(finding.problem, in: items, of: finding.id.map { " of item “\($0)”" } ?? "") }
        for finding in reading.findings { report(finding.problem, in: file, of: "") }
        let matches = RecallIndex(reading.notices).matches(for: household.items)
        if matches.isEmpty, !json { printError("No recall of this file concerns any of these items.") }
        for match in matches {
            if json {
                try printJSON(RecallLine(match))
            } else {
                print("\(Phrases.heading(of: match.notice))\n  \(Phrases.why(match))\n")
            }
        }
    }

    private func read() throws -> RecallReading {
        do {
            switch feed {
            case .openFDA: return try decode(RecallRecords<OpenFDARecord>.self, from: file).read()
            case .fsis: return try decode(RecallRecords<FSISRecord>.self, from: file).read()
            case .cpsc: return try decode(RecallRecords<CPSCRecord>.self, from: file).read()
            }
        } catch let problem as Problem {
            throw Failure("\(file): \(Phrases.sentence(for: problem))")
        }
    }

    private func decode<Value: Decodable>(_ type: Value.Type, from path: String) throws -> Value {
        guard let data = FileManager.default.contents(atPath: path) else { throw Failure.unreadable(path) }
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch let problem as Problem {
            throw Failure("\(path): \(Phrases.sentence(for: problem))")
        } catch let error as DecodingError {
            throw Failure("\(path): \(Phrases.sentence(for: Problem(error)))")
        }
    }

    private func report(_ problem: Problem, in file: String, of item: String) {
        printError("\(file)\(item): \(Phrases.sentence(for: problem))")
    }
}

extension RecallFeed: ExpressibleByArgument {}

/// What a notice means to a household, as one JSON object.
private struct RecallLine: Encodable {
    let id: String
    let feed: RecallFeed
    let kind: RecallKind
    let severity: RecallSeverity
    let status: RecallStatus?
    let confidence: MatchConfidence
    let items: [String]
    let matches: [Item]
    let title: String
    let published: CivilDate?
    let url: String?
    let why: String

    struct Item: Encodable {
        let item: String
        let confidence: MatchConfidence
        let ground: MatchGround
    }

    init(_ match: RecallMatch) {
        let notice = match.notice
        id = notice.id
        feed = notice.feed
        kind = notice.kind
        severity = notice.severity
        status = notice.status
        confidence = match.confidence
        items = match.items.map(\.item.id)
        matches = match.items.map { Item(item: $0.item.id, confidence: $0.ground.confidence, ground: $0.ground) }
        title = notice.title
        published = notice.publishedOn
        url = notice.url
        why = Phrases.why(match)
    }
}
