import BelfryTime
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Keeps provider tokens in a file that only its owner can read, for all processes on this machine.
public struct FileTokenCache: TokenCache {
    private let path: String

    /// - Parameter path: of the file; its folder must be there.
    public init(path: String) {
        self.path = path
    }

    public struct Unusable: Error, Hashable, Sendable {}

    /// Apple takes no token that is older.
    private static let secondsMax: UInt64 = 3600

    private struct Kept: Codable {
        var text: String
        var issuedAt: Int64
        var isReplacement: Bool

        enum CodingKeys: String, CodingKey {
            case text = "token"
            case issuedAt = "issued_at"
            case isReplacement = "is_replacement"
        }
    }

    public func token(of name: String) throws -> ProviderToken? {
        try withFile { file in Self.read(file)[name].map(Self.token) }
    }

    public func update(_ name: String, _ body: (ProviderToken?) throws -> ProviderToken) throws -> ProviderToken {
        try withFile { file in
            let all = Self.read(file)
            let present = all[name].map(Self.token)
            let token = try body(present)
            if token != present {
                // Another process may have another key. One that is no longer used leaves nothing behind.
                var kept = all.filter { ($0.value.issuedAt &- token.issuedAt.secondsSinceEpoch).magnitude < Self.secondsMax }
                kept[name] = Kept(text: token.text, issuedAt: token.issuedAt.secondsSinceEpoch, isReplacement: token.isReplacement)
                try Self.write(kept, to: file)
            }
            return token
        }
    }

    /// The file, locked against every other process; it is made where it isn't there.
    private func withFile<Answer>(_ body: (Int32) throws -> Answer) throws -> Answer {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw Unusable() }
        // Closing it gives the lock back.
        defer { close(file) }
        guard fchmod(file, 0o600) == 0, flock(file, LOCK_EX) == 0 else { throw Unusable() }
        return try body(file)
    }

    /// What was broken off while it was written counts as nothing.
    private static func read(_ file: Int32) -> [String: Kept] {
        var bytes = [UInt8](repeating: 0, count: 16 * 1024)
        let count = pread(file, &bytes, bytes.count, 0)
        guard count > 0 else { return [:] }
        return (try? JSONDecoder().decode([String: Kept].self, from: Data(bytes[..<count]))) ?? [:]
    }

    private static func write(_ kept: [String: Kept], to file: Int32) throws {
        let bytes = Array(try JSONEncoder().encode(kept))
        guard ftruncate(file, 0) == 0, pwrite(file, bytes, bytes.count, 0) == bytes.count, fsync(file) == 0 else { throw Unusable() }
    }

    private static func token(_ kept: Kept) -> ProviderToken {
        ProviderToken(text: kept.text, issuedAt: Instant(secondsSinceEpoch: kept.issuedAt), isReplacement: kept.isReplacement)
    }
}
