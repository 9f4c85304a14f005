import BelfryModel
import BelfryTesting
import Foundation
import Testing

@testable import BelfryDomains

/// The feeds that tests read: the samples beside them, or a folder of whole files that `BELFRY_RECALLS` names.
enum Samples {
    static let openFDA = reading(RecallRecords<OpenFDARecord>.self, "openfda")
    static let fsis = reading(RecallRecords<FSISRecord>.self, "fsis")
    static let cpsc = reading(RecallRecords<CPSCRecord>.self, "cpsc")

    /// Reads records as the executable does.
    static func read<Record>(_ type: RecallRecords<Record>.Type, _ json: String) throws(Problem) -> RecallReading {
        try decoded(type, from: json).read()
    }

    /// A household's item in short.
    static func item(_ name: String, brand: String? = nil, gtin: String? = nil, lot: String? = nil, bestBefore: String? = nil)
        -> HouseholdItem
    {
        HouseholdItem(
            id: name, name: name, brand: brand, gtins: gtin.map { GTIN.readings(of: Array($0.utf8)) } ?? [], lot: lot,
            bestBefore: bestBefore.map { .init(literal: $0) })
    }

    private static func reading<Record>(_ type: RecallRecords<Record>.Type, _ name: String) -> RecallReading {
        do {
            return try read(type, text(of: name))
        } catch {
            Issue.record("the sample of \(name) can't be read: \(error)")
            return RecallReading(notices: [], findings: [])
        }
    }

    static func text(of name: String) throws -> String {
        let folder = ProcessInfo.processInfo.environment["BELFRY_RECALLS"].map { URL(fileURLWithPath: $0) }
        let whole = folder.flatMap { try? FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil) }?
            .first { $0.lastPathComponent.hasPrefix(name) && $0.pathExtension == "json" }
        let file = whole ?? Bundle.module.resourceURL?.appendingPathComponent("Samples/\(name).json")
        return try String(contentsOf: #require(file), encoding: .utf8)
    }
}
