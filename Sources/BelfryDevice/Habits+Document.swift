import BelfryPlanning
import BelfryPorts
import Foundation

extension Habits {
    /// As it is kept and exported: JSON with its keys in order, nil where that is longer than anybody keeps.
    public var document: String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let data = try? encoder.encode(self), data.count <= StoredHabits.documentByteCountMax else { return nil }
        return String(decoding: data, as: UTF8.self)
    }

    /// What is kept; nothing where there is nothing, or somebody has written what can't be understood.
    public init(_ stored: StoredHabits) {
        self = stored.document.flatMap { try? JSONDecoder().decode(Habits.self, from: Data($0.utf8)) } ?? Habits()
    }
}
