import ArgumentParser
import BelfryAPI
import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// Has somebody told where a sign of life doesn't come.
struct HeartbeatCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "heartbeat", abstract: "Has people told where a sign of life doesn't come.",
        subcommands: [Save.self, Beat.self, List.self, Show.self, Remove.self], defaultSubcommand: List.self)

    /// Which one.
    struct Named: ParsableArguments {
        @Argument(help: "The heartbeat's key.")
        var key: String

        @Option(help: "Whose it is (default: the house's own).")
        var app: String?

        @Flag(help: "Print JSON.")
        var json = false

        func validate() throws {
            guard app == nil || app.flatMap({ AppID($0) }) != nil else { throw ValidationError(Failure.noIdentifier("--app").message) }
            guard Heartbeat.isKey(key) else {
                throw ValidationError("KEY must be 1 to \(Heartbeat.keyLengthMax) of the characters A to Z, a to z, 0 to 9, -, _ and .")
            }
        }

        var appID: AppID { app.flatMap { AppID($0) } ?? .house }

        func tell(_ heartbeat: Heartbeat?, now: Instant) throws {
            guard let heartbeat else { throw Failure("There is no heartbeat with this key. `belfry heartbeat list` shows those that there are.") }
            json ? try printJSON(HeartbeatBody(heartbeat, now: now)) : print(line(heartbeat, now: now))
        }
    }

    struct Save: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Takes a heartbeat in, or puts other words, people or another pace in its place.",
            discussion: "It is due from now on. Over a server an app says the same by PUT /v1/heartbeats/{key}.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var named: Named

        @Option(help: "How often it beats, in minutes.")
        var everyMinutes: Int

        @Option(help: "How many minutes late it may be.")
        var graceMinutes = 0

        @Option(name: .customLong("to"), help: "Whom to tell, once for each.")
        var recipients: [String] = []

        @Option(name: .customLong("family"), help: "A family of which everybody is told, by its identifier; once for each.")
        var families: [String] = []

        @Option(name: .customLong("rota"), help: "A rota: whoever is on duty by it when it is missed; once for each.")
        var rotas: [String] = []

        @Option(help: "What it says at its head.")
        var title: String

        @Option(help: "What it says.")
        var body: String?

        @Option(help: "watch, attention or critical (default: watch).")
        var severity: String?

        @Option(name: .customLong("channel"), help: "Over which channel, once for each (default: by the house's routes).")
        var channels: [String] = []

        @OptionGroup var escalation: EscalationOptions

        func validate() throws {
            guard !recipients.isEmpty || !families.isEmpty || !rotas.isEmpty else {
                throw ValidationError("Name a person with --to, a family with --family, or a rota with --rota.")
            }
        }

        func run() async throws {
            var notify = try escalation.fields()
            (notify["recipients"], notify["families"], notify["title"]) = (recipients, families, title)
            notify["body"] = body
            notify["severity"] = severity
            if !rotas.isEmpty { notify["rotas"] = rotas }
            if !channels.isEmpty { notify["channels"] = channels }
            let call = try JSONSerialization.data(
                withJSONObject: ["every_minutes": everyMinutes, "grace_minutes": graceMinutes, "notify": notify] as [String: Any])
            let request = try understood { try HeartbeatRequest(call) }
            try await storeOptions.withHouse { house in
                try await house.checkIsKnown(named.appID)
                let now = house.now()
                try named.tell(
                    try await carryingOut {
                        try await house.audited(.heartbeatChanged) {
                            try await HeartbeatDesk(await house.scheduleDesk).save(named.key, request, body: call, of: named.appID, now: now)
                        }
                    }, now: now)
            }
        }
    }

    struct Beat: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Gives the sign of life.", discussion: "Where its lack was told, that it came back is told in its place.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var named: Named

        func run() async throws {
            try await storeOptions.withHouse { house in
                let now = house.now()
                try named.tell(try await HeartbeatDesk(await house.scheduleDesk).beat(named.key, of: named.appID, now: now), now: now)
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Shows a heartbeat: when it beat last, when it is due, and whether it is missed.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var named: Named

        func run() async throws {
            try await storeOptions.withHouse { house in
                try named.tell(try await HeartbeatDesk(await house.scheduleDesk).heartbeat(named.key, of: named.appID), now: house.now())
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Has nobody wait for a heartbeat any more; what waits still of it is called off.")

        @OptionGroup var storeOptions: StoreOptions
        @OptionGroup var named: Named

        func run() async throws {
            try await storeOptions.withHouse { house in
                let isKnown = try await house.audited(.heartbeatChanged) {
                    try await HeartbeatDesk(await house.scheduleDesk).remove(named.key, of: named.appID, now: house.now())
                }
                guard isKnown else { return try named.tell(nil, now: house.now()) }
                named.json ? try printJSON(["success": true]) : print("Removed: \(printable(named.key))")
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists heartbeats.")

        @OptionGroup var storeOptions: StoreOptions

        @Option(help: "Only those of this app.")
        var app: String?

        @Option(help: "How many at most.")
        var limit = 100

        @Flag(help: "Print JSON, one heartbeat a line.")
        var json = false

        func validate() throws {
            guard limit > 0 else { throw ValidationError("--limit must be 1 or more.") }
            guard app == nil || app.flatMap({ AppID($0) }) != nil else { throw ValidationError(Failure.noIdentifier("--app").message) }
        }

        func run() async throws {
            try await storeOptions.withHouse { house in
                let now = house.now()
                let found = try await HeartbeatDesk(await house.scheduleDesk).heartbeats(of: app.flatMap { AppID($0) }, before: nil, countMax: limit)
                if found.isEmpty, !json { printError("There are no heartbeats.") }
                for heartbeat in found { json ? try printJSON(HeartbeatBody(heartbeat, now: now)) : print(line(heartbeat, now: now)) }
            }
        }
    }
}

private func line(_ heartbeat: Heartbeat, now: Instant) -> String {
    [
        heartbeat.key, heartbeat.state(at: now).rawValue, heartbeat.schedule.app.text, "last beat \(heartbeat.lastBeatAt.map { "\($0)" } ?? "never")",
        "due \(heartbeat.dueAt)",
    ].map(printable).joined(separator: "  ")
}
