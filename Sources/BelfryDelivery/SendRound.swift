import Synchronization

/// What is sent under one lease: a few tasks take one item after the other, and what has ended is recorded now and then, so that a crash
/// repeats little. While the store is away nothing is begun.
///
/// Where sends end at once one task may be through before others would have begun: then these come when it hasn't been.
final class SendRound<Item: Sendable, Ended: Sendable>: Sendable {
    /// What one task has in hand: no other puts down there, so none waits to.
    final class Hand: Sendable {
        private let waiting: Waiting
        fileprivate let ended = Mutex<[Ended]>([])

        fileprivate init(_ waiting: Waiting) { self.waiting = waiting }

        /// Puts down what has ended, and takes the next; nil where none waits, or the store is away.
        func next(after ended: consuming Ended?) -> Item? {
            if let ended { self.ended.withLock { $0.append(ended) } }
            return waiting.take()
        }
    }

    fileprivate final class Waiting: Sendable {
        private let items: [Item]
        let hold: LeaseHold
        /// Of the next; beyond the last where none waits.
        private let place = Atomic(0)

        init(_ items: [Item], under hold: LeaseHold) {
            self.items = items
            self.hold = hold
        }

        /// None while the store is away.
        var count: Int { hold.isStoreAway ? 0 : max(0, items.count - place.load(ordering: .relaxed)) }

        func take() -> Item? {
            guard !hold.isStoreAway else { return nil }
            let place = place.wrappingAdd(1, ordering: .relaxed).oldValue
            return place < items.count ? items[place] : nil
        }

        func drop() { place.store(items.count, ordering: .relaxed) }
    }

    private enum Step {
        /// A task found nothing to take.
        case idle(Hand)
        case patienceEnded
        case recordingDue
        /// With what the store had against it.
        case recorded(refusal: (any Error)?)
    }

    private let waiting: Waiting
    private let hands = Mutex<[Hand]>([])
    private let recordInterval: Duration
    private let send: @Sendable (Hand) async -> Void
    private let record: @Sendable ([Ended]) async throws -> Void
    private let isPatient: Bool

    /// After so long the others come.
    private static var patience: Duration { .milliseconds(1) }

    /// - Parameters:
    ///   - recordInterval: how long what has ended waits for the others, unless another record is under way.
    ///   - isPatient: whether one task has a moment to be through by itself.
    ///   - send: takes one after the other, until its hand has none.
    ///   - record: takes what ended together; never called while it is at work.
    init(
        _ items: [Item], under hold: LeaseHold, recordInterval: Duration, isPatient: Bool, send: @escaping @Sendable (Hand) async -> Void,
        record: @escaping @Sendable ([Ended]) async throws -> Void
    ) {
        waiting = Waiting(items, under: hold)
        self.recordInterval = recordInterval
        self.isPatient = isPatient
        self.send = send
        self.record = record
    }

    convenience init(
        _ items: [Item], under hold: LeaseHold, recordInterval: Duration, attempt: @escaping @Sendable (Item) async -> Ended,
        record: @escaping @Sendable ([Ended]) async throws -> Void
    ) {
        self.init(items, under: hold, recordInterval: recordInterval, isPatient: false) { hand in
            var ended: Ended?
            while let item = hand.next(after: ended) { ended = await attempt(item) }
        } record: { try await record($0) }
    }

    /// - Returns: what has ended since the last record.
    /// - Throws: what a record throws; nothing more is begun then. Unless the store is away for good, what is under way is neither cut off nor lost, and
    ///   `send` takes what waits still, to give it back.
    func run() async throws -> [Ended] {
        try await withThrowingTaskGroup(of: Step.self) { group in
            var (idle, taskCount, isAlone) = ([Hand](), 0, isPatient)
            var (isTimed, isRecording, pause) = (false, false, isPatient ? Self.patience : recordInterval)
            var refusal: (any Error)?
            while true {
                for _ in 0..<max(0, min((isAlone ? 1 : Worker.concurrentSendCountMax) - taskCount, waiting.count)) {
                    taskCount += 1
                    let hand = idle.popLast() ?? newHand()
                    group.addTask { [send] in
                        await send(hand)
                        return .idle(hand)
                    }
                }
                if taskCount > 0, !isTimed {
                    isTimed = true
                    group.addTask { [pause, isAlone] in
                        try? await Task.sleep(for: pause)
                        return isAlone ? .patienceEnded : .recordingDue
                    }
                }
                guard taskCount > 0 || isRecording, let step = try await group.next() else { break }
                switch step {
                case .idle(let hand):
                    taskCount -= 1
                    idle.append(hand)
                case .recorded(let error):
                    isRecording = false
                    refusal = refusal ?? error
                case .patienceEnded:
                    (isTimed, isAlone, pause) = (false, false, recordInterval - Self.patience)
                case .recordingDue:
                    (isTimed, pause) = (false, recordInterval)
                    let ended = isRecording ? [] : takeEnded()
                    guard !ended.isEmpty else { continue }
                    isRecording = true
                    group.addTask { [self] in
                        .recorded(refusal: try await keep(ended))
                    }
                }
            }
            group.cancelAll()
            let ended = takeEnded()
            guard let refusal else { return ended }
            if !ended.isEmpty { _ = try await keep(ended) }
            throw refusal
        }
    }

    /// - Returns: what the store has against it; what ends later it may record still.
    /// - Throws: what keeps it from recording anything.
    private func keep(_ ended: [Ended]) async throws -> (any Error)? {
        do {
            try await record(ended)
            return nil
        } catch let error where Worker.isRefusal(error) {
            waiting.hold.lose()
            return error
        } catch {
            waiting.drop()
            throw error
        }
    }

    private func newHand() -> Hand {
        let hand = Hand(waiting)
        hands.withLock { $0.append(hand) }
        return hand
    }

    private func takeEnded() -> [Ended] {
        hands.withLock { $0 }.flatMap { hand in
            hand.ended.withLock { ended in
                defer { ended = [] }
                return ended
            }
        }
    }
}
