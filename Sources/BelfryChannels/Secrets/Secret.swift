import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A secret that is given as text or stands in a file; a file that changes is read anew, so that keys are exchanged without a restart.
///
/// Shows itself nowhere.
public final class Secret: Sendable, CustomStringConvertible {
    public enum Source: Hashable, Sendable {
        case text(String)
        case file(String)
    }

    private struct Read {
        let text: String
        let version: FileVersion?
    }

    public let source: Source
    private let read = Mutex<Read?>(nil)

    public init(_ source: Source) {
        self.source = source
    }

    /// The secret, without white space at its ends.
    ///
    /// - Throws: ``Unreadable`` where its file can't be read or is empty. A file that vanishes after it was read leaves what it said.
    public func text() throws(Unreadable) -> String {
        switch source {
        case .text(let text): return text
        case .file(let path):
            let known = read.withLock { $0 }
            let version = FileVersion(of: path)
            if let known, version == nil || known.version == version { return known.text }
            let text = (try? String(contentsOfFile: path, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
            guard let text, !text.isEmpty else {
                // Somebody may be writing it at this moment.
                if let known { return known.text }
                throw Unreadable()
            }
            read.withLock { $0 = Read(text: text, version: version) }
            return text
        }
    }

    public struct Unreadable: Error, Hashable, Sendable {}

    public var description: String { "Secret" }
}

/// By which a file is told from what it was before.
///
/// Of what a link leads to, since secrets are often mounted as links into a folder that is exchanged as a whole. It is asked for at each message,
/// so it asks the system for nothing else.
public struct FileVersion: Hashable, Sendable {
    private let numbers: [Int]

    /// Nil where there is no such file.
    public init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let modifiedAt = status.st_mtimespec
        #else
            let modifiedAt = status.st_mtim
        #endif
        numbers = [modifiedAt.tv_sec, modifiedAt.tv_nsec, Int(status.st_size), Int(truncatingIfNeeded: status.st_ino)]
    }
}
