import Synchronization

/// How long a server may say nothing before it is taken to be gone: not so long any more where the process is told to stop.
final class Patience: Sendable {
    private let isShort = Atomic(false)
    /// In milliseconds.
    private let shortest: Int32

    /// How often who waits looks whether it has become short.
    static let lookMilliseconds: Int32 = 500
    /// How long opening a connection may take, a host each; in seconds, as libpq takes it.
    static let connectSeconds = 10
    private static let shortConnectSeconds = 3

    /// - Parameter shortest: how long, in milliseconds, once it is short.
    init(shortest: Int32 = 10_000) {
        self.shortest = shortest
    }

    /// From now on, also for those who wait already.
    func shorten() { isShort.store(true, ordering: .releasing) }

    /// What is left of a silence that may last so much longer; below zero it may last for ever, as only whoever migrates has it.
    func left(of silence: Int32) -> Int32 { isShort.load(ordering: .acquiring) ? min(silence, shortest) : silence }

    /// Nil where the address may say it.
    var connectSecondsAtMost: Int? { isShort.load(ordering: .acquiring) ? Self.shortConnectSeconds : nil }
}
