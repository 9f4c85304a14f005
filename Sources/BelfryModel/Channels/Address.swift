import BelfryTime

/// Where a recipient is reached over a channel: a device, a browser, a mailbox, a number.
public struct Address: Hashable, Sendable {
    public let id: AddressID
    public let target: Target
    /// Since when it is known to be the recipient's: what a provider said of it before then no longer counts.
    public let registeredAt: Instant

    public init(id: AddressID, target: Target, registeredAt: Instant) {
        self.id = id
        self.target = target
        self.registeredAt = registeredAt
    }

    /// The place itself, in the words of whoever delivers to it.
    public enum Target: Hashable, Sendable {
        /// A device of Apple's, by its token in hexadecimal digits, and the environment that it last worked in.
        case apple(token: String, PushEnvironment?)
        /// A device of Android's, by its registration token.
        case android(token: String)
        case browser(WebPushSubscription)
        case mailbox(String)
        /// A telephone number in the form of E.164, as `+4915112345678`.
        case phone(String, lastInboundAt: Instant?)
        /// A topic on the operator's ntfy server. Whoever knows it reads what is sent there: it is as secret as a device's token.
        case topic(String)
        /// A private chat with the operator's bot, by Telegram's identifier of it: digits.
        case chat(String)
        /// A room of a chat, by the address of its incoming webhook. Whoever knows it writes there: it is as secret as a device's token.
        case room(String)
        /// A room of Matrix, or a person there who is told in a room of two: see ``MatrixPlace``.
        case matrix(String)
        /// The recipient's inbox in this house.
        case inbox
        /// The operator's own endpoint.
        case endpoint
        /// The desktop of the machine that the house runs on.
        case desktop
    }

    public var kind: AddressKind {
        switch target {
        case .apple: .apple
        case .android: .android
        case .browser: .browser
        case .mailbox: .mailbox
        case .phone: .phone
        case .topic: .topic
        case .chat: .chat
        case .room: .room
        case .matrix: .matrix
        case .inbox: .inbox
        case .endpoint: .endpoint
        case .desktop: .desktop
        }
    }
}

/// What sort of address it is; which provider can reach it follows from it.
public enum AddressKind: String, CaseIterable, Codable, Sendable {
    case apple, android, browser, mailbox, phone, topic, chat, room, matrix, inbox, endpoint, desktop
}

public typealias AddressID = Identifier<Address>

/// In which of Apple's two environments a device token was made.
public enum PushEnvironment: String, CaseIterable, Codable, Sendable {
    case sandbox, production

    public var other: PushEnvironment { self == .sandbox ? .production : .sandbox }
}

/// What a browser gave out to be reached by: RFC 8030, section 2, and RFC 8291, section 2.
public struct WebPushSubscription: Hashable, Sendable {
    /// The push service's address for this browser; opaque.
    public let endpoint: String
    /// The browser's public key, P-256, uncompressed, in base64url.
    public let p256dh: String
    /// The authentication secret of 16 bytes, in base64url.
    public let auth: String

    public init(endpoint: String, p256dh: String, auth: String) {
        self.endpoint = endpoint
        self.p256dh = p256dh
        self.auth = auth
    }
}

/// In the form in which browsers write it: `{"endpoint": …, "keys": {"p256dh": …, "auth": …}}`. So it stands in `device_tokens.device_token` too.
extension WebPushSubscription: Codable {
    private enum CodingKeys: String, CodingKey {
        case endpoint, keys
    }

    private enum KeyNames: String, CodingKey {
        case p256dh, auth
    }

    /// - Throws: where a part is missing, or is no key by its length and letters. Whether a browser made it shows when it is sent to.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let keys = try container.nestedContainer(keyedBy: KeyNames.self, forKey: .keys)
        endpoint = try container.decode(String.self, forKey: .endpoint)
        p256dh = try keys.decode(String.self, forKey: .p256dh)
        auth = try keys.decode(String.self, forKey: .auth)
        guard endpoint.utf8.count <= 2048, endpoint.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !endpoint.isEmpty else {
            throw DecodingError.dataCorruptedError(forKey: .endpoint, in: container, debugDescription: "expected an address")
        }
        for (key, text, byteCount) in [(KeyNames.p256dh, p256dh, 65), (.auth, auth, 16)] where !text.isBase64URL(ofByteCount: byteCount) {
            throw DecodingError.dataCorruptedError(forKey: key, in: keys, debugDescription: "expected \(byteCount) bytes in base64url")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(endpoint, forKey: .endpoint)
        var keys = container.nestedContainer(keyedBy: KeyNames.self, forKey: .keys)
        try keys.encode(p256dh, forKey: .p256dh)
        try keys.encode(auth, forKey: .auth)
    }
}

extension String {
    /// Padding is passed over: some write it.
    fileprivate func isBase64URL(ofByteCount byteCount: Int) -> Bool {
        let bare = utf8.prefix { $0 != UInt8(ascii: "=") }
        return bare.count == (byteCount * 4 + 2) / 3 && utf8.count - bare.count <= 2
            && utf8.dropFirst(bare.count).allSatisfy { $0 == UInt8(ascii: "=") }
            && bare.allSatisfy { $0.isASCIILetterOrDigit || "-_".utf8.contains($0) }
    }
}

/// Addresses are personal: none shows itself in a log or an error.
extension Address: CustomStringConvertible {
    public var description: String { "Address(\(id), \(kind.rawValue))" }
}

extension Address.Target: CustomStringConvertible {
    public var description: String { "Target" }
}

extension WebPushSubscription: CustomStringConvertible {
    public var description: String { "WebPushSubscription" }
}
