import BelfryModel
import BelfryPorts

/// What a worker did or saw, for logs and metrics.
public enum WorkerEvent: Sendable {
    case decided(Verdict)
    case attempted(DeliveryID, DeliveryChannel, Provider, Outcome)
    /// So many members of a broadcast were decided alike.
    case membersDecided(BroadcastID, Verdict.Judgement, count: Int)
    /// So many attempts at members of a broadcast have ended alike.
    case membersAttempted(BroadcastID, DeliveryChannel, Provider, Outcome, count: Int)
    case leaseLost(DeliveryID)
    case rescued(count: Int)
    /// Members were evaluated anew, and what follows was queued.
    case evaluated(EvaluationReport)
    /// The loop went round: it looked for work and found none, or did some.
    case polled(BatchReport)
    /// The store failed; the loop waits and tries again.
    case storeFailed(any Error)
}
