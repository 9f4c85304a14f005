import Testing

/// Every import goes down the house, and each library stays in its room.
enum Imports {
    static func findings(in file: SwiftFile) -> [Finding] {
        guard let allowed = FloorPlan.modules(for: file.target) else {
            let sentence = "`\(file.target)` is no room of the plan: give it a floor in FloorPlan.swift and docs/house.md"
            return [Finding(path: file.path, line: 1, sentence: sentence)]
        }
        return modules(of: file).filter { !allowed.contains($0.module) }.map { index, module in
            file.finding(at: index, "\(file.target) may not import \(module): \(betterWay(module, from: file.target))")
        }
    }

    /// The imported modules and where each import stands: `import A`, `@testable import A`, `import struct A.B`.
    static func modules(of file: SwiftFile) -> [(index: Int, module: String)] {
        let kinds: Set = ["typealias", "struct", "class", "enum", "protocol", "let", "var", "func"]
        return (file.positions["import"] ?? []).filter { file.text(at: $0 - 1) != "." }.map { index in
            (index, file.text(at: kinds.contains(file.text(at: index + 1)) ? index + 2 : index + 1))
        }
    }

    private static func betterWay(_ module: String, from target: String) -> String {
        if module == FloorPlan.examRoom { return "only tests do" }
        if let floor = FloorPlan.floor(of: module) {
            return "it is on floor \(floor); put what both need on a lower floor, or behind a protocol of BelfryPorts"
        }
        if FloorPlan.toolchain.contains(module) {
            return "floors 0 and 1 are pure; take values as arguments and leave the world to a room of floor 2"
        }
        let rooms = FloorPlan.libraries.filter { $0.value.contains(module) }.map(\.key).sorted()
        if rooms.isEmpty { return "no room does; where it is needed, name it in FloorPlan.swift and say why in docs/decisions" }
        return "only \(rooms.joined(separator: " and ")) does; go through a protocol of BelfryPorts"
    }
}

@Suite("Imports follow the plan of the house")
struct ImportTests {
    private func findings(_ text: String, in folder: String) -> [Finding] {
        Imports.findings(in: SwiftFile(path: "\(folder)/A.swift", text: text))
    }

    @Test(
        "an import that leads up, sideways or out of the house is found",
        arguments: [
            ("Sources/BelfryTime", "import BelfryModel"), ("Sources/BelfryModel", "import Foundation"),
            ("Sources/BelfryPorts", "import FoundationEssentials"), ("Sources/BelfryPlanning", "import BelfryPatterns"),
            ("Sources/BelfryDelivery", "import BelfryMemory"),
            ("Sources/BelfryPhrases", "import struct Foundation.Date"), ("Sources/BelfryAPI", "import GRDB"),
            ("Sources/BelfryDelivery", "import Hummingbird"), ("Sources/BelfryModel", "import Mustache"),
            ("Sources/belfry", "import AsyncHTTPClient"), ("Sources/BelfryAPI", "import BelfryTesting"),
            ("Sources/BelfryNowhere", "import BelfryTime"),
            ("Tests/BelfryModelTests", "@testable import BelfrySQLite"), ("Tests/BelfryPhrasesTests", "import BelfryAPI"),
            ("Tests/RepositoryTests", "import BelfryModel"),
            ("Tests/BelfryAPITests", "import GRDB"), ("Sources/BelfryAPI", "import CDBus"),
            ("Tests/BelfryMemoryTests", "import BelfryDesktop"), ("Tests/BelfryDesktopTests", "import BelfryChannels"),
        ])
    func refuses(_ folder: String, _ text: String) {
        #expect(findings(text, in: folder).count == 1)
    }

    @Test(
        "an import that leads down is left alone",
        arguments: [
            ("Sources/BelfryModel", "import BelfryTime"), ("Sources/BelfryDomains", "import Glibc"),
            ("Sources/BelfrySQLite", "import GRDB\nimport BelfryPorts"), ("Sources/BelfryPhrases", "import Mustache"),
            ("Sources/belfry", "import ServiceLifecycle"), ("Sources/BelfryTesting", "import Testing\nimport BelfryPorts"),
            ("Sources/BelfryTime", "// import Foundation"),
            ("Tests/BelfryModelTests", "@testable import BelfryModel\nimport BelfrySystem\nimport Foundation"),
            ("Tests/BelfryAPITests", "import HummingbirdTesting\nimport BelfrySQLite"),
            ("Sources/BelfryDesktop", "import CDBus\nimport Glibc"), ("Tests/BelfryDesktopTests", "import CDBus\nimport BelfryMemory"),
            ("Tests/belfryTests", "import BelfryDesktop"),
        ])
    func allows(_ folder: String, _ text: String) {
        #expect(findings(text, in: folder) == [])
    }

