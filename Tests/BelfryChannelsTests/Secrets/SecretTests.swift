import Foundation
import Testing

@testable import BelfryChannels

@Suite("A secret")
struct SecretTests {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("belfry-secret-\(ProcessInfo.processInfo.globallyUniqueString)")

    private func write(_ text: String, modifiedAt seconds: Double) throws {
        try Data(text.utf8).write(to: path)
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: path.path)
    }

    @Test("A file that changes is read anew; one that is emptied or vanishes leaves what it said")
    func file() throws {
        defer { try? FileManager.default.removeItem(at: path) }
        try write("first\n", modifiedAt: 1)
        let secret = Secret(.file(path.path))
        #expect(try secret.text() == "first")
        try write("second", modifiedAt: 2)
        #expect(try secret.text() == "second")
        try write("", modifiedAt: 3)
        #expect(try secret.text() == "second")
        try FileManager.default.removeItem(at: path)
        #expect(try secret.text() == "second")
    }

    @Test("A link is followed: what is mounted anew behind it is read anew")
    func link() throws {
        let files = FileManager.default
        defer { try? files.removeItem(at: path) }
        for name in ["first", "second"] {
            let folder = path.appendingPathComponent(name)
            try files.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(name.utf8).write(to: folder.appendingPathComponent("key"))
        }
        let (mounted, key) = (path.appendingPathComponent("mounted").path, path.appendingPathComponent("key").path)
        try files.createSymbolicLink(atPath: mounted, withDestinationPath: "first")
        try files.createSymbolicLink(atPath: key, withDestinationPath: "mounted/key")
        let secret = Secret(.file(key))
        #expect(try secret.text() == "first")
        try files.removeItem(atPath: mounted)
        try files.createSymbolicLink(atPath: mounted, withDestinationPath: "second")
        #expect(try secret.text() == "second")
    }

    @Test("A file that was never there is an error, and nothing shows itself")
    func missing() {
        let secret = Secret(.file("/nowhere/at/all"))
        #expect(throws: Secret.Unreadable.self) { try secret.text() }
        #expect("\(Secret(.text("hunter2")))" == "Secret")
    }
}
