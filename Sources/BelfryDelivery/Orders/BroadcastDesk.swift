import BelfryModel
import BelfryPorts
import BelfryTime

/// Takes broadcasts in as they come, a few batches in memory at a time.
public struct BroadcastDesk: Sendable {
    let store: any BroadcastStore & PersonStore
    let identifiers: any IdentifierSource
    /// As of ``PersonStore/erase(_:leaving:now:)``.
    let mark: @Sendable (UserID) -> String?

    /// So many batches go into one transaction.
    private static let batchCountMax = 20
    private static let pageCountMax = 5000

    /// For so long an erasure that has begun may not have ended yet: who was erased so shortly before isn't told either.
    private static let erasureLengthMax = Duration.seconds(60)

    /// - Parameter mark: what stays of a person who is erased; nil where nothing does.
    public init(store: any BroadcastStore & PersonStore, identifiers: any IdentifierSource, mark: @escaping @Sendable (UserID) -> String?) {
        self.store = store
        self.identifiers = identifiers
        self.mark = mark
    }

    /// What has been taken in when it returns is carried out, whatever happens then; before that, nothing of it is.
    ///
    /// - Parameters:
    ///   - recipients: asked for one after the other; nil for everybody who is known. One who is named twice in a batch is told once.
    /// - Returns: where it stands, and whether it was taken in earlier, under the same key.
    /// - Throws: `Problem.missingField` where the order names no channel, `Problem.wrongType` where it names several, has expired or `recipients` has nobody;
    ///   `Problem.idempotencyKeyReused` where the key stands for something else, or for other recipients; what `recipients` and the store throw.
    public func take<Recipients: AsyncSequence>(
        _ order: NotificationOrder, of app: AppID, to recipients: Recipients?, under key: IdempotencyKey?, now: Instant
    ) async throws -> (progress: BroadcastProgress, isRepeated: Bool) where Recipients.Element == UserID {
        guard let channels = order.channels, let channel = channels.first else { throw Problem.missingField("channels") }
        guard channels.count == 1 else { throw Problem.wrongType(field: "channels", expected: "a list of one channel") }
        guard let id = BroadcastID(identifiers.next(now: now)) else { throw Problem.internalFailure }
        let wanted = Broadcast(
            id: id, app: app, createdAt: now, channelName: channel.rawValue, payload: order.payload, member: order.member,
            deliverAfter: order.firstMoment(now: now), expiresAt: order.expiresAt, priority: order.priority)
        switch try await store.begin(wanted, under: key, now: now) {
        case .sealed(let progress):
            // Lines are never all in memory, so that no hash of them is part of the key: they are held against those that were taken in.
            if let recipients, try await !isSame(recipients, as: progress) { throw Problem.idempotencyKeyReused }
            return (progress, true)
        case .begun(let broadcast):
            do {
                // Behind the key: whoever asks again for what was taken in learns how it went, however late that is.
                try order.checkExpiry(now: now)
                return (try await fill(broadcast, with: recipients, now: now), false)
            } catch {
                // Nobody ever goes on with it, and under its key may come what is to be taken in instead.
                try? await store.giveUpIntake(of: broadcast, now: now)
                throw error
            }
        }
    }

    /// Whether the same recipients would be taken in, in the same places. Whoever was erased since may have been anybody.
    private func isSame<Recipients: AsyncSequence>(
        _ recipients: Recipients, as known: BroadcastProgress
    ) async throws -> Bool where Recipients.Element == UserID {
        var (number, count, filling) = (0, 0, Filling())
        func wasTaken(_ batch: [UserID]) async throws -> Bool {
            defer { (number, count) = (number + 1, count + batch.count) }
            // One that nobody finds any more is held to its number of recipients alone.
            guard let stored = try await store.recipients(of: known.broadcast, batch: number) else { return true }
            return stored.count == batch.count && zip(stored, batch).allSatisfy { $0 == $1 || $0 == .erased }
        }
        for try await recipient in recipients {
            if let batch = filling.add(recipient), try await !wasTaken(batch) { return false }
        }
        if let batch = filling.finish(), try await !wasTaken(batch) { return false }
        return count == known.recipientCount
    }