    @Test("a finding names the better way")
    func sentence() {
        let finding = findings("import BelfryTime\nimport GRDB", in: "Sources/BelfryDelivery").first
        #expect(
            finding?.description
                == "Sources/BelfryDelivery/A.swift:2: BelfryDelivery may not import GRDB: only BelfrySQLite does; go through a protocol of BelfryPorts"
        )
    }

    @Test("every import of the tree follows the plan")
    func tree() {
        expectNone((Repository.sources + Repository.tests).flatMap(Imports.findings))
    }

    @Test("Package.swift declares no need that the plan forbids, and no room that it doesn't know")
    func package() throws {
        let text = try #require(Repository.text(of: "Package.swift"))
        expectNone(PackageNeeds.findings(in: SwiftFile(path: "Package.swift", text: text)))
    }
}

/// What `Package.swift` lets a room need is no more than the plan does.
enum PackageNeeds {
    static func findings(in file: SwiftFile) -> [Finding] {
        let declarations = file.occurrences(of: "room (") + file.occurrences(of: ". executableTarget (") + file.occurrences(of: "tests (")
        return declarations.sorted().filter { file.text(at: $0 - 1) != "func" }.flatMap { index -> [Finding] in
            let strings = file.group(openedAt: file.text(at: index) == "." ? index + 2 : index + 1).filter { isModuleName(at: $0, in: file) }
            guard let first = strings.first else { return [] }
            let room = file.tokens[first].text + (file.text(at: index) == "tests" ? "Tests" : "")
            guard let allowed = FloorPlan.modules(for: room) else {
                return [file.finding(at: first, "`\(room)` is no room of the plan: give it a floor in FloorPlan.swift and docs/house.md")]
            }
            return strings.dropFirst().filter { !allowed.contains(file.tokens[$0].text) }.map {
                file.finding(at: $0, "\(room) may not need \(file.tokens[$0].text): see who may need whom in docs/house.md")
            }
        }
    }

    /// Strings behind `package:`, `path:` or in a list of resources or of what is left out name no module.
    private static func isModuleName(at index: Int, in file: SwiftFile) -> Bool {
        guard file.tokens[index].kind == .string, !file.reads("package :", at: index - 2), !file.reads("path :", at: index - 2),
            !file.reads("exclude : [", at: index - 3)
        else { return false }
        return !["copy", "process"].contains(file.text(at: index - 2))
    }
}

@Suite("Package.swift follows the plan of the house")
struct PackageNeedsTests {
    private func findings(_ text: String) -> [String] {
        PackageNeeds.findings(in: SwiftFile(path: "Package.swift", text: text)).map(\.sentence)
    }

    @Test("a need that leads up, a library in the wrong room and an unknown room are found")
    func refuses() {
        #expect(findings(#"room("BelfryTime", needs: ["BelfryModel"])"#).count == 1)
        #expect(findings(#"room("BelfryDelivery", needs: ["BelfryPorts", .product(name: "GRDB", package: "GRDB.swift")])"#).count == 1)
        #expect(findings(#"room("BelfryNowhere")"#).count == 1)
        #expect(findings(#".executableTarget(name: "belfry", dependencies: ["BelfryTesting"])"#).count == 1)
        #expect(findings(#"tests(of: "BelfryModel", needs: ["BelfryAPI"])"#).count == 1)
    }

    @Test("a need that leads down is left alone")
    func allows() {
        #expect(findings(#"room("BelfryModel", needs: ["BelfryTime"], resources: [.copy("Words")])"#) == [])
        #expect(findings(#"room("BelfryModel", needs: ["BelfryTime"], exclude: ["Words.md"])"#) == [])
        #expect(findings(#"tests(of: "BelfryModel", needs: ["BelfrySystem"])"#) == [])
    }
}
