import BelfryPorts
import Testing

// BelfryTesting: the exam that every key to the stores' doors must pass, and what tests have in common. For test targets only.

/// One behaviour that every store has, in memory and on disk: a sentence, and its proof through the doors alone.
///
/// A store passes the exam in its own test target:
///
///     @Test(arguments: StoreConformance.all) func passes(_ behaviour: StoreConformance) async throws {
///         try await behaviour.run(on: MemoryStore())
///     }
public struct StoreConformance: Sendable {
    public let sentence: String
    private let proof: @Sendable (any Store) async throws -> Void

    init(_ sentence: String, proof: @escaping @Sendable (any Store) async throws -> Void) {
        self.sentence = sentence
        self.proof = proof
    }

    /// - Parameter store: a fresh one with nothing in it.
    public func run(on store: any Store) async throws {
        try await proof(store)
    }

    /// The whole exam.
    public static let all: [StoreConformance] = [
        ingestion, lanes, pauses, control, changing, digests, broadcasts, batches, broadcastRoutes, callingOff, endedBroadcasts, members, scheduledOrders,
        scheduledAudiences,
        rotas, revisions, evaluation, marks, feeds, retractions, takingBack, leasing, verdicts, counting, throttling, summaries, attempts, rescue, families,
        consent, people, preferences, addresses, contactPoints, subscriptions, transmissions, routes, escalation, oneOfUs, alerts, overview, inbox, replacing,
        putOff, engagement, credentials, sync, analytics, statuses, upkeep, audiences, looks, calendars, categories, hooks, templates, audit,
        imports, removals,
    ].flatMap { $0 }
}

extension StoreConformance: CustomTestStringConvertible {
    public var testDescription: String { sentence }
}