    private func fill<Recipients: AsyncSequence>(
        _ broadcast: Broadcast, with recipients: Recipients?, now: Instant
    ) async throws -> BroadcastProgress where Recipients.Element == UserID {
        var intake = Intake(store: store, broadcast: broadcast)
        if let recipients {
            for try await recipient in recipients { try await intake.add(recipient) }
            guard !intake.isEmpty else { throw Problem.wrongType(field: "recipients", expected: "one person at least") }
        } else {
            try await forEverybody { try await intake.add($0) }
        }
        try await intake.finish()
        try await forgetErased(in: broadcast)
        try await store.seal(broadcast, now: now)
        guard let progress = try await store.progress(of: broadcast.id) else { throw Problem.internalFailure }
        return progress
    }

    /// Who was erased as it came in may be named in what came after that, as in a page of everybody that was read before. Whoever is erased from here on is
    /// looked for in all of it.
    private func forgetErased(in broadcast: Broadcast) async throws {
        let marks = try await store.erasures(since: broadcast.createdAt - Self.erasureLengthMax)
        guard !marks.isEmpty else { return }
        var (number, erased) = (0, Set<UserID>())
        while let recipients = try await store.recipients(of: broadcast, batch: number) {
            erased.formUnion(recipients.filter { mark($0).map(marks.contains) ?? false })
            number += 1
        }
        if !erased.isEmpty { try await store.forget(erased, in: broadcast) }
    }

    /// To how many a broadcast would be told; takes nothing in.
    ///
    /// - Parameter recipients: nil for everybody who is known.
    /// - Throws: what `recipients` and the store throw.
    public func count<Recipients: AsyncSequence>(of recipients: Recipients?) async throws -> Int where Recipients.Element == UserID {
        var (count, filling) = (0, Filling())
        if let recipients {
            for try await recipient in recipients { count += filling.add(recipient)?.count ?? 0 }
        } else {
            try await forEverybody { count += filling.add($0)?.count ?? 0 }
        }
        return count + (filling.finish()?.count ?? 0)
    }

    private func forEverybody(_ take: (UserID) async throws -> Void) async throws {
        var last: UserID?
        while case let page = try await store.everybody(after: last, countMax: Self.pageCountMax), let end = page.last {
            for user in page { try await take(user) }
            last = end
        }
    }

    /// The batch that is being filled, with each recipient once.
    private struct Filling {
        private var batch: [UserID] = []
        private var known: Set<UserID> = []

        var isEmpty: Bool { batch.isEmpty }

        /// - Returns: the batch, once it is full.
        mutating func add(_ recipient: UserID) -> [UserID]? {
            guard known.insert(recipient).inserted else { return nil }
            batch.append(recipient)
            return batch.count == Broadcast.batchRecipientCountMax ? finish() : nil
        }

        /// - Returns: what is in it; nil where nothing is.
        mutating func finish() -> [UserID]? {
            defer { (batch, known) = ([], []) }
            return batch.isEmpty ? nil : batch
        }
    }

    private struct Intake {
        let store: any BroadcastStore
        let broadcast: Broadcast
        private var full: [[UserID]] = []
        private var filling = Filling()
        private var nextNumber = 0

        var isEmpty: Bool { nextNumber == 0 && full.isEmpty && filling.isEmpty }

        init(store: any BroadcastStore, broadcast: Broadcast) {
            self.store = store
            self.broadcast = broadcast
        }

        mutating func add(_ recipient: UserID) async throws {
            guard let batch = filling.add(recipient) else { return }
            full.append(batch)
            if full.count == BroadcastDesk.batchCountMax { try await flush() }
        }

        private mutating func flush() async throws {
            try await store.append(full, to: broadcast, firstNumber: nextNumber)
            nextNumber += full.count
            full = []
        }

        mutating func finish() async throws {
            if let batch = filling.finish() { full.append(batch) }
            if !full.isEmpty { try await flush() }
        }
    }
}
