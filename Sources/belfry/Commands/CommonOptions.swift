import ArgumentParser
import BelfryModel
import BelfryPhrases
import Foundation
import Logging
import struct SystemPackage.Errno
import struct SystemPackage.FileDescriptor
import struct SystemPackage.FilePath

/// The options that every command with a store has.
struct StoreOptions: ParsableArguments {
    @Option(help: "Where everything is kept: sqlite:PATH or postgres://… (BELFRY_STORE; default sqlite:belfry.sqlite).")
    var store: String?

    @Option(help: "A JSON file with settings (BELFRY_CONFIG; default belfry.json here, if there is one).")
    var config: String?

    func settings(_ more: [Settings.Key: String?] = [:]) async throws -> Settings {
        var options = more.compactMapValues { $0 }
        options[.store] = store
        return try await Settings(options: options, file: config)
    }

    /// Opens the house, lets `body` use it, and closes it again whatever happens.
    func withHouse<Result>(
        _ more: [Settings.Key: String?] = [:], opening: House.Opening = .asItIs, _ body: (House) async throws -> Result
    ) async throws -> Result {
        let house = try await House(settings: try await settings(more), opening: opening)
        defer { house.close() }
        try await house.noteMigrations()
        let store = house.settings.store.text
        if house.isNew {
            // Whoever typed it in another folder, or without the settings, should see it now.
            printError("Made a new store at \(house.settings.store.place). Where another one is meant, name it by --store or BELFRY_STORE.")
        } else if !house.appliedMigrations.isEmpty {
            house.logger.notice(
                "brought the store up to date", metadata: ["store": "\(store)", "applied": "\(house.appliedMigrations.joined(separator: ", "))"])
        }
        do {
            return try await body(house)
        } catch let problem as Problem {
            throw Failure(Phrases.sentence(for: problem))
        }
    }
}

/// What a file has, or standard input where it is `-`.
func contents(ofInput input: String) throws -> Data {
    do {
        return input == "-" ? FileHandle.standardInput.readDataToEndOfFile() : try Data(contentsOf: URL(filePath: input))
    } catch {
        throw Failure.unreadable(input)
    }
}

/// Reads what a file says; what is wrong with it is said in its own words, which are the API's.
func understoodFile<Value>(_ read: () throws -> Value) throws -> Value {
    do {
        return try read()
    } catch let problem as Problem {
        throw Failure(Phrases.sentence(for: problem), isUsage: true)
    }
}

/// Reads what options come to; where they can't be understood, the command was used wrongly.
///
/// - Parameter recipients: how the command has them.
func understood<Value>(naming recipients: String = "--to", _ read: () throws -> Value) throws -> Value {
    do {
        return try read()
    } catch let problem as Problem {
        throw Failure(sentence(ofOptions: problem, naming: recipients), isUsage: true)
    }
}

/// Carries out what options came to; what can't be done is said in their names.
///
/// - Parameter recipients: how the command has them.
func carryingOut<Value>(naming recipients: String = "--to", _ act: () async throws -> Value) async throws -> Value {
    do {
        return try await act()
    } catch let problem as Problem {
        throw Failure(sentence(ofOptions: problem, naming: recipients))
    }
}

