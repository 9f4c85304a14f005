import BelfryModel
import BelfryPorts
import BelfrySimulation

/// Stands before a simulated centre, and passes on to it whatever it doesn't do itself.
protocol PassingCentre: NotificationCentre {
    var centre: SimulatedCentre { get }
}

extension PassingCentre {
    func removePending(_ identifiers: [NotificationID]) { centre.removePending(identifiers) }
    func pending() -> PendingList { centre.pending() }
    func delivered() -> [DeliveredNotification] { centre.delivered() }
    func removeDelivered(_ identifiers: [NotificationID]) { centre.removeDelivered(identifiers) }
    func setCategories(_ categories: [DescribedCategory]) { centre.setCategories(categories) }
    func permission() -> NotificationPermission { centre.permission() }
    func requestPermission(_ kind: PermissionKind) -> NotificationPermission { centre.requestPermission(kind) }
}
