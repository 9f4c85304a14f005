import BelfryModel
import BelfryTime
import Synchronization

/// How many codes may be sent in an hour to one address and on behalf of one person, and how many links to sign in, so that nobody is pestered with
/// them and nobody pays for many; and how often a client has an identity provider asked.
///
/// Each process counts for itself, and forgets when it ends.
final class CodeQuota: Sendable {
    static let countMax = 5
    static let window = Duration.seconds(3600)
    /// So many of whom something is counted are remembered. Where more come, those to whom the fewest codes went are forgotten first: whoever asks in
    /// many names keeps nobody from a code, and gets no further one to an address that has had five.
    static let entryCountMax = 20_000

    /// So often may something be sent within a while, of whom or what it is counted.
    struct Limit {
        let key: String
        let countMax: Int
        /// An hour at most: what is older is forgotten.
        var window = CodeQuota.window
    }

    /// When something was sent, by whom or what it is counted of.
    private let sent = Mutex<[String: [Instant]]>([:])

    /// Counts one more, where that many are allowed.
    ///
    /// - Throws: ``Problem/tooManyCodes(secondsLeft:)``; nothing is counted then.
    func take(for user: UserID, to address: String, now: Instant) throws(Problem) {
        let limits = ["person \(user.text)", "address \(address.lowercased())"].map { Limit(key: $0, countMax: Self.countMax) }
        if let wait = take(limits, now: now) { throw .tooManyCodes(secondsLeft: wait) }
    }

    /// Counts one more of each key, where that many are allowed of every one.
    ///
    /// - Returns: after how many seconds to ask again; nil where it was counted.
    func take(_ limits: [Limit], now: Instant) -> Int? {
        let refusal = sent.withLock { sent -> Duration? in
            if sent.count + limits.count > Self.entryCountMax { Self.forget(&sent, now: now) }
            let recent = limits.map { limit in (limit, moments: (sent[limit.key] ?? []).filter { $0 > now - limit.window }) }
            let waits = recent.compactMap { limit, moments in
                moments.count < limit.countMax ? nil : moments.dropFirst(moments.count - limit.countMax).first.map { $0 + limit.window - now }
            }
            if let wait = waits.max() { return wait }
            for (limit, moments) in recent { sent[limit.key] = moments + [now] }
            return nil
        }
        return refusal.map { Int($0.components.seconds) + 1 }
    }

    /// Makes room for many, so that it is seldom done.
    private static func forget(_ sent: inout [String: [Instant]], now: Instant) {
        sent = sent.filter { _, moments in moments.contains { $0 > now - window } }
        let surplusCount = sent.count - entryCountMax * 3 / 4
        guard surplusCount > 0 else { return }
        let least = sent.sorted { ($0.value.count, $0.value.last ?? now) < ($1.value.count, $1.value.last ?? now) }.prefix(surplusCount)
        for (key, _) in least { sent[key] = nil }
    }
}
