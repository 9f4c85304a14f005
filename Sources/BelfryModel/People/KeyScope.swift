/// What an app's key may do. A key has one or several; what names no scope needs `all`.
public enum KeyScope: String, CaseIterable, Hashable, Sendable {
    /// Everything that an app may, what the others don't name included, as to say how the app presents itself.
    case all
    /// Order, broadcast, schedule, expect heartbeats, and keep the audiences, rotas, categories, hooks and templates for that; change, call off, take back
    /// and try again what the app has ordered.
    case send
    /// Report in the forms of other programs: what stands under `/v1/intake`.
    case intake
    /// Give the sign of life that a heartbeat waits for.
    case heartbeat
    /// Look at what the app has ordered, at its audiences, rotas, categories, hooks and templates, and at what became of it. Nothing of what is kept of people.
    case read
    /// Report days of people.
    case metrics
    /// Read and write families, preferences and addresses, take people in, and read what patterns found. Not to take away or erase all that is kept of somebody.
    case people
}

extension Set<KeyScope> {
    /// Whether a key that has these may do what needs one.
    public func allow(_ scope: KeyScope) -> Bool { contains(.all) || contains(scope) }

    /// In the order in which they are listed, with commas between: `send,read`. It is how they are stored.
    public var text: String { KeyScope.allCases.filter(contains).map(\.rawValue).joined(separator: ",") }

    /// Reads what is stored. What isn't known allows nothing, as where a later version wrote it.
    public init(stored text: String) {
        self = Set(text.split(separator: ",").compactMap { KeyScope(rawValue: String($0)) })
    }
}
