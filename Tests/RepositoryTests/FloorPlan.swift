/// Who may need whom, as `docs/house.md` draws it. A new room gets its place here first.
enum FloorPlan {
    /// From the ground up. A room may need the rooms of every row above its own in this list, and none of its own row.
    static let rows: [(floor: Int, rooms: [String])] = [
        (0, ["BelfryTime"]),
        (0, ["BelfryModel"]),
        (1, ["BelfryPlanning", "BelfryPatterns", "BelfryDomains", "BelfryPhrases", "BelfryPorts"]),
        (
            2,
            [
                "BelfrySystem", "BelfryMemory", "BelfryApple", "BelfryDesktop", "BelfryDelivery", "BelfryDashboard", "BelfryDevice", "BelfryClient",
                "BelfryChannels", "BelfrySQLite", "BelfryPostgres",
            ]
        ),
        (3, ["BelfryAPI", "BelfrySimulation"]),
        (4, ["belfry"]),
    ]

    /// For test targets alone: it holds the exams for the doors, so it may need what they speak, and real zones.
    static let examRoom = "BelfryTesting"

    /// Not there in the core wing.
    static let deviceRooms: Set = ["BelfryDesktop"]

    /// Neither there in the core wing nor in that of the device.
    static let serverRooms: Set = ["BelfryClient", "BelfryChannels", "BelfrySQLite", "BelfryPostgres", "BelfryAPI", "belfry"]

    /// The modules of other packages that a room may import.
    static let libraries: [String: Set<String>] = [
        // The lock is around what it remembers of a template's shapes; what it says is the same without.
        "BelfryPhrases": ["Mustache", "Synchronization"],
        "BelfrySystem": ["CTimer"],
        "BelfryApple": ["BackgroundTasks", "UserNotifications"],
        "BelfryDesktop": ["CDBus"],
        "BelfryClient": ["Crypto", "FoundationNetworking"],
        "BelfryChannels": [
            "AsyncHTTPClient", "CCurl", "Crypto", "CryptoExtras", "NIOCore", "NIOHPACK", "NIOHTTP1", "NIOHTTP2", "NIOPosix", "NIOSSL", "NIOTLS",
        ],
        "BelfrySQLite": ["GRDB"],
        "BelfryPostgres": ["CLibpq"],
        "BelfryAPI": ["Crypto", "HTTPTypes", "Hummingbird", "HummingbirdCore", "JWTKit", "Logging", "NIOCore", "NIOHTTPTypes", "ServiceLifecycle"],
        "belfry": ["ArgumentParser", "Configuration", "Logging", "ServiceLifecycle", "SwiftCSV", "SystemPackage", "UnixSignals"],
    ]

    /// Modules of other packages that only tests may import, by the room they test.
    static let testLibraries: [String: Set<String>] = [
        // On Linux a part of Foundation by itself.
        "BelfryApple": ["FoundationNetworking"],
        "BelfryAPI": ["HummingbirdTesting", "NIOEmbedded"],
        "belfry": ["AsyncHTTPClient", "Crypto", "GRDB", "HTTPTypes", "Hummingbird", "NIOCore", "NIOHTTP1"],
    ]

    /// The folder of what stands in for other systems' frameworks; it needs no room.
    static let standIns = "StandIns"

    /// What stands in for the providers: it speaks their protocols, and needs no room.
    static let providers = "BelfryProviders"
    /// The program that runs them.
    static let providersProgram = "belfry-providers"
    static let providerLibraries: Set = [
        "AsyncHTTPClient", "Crypto", "CryptoExtras", "HTTPTypes", "Hummingbird", "Logging", "NIOCore", "NIOHPACK", "NIOHTTP1", "NIOHTTP2",
        "NIOPosix", "NIOSSL",
    ]

    /// The C library, for arithmetic and on floor 2 for the machine.
    static let cLibrary: Set = ["Darwin", "Glibc", "Musl"]
    /// What comes with the toolchain and may be imported from floor 2 up.
    static let toolchain: Set = ["Dispatch", "Foundation", "FoundationEssentials", "Synchronization"]

    static var rooms: [String] { rows.flatMap(\.rooms) }

    static func floor(of room: String) -> Int? {
        rows.first { $0.rooms.contains(room) }?.floor
    }

    /// Nil where the plan doesn't know the room or test target.
    static func modules(for target: String) -> Set<String>? {
        if target == examRoom { return Set(rooms(upToFloor: 1) + ["BelfrySystem"]).union(toolchain).union(cLibrary).union(["Testing"]) }
        if target == standIns { return toolchain }
        if target == providersProgram { return toolchain.union(cLibrary).union([providers, "BelfrySystem", "BelfryTime", "Crypto"]) }
        if target == providers { return toolchain.union(cLibrary).union(providerLibraries) }
        if let row = rows.firstIndex(where: { $0.rooms.contains(target) }) {
            return Set(rows[..<row].flatMap(\.rooms)).union(cLibrary).union(rows[row].floor < 2 ? [] : toolchain).union(libraries[target] ?? [])
        }
        return modules(forTests: target)
    }

    /// The tests of a room may use every room that is built with it: a device's and the server's rooms are not there in the core wing.
    private static func modules(forTests target: String) -> Set<String>? {
        let common = toolchain.union(cLibrary).union(["Testing"])
        guard target != "RepositoryTests" else { return common }
        let room = String(target.dropLast("Tests".count))
        guard target.hasSuffix("Tests"), rooms.contains(room) || room == examRoom else { return nil }
        return common.union(rooms(builtWith: room)).union([examRoom]).union(serverRooms.contains(room) ? [providers] : [])
            .union(libraries[room] ?? []).union(testLibraries[room] ?? [])
    }

    private static func rooms(builtWith room: String) -> [String] {
        if serverRooms.contains(room) { return rooms }
        return rooms.filter { !serverRooms.contains($0) && (deviceRooms.contains(room) || !deviceRooms.contains($0)) }
    }

    private static func rooms(upToFloor floor: Int) -> [String] {
        rows.filter { $0.floor <= floor }.flatMap(\.rooms)
    }
}
