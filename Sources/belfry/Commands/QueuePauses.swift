import ArgumentParser
import BelfryAPI
import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

extension Queue {
    struct Pause: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Has nothing of an app told, or nothing at all, until it is resumed.",
            discussion: """
                What is ordered meanwhile is taken in and waits; what is on its way goes to its end. Ages count on: what expires while it waits isn't \
                told any more. Paused again, it has another end and another reason.
                """)

        @OptionGroup var storeOptions: StoreOptions

        @Option(help: "Only what this app has told.")
        var app: String?

        @Flag(help: "Everything.")
        var all = false

        @Option(help: "Until this moment, such as 2026-01-25T18:00:00Z; else until it is resumed.")
        var until: String?

        @Option(name: .customLong("for"), help: "For so long: 90s, 30m, 2h or 1d.")
        var length: String?

        @Option(help: "Why, for whoever asks.")
        var why: String?

        @Option(help: "Who says so (default: who is logged in).")
        var by: String?

        @Flag(help: "Critical ones are told all the same.")
        var exceptCritical = false

        @Flag(help: "Only see whether it could be.")
        var dryRun = false

        @Flag(help: "Print JSON.")
        var json = false

        func validate() throws {
            guard (app == nil) == all else { throw ValidationError("Give --app or --all.") }
            guard until == nil || length == nil else { throw ValidationError("--until and --for go one at a time.") }
            if let length, TypedLength(length) == nil { throw ValidationError("--for must be such as 90s, 30m, 2h or 1d.") }
        }

        func run() async throws {
            try await storeOptions.withHouse { house in
                let now = house.now()
                let pause = try understood { try order(now).pause(by: NSUserName(), since: now) }
                let desk = PauseDesk(store: house.store)
                guard !dryRun else {
                    try await carryingOut { try await desk.check(pause) }
                    return json ? try printJSON(PauseBody(pause)) : print("Would be paused: \(Queue.line(pause))")
                }
                let details = pause.until.map { [AuditEntry.Detail.until: $0.description] } ?? [:]
                let (standing, isRepeated) = try await carryingOut {
                    try await house.audited(.queuePaused, of: pause.app?.text, details: details) { try await desk.pause(pause) }
                }
                json ? try printJSON(PauseBody(standing)) : print("\(isRepeated ? "Paused already, and now" : "Paused"): \(Queue.line(standing))")
            }
        }

        /// As the API reads it, so that what can't be taken is said alike.
        private func order(_ now: Instant) throws -> PauseOrder {
            var fields: [String: Any] = [:]
            fields["app_id"] = app
            fields["why"] = why
            fields["by"] = by
            fields["until"] = until ?? length.flatMap(TypedLength.init).map { "\(now + $0.duration)" }
            if all { fields["all"] = true }
            if exceptCritical { fields["except_critical"] = true }
            do {
                return try JSONDecoder().decode(PauseOrder.self, from: try JSONSerialization.data(withJSONObject: fields))
            } catch let error as DecodingError {
                throw Problem(error)
            }
        }
    }

    struct Resume: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lets go again what was paused.",
            discussion: "Each app has its share of every batch, as ever. --all ends the pause of everything; an app that is paused by itself stays so.")

        @OptionGroup var storeOptions: StoreOptions

        @Option(help: "This app.")
        var app: String?

        @Flag(help: "The pause of everything.")
        var all = false

        @Flag(help: "Print JSON.")
        var json = false

        func validate() throws {
            guard (app == nil) == all else { throw ValidationError("Give --app or --all.") }
            if let app, AppID(app) == nil { throw ValidationError(Failure.noIdentifier("--app").message) }
        }

        func run() async throws {
            try await storeOptions.withHouse { house in
                let former = try await house.audited(.queueResumed, of: app) { try await house.store.resume(app.flatMap(AppID.init), now: house.now()) }
                if json { return try printJSON(ResumedBody(former)) }
                print(former.map { "Resumed: \(Queue.line($0))" } ?? "It wasn't paused. `belfry queue pauses` shows what is.")
            }
        }
    }

    struct Pauses: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Shows what is paused, by whom, until when and why.")

        @OptionGroup var storeOptions: StoreOptions

        @Flag(help: "Print JSON, one pause a line.")
        var json = false

        func run() async throws {
            try await storeOptions.withHouse { house in
                let pauses = try await house.store.pauses(now: house.now())
                if pauses.isEmpty, !json { printError("Nothing is paused.") }
                for pause in pauses { json ? try printJSON(PauseBody(pause)) : print(Queue.line(pause)) }
            }
        }
    }

    static func line(_ pause: QueuePause) -> String {
        [
            pause.app?.text ?? "everything", "since \(pause.since)", pause.until.map { "until \($0)" } ?? "until it is resumed",
            pause.exceptsCritical ? "but for critical ones" : nil, pause.operatorName.map { "by \($0)" }, pause.why,
        ].compactMap { $0 }.map(printable).joined(separator: "  ")
    }
}
