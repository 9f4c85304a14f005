import BelfryModel
import BelfryPorts
import NIOCore

/// The connections to one push service, and what waits for a free stream on them. Stays on its event loop.
final class PushPool: @unchecked Sendable {
    struct Limits: Sendable {
        var connectionCountMax = 4
        /// Beyond it nothing is taken: whoever sends is told to wait.
        var waitingCountMax = 10_000
        /// What found no stream in so many ticks is given back.
        var waitingTickCount = 30
        /// What the other side gave back so often isn't offered again at once.
        var returnCountMax = 30
        /// The pause after the first failure to connect; it doubles with each.
        var shortestRest = Duration.milliseconds(500)
        var longestRest = Duration.seconds(60)
        var streams = StreamLedger<PendingPush>.Limits()
    }

    private let eventLoop: any EventLoop
    private let limits: Limits
    /// Opens a connection with this handler at its end; the future fails where none could be made.
    private let connect: (PushConnection) -> EventLoopFuture<Void>
    private var chance: SeededGenerator

    private var connections: [PushConnection] = []
    private var waiting = CircularBuffer<PendingPush>()
    private var tickNow = 0
    private var failureCount = 0
    /// For how long no connection is made, since one failed; nil where it is made as needed.
    private var rest: Duration?
    private var isServing = false
    /// Set when it takes nothing more; fulfilled when it owes nothing more.
    private var closing: EventLoopPromise<Void>?

    init(on eventLoop: any EventLoop, limits: Limits, seed: UInt64, connect: @escaping (PushConnection) -> EventLoopFuture<Void>) {
        self.eventLoop = eventLoop
        self.limits = limits
        self.connect = connect
        chance = SeededGenerator(seed: seed)
    }

    // MARK: Taking

    func take(_ pushes: [PendingPush]) {
        for var push in pushes {
            if closing != nil {
                fail(push, .resting(why: "apns_closing: this process takes nothing more", for: .seconds(1)))
            } else if waiting.count >= limits.waitingCountMax {
                fail(push, .resting(why: "apns_crowded: more waits for the push service than it takes", for: .seconds(1)))
            } else if let rest, connections.isEmpty {
                fail(push, .resting(why: "apns_not_connected: the push service can't be reached and is tried again soon", for: rest))
            } else {
                push.waitingSince = tickNow
                waiting.append(push)
            }
        }
        serve()
    }

    /// Puts what waits onto free streams, and makes a connection where there are too few.
    func serve() {
        // Sending may end a connection, which calls this again.
        guard !isServing else { return }
        isServing = true
        defer { isServing = false }
        for connection in connections {
            while connection.freeCount > 0, let push = waiting.popFirst() { connection.send(push) }
            connection.flush()
        }
        connectIfNeeded()
        closeIfOver()
    }

    private func connectIfNeeded() {
        // One at a time: it is not yet known how much it takes.
        let isBeginning = connections.contains { $0.ledger.phase == .greeting || $0.ledger.phase == .proving }
        let usableCount = connections.count { $0.ledger.phase != .draining }
        guard !waiting.isEmpty, rest == nil, !isBeginning, usableCount < limits.connectionCountMax,
            connections.count < 4 * limits.connectionCountMax
        else { return }
        let connection = PushConnection(in: self, limits: limits.streams)
        connections.append(connection)
        connect(connection).whenFailure { [self] _ in ended(connection, why: "apns_not_connected: no connection to the push service could be made") }
    }

    // MARK: What connections tell

    func answer(_ push: PendingPush, _ response: ProviderResponse) {
        failureCount = 0
        push.answer.resume(returning: .success(response))
    }

    func fail(_ push: PendingPush, _ failure: PushFailure) {
        push.answer.resume(returning: .failure(failure))
    }

    /// The other side did not look at it: it is sent again, before all others.
    func giveBack(_ push: PendingPush) {
        var push = push
        push.returnCount += 1
        if push.returnCount > limits.returnCountMax {
            fail(push, .notSent(why: "apns_refused_stream: the push service gave it back again and again"))
        } else {
            push.waitingSince = tickNow
            waiting.prepend(push)
        }
    }

    func ended(_ connection: PushConnection, why: String) {
        guard let index = connections.firstIndex(where: { $0 === connection }) else { return }
        connections.remove(at: index)
        if !connection.ledger.wasAnswered, closing == nil { restAfterFailure(why) }
        serve()
    }

    /// It ended before it answered anything: no other is made for a while, and what has no other one to wait for is given back.
    private func restAfterFailure(_ why: String) {
        failureCount += 1
        if connections.isEmpty {
            for push in waiting { fail(push, .notSent(why: why)) }
            waiting.removeAll()
        }
        guard rest == nil else { return }
        let doubled = limits.shortestRest * (1 << min(failureCount - 1, 16))
        // Spread, so that not all servers come back at once.
        let length = min(limits.longestRest, doubled) * Double.random(in: 0.5...1, using: &chance)
        rest = length
        eventLoop.scheduleTask(in: TimeAmount(length)) { [self] in
            rest = nil
            serve()
        }
    }

    // MARK: Time and end

    func tick() {
        tickNow += 1
        for connection in connections { connection.tick() }
        while let push = waiting.first, tickNow - push.waitingSince >= limits.waitingTickCount {
            waiting.removeFirst()
            fail(push, .resting(why: "apns_crowded: it waited too long for a free stream", for: .seconds(1)))
        }
        serve()
    }

    /// What comes from now on gets connections of its own; what is under way is awaited.
    func renewConnections() {
        for connection in connections { connection.drain() }
    }

    /// Takes nothing more.
    ///
    /// - Returns: a future that is there when all that was taken is answered and every connection closed.
    func close() -> EventLoopFuture<Void> {
        if let closing { return closing.futureResult }
        let promise = eventLoop.makePromise(of: Void.self)
        closing = promise
        closeIfOver()
        return promise.futureResult
    }

    private func closeIfOver() {
        guard let closing, waiting.isEmpty else { return }
        for connection in connections { connection.drain() }
        if connections.isEmpty { closing.succeed() }
    }
}
