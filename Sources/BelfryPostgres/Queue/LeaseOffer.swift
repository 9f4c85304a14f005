import BelfryModel
import BelfryPorts

/// What a lease has locked, and what is to be decided of it.
struct LeaseOffer {
    let candidates: [DeliveryCandidate]
    /// Only into these something may be merged already, and only these may have been tried.
    let decidedBefore: Set<DeliveryID>
    /// How often the workers of each died; none where none did.
    let rescueCounts: [DeliveryID: Int]
    private let indices: [DeliveryID: Int]

    init(_ candidates: [DeliveryCandidate], decidedBefore: Set<DeliveryID>, rescueCounts: [DeliveryID: Int]) {
        self.candidates = candidates
        self.decidedBefore = decidedBefore
        self.rescueCounts = rescueCounts
        indices = Dictionary(zip(candidates.map(\.delivery.id), candidates.indices), uniquingKeysWith: { first, _ in first })
    }

    func contains(_ id: DeliveryID) -> Bool { indices[id] != nil }

    /// Those of these verdicts, in their order.
    func taken(by verdicts: [Verdict]) -> Taken {
        let taken = verdicts.compactMap { indices[$0.delivery] }
        return Taken(ids: taken.map { candidates[$0].delivery.id }, apps: taken.map { candidates[$0].delivery.app })
    }

    func candidate(_ id: DeliveryID) -> DeliveryCandidate? { indices[id].map { candidates[$0] } }

    /// Of which something follows for other rows: for what was merged into them, for the next step of their route, or that their member is evaluated.
    func followed(_ verdicts: [Verdict]) -> Set<DeliveryID> {
        let followed = verdicts.filter { verdict in
            switch verdict.judgement {
            case .decided(.send), .decided(.defer): false
            case .decided(.skip(.notEntitled)): true
            case .decided(.merge), .decided(.skip), .undeliverable:
                decidedBefore.contains(verdict.delivery) || verdict.opensNextStep && candidate(verdict.delivery)?.delivery.route != nil
            }
        }
        return Set(followed.map(\.delivery))
    }

    /// Some of it, as statements take them: a list a column.
    struct Taken {
        let ids: [DeliveryID]
        let apps: [AppID]

        /// Each app's, one app after the other.
        var idsByApp: [(app: AppID, ids: [DeliveryID])] {
            Dictionary(grouping: ids.indices) { apps[$0] }.sorted { $0.key < $1.key }.map { ($0.key, $0.value.map { ids[$0] }) }
        }
    }
}
