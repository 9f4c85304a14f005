/// Something about a channel's settings that an operator should know, or must mend.
public struct ChannelFinding: Hashable, Sendable {
    /// Stable: `apns_key_unreadable`.
    public let code: String
    /// Whether the channel doesn't work as long as it stays so.
    public let isBroken: Bool
    /// What is wrong, and what to do.
    public let text: String

    /// The channel doesn't work as long as it stays so.
    public static func broken(_ code: String, _ text: String) -> ChannelFinding { ChannelFinding(code: code, isBroken: true, text: text) }

    /// It works; all the same something is worth mending.
    public static func advice(_ code: String, _ text: String) -> ChannelFinding { ChannelFinding(code: code, isBroken: false, text: text) }
}
