import ArgumentParser
import BelfryAPI
import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

struct PersonCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "person", abstract: "Takes people in, mutes a category for one, hands out what is kept of them, and erases them.",
        subcommands: [Import.self, MuteCategory.self, Unmute.self, Mutes.self, Export.self, Erase.self])

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Writes what is kept of a person, a row of a table a line, as JSON.",
            discussion: """
                Their settings and addresses, what was measured of them, what they were told and what others were told of them. What opens \
                something, as the hash of a code, is left out.
                """)

        @OptionGroup var storeOptions: StoreOptions

        @Argument(help: "The person's identifier.")
        var user: String

        @Option(help: "A new file that only you can read (default: standard output).")
        var output: String?

        @Flag(help: "For symmetry with other commands: the output is always JSON.")
        var json = false

        func run() async throws {
            let person = try userID(user)
            try await storeOptions.withHouse { house in
                guard try await !house.store.rows(of: person, after: nil, countMax: 1).isEmpty else {
                    throw Failure("Nothing is kept of \(printable(user)).")
                }
                try await house.note(.personExported, person: person)
                let file = try output.map(makeFile)
                try await forEachPage(of: person, in: house.store) { rows in
                    let lines = rows.map { $0.line + "\n" }.joined()
                    if let file { try file.write(contentsOf: Data(lines.utf8)) } else { print(lines, terminator: "") }
                }
                try file?.close()
            }
        }
    }

    struct Erase: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Erases a person: nothing is told of or to them from then on.",
            discussion: """
                Their tokens from before let nobody in, as far as BELFRY_JWT_SECRET is set here as it is for the server. Backups, logs and what \
                providers keep isn't reached: see docs/guide/privacy.md.
                """)

        @OptionGroup var storeOptions: StoreOptions

        @Argument(help: "The person's identifier.")
        var user: String

        @Flag(help: "Don't ask.")
        var yes = false

        @Flag(help: "Only say what would go.")
        var dryRun = false

        @Flag(help: "Print JSON.")
        var json = false

        func run() async throws {
            let person = try userID(user)
            try await storeOptions.withHouse { house in
                if dryRun {
                    var report = ErasureReport()
                    try await forEachPage(of: person, in: house.store) { rows in for row in rows { report.add(1, row.table) } }
                    return try tell(report)
                }
                if !yes { try confirm() }
                let mark = await house.authenticator.erasureMark(of: person)
                if mark == nil { printError("Where a server here takes tokens, theirs from before still let somebody in: BELFRY_JWT_SECRET isn't set.") }
                // The line doesn't tell who it was.
                try tell(
                    try await house.audited(.personErased, person: .erased) { try await house.store.erase(person, leaving: mark, now: house.now()) })
            }
        }

        /// - Throws: ``Failure`` where the person isn't named again.
        private func confirm() throws {
            printError("This can't be undone. Name the person again to erase them:")
            guard readLine() == user else { throw Failure("Nobody was erased: the person wasn't named again. Scripts say --yes.") }
        }

        private func tell(_ report: ErasureReport) throws {
            if json { return try printJSON(Answer(dry_run: dryRun, erased: report.counts)) }
            let counts = report.counts.sorted { $0.key < $1.key }.map { "\($0.key.replacingOccurrences(of: "_", with: " ")): \($0.value)" }
            print("\(dryRun ? "Would go" : "Gone"): \(counts.isEmpty ? "nothing" : counts.joined(separator: ", ")).")
        }

        private struct Answer: Encodable {
            let dry_run: Bool
            let erased: [String: Int]
        }
    }
}

/// So many rows stand in memory at once.
private let pageRowCount = 500

private func forEachPage(of person: UserID, in store: any PersonStore, _ take: ([PersonalRow]) throws -> Void) async throws {
    var place: PersonalRow.Place?
    while case let page = try await store.rows(of: person, after: place, countMax: pageRowCount), let last = page.last {
        try take(page)
        place = last.place
    }
}

func userID(_ text: String) throws -> UserID {
    guard let user = UserID(text) else { throw Failure.noIdentifier("USER") }
    return user
}
