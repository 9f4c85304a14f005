import BelfryModel

extension AppClient {
    /// What became of a delivery, and why.
    public func delivery(_ id: String) async throws -> DeliveryStory { try await caller.ask(.get("v1", "deliveries", id)) }

    /// What the app has ordered, the latest first: all of it, or what all that is given applies to.
    ///
    /// - Parameter key: under which it was ordered, in the last 30 days.
    public func deliveries(
        key: String? = nil, to recipient: String? = nil, over channel: DeliveryChannel? = nil, status: DeliveryStatus? = nil
    ) -> Pages<QueuedDelivery> {
        struct Listing: Decodable {
            let deliveries: [QueuedDelivery]
            let older: String?
        }
        return Pages { [caller] place in
            let call = Call.get(
                "v1", "deliveries",
                query: [
                    ("idempotency_key", key), ("recipient_user_id", recipient), ("channel", channel?.rawValue), ("status", status?.rawValue),
                    ("before", place),
                ])
            let listing = try await caller.ask(call, for: Listing.self)
            return .init(elements: listing.deliveries, next: listing.older)
        }
    }

    // MARK: What waits or was told

    /// Calls off what waits, at most 1,000 at once. What is on its way can't be stopped.
    ///
    /// - Returns: those that were called off by this call. Where its answer was lost and it was repeated, that may be fewer than were.
    @discardableResult
    public func cancel(_ selection: DeliverySelection) async throws -> [String] {
        try await changed(by: try .repeatablePost("v1", "deliveries", "cancel").with(selection))
    }

    /// Has those tried again that were given up, at most 1,000 at once.
    @discardableResult
    public func redrive(_ selection: DeliverySelection) async throws -> [String] {
        try await changed(by: try .repeatablePost("v1", "deliveries", "redrive").with(selection))
    }

    /// Takes back what was told, and calls off what waits, of deliveries or an order that are named.
    @discardableResult
    public func retract(_ selection: DeliverySelection) async throws -> Retraction {
        try await caller.ask(try .repeatablePost("v1", "deliveries", "retract").with(selection))
    }

    /// Gives what waits another moment, end or priority, or other words, of deliveries or an order that are named.
    @discardableResult
    public func change(_ selection: DeliverySelection, by change: DeliveryChange) async throws -> ChangedDeliveries {
        try await caller.ask(try .repeatablePost("v1", "deliveries", "change").with(ChangeOrder(selection: selection, change: change)))
    }

    /// Gives what waits for a person under a collapse key another moment, end or priority, or other words.
    @discardableResult
    public func change(collapseKey: String, of recipient: String, by change: DeliveryChange) async throws -> ChangedDeliveries {
        let order = ChangeOrder(selection: DeliverySelection(recipient: recipient), collapseKey: collapseKey, change: change)
        return try await caller.ask(try .repeatablePost("v1", "deliveries", "change").with(order))
    }

    // MARK: What would become of it

    /// What would be taken back and called off. Nothing is.
    public func rehearseRetraction(of selection: DeliverySelection) async throws -> Retraction {
        try await caller.ask(try .repeatablePost("v1", "deliveries", "retract").with(Rehearsed(order: selection)))
    }

    /// What would be changed, and what wouldn't. Nothing is.
    public func rehearseChange(of selection: DeliverySelection, by change: DeliveryChange) async throws -> ChangedDeliveries {
        let order = Rehearsed(order: ChangeOrder(selection: selection, change: change))
        return try await caller.ask(try .repeatablePost("v1", "deliveries", "change").with(order))
    }

    private func changed(by call: Call) async throws -> [String] {
        struct Changed: Decodable { let deliveries: [String] }
        return try await caller.ask(call, for: Changed.self).deliveries
    }
}

/// How a change is written: which deliveries, and what of them.
struct ChangeOrder: Encodable {
    let selection: DeliverySelection
    var collapseKey: String?
    let change: DeliveryChange

    enum CodingKeys: String, CodingKey, CaseIterable { case collapseKey = "collapse_key" }

    func encode(to encoder: any Encoder) throws {
        try selection.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(collapseKey, forKey: .collapseKey)
        try change.encode(to: encoder)
    }
}
