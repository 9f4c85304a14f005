import BelfryModel
import BelfryTime

/// One rule about the notifications of a day, after the policy has let each of them pass.
protocol DayStage: Sendable {
    func apply(to day: inout DayDraft, in scene: DayScene)
}

/// What a stage may know besides the day itself.
struct DayScene {
    let person: Person
    /// By position.
    let requests: [NotificationRequest]
    let date: CivilDate
    /// When the next day begins.
    let dayEnd: Instant
    let categories: Categories
    /// What the person was told before this day begins, or on it, by the ledger and by the days before.
    let toldBefore: ToldBefore
    let habits: Habits
}

/// How often the person was told something lately.
struct ToldBefore: Hashable, Sendable {
    /// When something of a throttled category was told, in order.
    var momentsByCategory: [Int32: [Instant]] = [:]
    /// How many notifications were told on this day already.
    var countToday = 0
}
