extension AppClient {
    /// Has some people told something.
    ///
    /// - Parameter key: what it is about, as `boiler-7`, so that it is told once however often it is ordered; else one is made, which its retries share.
    /// - Returns: the deliveries, one a recipient and channel, once all of them are in the queue.
    @discardableResult
    public func send(_ contents: OrderContents, to audience: OrderAudience, at moment: OrderMoment? = nil, key: String? = nil) async throws -> OrderReceipt {
        try await send(NotificationOrder(contents, to: audience, at: moment), key: key)
    }

    /// Has some people told something, with all that an order may say.
    @discardableResult
    public func send(_ order: NotificationOrder, key: String? = nil) async throws -> OrderReceipt {
        let key = key ?? makeKey()
        let call = try Call.repeatablePost("v1", "notifications", key: key).with(order)
        return try await caller.ask(call, for: WrittenReceipt.self).receipt(under: key)
    }

    /// What would become of an order. Nothing is queued.
    public func rehearse(_ order: NotificationOrder) async throws -> [RehearsedDelivery] {
        let call = try Call.repeatablePost("v1", "notifications").with(Rehearsed(order: order))
        return try await caller.ask(call, for: RehearsedDeliveries.self).verdicts
    }
}
