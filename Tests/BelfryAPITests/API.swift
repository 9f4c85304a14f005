import BelfryChannels
import BelfryDelivery
import BelfryMemory
import BelfryModel
import BelfryPatterns
import BelfryPorts
import BelfrySystem
import BelfryTesting
import BelfryTime
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Synchronization

@testable import BelfryAPI

/// The whole API on a store in memory, asked without a network, at a moment that the test sets.
///
/// Ana looks after Ben in the household; Eve lives next door.
struct API: Sendable {
    let store: MemoryStore
    let subscriptions: SubscriptionLog
    let services: Services
    let clock: SetClock
    let client: any TestClientProtocol
    /// What went out by e-mail, ntfy, Telegram into rooms and by call.
    let mail: Postbox

    static let adminSecret = "the-admin-secret-of-this-test"
    static let jwtSecret = "the-jwt-secret-of-this-test-which-is-long"
    static let rookSecret = "the-wearables-secret-of-this-test"
    static let unsubscribeSecret = "the-secret-of-links-in-this-test"
    static let appKey = "bk_the-key-of-this-test"
}

/// Runs a test against a fresh API.
///
/// - Parameters:
///   - identity: makes the identity provider by which people sign in, with the clock of the API.
///   - credentials: another store for keys and used tokens than the one in memory.
///   - hasWorkerLoop: whether this process is said to carry out deliveries by itself.
///   - sleep: how whoever asks how the store stands waits for it; by itself as long as it takes, however busy the machine is.
func withAPI(
    at now: Instant = .noon, adminSecret: String? = API.adminSecret, jwtSecret: String? = API.jwtSecret, hasWorkerLoop: Bool = false,
    callbacks: Callbacks? = nil, bot: String? = nil, webPushPublicKey: String? = nil, operators: Set<UserID> = [], publicURL: String? = nil,
    linkOrigins: LinkOrigins = .none, imageOrigins: ImageOrigins = .none, webOrigins: WebOrigins = .none, signInURL: String? = nil,
    identity: (@Sendable (_ now: @escaping @Sendable () -> Instant) -> IdentityProvider)? = nil,
    route: DeliveryRoute = DeliveryRoute(channels: [.inApp]), credentials: (any CredentialStore)? = nil,
    checkup: @escaping @Sendable () async -> [String] = { [] }, sleep: @escaping @Sendable (Duration) async throws -> Void = { _ in try await forEver() },
    _ body: @Sendable (API) async throws -> Void
) async throws {
    let store = MemoryStore()
    try await store.save(.household, now: now)
    try await store.save(.nextDoor, now: now)
    try await store.addKey(named: "app", hash: Authenticator.hash(ofKey: API.appKey), now: now)

    let clock = SetClock(now)
    let mail = Postbox()
    let zones = SystemTimeZoneDatabase()
    let identifiers = SequentialIdentifiers()
    let evaluator = MemberEvaluator(engine: .v2, routes: DeliveryRoutes(standard: route), zones: zones, identifiers: identifiers)
    let counters = Counters { clock.now }
    let subscriptions = SubscriptionLog()
    let tokens = try UnsubscribeTokens(Secret(.text(API.unsubscribeSecret)))
    let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let switchboard = Switchboard(
        [
            .inApp: [.inbox: InboxSender(store)], .email: [.mailbox: mail], .ntfy: [.topic: mail], .telegram: [.chat: mail],
            .chat: [.room: mail, .matrix: mail], .voice: [.phone: mail],
        ], imageOrigins: imageOrigins)
    let services = Services(
        store: store, zones: zones, intake: MetricIntake(store: store, zones: zones, evaluator: evaluator),
        worker: Worker(
            queue: store, zones: zones, switchboard: switchboard, holder: "test", identifiers: identifiers, now: { clock.now },
            chance: { 0.5 }, observe: { counters.add($0) }),
        doorbell: Doorbell(),
        authenticator: await Authenticator(adminSecret: adminSecret, jwtSecret: jwtSecret, credentials: credentials ?? store, now: { clock.now }),
        wearableSignature: WearableSignature(secret: API.rookSecret), switchboard: switchboard, callbacks: callbacks,
        changes: ChangeFeed(store: store), counters: counters, unsubscribing: UnsubscribeDesk(tokens: tokens, book: subscriptions),
        hasWorkerLoop: hasWorkerLoop, checkup: checkup, webPushPublicKey: { webPushPublicKey }, chatLink: { code in bot.map { "https://t.me/\($0)?start=\(code)" } },
        signInURL: signInURL, identityProvider: identity?({ clock.now }),
        operators: operators, publicURL: publicURL, linkOrigins: linkOrigins, webOrigins: webOrigins, now: { clock.now }, sleep: sleep,
        makeCode: { identifiers.next(now: clock.now) }, logger: silent)
    try await Application(router: makeRouter(services), logger: silent).test(.router) { client in
        try await body(API(store: store, subscriptions: subscriptions, services: services, clock: clock, client: client, mail: mail))
    }
}

/// Returns only by being cancelled.
func forEver() async throws {
    for await _ in AsyncStream<Never>.makeStream().stream {}
    throw CancellationError()
}

/// A clock that stands until the test sets it.
final class SetClock: Sendable {
    private let moment: Mutex<Instant>

    init(_ now: Instant) {
        moment = Mutex(now)
    }

    var now: Instant { moment.withLock { $0 } }

