import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime
import Logging

// BelfryAPI: the house over HTTP: who is asking, what they may, what they asked for, and how it is answered.
// It decides nothing about notifications and words nothing for people.

/// Everything that the routes need, made once at the start.
public struct Services: Sendable {
    public let store: any Store
    public let zones: any TimeZoneDatabase
    public let intake: MetricIntake
    /// Works by hand, at `process_notifications`; the loop that works by itself is somebody else's.
    public let worker: Worker
    public let doorbell: Doorbell
    public let authenticator: Authenticator
    /// Nil where no secret is configured: then no document of a wearable is taken.
    public let wearableSignature: WearableSignature?
    public let changes: ChangeFeed
    public let counters: Counters
    public let explainer: Explainer
    public let insights: InsightDesk
    /// Whether deliveries are carried out in this process, so that being ready includes that they are.
    public let hasWorkerLoop: Bool
    public let now: @Sendable () -> Instant
    /// A text that nobody can guess, anew at each call.
    public let makeCode: @Sendable () -> String
    public let logger: Logger

    public init(
        store: any Store, zones: any TimeZoneDatabase, intake: MetricIntake, worker: Worker, doorbell: Doorbell,
        authenticator: Authenticator, wearableSignature: WearableSignature? = nil, changes: ChangeFeed, counters: Counters,
        hasWorkerLoop: Bool, now: @escaping @Sendable () -> Instant,
        makeCode: @escaping @Sendable () -> String, logger: Logger
    ) {
        self.store = store
        self.zones = zones
        self.intake = intake
        self.worker = worker
        self.doorbell = doorbell
        self.authenticator = authenticator
        self.wearableSignature = wearableSignature
        self.changes = changes
        self.counters = counters
        self.explainer = Explainer(zones: zones)
        self.insights = intake.insights ?? InsightDesk(store: store, zones: zones)
        self.hasWorkerLoop = hasWorkerLoop
        self.now = now
        self.makeCode = makeCode
        self.logger = logger
    }

    /// What a person wants, as far as the stored row can be understood, and the rules of their zone.
    func preferences(of user: UserID) async throws -> (preferences: Preferences, zone: TimeZoneRules) {
        var preferences = try await store.preferences(of: user).read().preferences
        guard let zone = zones.rules(named: preferences.timezone) else {
            preferences.timezone = "UTC"
            return (preferences, .utc)
        }
        return (preferences, zone)
    }

    /// The day that a person's calendar shows.
    func today(of user: UserID) async throws -> CivilDate {
        try await preferences(of: user).zone.civil(at: now()).date
    }
}
