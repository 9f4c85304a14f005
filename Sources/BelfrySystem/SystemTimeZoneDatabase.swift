import BelfryPorts
import BelfryTime
import Foundation
import Synchronization

// BelfrySystem: what the machine itself offers, as keys to the doors: its tz database, its clock, its dice.
// It never decides anything.

/// The tz database of the system: TZif files below a folder, read when first asked for, and again now and then, because rules change while a
/// process runs.
///
/// Zones get renamed, and systems differ in whether they have a file for the old name, the new one or both. Where the file of a name
/// is missing, that of another name of the same zone serves; the rules keep the name that was asked for. Case alone makes no other name: the rules of
/// `europe/berlin` are called `Europe/Berlin`.
public final class SystemTimeZoneDatabase: TimeZoneDatabase {
    private let folder: URL
    /// Zones by name. Bounded, because names come from people.
    private let cache = Mutex<[String: Entry]>([:])
    private static let cachedNameCountMax = 4096
    private static let keptFor = Duration.seconds(60)
    private let now: @Sendable () -> Instant
    private let names: TimeZoneNames

    private struct Entry {
        /// Nil for a name that was looked for in vain.
        let rules: TimeZoneRules?
        let readAt: Instant
    }

    /// - Parameter folder: by default the one in `TZDIR`, else `/usr/share/zoneinfo`.
    public init(folder: String? = nil, now: @escaping @Sendable () -> Instant = { .systemNow() }) {
        let path = folder ?? ProcessInfo.processInfo.environment["TZDIR"] ?? "/usr/share/zoneinfo"
        self.folder = URL(fileURLWithPath: path, isDirectory: true)
        names = TimeZoneNames(folder: self.folder)
        self.now = now
    }

    /// Which edition of the tz database it is, such as `2025b`; nil where the folder doesn't say.
    ///
    /// Source: the first line of its `tzdata.zi`, `# version 2025b`, as the tz project's `Makefile` writes it.
    public var version: String? {
        guard let data = try? Data(contentsOf: folder.appendingPathComponent("tzdata.zi")) else { return nil }
        let line = String(decoding: data.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return line.wholeMatch(of: /# version (\d{4}[a-z]{1,2}).*/).map { String($0.output.1) }
    }

    public func rules(named name: String) -> TimeZoneRules? {
        let now = now()
        let known = cache.withLock { $0[name] }
        if let known, known.readAt <= now, now - known.readAt < Self.keptFor { return known.rules }
        // A file that can't be read just now takes nobody's zone away.
        let rules = read(name) ?? known?.rules
        cache.withLock { cache in
            if cache.count >= Self.cachedNameCountMax { cache.removeAll() }
            cache[name] = Entry(rules: rules, readAt: now)
        }
        return rules
    }

    private func read(_ name: String) -> TimeZoneRules? {
        guard Self.isPlausible(name) else { return nil }
        if let bytes = try? Data(contentsOf: folder.appendingPathComponent(name)) {
            return try? TimeZoneRules(name: name, parsing: Array(bytes))
        }
        if name == "UTC" { return .utc }
        for other in names.others(of: name) where Self.isPlausible(other) {
            guard let bytes = try? Data(contentsOf: folder.appendingPathComponent(other)) else { continue }
            if let rules = try? TimeZoneRules(name: name, parsing: Array(bytes)) { return rules }
        }
        // The name as the database has it is its own spelling, so that this looks no further.
        return names.spelling(of: name).flatMap { $0 == name ? nil : read($0) }
    }

    /// A name that can't lead out of the folder: `Area/Location` in letters, digits and `+-_`.
    private static func isPlausible(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard name.utf8.count <= 64, (1...3).contains(parts.count) else { return false }
        return parts.allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
        }
    }
}
