import BelfryModel
import BelfryTime

/// Keeps where people are reached beside their devices, and whether they have shown that it is theirs: `contact_points`.
public protocol AddressBook: Sendable {
    /// Keeps a new contact point until it is verified by its code; one that is there gets the new code, and loses nothing else.
    ///
    /// - Parameter verification: by which it counts: a code that comes back, or somebody who may vouches for it.
    /// - Throws: `Problem.tooManyAddresses` where the person would have more than ``ContactPoint/countMax``; nothing is saved then.
    func save(_ point: ContactPoint.Draft, of user: UserID, verification: ContactPoint.Verification, now: Instant) async throws -> ContactPoint
    /// Verifies a contact point by its code. Every wrong code counts; after ``ContactPoint/wrongCodeCountMax`` the code is void.
    /// The code of a link is void here: it comes back from the address itself, by ``link(codeHash:over:to:now:)``.
    func verify(_ id: AddressID, of user: UserID, codeHash: String, now: Instant) async throws -> ContactPoint.VerificationResult
    /// Turns the contact point that waits for a code without a value, over a channel where the code comes back from the address itself, into that
    /// address: it counts from then on. One that the person has there already takes its place. The same address may bring the same code again, as
    /// where the answer to it was lost, for as long as the code lives and the address works; that changes nothing.
    ///
    /// - Returns: whose it is now; nil where no such contact point waits for the code, or it does no longer.
    func link(codeHash: String, over channel: DeliveryChannel, to value: String, now: Instant) async throws -> UserID?
    /// In the order of their making.
    func contactPoints(of user: UserID) async throws -> [ContactPoint]
    /// Who has shown that a mailbox is theirs, whichever case its letters of ASCII have: in the order of their making, ``ContactPoint/countMax`` at most.
    func owners(ofMailbox value: String) async throws -> [MailboxOwner]
    /// - Returns: false where the person has no such contact point.
    func removeContactPoint(_ id: AddressID, of user: UserID) async throws -> Bool
    /// The devices and browsers that a person has registered, those included that work no more.
    func devices(of user: UserID) async throws -> [RegisteredDevice]
    /// - Returns: false where the person has no such device.
    func removeDevice(_ id: AddressID, of user: UserID) async throws -> Bool
    /// The person wants nothing more of a category over the channel of an address, or wants it again, as by the link in a mail: whoever
    /// unsubscribes isn't refused, however much they have switched off.
    ///
    /// What a provider gave up, or its owner called unwanted, stays silent whoever subscribes: only a code shows that somebody is there who wants it.
    ///
    /// - Parameter category: nil for all of them.
    /// - Returns: false where the person has no such address.
    func setSubscription(_ isSubscribed: Bool, at address: AddressID, of user: UserID, category: String?, now: Instant) async throws -> Bool
    /// What a person has switched off, by category and channel; also over channels over which they have no address of their own.
    func switchedOff(by user: UserID) async throws -> Set<CategorySubscription>
    /// What a person has switched on, which counts where it is off for whoever hasn't chosen; also what no app declares.
    func switchedOn(by user: UserID) async throws -> Set<CategorySubscription>
    /// Has a person switched on what is true and off what is false, all of it or nothing; what isn't named stays.
    ///
    /// - Throws: `Problem.tooManySwitchedOff` where more than ``CategorySubscription/switchedOffCountMax`` would be off, `Problem.tooManySwitchedOn` where
    ///   more than ``CategorySubscription/switchedOnCountMax`` would be on.
    func setSubscriptions(_ changes: [CategorySubscription: Bool], of user: UserID, now: Instant) async throws
    /// Until when a person mutes which categories, over every channel; without what is over.
    func mutedCategories(of user: UserID, now: Instant) async throws -> [String: Instant]
    /// Has a person mute a category over every channel until a moment, in place of how they muted it before. What is over is forgotten with it.
    ///
    /// - Parameter end: nil where they mute it no longer.
    /// - Throws: `Problem.tooManySwitchedOff` where more than ``CategorySubscription/switchedOffCountMax`` would be muted; nothing is changed then.
    func mute(_ category: String, until end: Instant?, of user: UserID, now: Instant) async throws
}

/// A category of notifications over one channel: a person has it until they switch it off, or where its app has it off at first once they switch it on.
public struct CategorySubscription: Hashable, Sendable {
    /// As ``Payload/category`` has it.
    public let category: String
    public let channel: DeliveryChannel

    /// Of a person: whatever is sent to them is held against all of it. So many categories may be muted, too.
    public static let switchedOffCountMax = 500
    /// Of a person: it is looked up one by one, and only where something is off at first.
    public static let switchedOnCountMax = 5_000

    /// Who has more already, by links in mails or by rows that somebody wrote by hand, keeps them and gains none.
    ///
    /// - Throws: `Problem.tooManySwitchedOff`
    public static func checkCount(_ count: Int, formerly: Int) throws(Problem) {
        guard count <= max(switchedOffCountMax, formerly) else { throw .tooManySwitchedOff(countMax: switchedOffCountMax) }
    }

