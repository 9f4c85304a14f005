// swift-tools-version:6.1
import PackageDescription

// The house plan: which rooms there are, and who may need whom. `docs/house.md` draws it.
//
// Four wings. `BELFRY_WINGS=core` has the rooms that a device and a server share: they need little but the toolchain, and
// build and test in seconds. `BELFRY_WINGS=device` adds those that only a device has, `BELFRY_WINGS=channels` those that speak to
// providers. Without either the whole house is built, with the server's dependencies, each of which only one or two rooms may import.

let wings = Context.environment["BELFRY_WINGS"]
let wholeHouse = !["core", "device", "channels"].contains(wings)
let hasDeviceWing = wholeHouse || wings == "device"
let hasChannelsWing = wholeHouse || wings == "channels"

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func room(_ name: String, needs: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
    .target(name: name, dependencies: needs, resources: resources, swiftSettings: settings)
}

func tests(of name: String, needs: [Target.Dependency] = [], exclude: [String] = [], resources: [Resource]? = nil) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.target(name: name)] + needs, exclude: exclude, resources: resources, swiftSettings: settings)
}

/// Needs that are there on Linux alone.
func onLinux(_ names: String...) -> [Target.Dependency] {
    #if os(Linux)
        names.map { .target(name: $0) }
    #else
        []
    #endif
}

// On Apple's platforms BelfryApple stands on the system's own frameworks. Elsewhere it is built and tested on stand-ins of the same names.
#if os(Linux)
    let appleFrameworks: [Target.Dependency] = ["UserNotifications", "BackgroundTasks"]
    let appleTargets: [Target] =
        ["UserNotifications", "BackgroundTasks"].map {
            // As loosely declared as a framework is, so that what compiles here does so there.
            .target(name: $0, path: "Tests/StandIns/\($0)", swiftSettings: [.swiftLanguageMode(.v5)])
        } + [
            tests(
                of: "BelfryApple",
                needs: ["BelfryDevice", "BelfryMemory", "BelfryTesting", "BelfrySystem", "BelfryPorts", "BelfryModel", "BelfryTime"] + appleFrameworks)
        ]
#else
    let appleFrameworks: [Target.Dependency] = []
    let appleTargets: [Target] = []
#endif

// MARK: The core wing

