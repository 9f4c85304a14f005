import ArgumentParser
import BelfryAPI
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTime

/// A person's own reminders.
struct ReminderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reminder", abstract: "Adds a person's own reminders, lists and removes them.",
        discussion: "Their devices tell them, and have them with their next sync.", subcommands: [Add.self, List.self, Remove.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Adds a reminder; `belfry reminder remove` takes it back.", discussion: "Do it on the person's own word alone.")

        @OptionGroup var storeOptions: StoreOptions

        @Argument(help: "The person's identifier.")
        var user: String

        @Option(help: "What they want to be told.")
        var title: String

        @Option(help: "The text below it.")
        var body: String?

        @Option(help: "When it begins: what the clock shows, such as 2026-12-01T09:00, or a day, for their own hour.")
        var start: String

        @Option(help: "When it comes back, as RFC 5545 writes it: FREQ=WEEKLY;BYDAY=MO (default: it comes once).")
        var rule: String?

        @Option(help: "The zone whose clock counts, such as Europe/Rome (default: their own).")
        var timezone: String?

        @Option(help: "How grave it is: watch, attention or critical (default: watch).")
        var severity: String?

        @Option(help: "So long after its moment it is of use, in whole minutes, such as 30m or 4h.")
        var validFor: String?

        @Flag(help: "Print JSON.")
        var json = false

        func validate() throws {
            guard validFor == nil || minutes != nil else { throw ValidationError("--valid-for must be whole minutes, such as 30m, 4h or 1d.") }
        }

        private var minutes: Int? {
            guard let length = validFor.flatMap(TypedLength.init)?.duration, length.milliseconds % 60_000 == 0 else { return nil }
            return Int(length.milliseconds / 60_000)
        }

        func run() async throws {
            let person = try userID(user)
            try await storeOptions.withHouse { house in
                guard try await !house.store.rows(of: person, after: nil, countMax: 1).isEmpty else {
                    throw Failure("Nothing is kept of \(printable(user)).")
                }
                let now = house.now()
                let record = FactRecord(id: house.identifiers.next(now: now), columns: columns)
                let added = try await carryingOut {
                    try await house.audited(.settingsChanged, person: person, details: [.fields: FactTable.reminders.rawValue]) {
                        try await house.reminderDesk.add(record, of: person, now: now)
                    }
                }
                json ? try printJSON(added) : print("Added: \(line(added))")
            }
        }

        private var columns: [String: FactValue] {
            var columns: [String: FactValue] = ["title": .text(title), "dtstart": .text(start)]
            for (name, text) in [("body", body), ("rrule", rule), ("timezone", timezone), ("severity", severity)] { columns[name] = text.map { .text($0) } }
            columns["valid_minutes"] = minutes.map { .whole($0) }
            return columns
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists a person's own reminders, and when each comes next.")

        @OptionGroup var storeOptions: StoreOptions

        @Argument(help: "The person's identifier.")
        var user: String

        @Flag(help: "Print JSON, one reminder a line.")
        var json = false

        func run() async throws {
            let person = try userID(user)
            try await storeOptions.withHouse { house in
                let found = try await house.reminderDesk.reminders(of: person, now: house.now())
                if found.isEmpty, !json { printError("\(printable(user)) has no reminders of their own.") }
                for reminder in found { json ? try printJSON(reminder) : print(line(reminder)) }
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Removes a reminder, also from the person's devices with their next sync.")

        @OptionGroup var storeOptions: StoreOptions

        @Argument(help: "The person's identifier.")
        var user: String

        @Argument(help: "The reminder's identifier, as `belfry reminder list` shows it.")
        var id: String

        @Flag(help: "Print JSON: what it was.")
        var json = false

        func run() async throws {
            let person = try userID(user)
            try await storeOptions.withHouse { house in
                let removed = try await house.audited(.settingsChanged, person: person, details: [.fields: FactTable.reminders.rawValue]) {
                    try await house.reminderDesk.remove(id, of: person, now: house.now())
                }
                guard let removed else {
                    throw Failure("\(printable(user)) has no reminder \(printable(id)). `belfry reminder list` shows those that there are.")
                }
                json ? try printJSON(removed) : print("Removed: \(line(removed))")
            }
        }
    }
}

extension House {
    fileprivate var reminderDesk: ReminderDesk { ReminderDesk(store: store, zones: zones) }
}

private func line(_ reminder: ReminderBody) -> String {
    let standing = reminder.next.map { "next \($0)" } ?? (reminder.problem.map { "unusable: \($0.code)" } ?? (reminder.isOff ? "off" : "over"))
    return [reminder.id, standing, reminder.title].map(printable).joined(separator: "  ")
}