    /// Who has switched on more already keeps it, and gains none.
    ///
    /// - Throws: `Problem.tooManySwitchedOn`
    public static func checkOnCount(_ count: Int, formerly: Int) throws(Problem) {
        guard count <= max(switchedOnCountMax, formerly) else { throw .tooManySwitchedOn(countMax: switchedOnCountMax) }
    }

    /// - Parameter off: what is off before the changes.
    /// - Throws: `Problem.tooManySwitchedOff` where they would leave too much off.
    public static func check(_ changes: [CategorySubscription: Bool], insteadOf off: Set<CategorySubscription>) throws(Problem) {
        let remaining = off.filter { changes[$0] != true }.union(changes.keys.filter { changes[$0] == false })
        try checkCount(remaining.count, formerly: off.count)
    }

    /// Stands in a row of `unwanted_categories` for every channel: of a category that is muted until a moment.
    public static let everyChannel = "*"

    public init(category: String, channel: DeliveryChannel) {
        self.category = category
        self.channel = channel
    }
}

/// A mailbox, number, topic, chat or room at which a person, or their champion, is reached over one channel.
public struct ContactPoint: Hashable, Sendable {
    public let id: AddressID
    public let channel: DeliveryChannel
    /// Empty while it waits for its link to be opened: see ``Draft/init(linking:over:)``.
    public let value: String
    public let createdAt: Instant
    /// Nil until its code came back.
    public let verifiedAt: Instant?
    /// Since when nothing is sent there any more, and why; nil where it works.
    public let silence: Silence?

    /// Of a person, over all channels.
    public static let countMax = 20
    public static let wrongCodeCountMax = 5

    /// Who has more already, because somebody wrote rows by hand, keeps them and gains none.
    ///
    /// - Throws: `Problem.tooManyAddresses`
    public static func checkCount(_ count: Int, formerly: Int) throws(Problem) {
        guard count <= max(countMax, formerly) else { throw .tooManyAddresses(countMax: countMax) }
    }

    public init(id: AddressID, channel: DeliveryChannel, value: String, createdAt: Instant, verifiedAt: Instant?, silence: Silence?) {
        self.id = id
        self.channel = channel
        self.value = value
        self.createdAt = createdAt
        self.verifiedAt = verifiedAt
        self.silence = silence
    }

    private static let numberForm = "a number with its country, as +4915112345678"
    private static let mailboxForm = "an e-mail address in ASCII, with the domain in its xn-- form where it has other letters"
    private static let topicForm = "a topic that nobody guesses: 16 to 64 characters out of A to Z, a to z, 0 to 9, - and _"

    private static let chatForm = "a private chat with the bot, by Telegram's identifier of it, in digits; left out for a link that the person opens"

    private static let roomForm =
        "the address of an incoming webhook, beginning with https://, of at most \(roomByteCountMax) bytes and without user, password and #; "
        + "or a room or person of Matrix, as #family:example.org or @ana:example.org"
    public static let roomByteCountMax = 512

    /// Channels that reach people at a mailbox, number, topic, chat or room of theirs.
    public static let channels: [DeliveryChannel] = [.email, .sms, .whatsApp, .ntfy, .telegram, .chat, .voice, .championEmail, .championSMS]

    /// What sorts of place reach people over one of these.
    public static func kinds(over channel: DeliveryChannel) -> [AddressKind] {
        switch channel {
        case .email, .championEmail: [.mailbox]
        case .ntfy: [.topic]
        case .telegram: [.chat]
        case .chat: [.room, .matrix]
        default: [.phone]
        }
    }

    /// The place that a value stands for, in the words of whoever delivers there.
    ///
    /// - Parameter lastInboundAt: when its owner last wrote to us; of a number alone.
    public static func target(of value: String, over channel: DeliveryChannel, lastInboundAt: Instant? = nil) -> Address.Target {
        switch channel {
        case .email, .championEmail: .mailbox(value)
        case .ntfy: .topic(value)
        case .telegram: .chat(value)
        case .chat: MatrixPlace(value) == nil ? .room(value) : .matrix(value)
        default: .phone(value, lastInboundAt: lastInboundAt)
        }
    }

