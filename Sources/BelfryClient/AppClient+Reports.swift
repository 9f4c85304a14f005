import BelfryModel

/// What another program reports in words, as a script or a backup does.
public struct ReportedText: Hashable, Sendable {
    /// What is told; what is too long is cut.
    public var body: String
    /// Its first line unless it is said.
    public var title: String?
    /// `watch` unless it is said.
    public var severity: Severity?
    public var category: String?
    /// Names of ntfy's, as `warning`: some are shown as pictures.
    public var tags: [String]
    /// What a tap opens.
    public var link: String?
    /// The server's route of the category where there are none.
    public var channels: [DeliveryChannel]

    public init(
        _ body: String, title: String? = nil, severity: Severity? = nil, category: String? = nil, tags: [String] = [], link: String? = nil,
        channels: [DeliveryChannel] = []
    ) {
        (self.body, self.title, self.severity, self.category) = (body, title, severity, category)
        (self.tags, self.link, self.channels) = (tags, link, channels)
    }
}

extension AppClient {
    /// Has people told some words: what a key may, too, that has the scope `intake` and no other. All else that an order may say, ``send(_:key:)`` does.
    ///
    /// - Parameters:
    ///   - families: whoever is in them now is told beside the people.
    ///   - rotas: whoever is on duty by them now is, too.
    ///   - isToldAgain: whether what was reported before is told once more, in the place of the first.
    ///   - key: under which it is told once in 30 days; else one is made, which its retries share.
    @discardableResult
    public func report(
        _ text: ReportedText, to people: [String] = [], families: [String] = [], rotas: [String] = [], isToldAgain: Bool = false, key: String? = nil
    ) async throws -> OrderReceipt {
        func list(_ names: [String]) -> String? { names.isEmpty ? nil : names.joined(separator: ",") }
        let key = key ?? makeKey()
        var call = Call.repeatablePost("v1", "intake", "text", key: key)
        call.query = [
            ("to", list(people)), ("families", list(families)), ("rotas", list(rotas)),
            ("channel", list(text.channels.map(\.rawValue))), ("severity", text.severity?.rawValue), ("category", text.category),
            ("repeat", isToldAgain ? "tell" : nil), ("title", text.title), ("tags", list(text.tags)), ("click", text.link),
        ]
        return try await caller.ask(call.with(text: text.body), for: WrittenReceipt.self).receipt(under: key)
    }
}
