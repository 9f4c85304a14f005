import Synchronization

/// Keeps provider tokens over reconnects, restarts, and all processes that share it, so that there are never two of one key at once.
public protocol TokenCache: Sendable {
    /// What is kept under a name; nil where nothing is.
    func token(of name: String) throws -> ProviderToken?
    /// Replaces what is kept under a name, while nobody else reads or replaces it.
    ///
    /// - Parameter body: gets what is kept and gives what is to be; the same where nothing changes.
    func update(_ name: String, _ body: (ProviderToken?) throws -> ProviderToken) throws -> ProviderToken
}

/// Keeps provider tokens as long as the process lives.
public final class MemoryTokenCache: TokenCache {
    private let tokens = Mutex<[String: ProviderToken]>([:])

    public init() {}

    public func token(of name: String) -> ProviderToken? { tokens.withLock { $0[name] } }

    public func update(_ name: String, _ body: (ProviderToken?) throws -> ProviderToken) rethrows -> ProviderToken {
        try tokens.withLock { tokens in
            let token = try body(tokens[name])
            tokens[name] = token
            return token
        }
    }
}