/// What is wrong with what options came to. They are read as the API's fields, and whoever types never saw the names of those.
private func sentence(ofOptions problem: Problem, naming recipients: String) -> String {
    let sentence = Phrases.sentence(for: problem).replacing("The field “", with: "“").replacing("“notify.", with: "“")
        .replacing("“reminders.", with: "“").replacing(", “morning”, or null for the end of the mute", with: " or morning")
        .replacing("POST /v1/schedules", with: "`belfry schedule create`").replacing("DELETE /v1/schedules/{id}", with: "`belfry schedule end`")
        .replacing("PUT /v1/audiences/{audience}", with: "`belfry audience save`")
        .replacing("DELETE /v1/audiences/{audience}", with: "`belfry audience remove`").replacing("PUT /v1/rotas/{name}", with: "`belfry rota save`")
        .replacing("DELETE /v1/categories/{category}", with: "`belfry category remove`")
    return sentence.replacing(/“(?<field>[a-z_]+)(?:\[[0-9]+\])?(?:\.(?<part>[^”]+))?”/) {
        let (field, part) = (String($0.output.field), $0.output.part.map(String.init))
        // What a recurrence, a throttle, a handover and an escalation have are options of their own, and one of a list is given by itself.
        if field == "recurrence", let part { return optionName(of: String(part.prefix { $0 != "[" })) }
        if field == "throttle", let part { return optionName(of: "throttle_\(part == "within_minutes" ? "minutes" : part)") }
        if field == "handover", let part { return optionName(of: part) }
        if field == "default" { return (part.map { "\(printable($0)) in " } ?? "") + "--off" }
        // The words of a category are options of their own, and those of an order one document.
        if field == "texts", let word = part?.split(separator: ".").dropFirst().last, ["name", "description", "group"].contains(word) {
            return optionName(of: "\(word)_in")
        }
        if field == "escalation", let part { return optionName(of: "escalation_\((part.split(separator: ".").last ?? "").prefix { $0 != "[" })") }
        return (part.map { "\(printable($0)) in " } ?? "") + (field == "recipients" ? recipients : optionName(of: field))
    }
}

/// The option that comes to a field of an order, as `--deliver-after` to `deliver_after`.
private func optionName(of field: String) -> String {
    let names = [
        "actions": "action", "after_minutes": "after", "app_id": "app", "channels": "channel", "default_values": "default-value",
        "digest_window_seconds": "digest-window", "dtstart": "start",
        "escalation": "escalate-to", "escalation_after_minutes": "after", "escalation_recipients": "escalate-to", "escalation_rotas": "escalate-to",
        "escalation_steps": "escalate-to",
        "escalation_until": "escalate-until",
        "expires_after_minutes": "expires-after", "families": "family", "fallback_channels": "fallback-channel", "local": "at", "member_user_id": "member",
        "recurrence": "rule", "rotas": "rota", "rrule": "rule", "valid_minutes": "valid-for",
    ]
    return "--\(names[field] ?? field.replacing("_", with: "-"))"
}

/// Whoever types it is asked once more; a script isn't.
///
/// - Parameters:
///   - question: what will happen, as sentences.
///   - refusal: what hasn't.
/// - Throws: ``Failure`` where it isn't meant.
func confirm(_ question: String, else refusal: String) throws {
    guard isatty(STDIN_FILENO) == 1 else { return }
    printError("\(question) Type yes to go on:")
    guard readLine() == "yes" else { throw Failure(refusal) }
}

/// Makes a file that nobody else of the machine can read, before there is anything in it.
///
/// - Throws: ``Failure`` where it can't be made, also because it is there already.
func makeFile(at path: String) throws -> FileHandle {
    do {
        let file = try FileDescriptor.open(FilePath(path), .writeOnly, options: [.create, .exclusiveCreate], permissions: .ownerReadWrite)
        return FileHandle(fileDescriptor: file.rawValue, closeOnDealloc: true)
    } catch let error as Errno {
        throw Failure("\(printable(path)) can't be made: \(error). Name a file that isn't there yet.")
    }
}

/// A length of time as somebody types it, a number and its unit: 90s, 30m, 2h or 1d.
struct TypedLength {
    let duration: Duration

    private static let secondCounts: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    private static let countMax = 100_000

    init?(_ text: String) {
        guard let seconds = text.last.flatMap({ Self.secondCounts[$0] }), let count = Int(text.dropLast()), (1...Self.countMax).contains(count)
        else { return nil }
        duration = .seconds(count * seconds)
    }
}

/// Prints a value as one line of JSON.
func printJSON(_ value: some Encodable) throws { try printJSON(value, named: .useDefaultKeys) }

/// - Parameter keys: how the members are named where the value doesn't say.
func printJSON(_ value: some Encodable, named keys: JSONEncoder.KeyEncodingStrategy) throws {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = keys
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    print(String(decoding: try encoder.encode(value), as: UTF8.self))
}

/// Prints rows of columns: for a person at a terminal below a heading and one under the other, for what reads lines the bare rows.
func printTable(_ heading: [String], _ rows: [[String]]) {
    guard isatty(STDOUT_FILENO) == 1 else {
        for row in rows { print(row.joined(separator: "  ")) }
        return
    }
    let lines = [heading] + rows
    let widths = heading.indices.map { column in column == heading.count - 1 ? 0 : lines.map { $0[column].count }.max() ?? 0 }
    for line in lines {
        let cells = zip(line, widths).map { cell, width in cell + String(repeating: " ", count: max(0, width - cell.count)) }
        print(cells.joined(separator: "  "))
    }
}

/// Control characters of a name never reach the terminal.
func printable(_ text: String) -> String {
    String(text.unicodeScalars.map { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) ? " " : Character($0) })
}
