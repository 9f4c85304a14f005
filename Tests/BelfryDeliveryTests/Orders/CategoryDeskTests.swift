import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryDelivery

@Suite("Taking in what an app declares of a category")
struct CategoryDeskTests {
    /// In which it is gone as soon as it was saved.
    private struct RemovedAtOnce: CategoryStore {
        func save(_ category: DeclaredCategory, of app: AppID, countMax: Int, now: Instant) {}
        func category(_ name: String, of app: AppID) -> CategoryRecord? { nil }
        func categories(of app: AppID?, countMax: Int) -> [CategoryRecord] { [] }
        func removeCategory(_ name: String, of app: AppID) -> Bool { false }
        func isRequiredByAny(_ name: String) -> Bool { false }
    }

    @Test("Who declares one is answered with what they declared, also where another declares it no longer a moment after")
    func removedMeanwhile() async throws {
        let request = try JSONDecoder().decode(CategoryRequest.self, from: Data(#"{"name": "Codes", "required": true}"#.utf8))
        let saved = try await CategoryDesk(store: RemovedAtOnce()).save(request, named: "codes", of: .shop, now: .noon)
        let codes = DeclaredCategory("codes", words: .init(name: "Codes"), terms: CategoryTerms(isRequired: true))
        #expect(saved == CategoryRecord(app: .shop, category: codes, createdAt: .noon))
    }
}
