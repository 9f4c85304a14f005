import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTime

/// Stands before a queue in memory, and passes on to it whatever it doesn't do itself.
protocol PassingQueue: DeliveryQueue {
    var store: MemoryStore { get }
}

extension PassingQueue {
    func stillTold(by summary: LeasedDelivery) async -> Set<DeliveryID>? { await store.stillTold(by: summary) }

    func renew(leases: [DeliveryID], token: String, until: Instant) async -> Bool { await store.renew(leases: leases, token: token, until: until) }

    func rescue(now: Instant, isDead: @escaping @Sendable (_ holder: String) -> Bool) async -> Int {
        await store.rescue(now: now, isDead: isDead)
    }

    func giveBack(_ token: String) async { await store.giveBack(token) }
    func owner(of message: String, at provider: Provider) async -> TransmissionID? { await store.owner(of: message, at: provider) }
    func nextDueMoment() async -> Instant? { await store.nextDueMoment() }
}
