import ArgumentParser
import BelfryAPI
import BelfryDevice
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfrySQLite
import BelfrySystem
import BelfryTime
import Foundation

/// Where a device keeps what it knows.
struct DeviceOptions: ParsableArguments {
    @Option(name: .customLong("device"), help: "The device's file (BELFRY_DEVICE; default belfry/device.sqlite in your data folder).")
    var file: String?

    var path: String { named ?? Self.ownFile("device.sqlite") }

    /// A file that Belfry keeps for whoever runs it.
    ///
    /// Source of the folder: XDG Base Directory Specification, `XDG_DATA_HOME`, and `HOME`, of which Foundation takes no notice on Linux.
    static func ownFile(_ name: String) -> String {
        let environment = ProcessInfo.processInfo.environment
        func folder(_ variable: String) -> String? { environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let data = folder("XDG_DATA_HOME") ?? "\(folder("HOME") ?? NSHomeDirectory())/.local/share"
        return "\(data)/belfry/\(name)"
    }

    private var named: String? { (file ?? ProcessInfo.processInfo.environment["BELFRY_DEVICE"]).flatMap { $0.isEmpty ? nil : $0 } }

    /// Makes the folder of the default file. One that was named has to be there: where it isn't, the path is mistyped more often than not.
    ///
    /// - Throws: ``Failure`` where there is none then.
    func prepareFolder() throws {
        if named == nil {
            try? FileManager.default.createDirectory(at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
        }
        if let problem = Settings.StoreLocation.sqlite(path: path).folderProblem { throw Failure(problem) }
    }

    /// Opens the file for whoever only looks into it, and makes none.
    ///
    /// - Throws: ``Failure`` where there is none yet, or it can't be opened.
    func openKnown() throws -> SQLiteDevice {
        guard FileManager.default.fileExists(atPath: path) else {
            throw Failure("There is no device's file at \(path) yet. Start `belfry agent`, or bring facts with `belfry device import`.")
        }
        return try open()
    }

    /// Opens the file, which nobody else of the machine can read.
    ///
    /// - Throws: ``Failure`` where it can't be opened.
    func open() throws -> SQLiteDevice {
        try prepareFolder()
        do {
            if !FileManager.default.fileExists(atPath: path) {
                // Where it can't be made it can't be opened either.
                _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
            }
            return try SQLiteDevice(path: path)
        } catch is LaterVersionError {
            throw Failure("The device's file \(path) was written by a later version of Belfry. Use that version, or a later one.")
        } catch is OtherFileError {
            throw Failure("\(path) is no device's file: it has another database in it, such as a server's store. Name the file of the device.")
        } catch {
            throw Failure("The device's file \(path) can't be opened: \(describe(error)). Check the path, the permissions and the free space.")
        }
    }
}

/// Looks at a device and brings it facts.
struct Device: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Brings facts to this device, and shows what it will tell and has told.", subcommands: [Import.self, Status.self, HabitsCommand.self, Categories.self],
        defaultSubcommand: Status.self)

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Saves a document of facts on this device; an agent that runs plans them within a minute.",
            discussion: """
                The document is the one that `belfry plan` reads: bills, study, pantry, prayer, reminders and person. Rows are replaced by their id; one \
                that can't be used is named, and why, and the others count.
                """)

        @Argument(help: "A file with the document; - for standard input.")
        var input: String

        @OptionGroup var device: DeviceOptions

        @Flag(help: "Print what was saved, and what was passed over, as JSON.")
        var json = false

        func run() async throws {
            let data = try contents(ofInput: input)
            do {
                let document = try FactDocument(data)
                let store = try device.open()
                defer { try? store.close() }
                try await store.save(document.edits)
                let unusable = try await store.refused(among: document.edits)
                let refused = document.refused.map { Refusal($0, isSaved: false) } + unusable.map { Refusal($0, isSaved: true) }
                let count = document.edits.saved.values.reduce(0) { $0 + $1.count }
                if json { return try printJSON(ImportBody(document, refused, rowCount: count, path: device.path)) }
                print("\(count) row\(count == 1 ? "" : "s") saved in \(device.path).")
                for row in refused {
                    printError("\(row.isSaved ? "Can't be used" : "Not saved"): \(row.table.rawValue) \(printable(row.id)): \(printable(row.message))")
                }
                for name in document.unknown.sorted() { printError("Passed over: \(printable(name)) is nothing that a device keeps.") }
                for name in document.unusable.sorted() { printError("Passed over: \(printable(name)) isn't of the kind that belongs there.") }
            } catch let problem as Problem {
                throw Failure(Phrases.sentence(for: problem))
            }
        }
    }

    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Shows what is pending and what was told in the last seven days.")

        @OptionGroup var device: DeviceOptions

        @Flag(help: "Print it as JSON.")
        var json = false

        func run() async throws {
            let store = try device.openKnown()
            defer { try? store.close() }
            let record = try await store.record(ledgerSince: .systemNow() - .seconds(7 * 86_400))
            if json { return try printJSON(StatusBody(record, isAgentRunning: isAgentRunning)) }
            let language = try await store.language()
            let words = PageWords(language)
            if isAgentRunning == false { print("\(words(DeviceWord.noAgent, ["command": "`belfry agent`"]))\n") }
            let zone = SystemTimeZoneDatabase().rules(named: SystemTimeZone.name()) ?? .utc
            show(record, in: zone, words, ToldNames(try await store.changes(since: 0).records, in: language))
        }

        /// Nil where there are no agents: an app shows its notifications itself.
        private var isAgentRunning: Bool? {
            #if os(Linux)
                AgentLock.isHeld(besides: device.path)
            #else
                nil
            #endif
        }

        private func show(_ record: DeviceRecord, in zone: TimeZoneRules, _ words: PageWords, _ names: ToldNames) {
            if let permission = record.state.permission, let notice = DeviceNotice(permission),
                let text = Phrases.banner(for: notice, in: words.language)
            {
                print("\(text)\n")
            }
            print(words(DeviceWord.pending))
            for one in record.asked { print("  \(day(one.moment, zone))  \(printable(one.notification.title))") }
            if record.asked.isEmpty { print("  \(words(DeviceWord.nothing))") }
            print("\n\(words(DeviceWord.told))")
            for line in record.ledger {
                let title = printable(names.title(of: line.entry.identifier, line.entry.category))
                print("  \(day(line.entry.toldAt, zone))  \(title)\(words.colon)\(words(word(for: line.outcome)))")
            }
            if record.ledger.isEmpty { print("  \(words(DeviceWord.nothing))") }
            if let end = record.state.coveredUntil { print("\n\(words(DeviceWord.plannedUntil, ["time": day(end, zone)]))") }
        }

        private func word(for outcome: LedgerLine.Outcome) -> DeviceWord {
            switch outcome {
            case .told: DeviceWord.wasTold
            case .opened: DeviceWord.opened
            case .acted: DeviceWord.acted
            case .dismissed: DeviceWord.dismissed
            case .ignored: DeviceWord.ignored
            case .missed: DeviceWord.missed
            case .notAllowed: DeviceWord.notAllowed
            }
        }

        private func day(_ moment: Instant, _ zone: TimeZoneRules) -> String {
            let civil = zone.civil(at: moment)
            return "\(civil.date) \(civil.time.shortText)"
        }
    }
}

