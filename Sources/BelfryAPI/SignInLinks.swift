import BelfryDelivery
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import HTTPTypes
import Logging
import NIOCore
import Synchronization

/// Sends people links to sign in by, to the mailboxes that they have shown to be theirs, when somebody asks for one on the page.
///
/// Whoever asks learns nothing by it: they are counted and answered before anybody looks whose it is what they typed.
final class SignInLinks: Sendable {
    /// A link works for so long.
    static let lifetime = Duration.seconds(15 * 60)
    /// So often a client may ask in an hour; several people may come over one address of the net.
    static let clientCountMax = 20
    /// So many links go to a person's mailbox within so long. A link outlives it: whoever asks again and again in somebody's name keeps nobody out,
    /// because one that they had sent there still works.
    static let mailboxCountMax = 2
    static let mailboxWindow = Duration.seconds(10 * 60)
    /// So many are looked up and sent at once; who comes beyond is told to ask again.
    static let countMax = 16
    /// To so many mailboxes one question leads, as where a couple shares one or a person has several.
    private static let letterCountMax = 5
    /// What is longer is nobody's mailbox, nor identifier.
    private static let byteCountMax = 254

    /// How the addresses of the pages begin.
    private let publicURL: String
    private let quota = CodeQuota()
    private let underWay = Mutex<(last: Int, tasks: [Int: Task<Void, Never>])>((0, [:]))

    init(publicURL: String) {
        self.publicURL = publicURL.hasSuffix("/") ? String(publicURL.dropLast()) : publicURL
    }

    /// What whoever asks is told; it says nothing of whether anybody is known by what they typed.
    enum Answer: Hashable, Sendable {
        case sent
        case askedOften(secondsLeft: Int)
        case busy
    }

    /// Takes the question, and answers at once: a link is looked up and sent afterwards.
    ///
    /// - Parameters:
    ///   - text: a mail address or a person's identifier, as it was typed.
    ///   - client: by which the client is counted.
    ///   - language: of whoever asks, for people who have chosen none.
    func ask(for text: String, by client: String, in language: Language, of services: Services) -> Answer {
        let text = String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        let isPossible = (1...Self.byteCountMax).contains(text.utf8.count)
        // Of the client alone, not of what is typed: else a few questions in somebody's name would keep them from asking.
        if let wait = quota.take([.init(key: "client \(client)", countMax: Self.clientCountMax)], now: services.now()) {
            return .askedOften(secondsLeft: wait)
        }
        guard isPossible else { return .sent }
        return begin { [self] in await send(to: text, in: language, of: services) } ? .sent : .busy
    }

    /// - Returns: false where too many are under way.
    private func begin(_ work: @escaping @Sendable () async -> Void) -> Bool {
        underWay.withLock { state in
            guard state.tasks.count < Self.countMax else { return false }
            state.last += 1
            let number = state.last
            state.tasks[number] = Task {
                await work()
                underWay.withLock { $0.tasks[number] = nil }
            }
            return true
        }
    }

    /// Waits until all that was asked for is sent, or given up.
    func finish() async {
        while let task = underWay.withLock({ $0.tasks.values.first }) { await task.value }
    }

    private func send(to text: String, in language: Language, of services: Services) async {
        do {
            for owner in try await owners(of: text, services).prefix(Self.letterCountMax) {
                try await send(to: owner, in: language, of: services)
            }
        } catch {
            // The kind only: an error of the database may quote what people sent.
            services.logger.warning("sign-in link not sent", metadata: ["error": "\(type(of: error))"])
        }
    }

    /// Whose mailbox it is, or else the mailboxes of the person of that identifier: those at which they may be written to.
    private func owners(of text: String, _ services: Services) async throws -> [MailboxOwner] {
        var owners = ContactPoint.isMailbox(text) ? try await services.store.owners(ofMailbox: text) : []
        if owners.isEmpty, let user = UserID(text) {
            let points = try await services.store.contactPoints(of: user).filter { $0.channel == .email && $0.verifiedAt != nil }
            owners = points.map { MailboxOwner(user: user, point: $0) }
        }
        // Who wants no notifications there may ask for a link all the same; what doesn't arrive, or was called unwanted, isn't sent.
        return owners.filter { $0.point.silence.map { $0.why == .optedOut } ?? true }
    }

