import BelfryModel

/// Due steps of an escalation that are somebody else's than when they were queued: they are on duty by now.
public struct Handover: Hashable, Sendable {
    /// One of them, as it is theirs.
    public let delivery: Delivery
    public let former: UserID
    public let rota: RotaID
}

extension LeaseTerms {
    /// Has due steps of escalations go to whoever is on duty: an override may have come in since they were queued, or they come earlier or later than
    /// they were to. What somebody has tried stays with whom that was, and so does what is for a rota that is gone, or by which nobody is on duty.
    ///
    /// - Parameters:
    ///   - tried: those that were decided to be sent before.
    ///   - rota: looks one of an app's up; asked once for each, and never where nothing is for a rota.
    ///   - keep: writes it down, for all that the former recipient was to be told by the rota under the same key and that nobody has tried.
    public func handOver(
        _ deliveries: inout [Delivery], tried: Set<DeliveryID>, rota: (RotaID, AppID) throws -> Rota?, keep: (Handover) throws -> Void
    ) rethrows {
        guard let onDuty, deliveries.contains(where: { $0.rotaOfStep != nil }) else { return }
        var holders: [AppID: [RotaID: UserID?]] = [:]
        for index in deliveries.indices {
            let delivery = deliveries[index]
            guard let name = delivery.rotaOfStep, !tried.contains(delivery.id) else { continue }
            if holders[delivery.app]?[name] == nil {
                let known = try rota(name, delivery.app)
                holders[delivery.app, default: [:]].updateValue(known.flatMap(onDuty), forKey: name)
            }
            guard let holder = holders[delivery.app]?[name] ?? nil, holder != delivery.recipient else { continue }
            deliveries[index] = delivery.handed(to: holder)
            try keep(Handover(delivery: deliveries[index], former: delivery.recipient, rota: name))
        }
    }
}

extension Delivery {
    /// By which rota a step of an escalation goes to whoever is on duty when it is told; nil where it goes to whom it was queued for.
    public var rotaOfStep: RotaID? { payload.escalation == nil || route == nil ? nil : payload.rota }

    /// The same to somebody else; what is about whoever it was for is about them.
    public func handed(to user: UserID) -> Delivery { Delivery(of: self, to: user, about: member == recipient ? user : member, id: id) }
}
