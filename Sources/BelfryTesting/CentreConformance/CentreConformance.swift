import BelfryPorts
import Testing

/// One behaviour that every notification centre has: a sentence, and its proof through the door and the world around it alone.
///
/// A centre passes the exam in its own test target:
///
///     @Test(arguments: CentreConformance.all()) func passes(_ behaviour: CentreConformance) async throws {
///         try await behaviour.run(in: MemoryCentreHarness())
///     }
public struct CentreConformance: Sendable {
    public let sentence: String
    /// Without which the behaviour can't show.
    let needs: Set<CentreAbility>
    private let proof: @Sendable (any CentreHarness) async throws -> Void

    init(_ sentence: String, needs: Set<CentreAbility> = [], proof: @escaping @Sendable (any CentreHarness) async throws -> Void) {
        self.sentence = sentence
        self.needs = needs
        self.proof = proof
    }

    /// - Parameter harness: a fresh one.
    public func run(in harness: any CentreHarness) async throws {
        try await proof(harness)
    }

    /// The exam, as far as the centre's surroundings can hold it; the whole of it where they can do everything.
    public static func all(with abilities: Set<CentreAbility> = Set(CentreAbility.allCases)) -> [CentreConformance] {
        (adding + showing + removing + responding + permitting + keeping).filter { $0.needs.isSubset(of: abilities) }
    }
}

extension CentreConformance: CustomTestStringConvertible {
    public var testDescription: String { sentence }
}
