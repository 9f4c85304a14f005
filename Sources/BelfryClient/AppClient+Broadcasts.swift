extension AppClient {
    /// Has many people told the same, or personalised words, as one call.
    ///
    /// - Parameter key: stands for the order and for its recipients; else one is made, which its retries share.
    @discardableResult
    public func broadcast(_ order: BroadcastOrder, to audience: BroadcastAudience, key: String? = nil) async throws -> Broadcast {
        try await caller.ask(
            try .repeatablePost("v1", "broadcasts", key: key ?? makeKey()).with(AddressedBroadcast(order: order, audience: audience)))
    }

    /// Has many people told, as they come out of a sequence: however many there are, they are never held in memory at once.
    ///
    /// A sequence can't be gone through twice, so nothing is tried again: where the connection was lost, call it again with the same recipients under the
    /// same key. All of them are taken in, or none.
    ///
    /// - Parameter key: stands for the order and for its recipients with their values, in their order.
    /// - Throws: ``BelfryError``, what the sequence throws, or `CancellationError`.
    @discardableResult
    public func broadcast<People: AsyncSequence & Sendable>(
        _ order: BroadcastOrder, toEachOf people: People, key: String
    ) async throws -> Broadcast where People.Element == Recipient {
        var call = Call.post("v1", "broadcasts")
        call.body = try Lines.body(first: order, people)
        call.headers = ["Content-Type": Lines.contentType, "Idempotency-Key": key]
        return try await caller.ask(call)
    }

    /// What would become of a broadcast. Nothing is taken in.
    public func rehearse(_ order: BroadcastOrder, to audience: BroadcastAudience) async throws -> RehearsedBroadcast {
        try await caller.ask(
            try .repeatablePost("v1", "broadcasts").with(Rehearsed(order: AddressedBroadcast(order: order, audience: audience))))
    }

    /// How far a broadcast has come.
    public func broadcast(_ id: String) async throws -> Broadcast { try await caller.ask(.get("v1", "broadcasts", id)) }

    /// The app's broadcasts, the latest first.
    public func broadcasts() -> Pages<Broadcast> {
        struct Listing: Decodable {
            let broadcasts: [Broadcast]
            let older: String?
        }
        return Pages { [caller] place in
            let listing = try await caller.ask(.get("v1", "broadcasts", query: [("before", place)]), for: Listing.self)
            return .init(elements: listing.broadcasts, next: listing.older)
        }
    }

    /// Calls off what is left of a broadcast. What is on its way can't be stopped.
    @discardableResult
    public func cancelBroadcast(_ id: String) async throws -> Broadcast {
        try await caller.ask(.repeatablePost("v1", "broadcasts", id, "cancel"))
    }
}
