import BelfryModel
import BelfryPlanning
import BelfryPorts
import BelfryTime

extension Judge {
    /// Nil where all who were in it were erased, or its zone is gone.
    func onDuty(by rota: Rota, at moment: Instant) -> UserID? {
        zones.rules(named: rota.handovers.timezone).flatMap { rota.onDuty(at: moment, in: $0) }
    }

    /// Whoever is on duty by two rotas of a step, or named in it beside one, is told once.
    func toldOnce(_ judged: [Judged]) -> [Judged] {
        func mayBeToldTwice(_ one: Judged) -> Bool { one.isToSend && !one.isTried && one.delivery.rotaOfStep != nil }
        guard judged.contains(where: mayBeToldTwice) else { return judged }
        var told = Set(judged.filter { $0.isToSend && !mayBeToldTwice($0) }.map { Place($0.delivery) })
        return judged.map { one in
            mayBeToldTwice(one) && !told.insert(Place(one.delivery)).inserted ? decided(one) { $0.isReached = true } : one
        }
    }

    /// Where somebody is told a step.
    private struct Place: Hashable {
        let app: AppID
        let recipient: UserID
        let channelName: String
        let route: DeliveryRoute.Place?

        init(_ delivery: Delivery) {
            (app, recipient, channelName, route) = (delivery.app, delivery.recipient, delivery.channelName, delivery.route)
        }
    }
}
