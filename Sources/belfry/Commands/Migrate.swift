import ArgumentParser

struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Brings the store's tables up to date.",
        discussion: "Forward only, in one transaction a step, safe to run twice. `serve` and `worker` do the same when they start.")

    @OptionGroup var storeOptions: StoreOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        let house = try await House(settings: storeOptions.settings(), opening: .making)
        defer { house.close() }
        try await house.noteMigrations()
        let (store, applied) = (house.settings.store.text, house.appliedMigrations)
        if json { return try printJSON(Answer(store: store, applied: applied, is_new: house.isNew)) }
        if applied.isEmpty { return print("\(store) was up to date.") }
        print("\(store)\(house.isNew ? " is new" : ""): applied \(applied.joined(separator: ", ")).")
    }

    private struct Answer: Encodable {
        let store: String
        let applied: [String]
        let is_new: Bool
    }
}
