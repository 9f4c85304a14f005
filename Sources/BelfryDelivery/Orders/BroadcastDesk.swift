import BelfryModel
import BelfryPorts
import BelfryTime

/// Takes broadcasts in as they come, a few batches in memory at a time.
public struct BroadcastDesk: Sendable {
    let store: any AudienceStore & BroadcastStore & PersonStore
    let identifiers: any IdentifierSource
    let imageOrigins: ImageOrigins
    /// As of ``PersonStore/erase(_:leaving:now:)``.
    let mark: @Sendable (UserID) -> String?

    /// So many batches go into one transaction.
    private static let batchCountMax = 20
    private static let pageCountMax = 5000

    /// For so long an erasure that has begun may not have ended yet: who was erased so shortly before isn't told either.
    private static let erasureLengthMax = Duration.seconds(60)

    /// - Parameter mark: what stays of a person who is erased; nil where nothing does.
    public init(
        store: any AudienceStore & BroadcastStore & PersonStore, identifiers: any IdentifierSource, imageOrigins: ImageOrigins = .none,
        mark: @escaping @Sendable (UserID) -> String?
    ) {
        self.store = store
        self.identifiers = identifiers
        self.imageOrigins = imageOrigins
        self.mark = mark
    }

    /// What has been taken in when it returns is carried out, whatever happens then; before that, nothing of it is.
    ///
    /// - Parameters:
    ///   - personalisation: whether each is told words of their own.
    ///   - target: one who is named twice in a batch, with the same values, is told once.
    /// - Returns: where it stands, and whether it was taken in earlier, under the same key.
    /// - Throws: `Problem.missingField` where the order names no channel, `Problem.wrongType` where it names several, has expired or nobody is to be told;
    ///   `Problem.unknownAudience`; `Problem.idempotencyKeyReused` where the key stands for something else, or for other recipients or values; what
    ///   `recipients` and the store throw; `Problem.malformedLine` or `.wrongType` for a recipient to whom the words can't be told.
    public func take<Recipients: AsyncSequence>(
        _ order: NotificationOrder, personalisation: Personalisation = .none, of app: AppID, to target: BroadcastTarget<Recipients>,
        under key: IdempotencyKey?, now: Instant
    ) async throws -> (progress: BroadcastProgress, isRepeated: Bool) {
        let personal = try personalisation.words(of: order)
        let wanted = try broadcast(order, of: app, now: now)
        let line = Audit.line
        // Until it is sealed nothing was ordered that anybody would have to answer for: it may still be given up.
        return try await Audit.$line.withValue(nil) {
            try await take(wanted, as: order, personal, to: target, under: key, now: now, leaving: line)
        }
    }

    private func take<Recipients: AsyncSequence>(
        _ wanted: Broadcast, as order: NotificationOrder, _ personal: PersonalOrder, to target: BroadcastTarget<Recipients>, under key: IdempotencyKey?,
        now: Instant, leaving line: Audit.Line?
    ) async throws -> (progress: BroadcastProgress, isRepeated: Bool) {
        switch try await store.begin(wanted, under: key, now: now) {
        case .sealed(let progress):
            // Lines are never all in memory, so that no hash of them is part of the key: they are held against those that were taken in.
            if case .named(let recipients) = target, try await !isSame(recipients, personal, as: progress) { throw Problem.idempotencyKeyReused }
            return (progress, true)
        case .begun(let broadcast):
            do {
                // Behind the key: whoever asks again for what was taken in learns how it went, however late that is.
                try order.checkExpiry(now: now)
                try await fill(broadcast, personal, with: target)
                // The line of a schedule that is run names that already.
                let named = Audit.Line { line?().map { $0.subject == nil ? $0.naming(broadcast.id.text) : $0 } }
                try await Audit.$line.withValue(named) { try await store.seal(broadcast, now: now) }
                guard let progress = try await store.progress(of: broadcast.id) else { throw Problem.internalFailure }
                return (progress, false)
            } catch {
                // Nobody ever goes on with it, and under its key may come what is to be taken in instead.
                try? await store.giveUpIntake(of: broadcast)
                throw error
            }
        }
    }

