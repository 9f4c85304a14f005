import Foundation
import Synchronization

/// A secret that is given as text or stands in a file; a file that changes is read anew, so that keys are exchanged without a restart.
///
/// Shows itself nowhere.
public final class Secret: Sendable, CustomStringConvertible {
    public enum Source: Hashable, Sendable {
        case text(String)
        case file(String)
    }

    private struct Read {
        var text: String
        var modifiedAt: Date?
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
            let modifiedAt = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
            if let known, modifiedAt == nil || known.modifiedAt == modifiedAt { return known.text }
            let text = (try? String(contentsOfFile: path, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
            guard let text, !text.isEmpty else {
                // Somebody may be writing it at this moment.
                if let known { return known.text }
                throw Unreadable()
            }
            read.withLock { $0 = Read(text: text, modifiedAt: modifiedAt) }
            return text
        }
    }

    public struct Unreadable: Error, Hashable, Sendable {}

    public var description: String { "Secret" }
}
