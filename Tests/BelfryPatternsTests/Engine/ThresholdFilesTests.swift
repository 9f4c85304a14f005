import Foundation
import Testing

@testable import BelfryPatterns

@Suite("The files of thresholds")
struct ThresholdFilesTests {
    private func decode<Value: Decodable>(_ type: Value.Type, _ version: EngineVersion) throws
        -> Value
    {
        let root = URL(fileURLWithPath: #filePath).pathComponents.dropLast(4).dropFirst().joined(
            separator: "/")
        let file = URL(
            fileURLWithPath: "/\(root)/Sources/belfry/Patterns/thresholds.\(version.rawValue).json")
        return try JSONDecoder().decode(type, from: Data(contentsOf: file))
    }

    @Test("say the same as what is built in")
    func same() throws {
        #expect(try decode(CompatibleThresholds.self, .v1) == .standard)
        #expect(try decode(RobustThresholds.self, .v2) == .standard)
    }
}
