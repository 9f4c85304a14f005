// swift-tools-version:6.1
import PackageDescription

// The measurements, in a package of their own, so that nobody who builds Belfry builds them. `docs/benchmarks.md` reads the figures.

let rooms = [
    "BelfryTime", "BelfryModel", "BelfryPlanning", "BelfryPatterns", "BelfryDomains", "BelfryPorts", "BelfrySystem", "BelfryDelivery",
    "BelfryDevice", "BelfryPostgres", "BelfrySQLite", "BelfryChannels", "BelfryDashboard", "BelfryAPI", "CLibpq",
]

let package = Package(
    name: "belfry-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        // By name, because the folder above may be called anything.
        .package(name: "belfry", path: ".."),
        // The same lower bounds as in the package above.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.81.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.0.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.24.0"),
    ],
    targets: [
        .executableTarget(
            name: "BelfryBenchmarks",
            dependencies: rooms.map { .product(name: $0, package: "belfry") } + [
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
