import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension Broadcast {
    /// A broadcast of an app that tells its news; the number makes its identifier, as `news-1`.
    public static func example(
        _ number: Int = 1, by app: AppID = .shop, over channel: DeliveryChannel = .inApp, priority: DeliveryPriority = .normal,
        deliverAfter: Instant? = nil, deliverAtLocal: CivilDateTime? = nil, texts: TextsByLanguage? = nil, fallback: [DeliveryChannel] = []
    ) -> Broadcast {
        var payload = Payload()
        payload.kind = "news"
        payload.title = "Open on Sunday"
        payload.texts = texts
        payload.deliverAtLocal = deliverAtLocal
        return Broadcast(
            id: BroadcastID(literal: "news-\(number)"), app: app, createdAt: .morning, channelName: channel.rawValue,
            fallbackChannelNames: fallback.map(\.rawValue), payload: payload, deliverAfter: deliverAfter, priority: priority)
    }
}

extension BroadcastStore {
    /// Batches of which all are told the same words.
    public func append(_ batches: [[UserID]], to broadcast: Broadcast, firstNumber: Int) async throws {
        try await append(batches.map { RecipientBatch($0) }, to: broadcast, firstNumber: firstNumber)
    }

    /// Takes a broadcast in whole, in batches of so many.
    public func take(_ broadcast: Broadcast = .example(), to recipientCount: Int, batchSize: Int = 3) async throws {
        _ = try await begin(broadcast, under: nil, now: .morning)
        let recipients = (0..<recipientCount).map { UserID(literal: "user-\($0)") }
        let batches = stride(from: 0, to: recipientCount, by: batchSize).map { Array(recipients[$0..<min($0 + batchSize, recipientCount)]) }
        try await append(batches, to: broadcast, firstNumber: 0)
        try await seal(broadcast, now: .morning)
    }

    /// Leases a batch of which every member is decided alike; sent, unless a rule says otherwise.
    public func leaseBatch(
        at now: Instant = .noon, holder: String = "worker-1", token: String = "token-1",
        deciding rule: @escaping @Sendable (DeliveryCandidate) -> Decision = { _ in .send(.allowed) }
    ) async throws -> LeasedBroadcastBatch? {
        try await leaseBatch(LeaseTerms(countMax: 1, now: now, until: now + .seconds(60), holder: holder, token: token)) { members in
            members.groups.flatMap { group in
                group.members.sorted().compactMap { place in
                    members.candidate(at: place, wishes: group.wishes).map { candidate in
                        MemberVerdict(
                            judgement: .decided(rule(candidate)), inputs: "{}", language: candidate.preferences.language, members: [place])
                    }
                }
            }
        }
    }
}

extension LeasedBroadcastBatch {
    /// Those to send, in their order, each as one whose delivery stands alone.
    public var toSend: [LeasedDelivery] {
        places.compactMap { place in
            guard let verdict = verdictIndex(at: place).map({ verdicts[$0] }), verdict.isToSend, let delivery = delivery(at: place) else { return nil }
            return LeasedDelivery(
                delivery: delivery, merged: [], token: token, language: verdict.language, addresses: members.addresses[place] ?? [],
                transmissions: transmissions[place] ?? [])
        }
    }

    /// The results of all of its members, those that are sent with one disposition.
    public func results(_ disposition: AttemptResult.Disposition = .sent) -> [MemberResult] {
        places.map { place in
            MemberResult(at: place, verdictIndex(at: place).map { verdicts[$0].isToSend } == true ? disposition : nil)
        }
    }
}

extension BroadcastProgress {
    /// Sent, skipped, queued and waiting.
    public var figures: [Int] { [sentCount, skippedCount, queuedCount, waitingCount] }
}

extension BroadcastStore {
    /// A batch of which somebody edits the rows by hand while it is half told: it is put off alone and for ever, and says why.
    ///
    /// - Parameters:
    ///   - edit: of the first batch.
    ///   - holder: who has that one, as the store's table says.
    public func expectGivenUp(after edit: () async throws -> Void, holder: () async throws -> [String]) async throws {
        try await take(to: 6)
        let begun = try #require(await leaseBatch())
        _ = try await record(Array(begun.results().prefix(1)), of: begun, then: .isReturned, now: .noon)
        try await edit()
        let batch = try await leaseBatch(token: "token-2")
        let none = try await leaseBatch(token: "token-3")
        #expect(batch?.number == 1 && none?.number == nil)
        let next = try await nextBatchMoment()
        #expect(next == .noon + .seconds(60), "when the lease of the other one runs out")
        let why = try await holder()
        #expect(why == [Broadcast.unreadableBatch])
    }
}