    /// Begins what an occurrence of a schedule tells: a broadcast to whoever is in an audience now, which whoever asked for it seals.
    ///
    /// - Parameter isWanted: asked at first, and before each part of it.
    /// - Returns: nil where nobody is in it, there is no such audience, or somebody has called it off meanwhile; nothing is left of it then to seal.
    /// - Throws: as ``take(_:personalisation:of:to:under:now:)``; `CancellationError` where it isn't wanted any more.
    func begin(
        _ order: NotificationOrder, _ personalisation: Personalisation, of app: AppID, toAudience id: AudienceID, under key: IdempotencyKey?, now: Instant,
        isWanted: () async throws -> Bool
    ) async throws -> Broadcast? {
        let personal = try personalisation.words(of: order)
        let wanted = try broadcast(order, of: app, now: now)
        // Whoever isn't to do it any more calls nothing off that somebody else has begun.
        guard try await isWanted() else { throw CancellationError() }
        switch try await store.begin(wanted, under: key, now: now) {
        case .sealed(let known):
            // Called off by hand while its members came in, it is told to nobody.
            guard known.status == .cancelled else { throw Problem.idempotencyKeyReused }
            return nil
        case .begun(let broadcast):
            do {
                try await fill(broadcast, personal, withMembersOf: AudienceKey(app: app, id: id), isWanted: isWanted)
                try await forgetErased(in: broadcast, isWanted: isWanted)
                return broadcast
            } catch {
                try? await store.giveUpIntake(of: broadcast)
                let problem = error as? Problem
                guard problem == Self.emptyAudience || problem == .unknownAudience(field: AudienceDesk.field) else { throw error }
                return nil
            }
        }
    }

    /// Whether something could be told to an audience.
    ///
    /// - Parameter isStrict: whether one that has nobody is refused.
    /// - Throws: as ``take(_:personalisation:of:to:under:now:)``.
    func check(
        _ order: NotificationOrder, _ personalisation: Personalisation, of app: AppID, toAudience id: AudienceID, isStrict: Bool = false, now: Instant
    ) async throws {
        _ = try broadcast(order, of: app, now: now)
        let key = AudienceKey(app: app, id: id)
        _ = try await audienceValues(key, try personalisation.words(of: order))
        if isStrict, try await store.members(of: key, after: nil, countMax: 1).isEmpty { throw Self.emptyAudience }
    }

    /// Whether the same recipients would be taken in, in the same places and with the same values. Whoever was erased since may have been anybody.
    private func isSame<Recipients: AsyncSequence>(
        _ recipients: Recipients, _ personal: PersonalOrder, as known: BroadcastProgress
    ) async throws -> Bool where Recipients.Element == BroadcastRecipient {
        var (number, count, filling) = (0, 0, Filling())
        func wasTaken(_ batch: RecipientBatch) async throws -> Bool {
            defer { (number, count) = (number + 1, count + batch.recipients.count) }
            // One that nobody finds any more is held to its number of recipients alone.
            guard let stored = try await store.recipients(of: known.broadcast, batch: number) else { return true }
            return stored.recipients.count == batch.recipients.count
                && stored.recipients.indices.allSatisfy { place in
                    let recipient = stored.recipients[place]
                    return recipient == .erased || recipient == batch.recipients[place] && stored.values?[place] == batch.values?[place]
                }
        }
        for try await recipient in recipients {
            if let batch = filling.add(recipient.named.user, try personal.values(of: recipient)), try await !wasTaken(batch) { return false }
        }
        if let batch = filling.finish(), try await !wasTaken(batch) { return false }
        return count == known.recipientCount
    }

    private func fill<Recipients: AsyncSequence>(
        _ broadcast: Broadcast, _ personal: PersonalOrder, with target: BroadcastTarget<Recipients>
    ) async throws {
        var intake = Intake(store: store, broadcast: broadcast)
        switch target {
        case .named(let recipients):
            for try await recipient in recipients { try await intake.add(recipient.named.user, try personal.values(of: recipient)) }
            guard !intake.isEmpty else { throw Problem.wrongType(field: "recipients", expected: "one person at least") }
        case .everybody:
            try await forEverybody { try await intake.add($0.named.user, try personal.values(of: $0)) }
        case .audience(let id):
            try await fill(broadcast, personal, withMembersOf: AudienceKey(app: broadcast.app, id: id))
        }
        try await intake.finish()
        try await forgetErased(in: broadcast)
    }

