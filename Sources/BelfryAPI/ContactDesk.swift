import BelfryDelivery
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import Logging

/// How a person comes by an address, and shows that it is theirs: the same by the API and on the page of their settings.
struct ContactDesk: Sendable {
    let services: Services

    static let codeLifetime = Duration.seconds(15 * 60)

    // MARK: Adding

    /// A person's own needs a code, which is sent there and nowhere else; what somebody vouches for counts at once.
    ///
    /// - Parameter language: what the code is worded in.
    /// - Throws: ``Problem`` where it can't be one, the person has too many, or no code was sent.
    func add(_ value: String, over channel: DeliveryChannel, of user: UserID, isVouchedFor: Bool, in language: Language) async throws -> ContactPoint {
        let now = services.now()
        let points = try await services.store.contactPoints(of: user)
        let known = ContactPoint.meant(by: value, over: channel, among: points)
        let draft = try ContactPoint.Draft(id: try makeID(), channel: channel, value: known?.value ?? value)
        // The store holds it for whoever comes at the same moment; here it is known before a code counts.
        try ContactPoint.checkCount(known == nil ? points.count + 1 : points.count, formerly: points.count)
        if isVouchedFor || Self.isShown(draft, among: points) { return try await services.store.save(draft, of: user, verification: .vouchedFor, now: now) }
        try services.codeQuota.take(for: user, to: draft.value, now: now)
        let code = services.makeDigits()
        let point = try await services.store.save(draft, of: user, verification: verification(by: code, now), now: now)
        guard case .delivered = try await send(Payload.verificationKind, Phrases.verification(code: code, in: language), to: point, of: user, now: now)
        else { throw Problem.codeNotSent }
        return point
    }

    /// Whether a number is called that they have shown to be theirs by a text to it: that they want calls too they say by adding it.
    private static func isShown(_ draft: ContactPoint.Draft, among points: [ContactPoint]) -> Bool {
        draft.channel == .voice && points.contains { $0.channel == .sms && $0.value == draft.value && $0.verifiedAt != nil && $0.silence == nil }
    }

    /// A chat shows by itself whose it is: whoever opens the link there brings the code back. So it is the same for an app, which shows the link.
    ///
    /// - Throws: `Problem.missingField` where the channel has no such links, or none can be made.
    func addLink(over channel: DeliveryChannel, of user: UserID) async throws -> (point: ContactPoint, link: String) {
        let now = services.now()
        let draft = try ContactPoint.Draft(linking: try makeID(), over: channel)
        let code = services.makeCode()
        guard services.callbacks != nil, let link = services.chatLink(code) else { throw Problem.missingField("value") }
        return (try await services.store.save(draft, of: user, verification: verification(by: code, now), now: now), link)
    }

    /// Whether such links can be made.
    var canLink: Bool { services.callbacks != nil && services.chatLink("") != nil }

    private func makeID() throws -> AddressID {
        guard let id = AddressID(services.makeCode()) else { throw Problem.internalFailure }
        return id
    }

    private func verification(by code: String, _ now: Instant) -> ContactPoint.Verification {
        .byCode(hash: Authenticator.hash(ofKey: code), expiresAt: now + Self.codeLifetime)
    }

    // MARK: Showing that it is theirs

    /// - Throws: `Problem.codeRefused`, `Problem.unknownAddress`
    func verify(_ id: AddressID, of user: UserID, by text: String) async throws {
        let code = text.filter { !$0.isWhitespace }
        switch try await services.store.verify(id, of: user, codeHash: Authenticator.hash(ofKey: code), now: services.now()) {
        case .verified: return
        case .wrongCode(let attemptsLeft): throw Problem.codeRefused(attemptsLeft: attemptsLeft)
        case .codeVoid: throw Problem.codeRefused(attemptsLeft: 0)
        case .unknown: throw Problem.unknownAddress
        }
    }

    // MARK: What a person waits for

    /// What came of something that somebody waits for.
    enum Receipt: Sendable {
        /// The provider took it, or the answer was lost and it may well be there.
        case delivered(isCertain: Bool)
        case notNow, refused, gone
    }

    /// Sends a message by which the person sees that an address works. It counts among the codes that are sent there.
    ///
    /// - Throws: `Problem.tooManyCodes`; `Problem.unknownAddress` where nothing is sent to it because it isn't shown to be theirs, or is silent.
    func test(_ point: ContactPoint, of user: UserID, in language: Language) async throws -> Receipt {
        let now = services.now()
        guard point.verifiedAt != nil, point.silence == nil else { throw Problem.unknownAddress }
        try services.codeQuota.take(for: user, to: point.value, now: now)
        let words = PageWords(language)
        let content = NotificationContent(
            title: words(StartWord.testMessageTitle), body: words(AddressWord.testMessageBody), severity: .watch, language: language)
        return try await send(Payload.testKind, content, to: point, of: user, now: now)
    }

    private func send(_ kind: String, _ content: NotificationContent, to point: ContactPoint, of user: UserID, now: Instant) async throws -> Receipt {
        let address = Address(id: point.id, target: ContactPoint.target(of: point.value, over: point.channel), registeredAt: point.createdAt)
        // Each is a message of its own.
        guard let name = DeliveryID(services.makeCode()) else { throw Problem.internalFailure }
        var payload = Payload()
        payload.kind = kind
        let delivery = Delivery(
            id: name, createdAt: now, recipient: user, member: user, alert: nil, channelName: point.channel.rawValue, payload: payload,
            expiresAt: now + Self.codeLifetime)
        // It can't come back at its turn, so it gives way to nobody who is to.
        let notification = OutgoingNotification(delivery: delivery, content: content, address: address, hasWaited: true)
        let outcome = await services.switchboard.send(notification, over: point.channel, now: now)
        let receipt: Receipt
        switch outcome {
        case .delivered: return .delivered(isCertain: true)
        case .ambiguous: return .delivered(isCertain: false)
        case .rejected: receipt = .refused
        case .addressGone: receipt = .gone
        case nil, .retry, .notTried: receipt = .notNow
        }
        services.logger.warning(
            kind == Payload.verificationKind ? "code not sent" : "test not sent",
            metadata: ["channel": "\(point.channel.rawValue)", "why": "\(outcome?.why ?? Switchboard.noProvider)"])
        return receipt
    }
}
