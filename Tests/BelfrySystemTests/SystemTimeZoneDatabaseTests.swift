import BelfrySystem
import BelfryTime
import Foundation
import Testing

struct SystemTimeZoneDatabaseTests {
    @Test(
        "A zone is found by its IANA name",
        arguments: ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "Asia/Ust-Nera"])
    func known(name: String) throws {
        let database = SystemTimeZoneDatabase()
        let rules = try #require(database.rules(named: name), "install the package tzdata, or set TZDIR to its folder")
        #expect(rules.name == name)
        #expect(database.rules(named: name) == rules)
    }

    @Test(
        "A name that is no zone is nobody's, and none leads out of the folder",
        arguments: [
            "", "/", ".", "..", "Mars/Olympus", "europe/nowhere", "Europe", "Europe/", "/Europe/Berlin", "Europe//Berlin", "Europe/Berlin/",
            "../../etc/passwd", "../zoneinfo/Europe/Berlin", "Europe/../Europe/Berlin", "./UTC", "/etc/passwd", "/usr/share/zoneinfo/UTC",
            "%2e%2e/UTC", "Europe\\Berlin", "Europe/Berlin\u{0}", "Europe/Berlin ", "Europe/Bérlin", "zone.tab", "tzdata.zi", "a/b/c/d",
            "~/UTC", "file:///etc/passwd", String(repeating: "A", count: 65), "A/" + String(repeating: "A", count: 5000),
        ])
    func unknown(name: String) {
        let database = SystemTimeZoneDatabase()
        #expect(database.rules(named: name) == nil)
        #expect(database.rules(named: name) == nil)
    }

    @Test("A database can be a folder of one's own, and UTC needs none")
    func folder() throws {
        try withFolder { folder in
            let source = ProcessInfo.processInfo.environment["TZDIR"] ?? "/usr/share/zoneinfo"
            try FileManager.default.copyItem(
                at: URL(fileURLWithPath: "\(source)/Asia/Tokyo").resolvingSymlinksInPath(), to: folder.appendingPathComponent("Here"))
            try Data("TZif2, but no more".utf8).write(to: folder.appendingPathComponent("Damaged"))
            let database = SystemTimeZoneDatabase(folder: folder.path)
            #expect(database.rules(named: "Here")?.offsetSeconds(at: Instant(secondsSinceEpoch: 0)) == 9 * 3600)
            #expect(database.rules(named: "Damaged") == nil)
            #expect(database.rules(named: "Asia/Tokyo") == nil)
            #expect(database.rules(named: "UTC") == .utc)
        }
    }

    @Test("Asking for many names keeps answering rightly when the cache is emptied")
    func manyNames() {
        let database = SystemTimeZoneDatabase()
        for number in 0..<5000 { #expect(database.rules(named: "No/Zone_\(number)") == nil) }
        #expect(database.rules(named: "UTC") != nil)
    }

    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("belfry-zones-\(UUIDv7Source().next(now: .systemNow()))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }
}