    /// A few batches at a time, too: who joins or leaves meanwhile may be told or not, and nobody is told twice.
    private func fill(
        _ broadcast: Broadcast, _ personal: PersonalOrder, withMembersOf key: AudienceKey, isWanted: () async throws -> Bool = { true }
    ) async throws {
        let values = try await audienceValues(key, personal)
        var (number, count, last) = (0, Self.batchCountMax, UserID?.none)
        while count == Self.batchCountMax {
            guard try await isWanted() else { throw CancellationError() }
            (count, last) = try await store.appendMembers(
                of: key, after: last, values: values, to: broadcast, firstNumber: number, batchCountMax: Self.batchCountMax)
            number += count
        }
        guard number > 0 else { throw Self.emptyAudience }
    }

    /// What is put in for each who is in an audience: what holds for everybody.
    ///
    /// - Throws: `Problem.unknownAudience` where there is none, `Problem.wrongType` where a value is missing.
    private func audienceValues(_ key: AudienceKey, _ personal: PersonalOrder) async throws -> PersonalValues? {
        guard try await store.audience(key) != nil else { throw Problem.unknownAudience(field: AudienceDesk.field) }
        return try personal.values(of: BroadcastRecipient(NamedRecipient(.erased), .anywhere))
    }

    private static var emptyAudience: Problem {
        .wrongType(field: AudienceDesk.field, expected: "an audience with one person at least")
    }

    /// Who was erased as it came in may be named in what came after that, as in a page of everybody that was read before. Whoever is erased from here on is
    /// looked for in all of it.
    private func forgetErased(in broadcast: Broadcast, isWanted: () async throws -> Bool = { true }) async throws {
        let marks = try await store.erasures(since: broadcast.createdAt - Self.erasureLengthMax)
        guard !marks.isEmpty else { return }
        var (number, erased) = (0, Set<UserID>())
        while let recipients = try await store.recipients(of: broadcast, batch: number)?.recipients {
            // Reading them all may take as long as it took them to come in.
            if number.isMultiple(of: Self.batchCountMax), try await !isWanted() { throw CancellationError() }
            erased.formUnion(recipients.filter { mark($0).map(marks.contains) ?? false })
            number += 1
        }
        if !erased.isEmpty { try await store.forget(erased, in: broadcast) }
    }

    private func broadcast(_ order: NotificationOrder, of app: AppID, now: Instant) throws(Problem) -> Broadcast {
        try imageOrigins.check(order.payload.image)
        guard let channels = order.channels, let channel = channels.first else { throw .missingField("channels") }
        guard channels.count == 1 else {
            throw .wrongType(field: "channels", expected: "a list of one channel, and others in “fallback_channels”")
        }
        guard let id = BroadcastID(identifiers.next(now: now)) else { throw .internalFailure }
        return Broadcast(
            id: id, app: app, createdAt: now, channelName: channel.rawValue, fallbackChannelNames: order.fallbackChannels.map(\.rawValue),
            payload: order.payload, member: order.member, deliverAfter: order.firstMoment(now: now), expiresAt: order.expiresAt, priority: order.priority)
    }