extension Device {
    /// For a bridge to a system that wants to know channels and buttons before it shows anything.
    struct Categories: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints the categories, their channels and buttons as JSON, for a bridge to Android or another system.")

        @Option(help: "In which the words are.")
        var language = Language.english

        @Flag(help: "For symmetry with other commands: the output is always JSON.")
        var json = false

        func run() throws { try printJSON(DescribedCategory.all(in: language)) }
    }
}

extension Language: ExpressibleByArgument {}

/// A row of a document that nobody can use, and why.
private struct Refusal: Encodable {
    let table: FactTable
    let id: String
    let code: String
    let field: String?
    let message: String
    let isSaved: Bool

    init(_ fact: RefusedFact, isSaved: Bool) {
        (table, id, self.isSaved) = (fact.table, fact.id, isSaved)
        (code, field, message) = (fact.problem.code, fact.problem.field, Phrases.sentence(for: fact.problem))
    }

    enum CodingKeys: String, CodingKey {
        case table, id, code, field, message
        case isSaved = "is_saved"
    }
}

/// What was saved of a document. What was passed over is named as on standard error.
private struct ImportBody: Encodable {
    let device: String
    let rows: Int
    let unknown, unusable: [String]
    let refused: [Refusal]

    init(_ document: FactDocument, _ refused: [Refusal], rowCount: Int, path: String) {
        self.refused = refused
        device = path
        rows = rowCount
        unknown = document.unknown.sorted()
        unusable = document.unusable.sorted()
    }
}

/// What is pending and what was told.
private struct StatusBody: Encodable {
    let isAgentRunning: Bool?
    let permission: NotificationPermission?
    let coveredUntil: Instant?
    let pending: [Pending]
    let told: [Told]

    struct Pending: Encodable {
        let identifier: NotificationID
        let moment: Instant
        let title, body: String
        let state: AskedNotification.State
    }

    struct Told: Encodable {
        let identifier: NotificationID
        let toldAt: Instant
        let outcome: LedgerLine.Outcome

        enum CodingKeys: String, CodingKey {
            case identifier, outcome
            case toldAt = "told_at"
        }
    }

    enum CodingKeys: String, CodingKey {
        case permission, pending, told
        case isAgentRunning = "is_agent_running"
        case coveredUntil = "covered_until"
    }

    init(_ record: DeviceRecord, isAgentRunning: Bool?) {
        self.isAgentRunning = isAgentRunning
        permission = record.state.permission
        coveredUntil = record.state.coveredUntil
        pending = record.asked.map {
            Pending(
                identifier: $0.identifier, moment: $0.moment, title: $0.notification.title, body: $0.notification.body, state: $0.state)
        }
        told = record.ledger.map { Told(identifier: $0.entry.identifier, toldAt: $0.entry.toldAt, outcome: $0.outcome) }
    }
}
