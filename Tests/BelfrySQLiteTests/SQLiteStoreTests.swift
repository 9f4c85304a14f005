import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import GRDB
import Testing

@testable import BelfrySQLite

@Suite("The store on SQLite")
struct SQLiteStoreTests {
    @Test("The store on SQLite behaves as every store does", arguments: StoreConformance.all)
    func passes(_ behaviour: StoreConformance) async throws {
        try await withStore { store in try await behaviour.run(on: store) }
    }
}
