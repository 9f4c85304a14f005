import BelfryTesting
import Foundation
import Testing

private let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// What a program prints; it is expected to succeed.
private func lines(_ command: String...) async throws -> [String] {
    let tool = try RunningTool("env", command)
    var lines: [String] = []
    while let line = await tool.line() { lines.append(line) }
    #expect(await tool.exitStatus() == 0, "\(command.joined(separator: " "))")
    return lines
}

@Suite("The Debian package", .timeLimit(.minutes(10)))
struct PackageTests {
    /// Of the program that the tests have at hand, unpacked.
    private func withPackage(_ body: (_ tree: URL, _ control: URL) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let script = repository.appending(path: "Scripts/package").path
            // Compressing takes longer than all the rest.
            let environment = ["DPKG_DEB_COMPRESSOR_TYPE": "none"]
            try await Tool.run("bash", script, try Program.url.path, folder.path, environment: environment)
            let package = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasSuffix(".deb") })
            let (tree, control) = (folder.appending(path: "tree"), folder.appending(path: "control"))
            for (option, target) in [("--extract", tree), ("--control", control)] {
                _ = try await lines("dpkg-deb", option, folder.appending(path: package).path, target.path)
            }
            try await body(tree, control)
        }
    }

    @Test(
        "It brings the program with all that isn't the system's, readable for everybody and writable for nobody, and settings to begin with",
        .enabled(if: Tool.areThere("dpkg-deb", "dpkg-shlibdeps"), "dpkg-shlibdeps is missing: Scripts/setup test installs it"))
    func content() async throws {
        try await withPackage { tree, control in
            let program = tree.appending(path: "usr/bin/belfry").path
            let version = try await Program.run("--version").lines
            #expect(try await lines(program, "--version") == version)
            let settings = tree.appending(path: "etc/belfry/belfry.json")
            let store = "sqlite:\(tree.appending(path: "belfry.sqlite").path)"
            let advice = try await lines(program, "doctor", "--config", settings.path, "--store", store)
            #expect(advice.contains("✓ settings: all can be used"))

            let libraries = try await lines("ldd", tree.appending(path: "usr/lib/belfry/belfry").path)
            #expect(libraries.count > 5)
            for library in libraries where library.contains("/swift/") || library.contains("not found") {
                Issue.record("the loader looks elsewhere: \(library)")
            }
            for file in ["Demo/family.csv", "Patterns/thresholds.v1.json", "Patterns/thresholds.v2.json"] {
                let source = repository.appending(path: "Sources/belfry/\(file)")
                let packed = tree.appending(path: "usr/lib/belfry/belfry_belfry.resources/\(source.lastPathComponent)")
                #expect(FileManager.default.contentsEqual(atPath: source.path, andPath: packed.path), "\(file)")
            }
            #expect(try permissions(of: settings.path) == 0o600)
            for path in try FileManager.default.subpathsOfDirectory(atPath: tree.path) where path.hasPrefix("usr/") {
                let mode = try permissions(of: tree.appending(path: path).path)
                #expect(mode & 0o022 == 0 && mode & 0o444 == 0o444 || path == "usr/bin/belfry", "\(path)")
            }
            for unit in ["belfry.service", "belfry-worker@.service"] {
                #expect(FileManager.default.fileExists(atPath: tree.appending(path: "usr/lib/systemd/system/\(unit)").path))
            }

            for licence in ["hummingbird", "GRDB.swift", "LifeSnaps.md"] {
                #expect(try !Data(contentsOf: tree.appending(path: "usr/share/doc/belfry/licences/\(licence)")).isEmpty, "\(licence)")
            }

            let fields = try String(contentsOf: control.appending(path: "control"), encoding: .utf8)
            #expect(fields.contains("\nVersion: \(version.first ?? "none")\n"))
            for need in ["libpq5", "libsqlite3-0", "ca-certificates", "tzdata"] { #expect(fields.contains(" \(need)"), "\(need)") }
            #expect(try String(contentsOf: control.appending(path: "conffiles"), encoding: .utf8) == "/etc/belfry/belfry.json\n")
            for script in ["postinst", "prerm", "postrm"] {
                let path = control.appending(path: script).path
                #expect(try permissions(of: path) == 0o755)
                _ = try await lines("sh", "-n", path)
            }
        }
    }

    @Test("What isn't a program is refused, and so is a folder that isn't named")
    func misused() async throws {
        let script = repository.appending(path: "Scripts/package").path
        for arguments in [[script], [script, "/nonexistent"], [script, "/nonexistent", "/nonexistent"]] {
            #expect(try await RunningTool("bash", arguments).exitStatus() != 0)
        }
    }

    @Test(
        "Systemd understands the units",
        .enabled(if: Tool.areThere("systemd-analyze"), "systemd-analyze is missing: it comes with the package systemd"),
        arguments: ["belfry.service", "belfry-worker@.service"])
    func units(_ name: String) async throws {
        try await withTemporaryFolder { folder in
            let unit = try String(contentsOf: repository.appending(path: "Scripts/debian/\(name)"), encoding: .utf8)
            let file = folder.appending(path: name.replacing("@", with: "@1"))
            // There is none of that name here, and what isn't there is an error.
            try unit.replacing("/usr/bin/belfry", with: try Program.url.path).write(to: file, atomically: true, encoding: .utf8)
            let complaints = try await lines("sh", "-c", "systemd-analyze verify '\(file.path)' 2>&1")
            #expect(complaints.filter { $0.contains("belfry") } == [])
        }
    }

    @Test("A worker's unit is the server's, but for what it is called, what it waits for and what it runs")
    func alike() throws {
        func lines(_ name: String) throws -> [Substring] {
            try String(contentsOf: repository.appending(path: "Scripts/debian/\(name)"), encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
        }
        let (server, worker) = (try lines("belfry.service"), try lines("belfry-worker@.service"))
        #expect(server.count == worker.count)
        let different = zip(server, worker).filter { $0 != $1 }
        #expect(different.map { $0.1.prefix { $0 != "=" } } == ["Description", "After", "ExecStart"])
    }

    private func permissions(of path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }
}
