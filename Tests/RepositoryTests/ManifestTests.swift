import Testing

/// Every room that a target imports is declared for it in `Package.swift`. An incremental build may find a module that was never
/// declared, and then runs stale code; a build from nothing fails.
enum Manifest {
    /// The rooms that each target names, read from the manifest's calls such as `room("A", needs: ["B"])`.
    static func declared(in manifest: String, rooms: Set<String>) -> [String: Set<String>] {
        var declared: [String: Set<String>] = [:]
        for opening in ["room(", "tests(", ".testTarget(", ".executableTarget("] {
            var rest = manifest[...]
            while let range = rest.firstRange(of: opening) {
                let names = texts(in: arguments(rest[range.upperBound...]))
                rest = rest[range.upperBound...]
                guard let name = names.first else { continue }
                let target = opening == "tests(" ? "\(name)Tests" : name
                declared[target, default: []].formUnion(names.filter(rooms.contains))
            }
        }
        return declared
    }

    static func findings(in file: SwiftFile, declared: [String: Set<String>], rooms: Set<String>) -> [Finding] {
        guard let own = declared[file.target] else { return [] }
        return Imports.modules(of: file).filter { rooms.contains($0.module) && $0.module != file.target && !own.contains($0.module) }
            .map { file.finding(at: $0.index, "\(file.target) imports \($0.module): name it among its needs in Package.swift") }
    }

    /// Up to the parenthesis that closes the call.
    private static func arguments(_ text: Substring) -> Substring {
        var depth = 1
        let end = text.firstIndex { character in
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            return depth == 0
        }
        return text[..<(end ?? text.endIndex)]
    }

    private static func texts(in text: Substring) -> [String] {
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
        return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
    }
}

@Suite("The manifest names what is imported")
struct ManifestTests {
    private let rooms: Set = ["BelfryTime", "BelfryModel", "BelfrySystem"]

    @Test("an import that its target doesn't declare is found, and one that it does is not")
    func samples() {
        let manifest = #"""
            room("BelfryModel", needs: ["BelfryTime"]),
            tests(
                of: "BelfryModel",
                needs: ["BelfryTime", .product(name: "GRDB", package: "GRDB.swift")]),
            """#
        let declared = Manifest.declared(in: manifest, rooms: rooms)
        let file = SwiftFile(path: "Tests/BelfryModelTests/A.swift", text: "@testable import BelfryModel\nimport BelfryTime\nimport BelfrySystem")
        let findings = Manifest.findings(in: file, declared: declared, rooms: rooms)
        #expect(findings.map(\.line) == [3])
        #expect(declared["BelfryModel"] == ["BelfryModel", "BelfryTime"])
    }

    @Test("the tree has none")
    func tree() throws {
        let manifest = try #require(Repository.text(of: "Package.swift"))
        let rooms = Set(Repository.rooms)
        let declared = Manifest.declared(in: manifest, rooms: rooms)
        #expect(declared.count > 40)
        expectNone((Repository.sources + Repository.tests).flatMap { Manifest.findings(in: $0, declared: declared, rooms: rooms) })
    }

    @Test("Every room below the service is a library, so that an app can have what the guide shows")
    func libraries() throws {
        let manifest = try #require(Repository.text(of: "Package.swift"))
        let offered = manifest.split(separator: "products += [").dropFirst().map { $0.prefix { $0 != "]" } }.joined(separator: " ")
        for room in FloorPlan.rows.filter({ $0.floor < 3 }).flatMap(\.rooms) {
            #expect(offered.contains("\"\(room)\""), "\(room) is no product: add it to those of Package.swift")
        }
    }
}
