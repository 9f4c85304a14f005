import BelfryModel
import BelfryTime

/// Keeps what is to be delivered until it is sent, skipped or given up: `notification_queue`.
///
/// Every method is one transaction. None of them sends anything.
public protocol DeliveryQueue: Sendable {
    /// Takes due deliveries, has each judged from what the store knows at that moment, and records the verdicts.
    ///
    /// Due is what is pending and whose due moment (of its next attempt, or else before which it isn't wanted, or else of its making) is not
    /// in the future. ``LeaseShares`` says how the apps share the places; critical ones come first, then what has been due longest. What was held for quiet hours comes together with the others of its recipient and channel
    /// that are due, beyond the limit if need be, so that they can be summed up: the first ``togetherCountMax`` of them.
    ///
    /// What is a later step of a route waits for its moment, and comes forward where every delivery of the step before it has failed,
    /// found its channel switched off, or reached no address in ``Delivery/attemptCountOfStep`` attempts.
    ///
    /// What is a step of an escalation for whoever is on duty goes to whoever that is now, and is judged as theirs.
    ///
    /// What was merged into a delivery stays with it: it follows into another summary, and waits again, undecided and due
    /// at once, where the delivery is skipped or undeliverable, so that it is not lost with its lead.
    ///
    /// Where a recipient may not be told of the member any more, the member is marked to be evaluated: others may be, or they again.
    /// - Parameter judge: must be quick and must not touch the store: it runs inside the transaction.
    func lease(_ terms: LeaseTerms, judge: @escaping @Sendable ([DeliveryCandidate]) -> [Verdict]) async throws -> LeasedBatch

    /// Records how attempts ended, and how far each transmission has come. One whose lease was lost in between changes nothing.
    ///
    /// What a provider reported of a transmission before it was recorded is applied with it. What a provider said of an address is
    /// heeded unless the address was registered anew since.
    ///
    /// What was sent over a channel that interrupts the recipient, under a name that their device may tell too, leaves a receipt among
    /// the facts that they share, unless there is one.
    ///
    /// What is recorded again as of the same moment, because the answer was lost, counts once, and as recorded, as long as nobody has leased it
    /// since.
    /// - Returns: the deliveries whose lease was lost.
    /// - Throws: ``LockedDeliveries`` where somebody holds some of them locked; the others are recorded then.
    @discardableResult
    func record(_ results: [AttemptResult], now: Instant) async throws -> [DeliveryID]

    /// What a summary still has to tell, asked before it is told: whoever was erased since it was leased is told of no more.
    ///
    /// - Returns: those of ``LeasedDelivery/merged`` that are merged into it still, and weren't retracted; nil where its lease was lost.
    func stillTold(by summary: LeasedDelivery) async throws -> Set<DeliveryID>?

    /// Prolongs leases that a worker still needs.
    /// - Returns: false where it holds none of them any more.
    func renew(leases: [DeliveryID], token: String, until: Instant) async throws -> Bool

    /// Gives back what dead workers held: leases that ran out, and those of holders for which `isDead` is true.
    ///
    /// Most of what a dead worker held is innocent of its death. A delivery that was held by ``rescueCountOfSuspect`` of them is
    /// leased alone from then on, the longest since it was rescued first, and given up when ``rescueCountMax`` have died.
    /// - Returns: how many were given back or given up.
    func rescue(now: Instant, isDead: @escaping @Sendable (_ holder: String) -> Bool) async throws -> Int

    /// Has wait again what was leased under a token of which the answer was lost, so that nobody has begun anything of it. That is no rescue.
    func giveBack(_ token: String) async throws

    /// Whose a message is that a provider knows by this name; nil where none was recorded under it.
    func owner(of message: String, at provider: Provider) async throws -> TransmissionID?

    /// When the earliest pending delivery or running lease needs attention; nil where there is none.
    func nextDueMoment() async throws -> Instant?
}

/// So many of those that are told together are leased together, so that a flood to one recipient fits into memory and into a transaction. The others
/// make up another summary.
public let togetherCountMax = 250

/// A delivery that so many workers died over may be what killed them: it is leased alone, when nothing else is due.
public let rescueCountOfSuspect = 5
/// Where something else is due all the time, it waits for so long after it was rescued. Then it has its turn before all else:
/// ``LeaseTerms/suspectsBefore``.
public let suspectPatience = Duration.seconds(600)
/// A delivery that so many workers died over, the last of them over nothing else, is what killed them.
public let rescueCountMax = 20

