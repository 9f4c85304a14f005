/// A setting of a channel that can't be used.
public struct ChannelSettingError: Error, Hashable, Sendable {
    /// As it stands in the configuration: `twilio_from`.
    public let key: String
    /// What it must be. Never the value: it may be a secret, or hold one.
    public let expected: String

    public init(key: String, expected: String) {
        self.key = key
        self.expected = expected
    }
}
