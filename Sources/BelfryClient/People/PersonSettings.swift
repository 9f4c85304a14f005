import BelfryModel
import BelfryTime

/// What one person wants to be told, and where they are reached: of a person themselves, or of an app with the scope `people`.
public struct PersonSettings: Sendable {
    let caller: Caller
    /// `me` of the person who asks.
    let user: String

    public func preferences() async throws -> PreferencesRecord { try await caller.ask(.get("v1", "users", user, "preferences")) }

    /// Changes some preferences. Where anything is wrong, nothing is changed.
    @discardableResult
    public func change(_ change: PreferencesChange) async throws -> PreferencesRecord {
        try await caller.ask(try .patch("v1", "users", user, "preferences").with(change))
    }

    // MARK: What of

    /// Which categories they are told of, and over what, and all that is switched off.
    public func subscriptions() async throws -> [CategorySubscription] {
        struct Listing: Decodable { let subscriptions: [CategorySubscription] }
        return try await caller.ask(.get("v1", "users", user, "subscriptions"), for: Listing.self).subscriptions
    }

    /// Wants nothing of a category over a channel, or over all, or wants it again.
    public func setSubscribed(_ isSubscribed: Bool, to category: String, over channel: DeliveryChannel? = nil) async throws {
        let subscription = CategorySubscription(category: category, channel: channel.map { OpenValue($0) }, isSubscribed: isSubscribed)
        try await caller.ask(try .put("v1", "users", user, "subscriptions").with(subscription))
    }

    /// Which categories are muted, and until when.
    public func mutes() async throws -> [CategoryMute] {
        struct Listing: Decodable { let mutes: [CategoryMute] }
        return try await caller.ask(.get("v1", "users", user, "mutes"), for: Listing.self).mutes
    }

    /// Mutes a category for a while over every channel.
    @discardableResult
    public func mute(_ category: String, _ length: MuteLength) async throws -> CategoryMute {
        let call = try Call.put("v1", "users", user, "mutes").with(MuteCall(category: category, length: length))
        return try await caller.ask(call)
    }

    public func unmute(_ category: String) async throws {
        try await caller.ask(try .put("v1", "users", user, "mutes").with(MuteCall(category: category, length: nil)))
    }

    /// Which audiences of all apps they may join and leave, and which they are in.
    public func audiences() async throws -> [JoinableAudience] {
        struct Listing: Decodable { let audiences: [JoinableAudience] }
        return try await caller.ask(.get("v1", "users", user, "audiences"), for: Listing.self).audiences
    }

    public func join(_ audience: String, of app: String) async throws { try await caller.ask(.put("v1", "users", user, "audiences", app, audience)) }
    public func leave(_ audience: String, of app: String) async throws { try await caller.ask(.delete("v1", "users", user, "audiences", app, audience)) }

    // MARK: Where

    /// Their mailboxes, numbers, topics, chats and devices.
    public func addresses() async throws -> Addresses { try await caller.ask(.get("v1", "users", user, "addresses")) }

    /// Adds a mailbox, number, topic, chat or room. A person's own counts when the code that is sent there has come back; for an app's the app vouches.
    ///
    /// Not tried again: each time another code is sent.
    ///
    /// - Parameter value: may be left out over Telegram alone, where a link comes back.
    public func addContactPoint(_ channel: DeliveryChannel, _ value: String? = nil) async throws -> ContactPoint {
        let call = ContactPointCall(channel: channel.rawValue, value: value)
        return try await caller.ask(try .post("v1", "users", user, "contact_points").with(call))
    }

    /// Shows by the code that was sent there that it is one's own. Not tried again: after five wrong ones a new code is needed.
    public func verify(contactPoint id: String, code: String) async throws {
        try await caller.ask(try .post("v1", "users", user, "contact_points", id, "verify").with(["code": code]))
    }

    public func remove(contactPoint id: String) async throws { try await caller.ask(.delete("v1", "users", user, "contact_points", id)) }

    /// Pushes to a device or browser no more.
    public func remove(device id: String) async throws { try await caller.ask(.delete("v1", "users", user, "devices", id)) }

    /// Wants nothing of a category at one address, or nothing at all, or wants it again.
    public func setSubscribed(_ isSubscribed: Bool, atContactPoint id: String, to category: String? = nil) async throws {
        let call = SubscriptionCall(isSubscribed: isSubscribed, category: category)
        try await caller.ask(try .put("v1", "users", user, "contact_points", id, "subscription").with(call))
    }
}