/// How much a worker takes, of what, and until when it is its own.
public struct LeaseTerms: Sendable {
    public let countMax: Int
    public let now: Instant
    /// The lease runs out at this moment unless it is renewed.
    public let until: Instant
    /// Who holds it.
    public let holder: String
    /// Fences the holder off once the lease was taken from it: `record` needs the same token.
    public let token: String
    /// Of which it takes. What workers may have died over is taken by a lease of all alone, unless it has waited for too long.
    public let lanes: Lanes
    /// Says who is on duty now, for steps of escalations: ``handOver(_:tried:rota:keep:)``. Nil where all go to whom they were queued for.
    public let onDuty: (@Sendable (Rota) -> UserID?)?

    /// Which lanes a lease takes of.
    public enum Lanes: Hashable, Sendable {
        case all
        case only(Set<QueueLane.ID>)
        case allBut(Set<QueueLane.ID>)
    }

    public init(
        countMax: Int, now: Instant, until: Instant, holder: String, token: String, lanes: Lanes = .all,
        onDuty: (@Sendable (Rota) -> UserID?)? = nil
    ) {
        self.lanes = lanes
        self.onDuty = onDuty
        self.countMax = countMax
        self.now = now
        self.until = until
        self.holder = holder
        self.token = token
    }

    /// One lease of so many takes what workers may have died over and has waited for too long: however much of that there is, most leases are others'.
    private static let suspectTurn: UInt64 = 8

    /// Of what workers may have died over, whatever its lane, one that was due by then is taken alone, before all else, the first first; nil where this
    /// lease isn't one for that.
    public var suspectsBefore: Instant? {
        var hash = StableHash()
        hash.add(token)
        return hash.value % Self.suspectTurn == 0 ? now - suspectPatience : nil
    }

    /// Whether a lease may take what waits in a lane.
    public func takes(of lane: QueueLane) -> Bool {
        switch lanes {
        case .all: true
        case .only(let lanes): lanes.contains(lane.id)
        case .allBut(let lanes): !lanes.contains(lane.id)
        }
    }
}

/// What a lease has come to.
public struct LeasedBatch: Sendable {
    public let verdicts: [Verdict]
    /// Those to send now, each with what was merged into it, oldest first.
    public let toSend: [LeasedDelivery]

    public init(verdicts: [Verdict], toSend: [LeasedDelivery]) {
        self.verdicts = verdicts
        self.toSend = toSend
    }
}

/// A delivery that is to be sent now, with all that its words and its attempt need.
public struct LeasedDelivery: Hashable, Sendable {
    public let delivery: Delivery
    /// Deliveries that this one tells along with its own.
    public private(set) var merged: [Delivery]
    /// Of the lease: the record needs it.
    public let token: String
    /// What the recipient is told in; nil where they never chose.
    public let language: Language?
    /// As of its candidate.
    public let addresses: [Address]
    /// What earlier attempts came to, an address each.
    public let transmissions: [Transmission]
    /// So many workers died with it in hand: what the last of them came to, nobody recorded.
    public let rescueCount: Int
    /// Whether it was decided before, and put off or tried since.
    public let wasDecidedBefore: Bool
    /// As of its candidate.
    public let isCategoryRequired: Bool

    public init(
        delivery: Delivery, merged: [Delivery], token: String, language: Language? = nil, addresses: [Address] = [],
        transmissions: [Transmission] = [], rescueCount: Int = 0, wasDecidedBefore: Bool = false, isCategoryRequired: Bool = false
    ) {
        self.delivery = delivery
        self.merged = merged
        self.token = token
        self.language = language
        self.addresses = addresses
        self.transmissions = transmissions
        self.rescueCount = rescueCount
        self.wasDecidedBefore = wasDecidedBefore
        self.isCategoryRequired = isCategoryRequired
    }

    /// Whether nobody can switch off any of what it tells.
    public var isRequired: Bool {
        isCategoryRequired && merged.allSatisfy { $0.app == delivery.app && $0.payload.category == delivery.payload.category }
    }

    /// Whether it is a summary that tells of somebody else than whom it is for.
    public var tellsOfOthers: Bool { !merged.isEmpty && ([delivery] + merged).contains { $0.member != delivery.recipient } }

    /// The same with those of ``merged`` alone that are among these.
    public func telling(_ others: Set<DeliveryID>) -> LeasedDelivery {
        var summary = self
        summary.merged.removeAll { !others.contains($0.id) }
        return summary
    }
}
