import ArgumentParser
import BelfryPostgres
import BelfrySQLite
import Foundation

struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Brings the store's tables up to date.",
        discussion: "Forward only, in one transaction a step, safe to run twice. `serve` and `worker` do the same when they start.")

    @OptionGroup var storeOptions: StoreOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        let settings = try await storeOptions.settings()
        let pending: [String]
        switch settings.store {
        case .sqlite(let path): pending = (try? SQLiteStore.pendingMigrations(path: path)) ?? []
        case .postgres(let address): pending = (try? await PostgresStore.pendingMigrations(address)) ?? []
        }
        let house = try await House(settings: settings)
        await house.close()
        if json { return try printJSON(["store": [settings.store.text], "applied": pending]) }
        print(pending.isEmpty ? "\(settings.store.text) was up to date." : "\(settings.store.text): applied \(pending.joined(separator: ", ")).")
    }
}