var targets: [Target] = [
    // 0  the words
    room("BelfryTime"),
    room("BelfryModel", needs: ["BelfryTime"]),
    // 1  think, and the doors
    room("BelfryPlanning", needs: ["BelfryModel", "BelfryTime"]),
    room("BelfryPatterns", needs: ["BelfryModel", "BelfryTime"]),
    room("BelfryDomains", needs: ["BelfryModel", "BelfryTime"]),
    room("BelfryPhrases", needs: ["BelfryModel", "BelfryTime", .product(name: "Mustache", package: "swift-mustache")]),
    room("BelfryPorts", needs: ["BelfryModel", "BelfryTime"]),
    // 2  act, and the keys to the doors that need no library
    room(
        "BelfrySystem",
        needs: ["BelfryPorts", "BelfryTime", .target(name: "CTimer", condition: .when(platforms: [.linux]))]),
    .target(name: "CTimer"),
    room("BelfryMemory", needs: ["BelfryPorts", "BelfryModel", "BelfryTime"]),
    room("BelfryApple", needs: ["BelfryPorts", "BelfryModel", "BelfryTime"] + appleFrameworks),
    room(
        "BelfryDelivery",
        needs: ["BelfryDomains", "BelfryPatterns", "BelfryPlanning", "BelfryPhrases", "BelfryPorts", "BelfryModel", "BelfryTime"]),
    room("BelfryDashboard", needs: ["BelfryPhrases", "BelfryModel"]),
    room("BelfryDevice", needs: ["BelfryDomains", "BelfryPhrases", "BelfryPlanning", "BelfryPorts", "BelfryModel", "BelfryTime"]),
    // 3  service
    room(
        "BelfrySimulation",
        needs: ["BelfryDevice", "BelfryMemory", "BelfryPlanning", "BelfryPorts", "BelfryModel", "BelfryTime"]),
    // for test targets only: the exams that every key to a door must pass, and what tests have in common
    room("BelfryTesting", needs: ["BelfrySystem", "BelfryPorts", "BelfryModel", "BelfryTime"]),

    tests(of: "BelfryTime", needs: ["BelfryTesting", "BelfrySystem", "BelfryModel"], exclude: ["Fixtures"]),
    tests(of: "BelfryModel", needs: ["BelfryTesting", "BelfryTime"]),
    tests(of: "BelfryPlanning", needs: ["BelfryTesting", "BelfrySystem", "BelfryPorts", "BelfryModel", "BelfryTime"], exclude: ["Fixtures"]),
    tests(of: "BelfryPatterns", needs: ["BelfryTesting", "BelfryModel", "BelfryTime"], exclude: ["Bench/Samples"]),
    tests(
        of: "BelfryDomains",
        needs: [
            "BelfryMemory", "BelfryPatterns", "BelfryPhrases", "BelfryPlanning", "BelfryTesting", "BelfryPorts", "BelfryModel",
            "BelfryTime",
        ],
        resources: [.copy("Pantry/Samples"), .copy("Prayer/Timetables")]),
    tests(of: "BelfryPhrases", needs: ["BelfryTesting", "BelfryModel", "BelfryTime"]),
    tests(of: "BelfryPorts", needs: ["BelfryModel", "BelfryTime"]),
    tests(of: "BelfrySystem", needs: ["BelfryPorts", "BelfryTime"]),
    tests(
        of: "BelfryDelivery",
        needs: [
            "BelfryMemory", "BelfryPatterns", "BelfryPhrases", "BelfryPlanning", "BelfrySystem", "BelfryTesting", "BelfryPorts", "BelfryModel",
            "BelfryTime",
        ]),
    tests(
        of: "BelfryDevice",
        needs: [
            "BelfryDomains", "BelfryMemory", "BelfryPhrases", "BelfryPlanning", "BelfrySimulation", "BelfrySystem", "BelfryTesting", "BelfryPorts",
            "BelfryModel", "BelfryTime",
        ]),
    tests(of: "BelfryMemory", needs: ["BelfryTesting", "BelfryPorts", "BelfryModel", "BelfryTime"]),
    tests(
        of: "BelfrySimulation",
        needs: ["BelfryMemory", "BelfryPlanning", "BelfrySystem", "BelfryTesting", "BelfryPorts", "BelfryModel", "BelfryTime"]),
    tests(of: "BelfryTesting", needs: ["BelfryPorts", "BelfryModel", "BelfryTime"]),
    tests(of: "BelfryDashboard", needs: ["BelfryPhrases", "BelfryModel"]),
    .testTarget(name: "RepositoryTests", swiftSettings: settings),
]
targets += appleTargets
var products: [Product] = []
// Lower bounds, here and below, are the oldest that serve, so that an older toolchain finds a version that it can build.
var dependencies: [Package.Dependency] = [.package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.0.0")]

// MARK: The device wing

// There is none on Apple's platforms.
#if os(Linux)
if hasDeviceWing {
    targets += [
        // libdbus, from the package libdbus-1-dev: only BelfryDesktop may import it.
        .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        room("BelfryDesktop", needs: ["CDBus", "BelfryPhrases", "BelfryPorts", "BelfryModel", "BelfryTime"]),
        tests(of: "BelfryDesktop", needs: ["CDBus", "BelfryMemory", "BelfryTesting", "BelfryPorts", "BelfryModel", "BelfryTime"]),
    ]
    products += [.library(name: "BelfryDesktop", targets: ["BelfryDesktop"])]
}
#endif

// MARK: The wing of the channels

if hasChannelsWing {
    targets += [
        // libcurl, from the package libcurl4-openssl-dev: only BelfryChannels may import it.
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
        room(
            "BelfryChannels",
            needs: [
                "CCurl", "BelfryPhrases", "BelfryPorts", "BelfryModel", "BelfryTime",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
            ]),
        // For apps, which call a server: no library but Crypto, which on Apple's platforms is the system's own CryptoKit.
        room("BelfryClient", needs: ["BelfryPorts", "BelfryModel", "BelfryTime", .product(name: "Crypto", package: "swift-crypto")]),
        tests(
            of: "BelfryClient",
            needs: ["BelfryTesting", "BelfryPorts", "BelfryModel", "BelfryTime", .product(name: "Crypto", package: "swift-crypto")]),
        // For test targets, and for a newcomer without accounts: what stands in for the providers.
        .executableTarget(
            name: "belfry-providers", dependencies: ["BelfryProviders", "BelfrySystem", "BelfryTime", .product(name: "Crypto", package: "swift-crypto")],
            path: "Tests/belfry-providers", swiftSettings: settings),
        .target(
            name: "BelfryProviders",
            dependencies: [
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ], path: "Tests/BelfryProviders", swiftSettings: settings),
        tests(
            of: "BelfryChannels",
            needs: [
                "BelfryDashboard", "BelfryPhrases", "BelfryProviders", "BelfryTesting", "BelfryPorts", "BelfryModel", "BelfryTime",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ], exclude: ["Counterparts"]),
    ]
    dependencies += [
        .package(url: "https://github.com/apple/swift-crypto", from: "4.0.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.3.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.81.0"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.35.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.5.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.24.0"),
    ]
    // For apps, and for the package in `Benchmarks/`.
    products += ["BelfryChannels", "BelfryClient"].map { .library(name: $0, targets: [$0]) }
}

// MARK: The server wing

if wholeHouse {
    targets += [
        room(
            "BelfrySQLite",
            needs: [
                "BelfryPorts", "BelfryModel", "BelfryTime",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        // libpq, from the package libpq-dev: only BelfryPostgres may import it.
        .systemLibrary(name: "CLibpq", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        room("BelfryPostgres", needs: ["CLibpq", "BelfryPorts", "BelfryModel", "BelfryTime"]),
        tests(of: "BelfryPostgres", needs: ["BelfryMemory", "BelfrySystem", "BelfryTesting", "BelfryPorts", "BelfryModel", "BelfryTime"]),
        tests(
            of: "BelfrySQLite",
            needs: [
                "BelfryMemory", "BelfryDevice", "BelfrySystem", "BelfryTesting", "BelfryPorts", "BelfryModel", "BelfryTime",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        room(
            "BelfryAPI",
            needs: [
                "BelfryChannels", "BelfryDashboard", "BelfryDelivery", "BelfryDomains", "BelfryPatterns", "BelfryPhrases", "BelfryPlanning", "BelfryPorts",
                "BelfryModel", "BelfryTime",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        tests(
            of: "BelfryAPI",
            needs: [
                "BelfryChannels", "BelfryClient", "BelfryDashboard", "BelfryDelivery", "BelfryDomains", "BelfryMemory", "BelfryPatterns", "BelfryPhrases",
                "BelfryPorts", "BelfryProviders", "BelfrySystem", "BelfryTesting", "BelfryModel", "BelfryTime",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        .executableTarget(
            name: "belfry",
            dependencies: [
                "BelfryAPI", "BelfryChannels", "BelfryDelivery", "BelfryDevice", "BelfryDomains", "BelfryMemory", "BelfryPatterns", "BelfryPhrases",
                "BelfryPlanning", "BelfryPorts", "BelfryPostgres", "BelfrySQLite", "BelfrySimulation", "BelfrySystem", "BelfryModel", "BelfryTime",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SwiftCSV", package: "SwiftCSV"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ] + onLinux("BelfryDesktop"),
            exclude: ["Demo/README.md"],
            resources: [.copy("Demo/family.csv"), .copy("Patterns/thresholds.v1.json"), .copy("Patterns/thresholds.v2.json")],
            swiftSettings: settings),
    ]
    targets += [
        .testTarget(
            name: "belfryTests",
            dependencies: [
                "belfry", "BelfryChannels", "BelfryClient", "BelfryDevice", "BelfryPostgres", "BelfryProviders", "BelfrySQLite", "BelfrySystem", "BelfryTesting",
                "BelfryPorts", "BelfryModel", "BelfryTime",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings)
    ]
    dependencies += [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.0.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.20.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.4.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.0.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.6.0"),
        .package(url: "https://github.com/swiftcsv/SwiftCSV", from: "0.9.0"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.0.0"),
    ]
    products += [
        .executable(name: "belfry", targets: ["belfry"]),
        .executable(name: "belfry-providers", targets: ["belfry-providers"]),
    ]
    // For apps, and for the package in `Benchmarks/`, which measures some of them.
    products += [
        "BelfryTime", "BelfryModel", "BelfryPlanning", "BelfryPatterns", "BelfryDomains", "BelfryPhrases", "BelfryPorts", "BelfrySystem",
        "BelfryMemory", "BelfryApple", "BelfryDelivery", "BelfryDevice", "BelfryPostgres", "BelfrySQLite", "CLibpq", "BelfryDashboard", "BelfryAPI",
    ].map { .library(name: $0, targets: [$0]) }
}

let package = Package(
    name: "belfry",
    platforms: [.macOS(.v15), .iOS(.v18), .visionOS(.v2)],
    products: products,
    dependencies: dependencies,
    targets: targets,
    swiftLanguageModes: [.v6]
)
