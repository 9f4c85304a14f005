/// Something about a channel's settings that an operator should know, or must mend.
public struct ChannelFinding: Hashable, Sendable {
    /// Stable: `apns_key_unreadable`.
    public let code: String
    /// Whether the channel doesn't work as long as it stays so.
    public let isBroken: Bool
    /// What is wrong, and what to do.
    public let text: String

    public init(code: String, isBroken: Bool, text: String) {
        self.code = code
        self.isBroken = isBroken
        self.text = text
    }
}
