import ArgumentParser
import BelfryAPI
import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTime
import Foundation

/// Says who is on duty in turn.
struct RotaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rota", abstract: "Says who is on duty in turn: what is ordered for a rota goes to them.",
        subcommands: [Save.self, List.self, Show.self, Override.self, Remove.self], defaultSubcommand: List.self)

    /// Which one.
    struct Named: ParsableArguments {
        @Argument(help: "The rota's name.")
        var name: String

        @OptionGroup var whose: OwnerOptions

        @Flag(help: "Print JSON.")
        var json = false

        func validate() throws {
            guard RotaID(name) != nil else { throw ValidationError(Failure.noIdentifier("NAME").message) }
        }

        func id() throws -> RotaID {
            guard let id = RotaID(name) else { throw Failure.noIdentifier("NAME") }
            return id
        }

        /// - Parameter shifts: what comes next; none are shown as JSON.
        func tell(_ record: RotaRecord, shifts: [Rota.Shift] = [], in house: House) throws {
            let onDuty = house.rotaDesk.shift(of: record.rota, at: house.now())
            guard !json else { return try printJSON(RotaBody(record, onDuty: onDuty)) }
            print(line(record, onDuty))
            for shift in shifts { print("  \(line(shift))") }
            for override in record.rota.overrides {
                print("  override from \(override.from) until \(override.until) \(record.rota.handovers.timezone): \(printable(override.user.text))")
            }
        }
    }

    struct Save: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Takes a rota in, or puts other people and other handovers in its place.",
            discussion: "Its overrides stay. Over a server an app says the same by PUT /v1/rotas/{name}.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var named: Named

        @Option(parsing: .upToNextOption, help: "Who is in it, in their turn.")
        var people: [String]

        @Option(help: "The day on which the first turn begins, or a day of its week, such as 2026-11-30 (default: today).")
        var since: String?

        @Option(help: "After how many days the next in turn takes over.")
        var everyDays: Int?

        @Option(help: "After how many weeks the next in turn takes over.")
        var everyWeeks: Int?

        @Option(help: "On which day, with --every-weeks: mon, tue, wed, thu, fri, sat or sun (default: that of --since).")
        var weekday: String?

        @Option(help: "At what time.")
        var at = "09:00"

        @Option(help: "By whose clock: an IANA name.")
        var timezone: String

        func run() async throws {
            var handover: [String: Any] = ["at": at]
            handover["every_days"] = everyDays
            handover["every_weeks"] = everyWeeks
            handover["weekday"] = weekday
            try await storeOptions.withHouse { house in
                let since = since ?? (house.zones.rules(named: timezone) ?? .utc).civil(at: house.now()).date.description
                let body = try JSONSerialization.data(
                    withJSONObject: ["people": people, "since": since, "handover": handover, "timezone": timezone] as [String: Any])
                let request = try understood {
                    do {
                        return try JSONDecoder().decode(RotaRequest.self, from: body)
                    } catch let error as DecodingError {
                        throw Problem(error)
                    }
                }
                try await house.checkIsKnown(named.whose.id)
                let saved = try await carryingOut {
                    let name = try named.id()
                    return try await house.audited(.rotaChanged, of: name.text) {
                        try await house.rotaDesk.save(request, named: name, of: named.whose.id, now: house.now())
                    }
                }
                try named.tell(saved, in: house)
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists rotas, and who is on duty by each.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var whose: OwnerOptions

        @Option(help: "How many at most.")
        var limit = 100

        @Flag(help: "Print JSON, one rota a line.")
        var json = false

        func validate() throws {
            guard limit > 0 else { throw ValidationError("--limit must be 1 or more.") }
        }

        func run() async throws {
            try await storeOptions.withHouse { house in
                let found = try await house.rotaDesk.rotas(of: whose.id, before: nil, countMax: limit)
                if found.isEmpty, !json { whose.tellNone(of: "rotas") }
                for record in found {
                    let onDuty = house.rotaDesk.shift(of: record.rota, at: house.now())
                    json ? try printJSON(RotaBody(record, onDuty: onDuty)) : print(line(record, onDuty))
                }
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Shows a rota: who is on duty now and next, and its overrides.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var named: Named

        @Option(help: "How many days ahead.")
        var days = 28

        func validate() throws {
            guard (1...366).contains(days) else { throw ValidationError("--days must be from 1 to 366.") }
        }

        func run() async throws {
            try await storeOptions.withHouse { house in
                let now = house.now()
                let record = try await named.found(in: house)
                let shifts = try await carryingOut {
                    try house.rotaDesk.shifts(of: record.rota, from: now, until: now + .seconds(days * 86_400), now: now)
                }
                try named.tell(record, shifts: shifts, in: house)
            }
        }
    }

    struct Override: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Puts somebody else in for a while, or with --remove takes that back.",
            discussion: "Of several that overlap the one counts that begins last.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var named: Named

        @Argument(help: "When it begins, by the clock of the rota's zone, such as 2026-12-24T18:00.")
        var from: String

        @Argument(help: "When it ends.")
        var until: String?

        @Argument(help: "Who is on duty instead.")
        var person: String?

        @Flag(help: "Leave it to whoever's turn it is.")
        var remove = false

        func validate() throws {
            guard CivilDateTime(from) != nil else { throw ValidationError("FROM must be a day and a time such as 2026-12-24T18:00.") }
            guard until == nil || until.flatMap({ CivilDateTime($0) }) != nil else {
                throw ValidationError("UNTIL must be a day and a time such as 2026-12-24T18:00.")
            }
            guard person == nil || person.flatMap({ UserID($0) }) != nil else { throw ValidationError(Failure.noIdentifier("PERSON").message) }
            guard remove ? until == nil && person == nil : until != nil && person != nil else {
                throw ValidationError("Give UNTIL and PERSON, or --remove with FROM alone.")
            }
            if let from = CivilDateTime(from), let until = until.flatMap({ CivilDateTime($0) }), until <= from {
                throw ValidationError("UNTIL must be later than FROM.")
            }
        }

        func run() async throws {
            guard let from = CivilDateTime(from) else { throw ExitCode.validationFailure }
            try await storeOptions.withHouse { house in
                _ = try await named.found(in: house)
                let (desk, name, app) = (house.rotaDesk, try named.id(), named.whose.id)
                let record = try await carryingOut {
                    guard let until = until.flatMap({ CivilDateTime($0) }), let user = person.flatMap({ UserID($0) }) else {
                        do {
                            return try await house.audited(.rotaChanged, of: name.text) { try await desk.removeOverride(from: from, inRota: name, of: app) }
                        } catch Problem.notFound {
                            throw Failure("No override of this rota begins then. `belfry rota show` shows those that there are.")
                        }
                    }
                    let override = Rota.Override(from: from, until: until, user: user)
                    return try await house.audited(.rotaChanged, of: name.text, person: user) {
                        try await desk.save(override, inRota: name, of: app, now: house.now())
                    }
                }
                try named.tell(record, in: house)
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Forgets a rota.", discussion: "Orders that name it are refused from then on; schedules that do tell nobody by it.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var named: Named

        func run() async throws {
            try await storeOptions.withHouse { house in
                _ = try await named.found(in: house)
                try await carryingOut {
                    let name = try named.id()
                    try await house.audited(.rotaChanged, of: name.text) { try await house.rotaDesk.remove(name, of: named.whose.id) }
                }
                named.json ? try printJSON(["success": true]) : print("Removed: \(printable(named.name))")
            }
        }
    }
}

extension RotaCommand.Named {
    fileprivate func found(in house: House) async throws -> RotaRecord {
        guard let record = try await house.rotaDesk.rota(try id(), of: whose.id) else {
            throw Failure("There is no rota with this name. `belfry rota list` shows those that there are.")
        }
        return record
    }
}

private func line(_ record: RotaRecord, _ onDuty: Rota.Shift?) -> String {
    let now = onDuty.map { "on duty: \($0.user) until \($0.until)" } ?? "nobody is on duty"
    return [record.name.text, record.app.text, now, "in turn: \(record.rota.people.map(\.text).joined(separator: ", "))"].map(printable).joined(separator: "  ")
}

private func line(_ shift: Rota.Shift) -> String {
    "from \(shift.from) until \(shift.until): \(printable(shift.user.text))\(shift.isOverride ? " (override)" : "")"
}