    /// To how many a broadcast would be told, and what the first of them; takes nothing in.
    ///
    /// - Parameter target: as of ``take(_:personalisation:of:to:under:now:)``.
    /// - Throws: as that does, but for what is refused of a key or of what has expired.
    public func preview<Recipients: AsyncSequence>(
        of order: NotificationOrder, personalisation: Personalisation = .none, of app: AppID, to target: BroadcastTarget<Recipients>, now: Instant
    ) async throws -> BroadcastPreview {
        let personal = try personalisation.words(of: order)
        let wanted = try broadcast(order, of: app, now: now)
        var (count, filling) = (0, Filling())
        var first: RecipientBatch?
        func note(_ batch: RecipientBatch?) {
            count += batch?.recipients.count ?? 0
            first = first ?? batch
        }
        switch target {
        case .named(let recipients):
            for try await recipient in recipients { note(filling.add(recipient.named.user, try personal.values(of: recipient))) }
            note(filling.finish())
            guard count > 0 else { throw Problem.wrongType(field: "recipients", expected: "one person at least") }
        case .everybody:
            try await forEverybody { note(filling.add($0.named.user, try personal.values(of: $0))) }
            note(filling.finish())
        case .audience(let id):
            let key = AudienceKey(app: app, id: id)
            let values = try await audienceValues(key, personal)
            let members = try await store.members(of: key, after: nil, countMax: BroadcastPreview.deliveryCountMax)
            first = RecipientBatch.full(of: members, values: values).first
            count = try await store.memberCount(of: key)
            guard count > 0 else { throw Self.emptyAudience }
        }
        let told = (first?.recipients ?? []).prefix(BroadcastPreview.deliveryCountMax).enumerated().compactMap { place, recipient in
            wanted.delivery(to: recipient, batch: 0, index: place, with: first?.values?[place])
        }
        return BroadcastPreview(of: wanted, recipientCount: count, deliveries: told, first: first?.values == nil ? nil : told.first?.payload)
    }

    private func forEverybody(_ take: (BroadcastRecipient) async throws -> Void) async throws {
        var last: UserID?
        while case let page = try await store.everybody(after: last, countMax: Self.pageCountMax), let end = page.last {
            for user in page { try await take(BroadcastRecipient(NamedRecipient(user), .anywhere)) }
            last = end
        }
    }

    /// The batch that is being filled, with each recipient once, unless they are told different words.
    private struct Filling {
        private struct Member: Hashable {
            let user: UserID
            let values: PersonalValues?
        }

        private var batch: [UserID] = []
        private var values: [PersonalValues] = []
        private var known: Set<Member> = []

        var isEmpty: Bool { batch.isEmpty }

        /// - Parameter own: nil where all are told the same: of one batch all have some, or none has.
        /// - Returns: the batch, once it is full.
        mutating func add(_ recipient: UserID, _ own: PersonalValues?) -> RecipientBatch? {
            guard known.insert(Member(user: recipient, values: own)).inserted else { return nil }
            batch.append(recipient)
            if let own { values.append(own) }
            return batch.count == Broadcast.batchRecipientCountMax ? finish() : nil
        }

        /// - Returns: what is in it; nil where nothing is.
        mutating func finish() -> RecipientBatch? {
            defer { (batch, values, known) = ([], [], []) }
            return batch.isEmpty ? nil : RecipientBatch(batch, values: values.isEmpty ? nil : values)
        }
    }

    private struct Intake {
        let store: any BroadcastStore
        let broadcast: Broadcast
        private var full: [RecipientBatch] = []
        private var filling = Filling()
        private var nextNumber = 0

        var isEmpty: Bool { nextNumber == 0 && full.isEmpty && filling.isEmpty }

        init(store: any BroadcastStore, broadcast: Broadcast) {
            self.store = store
            self.broadcast = broadcast
        }

        mutating func add(_ recipient: UserID, _ values: PersonalValues?) async throws {
            guard let batch = filling.add(recipient, values) else { return }
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

/// What a broadcast would be, were it taken in.
public struct BroadcastPreview: Sendable {
    let broadcast: Broadcast
    public let recipientCount: Int
    /// To the first of them, ``deliveryCountMax`` at most.
    public let deliveries: [Delivery]
    /// Says the words that the first would read, in each language; nil where all are told the same.
    public let first: Payload?

    public static let deliveryCountMax = 100

    init(of broadcast: Broadcast, recipientCount: Int, deliveries: [Delivery], first: Payload?) {
        (self.broadcast, self.recipientCount, self.deliveries, self.first) = (broadcast, recipientCount, deliveries, first)
    }

    /// Whether those whom its channel doesn't reach go on over others.
    public var hasFallback: Bool { !broadcast.fallbackChannelNames.isEmpty }
}
