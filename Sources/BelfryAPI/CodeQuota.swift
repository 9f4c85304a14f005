import BelfryModel
import BelfryTime
import Synchronization

/// How many codes may be sent in an hour to one address and on behalf of one person, so that nobody is pestered with them and nobody
/// pays for many.
///
/// Each process counts for itself, and forgets when it ends.
final class CodeQuota: Sendable {
    static let countMax = 5
    static let window = Duration.seconds(3600)
    /// So many persons and addresses are remembered. Where more come, those to whom the fewest codes went are forgotten first: whoever asks in
    /// many names keeps nobody from a code, and gets no further one to an address that has had five.
    static let entryCountMax = 20_000

    /// When codes were sent, by person and by address.
    private let sent = Mutex<[String: [Instant]]>([:])

    /// Counts one more, where that many are allowed.
    ///
    /// - Throws: ``Problem/tooManyCodes(secondsLeft:)``; nothing is counted then.
    func take(for user: UserID, to address: String, now: Instant) throws(Problem) {
        let keys = ["person \(user.text)", "address \(address.lowercased())"]
        let refusal = sent.withLock { sent -> Duration? in
            if sent.count + keys.count > Self.entryCountMax { Self.forget(&sent, now: now) }
            let recent = keys.map { key in (sent[key] ?? []).filter { $0 > now - Self.window } }
            if let full = recent.filter({ $0.count >= Self.countMax }).compactMap(\.first).max() { return full + Self.window - now }
            for (key, moments) in zip(keys, recent) { sent[key] = moments + [now] }
            return nil
        }
        if let refusal { throw .tooManyCodes(secondsLeft: Int(refusal.components.seconds) + 1) }
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
