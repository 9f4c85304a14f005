import Foundation

/// What a client takes of the machine it runs on, so that a test can hand in a time and dice of its own.
public struct ClientMachine: Sendable {
    /// Waits between two attempts. Throws when its task is cancelled.
    public let sleep: @Sendable (Duration) async throws -> Void
    /// A number by chance: of idempotency keys, and of how long a pause is.
    public let dice: @Sendable () -> UInt64

    public init(sleep: @escaping @Sendable (Duration) async throws -> Void, dice: @escaping @Sendable () -> UInt64) {
        (self.sleep, self.dice) = (sleep, dice)
    }

    /// An `Idempotency-Key` that nobody else has: a UUID of version 4 (RFC 9562, section 5.4).
    func makeKey() -> String {
        let (high, low) = (dice() & ~0xF000 | 0x4000, dice() & ~(0xC000 << 48) | 0x8000 << 48)
        let digits = [high, low].map { number in
            let text = String(number, radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }.joined()
        let ends = [0, 8, 12, 16, 20, 32]
        return zip(ends, ends.dropFirst()).map { digits.dropFirst($0).prefix($1 - $0) }.joined(separator: "-")
    }
}
