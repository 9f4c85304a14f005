import BelfrySystem
import BelfryTime
import Foundation
import Synchronization
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

    @Test(
        "A name in which only the case is wrong is that of the zone, which keeps its own",
        arguments: [
            ("europe/berlin", "Europe/Berlin"), ("AMERICA/ARGENTINA/BUENOS_AIRES", "America/Argentina/Buenos_Aires"), ("utc", "UTC"),
            ("etc/gmt+5", "Etc/GMT+5"), ("asia/calcutta", "Asia/Calcutta"),
        ])
    func otherCase(name: String, expected: String) {
        let database = SystemTimeZoneDatabase()
        #expect(database.rules(named: name) == database.rules(named: expected) && database.rules(named: name)?.name == expected)
    }

    @Test("So is one that only a link or a renaming knows")
    func otherCaseOfLinks() throws {
        try withFolder { folder in
            try put(zone: "Asia/Tokyo", as: "Area/New", into: folder)
            try put(zone: "Asia/Tokyo", as: "Europe/Kyiv", into: folder)
            try Data("L Area/New Area/Old\n".utf8).write(to: folder.appendingPathComponent("tzdata.zi"))
            let database = SystemTimeZoneDatabase(folder: folder.path)
            let names = ["area/new", "area/OLD", "europe/kiev", "utc", "area", "area/none"].map { database.rules(named: $0)?.name }
            #expect(names == ["Area/New", "Area/Old", "Europe/Kiev", "UTC", nil, nil])
        }
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

    @Test(
        "Where only the old or only the new name of a zone has a file, both are known, each under the name asked for",
        arguments: [
            ("Europe/Kyiv", "Europe/Kiev"), ("Asia/Kolkata", "Asia/Calcutta"), ("Asia/Yangon", "Asia/Rangoon"),
            ("Asia/Kathmandu", "Asia/Katmandu"), ("Asia/Ho_Chi_Minh", "Asia/Saigon"), ("America/Nuuk", "America/Godthab"),
            ("Pacific/Kanton", "Pacific/Enderbury"), ("Africa/Asmara", "Africa/Asmera"), ("Atlantic/Faroe", "Atlantic/Faeroe"),
        ])
    func renamed(name: String, oldName: String) throws {
        for (present, missing) in [(name, oldName), (oldName, name)] {
            try withFolder { folder in
                try put(zone: "Asia/Tokyo", as: present, into: folder)
                let database = SystemTimeZoneDatabase(folder: folder.path)
                let rules = try #require(database.rules(named: missing))
                let other = try #require(database.rules(named: present))
                #expect(rules.name == missing)
                #expect(rules.hasSameRules(as: other) && rules != other)
            }
        }
    }

    @Test("Links of the folder's own tzdata.zi lead to the file of any name of the zone, and nowhere else")
    func links() throws {
        try withFolder { folder in
            try put(zone: "Asia/Tokyo", as: "Area/New", into: folder)
            try put(zone: "Asia/Kolkata", as: "Area/Elsewhere", into: folder)
            let text = """
                # version test
                R x 1 2 - Ja 1 0 0 -
                Z Area/Elsewhere 9 - X
                L Area/New Area/Old
                L Area/New Area/Older
                L Area/Nowhere Area/Lost
                L ../../etc/passwd Area/Bad
                L Area/New
                """
            try Data(text.utf8).write(to: folder.appendingPathComponent("tzdata.zi"))
            let database = SystemTimeZoneDatabase(folder: folder.path)
            for name in ["Area/Old", "Area/Older"] {
                #expect(database.rules(named: name)?.name == name)
                #expect(database.rules(named: name)?.offsetSeconds(at: Instant(secondsSinceEpoch: 0)) == 9 * 3600)
            }
            for name in ["Area/Lost", "Area/Nowhere", "Area/Bad", "Area/Unheard", "Europe/Kiev"] {
                #expect(database.rules(named: name) == nil)
            }
        }
    }

    @Test(
        "Which edition it is stands in the first line of the folder's tzdata.zi",
        arguments: [("# version 2025b\nR x\n", "2025b"), ("# version 2026a-dirty\n", "2026a"), ("# version test\n", nil), ("", nil)] as [(String, String?)])
    func version(text: String, version: String?) throws {
        try withFolder { folder in
            #expect(SystemTimeZoneDatabase(folder: folder.path).version == nil, "no folder has to have one")
            try Data(text.utf8).write(to: folder.appendingPathComponent("tzdata.zi"))
            #expect(SystemTimeZoneDatabase(folder: folder.path).version == version)
        }
    }

    @Test("A file that is there and damaged is not replaced by that of another name")
    func damaged() throws {
        try withFolder { folder in
            try put(zone: "Asia/Tokyo", as: "Europe/Kyiv", into: folder)
            try Data("TZif2, but no more".utf8).write(to: folder.appendingPathComponent("Europe/Kiev"))
            #expect(SystemTimeZoneDatabase(folder: folder.path).rules(named: "Europe/Kiev") == nil)
        }
    }

    @Test("Asking for many names keeps answering rightly when the cache is emptied")
    func manyNames() {
        let database = SystemTimeZoneDatabase()
        for number in 0..<5000 { #expect(database.rules(named: "No/Zone_\(number)") == nil) }
        #expect(database.rules(named: "UTC") != nil)
    }

    @Test("Rules that change while a process runs are known a minute later, and none are lost while their file can't be read")
    func changed() throws {
        try withFolder { folder in
            let clock = Clock()
            let database = SystemTimeZoneDatabase(folder: folder.path, now: { clock.now })
            func hours() -> Int? { database.rules(named: "Area/Town").map { Int($0.offsetSeconds(at: Instant(secondsSinceEpoch: 0))) / 3600 } }
            #expect(hours() == nil)
            try put(zone: "Asia/Tokyo", as: "Area/Town", into: folder)
            #expect(hours() == nil)
            clock.advance(by: .seconds(60))
            #expect(hours() == 9)
            try FileManager.default.removeItem(at: folder.appendingPathComponent("Area/Town"))
            clock.advance(by: .seconds(60))
            #expect(hours() == 9)
            try put(zone: "Etc/GMT-3", as: "Area/Town", into: folder)
            clock.advance(by: .seconds(60))
            #expect(hours() == 3)
        }
    }

    /// Copies the file of one of the system's zones under another name.
    private func put(zone: String, as name: String, into folder: URL) throws {
        let source = ProcessInfo.processInfo.environment["TZDIR"] ?? "/usr/share/zoneinfo"
        let target = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: URL(fileURLWithPath: "\(source)/\(zone)").resolvingSymlinksInPath(), to: target)
    }

    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("belfry-zones-\(UUIDv7Source().next(now: .systemNow()))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }
}

private final class Clock: Sendable {
    private let moment = Mutex(Instant(secondsSinceEpoch: 0))

    var now: Instant { moment.withLock { $0 } }

    func advance(by length: Duration) { moment.withLock { $0 = $0 + length } }
}
