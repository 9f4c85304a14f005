import BelfryTime
import Synchronization

/// Gives the one provider token of a key, and renews it when it is between 20 and 60 minutes old.
///
/// Apple refuses a token that is older than an hour, and whoever changes it more than once in 20 minutes.
/// Source: Apple, "Establishing a token-based connection to APNs".
public final class ProviderTokens: Sendable {
    /// From this age on a new one is made; the rest to an hour is for clocks that differ.
    static let ageMax = Duration.seconds(50 * 60)
    /// No two new ones within this.
    static let ageMin = Duration.seconds(20 * 60)
    /// A token that was made later than this from now tells that the clock was put back; it is made anew.
    static let clockSkewMax = Duration.seconds(5 * 60)
    /// How often the key's file and the kept token are looked at.
    static let lookInterval = Duration.seconds(10)

    private struct State {
        var signer: TokenSigner?
        var token: ProviderToken?
        var lookedAt: Instant?
    }

    private let settings: APNsSettings
    private let cache: any TokenCache
    private let state = Mutex(State())

    public init(_ settings: APNsSettings, cache: any TokenCache = MemoryTokenCache()) {
        self.settings = settings
        self.cache = cache
    }

    /// A token, and the name of the key that it was made with: what was signed with two keys must not share a connection.
    struct Signed: Hashable, Sendable {
        let token: ProviderToken
        let keyName: String
    }

    /// - Throws: ``AuthorizationFailure``
    func token(now: Instant) throws(AuthorizationFailure) -> Signed {
        let result = state.withLock { state in Result { () throws(AuthorizationFailure) in try current(&state, now: now) } }
        return try result.get()
    }

    /// Apple refused this one: one is made in its place, unless it was made in another's place itself less than 20 minutes ago.
    ///
    /// - Returns: whether the next one is another.
    func refuse(_ refused: ProviderToken, now: Instant) -> Bool {
        state.withLock { state in
            guard let signer = state.signer else { return false }
            let next = try? cache.update(signer.name) { present in
                guard let present, present.text == refused.text else { return try present ?? signer.token(at: now, isReplacement: true) }
                if present.isReplacement, (.zero..<Self.ageMin).contains(now - present.issuedAt) { return present }
                return try signer.token(at: now, isReplacement: true)
            }
            guard let next else { return false }
            state.token = next
            return next.text != refused.text
        }
    }

    private func current(_ state: inout State, now: Instant) throws(AuthorizationFailure) -> Signed {
        let wasLookedAt = state.lookedAt.map { (.zero..<Self.lookInterval).contains(now - $0) } ?? false
        if !wasLookedAt || state.signer == nil {
            state.signer = try TokenSigner(settings)
            // Another process may have renewed it.
            state.token = nil
            state.lookedAt = now
        }
        guard let signer = state.signer else { throw AuthorizationFailure("apns_key_unreadable: there is no key") }
        if let token = state.token, Self.isGood(token, now: now) { return Signed(token: token, keyName: signer.name) }
        do {
            let token = try cache.update(signer.name) { present in
                if let present, Self.isGood(present, now: now) { return present }
                return try signer.token(at: now, isReplacement: false)
            }
            state.token = token
            return Signed(token: token, keyName: signer.name)
        } catch let failure as AuthorizationFailure {
            throw failure
        } catch {
            throw AuthorizationFailure("apns_token_file_unusable: the file of provider tokens can't be read or written")
        }
    }

    private static func isGood(_ token: ProviderToken, now: Instant) -> Bool {
        let age = now - token.issuedAt
        return age >= .zero - clockSkewMax && age < ageMax
    }
}
