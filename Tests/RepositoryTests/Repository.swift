import Foundation

// RepositoryTests: the checks that the repository runs on itself. Each is a pure function from files to findings, is tried on a
// sample that breaks it, and is then run over the tree. They read files; they never build, run or change anything.

/// The files of the repository, read once.
enum Repository {
    /// The folder that holds `Package.swift`: three above this file.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Every text file that belongs to the repository, in the order of paths.
    static let files: [TextFile] = paths.compactMap { path in
        guard let data = try? Data(contentsOf: root.appendingPathComponent(path)), let text = String(data: data, encoding: .utf8) else { return nil }
        return TextFile(path: path, text: text)
    }

    /// The Swift files of the rooms and of their tests.
    static let sources = swiftFiles(below: "Sources/")
    static let tests = swiftFiles(below: "Tests/")

    /// The manual: `README.md` and every page below `docs`.
    static let pages = files.filter { $0.path == "README.md" || $0.path.hasPrefix("docs/") && $0.path.hasSuffix(".md") }

    /// The rooms: the folders directly below `Sources`.
    static let rooms = Set(sources.map(\.target)).sorted()

    static func text(of path: String) -> String? {
        files.first { $0.path == path }?.text
    }

    /// Paths of all files and folders, relative to the root, without what a build makes.
    static let paths: [String] = {
        let madeByBuilds: Set = [".build", ".git", ".swiftpm", ".belfry"]
        guard let enumerator = FileManager.default.enumerator(atPath: root.path) else { return [] }
        var paths: [String] = []
        while let path = enumerator.nextObject() as? String {
            if madeByBuilds.contains(URL(fileURLWithPath: path).lastPathComponent) {
                enumerator.skipDescendants()
            } else {
                paths.append(path)
            }
        }
        return paths.sorted()
    }()

    private static func swiftFiles(below folder: String) -> [SwiftFile] {
        files.filter { $0.path.hasPrefix(folder) && $0.path.hasSuffix(".swift") }.map { SwiftFile(path: $0.path, text: $0.text) }
    }
}

/// A file as text, under its path from the root.
struct TextFile {
    let path: String
    let text: String

    /// Lines with their numbers, from 1.
    var lines: [(number: Int, text: Substring)] {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { ($0.offset + 1, $0.element) }
    }
}