    private func send(to owner: MailboxOwner, in language: Language, of services: Services) async throws {
        // An app may vouch for a mailbox of its own, and sees by it what it might read of that person anyway; an operator sees what is everybody's.
        guard !services.operators.contains(owner.user) else {
            return services.logger.info("sign-in link not sent", metadata: ["why": "operators make theirs with `belfry login-link`"])
        }
        let now = services.now()
        // Whatever was typed; and of this mailbox, because whoever reads that one may not read their others.
        let limit = CodeQuota.Limit(key: "mailbox \(owner.point.id.text)", countMax: Self.mailboxCountMax, window: Self.mailboxWindow)
        guard quota.take([limit], now: now) == nil else { return }
        guard let name = DeliveryID(services.makeCode()) else { throw Problem.internalFailure }
        let token = try await services.authenticator.makeLinkToken(for: owner.user, id: services.makeCode(), validFor: Self.lifetime)
        let firstName = try await services.store.families(of: owner.user).firstName(of: owner.user)
        let language = try await services.preferences(of: owner.user).preferences.language ?? language
        var payload = Payload()
        payload.kind = "sign_in"
        let (point, channel) = (owner.point, owner.point.channel)
        let delivery = Delivery(
            id: name, createdAt: now, recipient: owner.user, member: owner.user, alert: nil, channelName: channel.rawValue, payload: payload,
            expiresAt: now + Self.lifetime)
        let address = Address(id: point.id, target: ContactPoint.target(of: point.value, over: channel), registeredAt: point.createdAt)
        // It can't come back at its turn, so it gives way to nobody who is to.
        let notification = OutgoingNotification(
            delivery: delivery, content: Phrases.signIn(firstName ?? owner.user.text, in: language), address: address, hasWaited: true,
            signInLink: "\(publicURL)/login?token=\(token)")
        let outcome = await services.switchboard.send(notification, over: channel, now: now)
        switch outcome {
        // Where the answer was lost the link may well be there.
        case .delivered, .ambiguous: return
        case nil, .retry, .notTried, .rejected, .addressGone:
            let why = outcome?.why ?? Switchboard.noProvider
            services.logger.warning("sign-in link not sent", metadata: ["channel": "\(channel.rawValue)", "why": "\(why)"])
        }
    }

    /// What the server before this one says of whom it forwards. Some add to the header that a client sent, and others put one of their own behind it:
    /// so the last of several is theirs.
    static func forwarded(by headers: HTTPFields) -> String? { HTTPField.Name("X-Forwarded-For").flatMap { headers[values: $0].last } }

    /// By which a client is counted: its address; of IPv6 the network that one household has, which is the first four groups.
    ///
    /// - Parameters:
    ///   - peer: who is at the other end of the connection.
    ///   - forwarded: what a server before this one says of whom it forwards (`X-Forwarded-For`): the last name is its own word. It counts of a peer
    ///     on this machine or in a private network alone; anybody else could write what they like.
    static func client(at peer: SocketAddress?, forwarded: String?) -> String {
        let own = peer?.ipAddress ?? ""
        let last = forwarded?.split(separator: ",").last.map { String($0.filter { !$0.isWhitespace }) }
        let named = own.isEmpty || isNear(own) ? last.flatMap { $0.isEmpty ? nil : $0 } : nil
        let address = try? SocketAddress(ipAddress: named ?? own, port: 0)
        guard let text = address?.ipAddress, text.contains(":"), !text.contains(".") else { return address?.ipAddress ?? own }
        // Zeros are left out in its middle: `2001:db8::1`.
        return text[..<(text.firstRange(of: "::")?.lowerBound ?? text.endIndex)].split(separator: ":").prefix(4).joined(separator: ":")
    }

    /// Whether an address is this machine's or of a private network (RFC 1918; RFC 4193).
    private static func isNear(_ address: String) -> Bool {
        if address == "::1" || address.hasPrefix("fc") || address.hasPrefix("fd") { return true }
        let parts = address.replacing("::ffff:", with: "").split(separator: ".").compactMap { UInt8($0) }
        guard parts.count == 4 else { return false }
        return parts[0] == 127 || parts[0] == 10 || parts[0] == 192 && parts[1] == 168 || parts[0] == 172 && (16...31).contains(parts[1])
    }
}