    /// Whether a text can be a topic of ntfy's that is hard to guess: whoever knows one reads what is sent there, and topics are made by asking.
    ///
    /// Source: https://docs.ntfy.sh/publish/#picking-a-topic for the characters, and that there are 64 at most; that there are 16 at least is ours.
    private static func isTopic(_ text: String) -> Bool {
        (16...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    }

    /// Whether a text is Telegram's identifier of a private chat: groups and channels, where others read along, have negative ones.
    ///
    /// Source: https://core.telegram.org/bots/api#chat, by which it has at most 52 significant bits.
    private static func isPrivateChat(_ text: String) -> Bool {
        Int64(text).map { (1..<1 << 52).contains($0) && String($0) == text } ?? false
    }

    /// Whether a text can be the address of a room's webhook. Without TLS it may be one of the operator's own servers: which those are, and that no other
    /// is asked so, whoever sends there holds.
    private static func isRoom(_ text: String) -> Bool {
        let isOpen = text.hasPrefix("http://")
        guard text.utf8.count <= roomByteCountMax, isOpen || text.hasPrefix("https://"), !text.contains("#"), text.split(separator: "/").count > 2 else {
            return false
        }
        return NotificationLink(isOpen ? "https" + text.dropFirst("http".count) : text)?.origin != nil
    }

    /// The value as pages, and answers to apps, show it. Of a room's webhook it is the host and the last four characters: whoever has the whole writes there.
    public var shownValue: String {
        guard channel == .chat, !value.isEmpty, MatrixPlace(value) == nil else { return value }
        let host = value.split(separator: "/").dropFirst().first ?? ""
        return "\(host)/…\(value.suffix(4))"
    }

    /// Whether a text is `local@domain` in ASCII: see `MailboxForm`.
    ///
    /// - Parameter inNet: whether the domain has to have a point, as every one has to which mail goes from anywhere.
    public static func isMailbox(_ text: String, inNet: Bool = false) -> Bool { MailboxForm.fits(text, inNet: inNet) }

    /// Why nothing is sent to a contact point any more, until it is verified anew or its owner says that they want it again.
    public struct Silence: Hashable, Sendable {
        public let since: Instant
        public let why: Why

        public init(since: Instant, why: Why) {
            self.since = since
            self.why = why
        }

        /// What the person, or their provider, said of it.
        public enum Why: String, CaseIterable, Codable, Sendable {
            /// They answered with a word such as STOP.
            case optedOut = "opted_out"
            /// A mail came back, its owner called it unwanted, or the provider knows no such address.
            case bounced, complained, gone
        }
    }

    /// One that is to be kept.
    public struct Draft: Hashable, Sendable {
        public let id: AddressID
        public let channel: DeliveryChannel
        /// A mailbox, a number in the form of E.164, a topic, a chat, the address of a room's webhook, or a room or person of Matrix; empty where a link is to be opened.
        public let value: String

        /// - Throws: ``Problem`` where the channel has no contact points, or the value can't be one.
        public init(id: AddressID, channel: DeliveryChannel, value: String) throws(Problem) {
            guard ContactPoint.channels.contains(channel) else {
                throw .unknownValue(field: "channel", allowed: ContactPoint.channels.map(\.rawValue))
            }
            let (isFit, form) =
                switch channel {
                case .email, .championEmail: (ContactPoint.isMailbox(value, inNet: true), ContactPoint.mailboxForm)
                case .ntfy: (ContactPoint.isTopic(value), ContactPoint.topicForm)
                case .telegram: (ContactPoint.isPrivateChat(value), ContactPoint.chatForm)
                case .chat: (ContactPoint.isRoom(value) || MatrixPlace(value) != nil, ContactPoint.roomForm)
                default: (value.isPhoneNumber, ContactPoint.numberForm)
                }
            guard isFit else { throw .wrongType(field: "value", expected: form) }
            self.id = id
            self.channel = channel
            self.value = value
        }

        /// One whose address shows when its owner opens a link with the code: until then it has none. A person has one of a channel at a time.
        ///
        /// - Throws: ``Problem/missingField(_:)`` where nobody is reached so over the channel.
        public init(linking id: AddressID, over channel: DeliveryChannel) throws(Problem) {
            guard channel == .telegram else { throw .missingField("value") }
            self.id = id
            self.channel = channel
            value = ""
        }
    }

    /// By what a contact point comes to count.
    public enum Verification: Hashable, Sendable {
        /// By a code that was sent there; only its hash is kept.
        case byCode(hash: String, expiresAt: Instant)
        /// Somebody who may vouches for it.
        case vouchedFor
    }

    /// What a code that came back did.
    public enum VerificationResult: Hashable, Sendable {
        case verified
        case wrongCode(attemptsLeft: Int)
        /// Too late, or too many wrong codes: a new one is needed.
        case codeVoid
        /// The person has no such contact point.
        case unknown
    }
}

/// A person whose mailbox it is, as they have shown, and the contact point by which it is theirs.
public struct MailboxOwner: Hashable, Sendable {
    public let user: UserID
    public let point: ContactPoint

    public init(user: UserID, point: ContactPoint) {
        self.user = user
        self.point = point
    }
}

/// A device or browser that a person has registered: a row of `device_tokens`.
public struct RegisteredDevice: Hashable, Sendable {
    public let id: AddressID
    public let platform: DeviceToken.Platform
    public let appVersion: String?
    public let isActive: Bool
    public let lastUsedAt: Instant

    public init(id: AddressID, platform: DeviceToken.Platform, appVersion: String?, isActive: Bool, lastUsedAt: Instant) {
        self.id = id
        self.platform = platform
        self.appVersion = appVersion
        self.isActive = isActive
        self.lastUsedAt = lastUsedAt
    }
}

extension String {
    /// E.164: `+`, a country that doesn't begin with 0, 8 to 15 digits in all.
    fileprivate var isPhoneNumber: Bool {
        guard hasPrefix("+"), let first = dropFirst().first, first != "0" else { return false }
        let digits = dropFirst().utf8
        return (8...15).contains(digits.count) && digits.allSatisfy { (0x30...0x39).contains($0) }
    }
}
