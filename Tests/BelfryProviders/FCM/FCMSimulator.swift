import CryptoExtras
import Foundation
import Synchronization

/// Stands in for Firebase Cloud Messaging: the token endpoint of Google's accounts, and `messages:send`.
///
/// It checks what the real one checks: the assertion's signature, issuer, scope, audience and times; the access token; the shape and size of
/// the message; how much one device gets. Tokens that begin with `dead` are unregistered, those with `other` belong to another sender, those
/// with `bad` are none.
public final class FCMSimulator: Sendable {
    public static let projectID = "belfry-sample"
    public static let email = "sender@belfry-sample.iam.gserviceaccount.com"
    public static let keyID = "key-1"

    /// What it took: the registration token, and the message as JSON.
    public let log: ProviderLog
    public let faults: FaultScript
    /// The same for its token endpoint.
    public let tokenFaults: FaultScript
    /// In seconds since 1970: its clock.
    private let now: @Sendable () -> Int64
    private let key: _RSA.Signing.PrivateKey
    private struct State {
        var issuedCount = 0
        var accessTokens: [String: Int64] = [:]
        var sentCount = 0
        /// In the minute that it is.
        var minute: Int64 = 0
        var countsOfDevices: [String: Int] = [:]
    }
    private let state = Mutex(State())

    public init(
        faults: FaultScript = FaultScript(), tokenFaults: FaultScript = FaultScript(), log: ProviderLog = ProviderLog(), now: @escaping @Sendable () -> Int64
    ) throws {
        self.log = log
        self.faults = faults
        self.tokenFaults = tokenFaults
        self.now = now
        key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    }

    /// The key of a service account as Google's console gives it out.
    public var serviceAccount: String {
        get throws {
            let fields = [
                "type": "service_account", "project_id": Self.projectID, "private_key_id": Self.keyID, "private_key": key.pkcs8PEMRepresentation,
                "client_email": Self.email, "client_id": "1", "token_uri": Self.audience,
            ]
            return String(decoding: try JSONSerialization.data(withJSONObject: fields, options: .sortedKeys), as: UTF8.self)
        }
    }

    /// How many access tokens were given out.
    public var issuedTokenCount: Int { state.withLock(\.issuedCount) }

    /// From now on none of those that were given out is taken.
    public func revokeTokens() {
        state.withLock { $0.accessTokens = [:] }
    }

    public func with<Result>(_ body: (LoopbackServer) async throws -> Result) async throws -> Result {
        try await LoopbackServer.with({ await self.answer($0) }, body)
    }

    private func answer(_ request: LoopbackServer.Request) async -> LoopbackServer.Answer {
        switch request.path.split(separator: "?").first.map(String.init) {
        case "/token" where request.method == "POST": await LoopbackServer.answer(tokenFaults) { self.issueToken(request) }
        case "/v1/projects/\(Self.projectID)/messages:send" where request.method == "POST":
            await LoopbackServer.answer(faults) { self.send(request) }
        default: FCMProblem.notFound.answer
        }
    }

    // MARK: Access tokens

    static let audience = "https://oauth2.googleapis.com/token"
    static let scope = "https://www.googleapis.com/auth/firebase.messaging"

    private func issueToken(_ request: LoopbackServer.Request) -> LoopbackServer.Answer {
        var components = URLComponents()
        components.percentEncodedQuery = String(decoding: request.body, as: UTF8.self)
        let form = Dictionary((components.queryItems ?? []).map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { first, _ in first })
        guard form["grant_type"] == "urn:ietf:params:oauth:grant-type:jwt-bearer", let assertion = form["assertion"] else {
            return .json(400, #"{"error":"unsupported_grant_type","error_description":"Invalid grant_type"}"#)
        }
        if let problem = Assertion.problem(in: assertion, key: key.publicKey, now: now()) {
            return .json(400, #"{"error":"invalid_grant","error_description":"\#(problem)"}"#)
        }
        let token = state.withLock { state in
            state.issuedCount += 1
            let token = "ya29.sample-\(state.issuedCount)"
            state.accessTokens[token] = now() + 3599
            return token
        }
        return .json(200, #"{"access_token":"\#(token)","expires_in":3599,"token_type":"Bearer"}"#)
    }

    // MARK: Messages

    /// Source: firebase.google.com/docs/cloud-messaging/throttling-and-quotas: so many a minute to one Android device.
    public static let messagesPerMinuteOfDeviceMax = 240

    private func isCrowded(_ token: String) -> Bool {
        state.withLock { state in
            if state.minute != now() / 60 { (state.minute, state.countsOfDevices) = (now() / 60, [:]) }
            state.countsOfDevices[token, default: 0] += 1
            return state.countsOfDevices[token, default: 0] > Self.messagesPerMinuteOfDeviceMax
        }
    }

    private func send(_ request: LoopbackServer.Request) -> LoopbackServer.Answer {
        let bearer = request.headers["authorization"]?.split(separator: " ").map(String.init) ?? []
        let isKnown = state.withLock { state in
            bearer.count == 2 && bearer[0] == "Bearer" && state.accessTokens[bearer[1]].map { now() < $0 } ?? false
        }
        guard isKnown else { return FCMProblem.unauthenticated.answer }
        guard request.headers["content-type"]?.hasPrefix("application/json") == true,
            let body = try? JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any],
            let message = body["message"] as? [String: Any]
        else { return FCMProblem.violation(field: "message").answer }
        if let problem = FCMContract.problem(in: message) { return problem.answer }
        guard let token = message["token"] as? String else { return FCMProblem.violation(field: "message").answer }
        if token.hasPrefix("dead") { return FCMProblem.unregistered.answer }
        if token.hasPrefix("other") { return FCMProblem.senderMismatch.answer }
        if token.hasPrefix("bad") { return FCMProblem.invalidToken.answer }
        if isCrowded(token) { return FCMProblem.deviceQuota.answer }
        let name = state.withLock { state in
            state.sentCount += 1
            return "projects/\(Self.projectID)/messages/0:\(state.sentCount)"
        }
        if body["validateOnly"] as? Bool != true {
            log.add(ProviderLog.Entry(provider: "fcm", name: name, address: token, body: String(decoding: request.body, as: UTF8.self)))
        }
        return .json(200, #"{"name":"\#(name)"}"#)
    }
}
