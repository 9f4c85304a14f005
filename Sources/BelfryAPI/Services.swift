import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime
import Crypto
import Foundation
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
    /// For what a person waits for, as a code; everything else goes through the queue.
    public let switchboard: Switchboard
    /// What was queued longer ago has expired; as of the workers.
    let ageMax: Duration
    /// Nil where no provider may call back.
    public let callbacks: Callbacks?
    public let changes: ChangeFeed
    public let counters: Counters
    public let explainer: Explainer
    public let insights: InsightDesk
    /// Nil where no secret for links to unsubscribe is configured: then no link is valid, and no mail carries one.
    public let unsubscribing: UnsubscribeDesk?
    /// Whether deliveries are carried out in this process, so that being ready includes that they are.
    public let hasWorkerLoop: Bool
    /// What somebody should mend, a sentence each, for whoever runs this Belfry.
    let checkup: Checkup
    /// The VAPID key that browsers subscribe with; nil where there is no Web Push.
    public let webPushPublicKey: @Sendable () -> String?
    /// The link that a person opens to tell by it, in a chat with the operator's bot, the code that it has; nil where there is no bot, or nobody would
    /// hear of it.
    public let chatLink: @Sendable (_ code: String) -> String?
    /// Sends links to sign in to who asks for one on the page; nil where none is sent.
    let signInLinks: SignInLinks?
    /// By whom people may be signed in beside that; nil where by nobody.
    let identityProvider: IdentityProvider?
    /// Who runs this Belfry, and sees how deliveries fare on the pages.
    public let operators: Set<UserID>
    /// The setting `public_url`, without a slash at its end: how addresses of this server begin for whoever comes from outside; nil where it says nothing.
    let publicURL: String?
    /// Whether browsers come over https, so that cookies go no other way.
    public let isServedSecurely: Bool
    /// Where links of apps may lead that the pages show.
    let linkOrigins: LinkOrigins
    /// On whose pages browsers may ask as a person.
    let webOrigins: WebOrigins
    /// Of what strangers bring, and is refused.
    let refusals = LogPace()
    /// Shared with the worker of this process.
    let lookBook: LookBook
    /// Of all codes that this process sends.
    let codeQuota = CodeQuota()
    /// Of each calendar, by the hash of its link.
    let calendarReads = PressQuota()
    /// What this process has left in the audit log of late.
    let auditNotes = AuditNotes()
    public let now: @Sendable () -> Instant
    /// Waits for so long, and throws where it is cancelled: nobody who asks how the store stands waits for longer.
    let sleep: @Sendable (Duration) async throws -> Void
    /// A text that nobody can guess, anew at each call.
    public let makeCode: @Sendable () -> String
    public let logger: Logger

    /// - Parameters:
    ///   - checkup: looks for what somebody should mend; it is asked once a minute at most.
    ///   - identityProvider: signs nobody in where the authenticator has no secret for tokens.
    ///   - signInURL: how the addresses of the pages begin, for links to sign in that people are mailed; nil where none is.
    public init(
        store: any Store, zones: any TimeZoneDatabase, intake: MetricIntake, worker: Worker, doorbell: Doorbell,
        authenticator: Authenticator, wearableSignature: WearableSignature? = nil, switchboard: Switchboard = Switchboard([:]),
        ageMax: Duration = .seconds(24 * 3600), callbacks: Callbacks? = nil, changes: ChangeFeed, counters: Counters, unsubscribing: UnsubscribeDesk? = nil,
        hasWorkerLoop: Bool, checkup: @escaping @Sendable () async -> [String] = { [] },
        webPushPublicKey: @escaping @Sendable () -> String? = { nil },
        chatLink: @escaping @Sendable (_ code: String) -> String? = { _ in nil }, signInURL: String? = nil,
        identityProvider: IdentityProvider? = nil, operators: Set<UserID> = [],
        publicURL: String? = nil, linkOrigins: LinkOrigins = .none, webOrigins: WebOrigins = .none, lookBook: LookBook? = nil,
        now: @escaping @Sendable () -> Instant,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        makeCode: @escaping @Sendable () -> String, logger: Logger
    ) {
        self.store = store
        self.zones = zones
        self.intake = intake
        self.worker = worker
        self.doorbell = doorbell
        self.authenticator = authenticator
        self.wearableSignature = wearableSignature
        self.switchboard = switchboard
        self.ageMax = ageMax
        self.callbacks = callbacks
        self.changes = changes
        self.counters = counters
        self.explainer = Explainer(zones: zones)
        self.insights = intake.insights ?? InsightDesk(store: store, zones: zones)
        self.unsubscribing = unsubscribing
        self.hasWorkerLoop = hasWorkerLoop
        self.checkup = Checkup(now: now, look: checkup)
        self.webPushPublicKey = webPushPublicKey
        self.chatLink = chatLink
        // Without a secret no link would sign anybody in.
        signInLinks = authenticator.hasTokenSecret ? signInURL.map(SignInLinks.init) : nil
        self.identityProvider = authenticator.hasTokenSecret ? identityProvider : nil
        self.operators = operators
        self.publicURL = publicURL.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        isServedSecurely = publicURL?.lowercased().hasPrefix("https://") == true
        self.linkOrigins = linkOrigins
        self.webOrigins = webOrigins
        self.lookBook = lookBook ?? LookBook(store)
        self.now = now
        self.sleep = sleep
        self.makeCode = makeCode
        self.logger = logger
    }

    /// Whether somebody runs this Belfry: by a setting, or by what a provider has said that signed them in.
    /// Where no group makes one any more, nobody stays one.
    func isOperator(_ person: UserID, bySession operates: Bool) -> Bool {
        operators.contains(person) || operates && identityProvider?.settings.operators.isEmpty == false
    }

    /// From where pictures and logos are shown.
    var imageOrigins: ImageOrigins { switchboard.imageOrigins }

    var templates: TemplateDesk { TemplateDesk(store: store, imageOrigins: imageOrigins) }
    /// Takes in what comes back.
    var schedules: ScheduleDesk {
        let evaluator = intake.evaluator
        return ScheduleDesk(
            store: store, zones: zones, routes: evaluator.routes, identifiers: evaluator.identifiers, imageOrigins: imageOrigins
        ) { [authenticator] in authenticator.erasureMark(of: $0) }
    }

    /// Says what would become of deliveries, by the workers' own policy.
    var rehearsal: Rehearsal { Rehearsal(store: store, zones: zones, switchboard: switchboard, ageMax: ageMax) }

    /// What a person wants, as far as the stored row can be understood, and the rules of their zone.
    func preferences(of user: UserID) async throws -> (preferences: Preferences, zone: TimeZoneRules) {
        var preferences = try await store.preferences(of: user).read().preferences
        guard let zone = zones.rules(named: preferences.timezone) else {
            preferences.timezone = "UTC"
            return (preferences, .utc)
        }
        return (preferences, zone)
    }

    /// Stores what a person wants, remembers from which day on they are in another zone, and has what waits for them looked at.
    ///
    /// - Parameters:
    ///   - former: what they wanted until now.
    ///   - push: the same as their devices share it; nil where they hear nothing of it.
    /// - Returns: false where a device has changed the same since; nothing is stored then.
    @discardableResult
    func save(
        _ keys: Set<Preferences.Key>, of preferences: Preferences, insteadOf former: Preferences, with push: SyncPush? = nil, for user: UserID
    ) async throws -> Bool {
        let now = now()
        let zone = keys.contains(.timezone) && preferences.timezone != former.timezone ? zones.rules(named: preferences.timezone) : nil
        let move = zone.map { ProfileChange.Move(on: $0.civil(at: now).date, to: preferences.timezone, from: former.timezone) }
        let isSaved = try await store.save(ProfileChange(keys, of: preferences, move: move, push: push), for: user, now: now)
        doorbell.ring()
        return isSaved
    }

    /// The day that a person's calendar shows.
    func today(of user: UserID) async throws -> CivilDate {
        try await preferences(of: user).zone.civil(at: now()).date
    }
}

extension Services {
    /// Six digits that nobody can guess in a few tries.
    func makeDigits() -> String {
        let number = SHA256.hash(data: Data(makeCode().utf8)).prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        let digits = String(number % 1_000_000)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }
}
