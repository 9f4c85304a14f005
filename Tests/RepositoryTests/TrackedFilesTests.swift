import Foundation
import Testing

/// What a build or a run makes is never part of the repository.
enum TrackedFiles {
    private static let made: [(prefix: String, why: String)] = [
        ("Package.resolved", "each machine resolves its own versions within the bounds of Package.swift"),
        (".build/", "a build makes it anew"),
        ("Benchmarks/.build/", "a build makes it anew"),
        ("Benchmarks/Package.resolved", "each machine resolves its own versions"),
        (".belfry/", "it holds the secrets and the data of one machine"),
        (".swiftpm/", "a tool keeps its own state there"),
    ]

    static func findings(inPaths paths: [String]) -> [Finding] {
        paths.flatMap { path in
            made.filter { $0.prefix.hasSuffix("/") ? path.hasPrefix($0.prefix) : path == $0.prefix }.map {
                Finding(path: path, line: 1, sentence: "must not be tracked, for \($0.why): `git rm --cached` it and name it in .gitignore")
            }
        }
    }

    /// The paths that git tracks.
    ///
    /// - Throws: where git can't be started or refuses.
    static func paths() throws -> [String] {
        let git = Process()
        git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        git.arguments = ["git", "-c", "safe.directory=*", "-C", Repository.root.path, "ls-files", "-z"]
        let output = Pipe()
        // What another test starts meanwhile would hold it open, and the reading below never end.
        _ = fcntl(output.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        git.standardOutput = output
        try git.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        git.waitUntilExit()
        try #require(git.terminationStatus == 0, "git ls-files failed: its message stands above")
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}

@Suite("What a build makes is not tracked")
struct TrackedFilesTests {
    @Test("each thing made is found")
    func refuses() {
        #expect(TrackedFiles.findings(inPaths: ["Package.resolved", ".build/debug/a.o", ".belfry/belfry.sqlite", "Package.swift"]).count == 3)
    }

    @Test("names that only begin alike are left alone")
    func allows() {
        #expect(TrackedFiles.findings(inPaths: ["Package.resolved.md", "docs/.build", "Sources/belfry/main.swift"]) == [])
    }

    @Test(
        "git tracks none of it",
        .enabled(if: FileManager.default.fileExists(atPath: Repository.root.appendingPathComponent(".git").path), "a copy without git tracks nothing")
    )
    func tree() throws {
        let paths = try TrackedFiles.paths()
        #expect(paths.contains("Package.swift"))
        expectNone(TrackedFiles.findings(inPaths: paths))
    }
}