    func set(_ now: Instant) {
        moment.withLock { $0 = now }
    }

    func advance(_ length: Duration) {
        moment.withLock { $0 = $0 + length }
    }
}

extension UserID {
    /// Belongs to a family, but not to the household.
    static var eve: UserID { UserID(literal: "eve") }
}

extension FamilyRecord {
    static let nextDoor = FamilyRecord(
        id: FamilyID(literal: "next-door"), name: "Next door", members: [FamilyMember(user: .eve, firstName: "Eve", role: .admin)])
}

// MARK: Asking

/// What a request shows of who is asking.
enum Shown: Sendable {
    case nobody
    case person(UserID)
    case app
    case admin
    case bearer(String)
    /// The cookie of a person's session, and the header that the page's script sends.
    case page(UserID)
    /// The same, asking for the part of a page that changes.
    case livePart(UserID)
    case headers([String: String])
}

extension API {
    func get(_ path: String, as shown: Shown = .nobody) async throws -> Answer {
        try await ask(.get, path, nil, as: shown)
    }

    func post(_ path: String, _ body: JSON, as shown: Shown = .nobody) async throws -> Answer {
        try await ask(.post, path, body.sent, as: shown)
    }

    func put(_ path: String, _ body: JSON, as shown: Shown = .nobody) async throws -> Answer {
        try await ask(.put, path, body.sent, as: shown)
    }

    func patch(_ path: String, _ body: JSON, as shown: Shown = .nobody) async throws -> Answer {
        try await ask(.patch, path, body.sent, as: shown)
    }

    /// - Parameter body: text, whatever it is; nil for none.
    func ask(_ method: HTTPRequest.Method, _ path: String, _ body: String?, as shown: Shown) async throws -> Answer {
        var headers = HTTPFields()
        for (name, value) in try await fields(shown) {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        return try await client.execute(uri: path, method: method, headers: headers, body: body.map(ByteBuffer.init(string:))) { response in
            Answer(status: Int(response.status.code), headers: response.headers, text: String(buffer: response.body))
        }
    }

    /// - Parameter key: what follows `bk_` in it; its app's name, too.
    func addKey(_ key: String, scopes: Set<KeyScope> = [.all], expiresAt: Instant? = nil) async throws {
        try await store.addKey(
            named: key, hash: Authenticator.hash(ofKey: "bk_\(key)"), terms: KeyTerms(scopes: scopes, expiresAt: expiresAt), now: clock.now)
    }

    func token(of person: UserID) async throws -> String {
        try await services.authenticator.makeToken(for: person, validFor: .seconds(3600))
    }

    /// Opens a sign-in link, and presses the button of its page.
    func signIn(byLink path: String) async throws -> Answer {
        let asked = try await get(path)
        guard let formToken = asked.text.firstMatch(of: /name="form_token" value="([0-9a-f]+)"/)?.output.1 else { return asked }
        let mark = asked.headers[.setCookie]?.split(separator: ";").first.map(String.init) ?? ""
        let token = path.split(separator: "=").last ?? ""
        return try await ask(.post, "/login", "form_token=\(formToken)&token=\(token)", as: .headers(["cookie": mark]))
    }

    func pageFields(session: String) -> [String: String] {
        ["cookie": "belfry_session=\(session)", "x-belfry-form-token": services.authenticator.formToken(ofSession: session)]
    }

    func fields(_ shown: Shown) async throws -> [String: String] {
        switch shown {
        case .nobody: [:]
        case .person(let person): ["authorization": "Bearer \(try await token(of: person))"]
        case .app: ["authorization": "Bearer \(Self.appKey)"]
        case .admin: ["x-miya-admin-secret": Self.adminSecret]
        case .bearer(let token): ["authorization": "Bearer \(token)"]
        case .page(let person): pageFields(session: try await token(of: person))
        case .livePart(let person):
            pageFields(session: try await token(of: person)).merging(["x-belfry-part": "live"]) { own, _ in own }
        case .headers(let headers): headers
        }
    }
}

struct Answer: Sendable {
    let status: Int
    let headers: HTTPFields
    let text: String

    /// Null where it is no JSON.
    var json: JSON { (try? JSON(parsing: text)) ?? .null }

    /// Status, code and field in one line: `400 wrong_type metrics[1].steps`; the status alone of what went well.
    var summary: String {
        let parts = [json["error"]?["code"]?.string, json["error"]?["field"]?.string]
        return ([String(status)] + parts.compactMap { $0 }).joined(separator: " ")
    }

    var message: String? { json["error"]?["message"]?.string }
}

// MARK: What happened before

extension JSON {
    /// Days of steps as a request has them, in their order, the last on a date: yesterday, because today is not over.
    static func days(of user: UserID = .ben, steps: [Int], through last: CivilDate = .sunday - 1) -> JSON {
        let days = steps.enumerated().map { index, count -> JSON in
            .day(of: user, steps: count, on: last - (steps.count - 1 - index))
        }
        return ["metrics": .list(days)]
    }

    static func day(of user: UserID = .ben, steps: Int, on date: CivilDate = .sunday) -> JSON {
        ["user_id": .text(user.text), "date": .text(date.description), "steps": .number(Double(steps))]
    }
}

extension [Int] {
    /// Three weeks as ever.
    static let usual = [Int](repeating: 8000, count: 21)
    /// A week far below.
    static let drop = [Int](repeating: 4000, count: 7)
}
