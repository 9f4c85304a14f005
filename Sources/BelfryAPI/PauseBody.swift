import BelfryModel
import BelfryPorts
import BelfryTime

/// Whether something was paused that is let go again; also what `belfry queue resume` prints.
public struct ResumedBody: Encodable {
    let resumed: Bool
    /// How it stood.
    let pause: PauseBody?

    public init(_ former: QueuePause?) {
        resumed = former != nil
        pause = former.map(PauseBody.init)
    }
}

/// What an operator has paused; also what `belfry queue pauses` prints.
public struct PauseBody: Encodable {
    /// Nil where it is everything.
    let app: AppID?
    let isOfAll: Bool
    let since: Instant
    let until: Instant?
    let operatorName: String?
    let why: String?
    let exceptsCritical: Bool

    enum CodingKeys: String, CodingKey {
        case until, why
        case app = "app_id"
        case isOfAll = "all"
        case since = "paused_at"
        case operatorName = "by"
        case exceptsCritical = "except_critical"
    }

    public init(_ pause: QueuePause) {
        app = pause.app
        isOfAll = pause.app == nil
        since = pause.since
        until = pause.until
        operatorName = pause.operatorName
        why = pause.why
        exceptsCritical = pause.exceptsCritical
    }
}
