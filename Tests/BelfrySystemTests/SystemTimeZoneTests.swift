import BelfrySystem
import Foundation
import Testing

@Suite("The machine's zone")
struct SystemTimeZoneTests {
    @Test("TZ wins, then where /etc/localtime leads, then /etc/timezone, and UTC at last")
    func order() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "zone-\(ProcessInfo.processInfo.globallyUniqueString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (link, file) = (folder.appending(path: "localtime").path, folder.appending(path: "timezone").path)
        func name(_ environment: [String: String] = [:]) -> String {
            SystemTimeZone.name(environment: environment, localtime: link, timezone: file)
        }
        #expect(name() == "UTC")
        try "Asia/Tokyo\n".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(name() == "Asia/Tokyo")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/usr/share/zoneinfo/Europe/Berlin")
        #expect(name() == "Europe/Berlin")
        #expect(name(["TZ": ":America/New_York"]) == "America/New_York")
        #expect(name(["TZ": "/usr/share/zoneinfo/Asia/Kolkata"]) == "Asia/Kolkata")
        #expect(name(["TZ": "/etc/localtime"]) == "Europe/Berlin")
    }
}
