import Foundation

extension Settings {
    /// What stands in the configuration file or in the environment and says nothing: it is named, and never quoted.
    struct IdleKeys: Sendable {
        /// Nil where there is no configuration file.
        private let path: String?
        /// No key of ours, or of something that isn't set up.
        private let unread: [String]
        /// Neither text, nor a whole number, nor true or false.
        private let unreadable: [String]
        /// Variables of the environment that are nobody's, or of something that isn't set up.
        private let variables: [String]

        /// Variables that aren't settings: other commands read them, the package, and its tests.
        private static let otherVariables: Set = [
            "BELFRY_CONFIG", "BELFRY_DEVICE", "BELFRY_SERVER", "BELFRY_TOKEN_FILE", "BELFRY_WINGS", "BELFRY_SEED", "BELFRY_CITUS", "BELFRY_RECALLS",
            "BELFRY_PRAYER_TIMETABLES", "BELFRY_BROWSER_LOG",
        ]

        /// - Parameter asked: the keys that were looked for.
        init(inFile path: String?, environment: [String: String], asked: Set<String>) {
            let data = path.flatMap { FileManager.default.contents(atPath: $0) }
            let object = data.flatMap { try? JSONSerialization.jsonObject(with: $0) } as? [String: Any] ?? [:]
            self.path = path
            unread = object.keys.filter { !asked.contains($0) }.sorted()
            unreadable = object.filter { asked.contains($0.key) && !($0.value is String || $0.value is Int || $0.value is Bool) }.keys.sorted()
            // A variable in small letters isn't read either.
            let known = Self.otherVariables.union(asked.map { "BELFRY_" + $0.uppercased() })
            variables = environment.keys.filter { $0.uppercased().hasPrefix("BELFRY_") && !known.contains($0) }.sorted()
        }

        /// Where which of them stand; nil where there are none.
        var text: String? {
            let unknown = "isn't known, or belongs to what isn't set up"
            let inFile = unread.map { "\($0) \(unknown)" } + unreadable.map { "\($0) is neither text, nor a whole number, nor true or false" }
            let inEnvironment = variables.map { "\($0) \(unknown)" }
            let places = [(path ?? "", inFile), ("the environment", inEnvironment)].filter { _, keys in !keys.isEmpty }
            return places.isEmpty ? nil : places.map { place, keys in "in \(place): \(keys.joined(separator: "; "))" }.joined(separator: ", and ")
        }
    }
}
