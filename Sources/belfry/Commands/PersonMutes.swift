import ArgumentParser
import BelfryAPI
import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTime
import Foundation

extension PersonCommand {
    struct MuteCategory: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "mute", abstract: "Has a person told nothing of one category for a while, over any channel.",
            discussion: """
                What would be told meanwhile is left out with the reason category_muted, and isn't told later; what is critical too. Muted again, it \
                has another end. Do it on the person's own word alone.
                """)

        @OptionGroup var storeOptions: StoreOptions

        @Argument(help: "The person's identifier.")
        var user: String

        @Argument(help: "The category, such as pattern_alert.")
        var category: String

        @Option(name: .customLong("for"), help: "For so long: 30m, 2h or 1d.")
        var length: String?

        @Option(help: "Until this moment, such as 2026-01-26T07:00:00Z, or “morning”: the next 08:00 by their clock.")
        var until: String?

        @Flag(help: "Print JSON.")
        var json = false

        func validate() throws {
            guard (length == nil) != (until == nil) else { throw ValidationError("Give --for or --until.") }
            if let length, TypedLength(length) == nil { throw ValidationError("--for must be such as 30m, 2h or 1d.") }
        }

        func run() async throws {
            let person = try userID(user)
            try await storeOptions.withHouse { house in
                let now = house.now()
                let moment = until ?? length.flatMap(TypedLength.init).map { "\(min(now + $0.duration, .max))" }
                try await mute(category, until: moment, of: person, in: house, asJSON: json)
            }
        }
    }

    struct Unmute: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Has a person told again of a category that they muted for a while.")

        @OptionGroup var storeOptions: StoreOptions

        @Argument(help: "The person's identifier.")
        var user: String

        @Argument(help: "The category, such as pattern_alert.")
        var category: String

        @Flag(help: "Print JSON.")
        var json = false

        func run() async throws {
            let person = try userID(user)
            try await storeOptions.withHouse { house in try await mute(category, until: nil, of: person, in: house, asJSON: json) }
        }
    }

    struct Mutes: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Shows which categories a person mutes, and until when.")

        @OptionGroup var storeOptions: StoreOptions

        @Argument(help: "The person's identifier.")
        var user: String

        @Flag(help: "Print JSON, one category a line.")
        var json = false

        func run() async throws {
            let person = try userID(user)
            try await storeOptions.withHouse { house in
                let mutes = CategoryMuteBody.all(try await house.store.mutedCategories(of: person, now: house.now()))
                if mutes.isEmpty, !json { printError("\(printable(user)) mutes no category.") }
                for mute in mutes { json ? try printJSON(mute) : print(line(mute)) }
            }
        }
    }
}

/// As the API reads it, so that what can't be taken is said alike.
///
/// - Parameter moment: nil to end the mute.
private func mute(_ category: String, until moment: String?, of person: UserID, in house: House, asJSON: Bool) async throws {
    guard try await !house.store.rows(of: person, after: nil, countMax: 1).isEmpty else { throw Failure("Nothing is kept of \(printable(person.text)).") }
    let fields: [String: Any] = ["category": category, "until": moment ?? NSNull()]
    let zone = house.zones.rules(named: try await house.store.preferences(of: person).read().preferences.timezone) ?? .utc
    let now = house.now()
    let order = try understood {
        do {
            let order = try JSONDecoder().decode(CategoryMuteOrder.self, from: try JSONSerialization.data(withJSONObject: fields))
            return (category: order.category, end: try order.end(since: now, in: zone))
        } catch let error as DecodingError {
            throw Problem(error)
        }
    }
    try await carryingOut {
        try await house.audited(.settingsChanged, person: person) { try await house.store.mute(order.category, until: order.end, of: person, now: now) }
    }
    let body = CategoryMuteBody(category: order.category, until: order.end)
    asJSON ? try printJSON(body) : print(order.end == nil ? "No longer muted: \(printable(order.category))" : "Muted: \(line(body))")
}

private func line(_ mute: CategoryMuteBody) -> String {
    "\(printable(mute.category))  until \(mute.until.map { "\($0)" } ?? "now")"
}
