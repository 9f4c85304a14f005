import BelfryModel

/// What a person wants by pressing a button under a message, as the button's payload carries it: `belfry:snooze:7:` and the alert's name.
///
/// The payload comes back as it was sent, signed by Meta; whether the number's owner may do that is for somebody else to decide.
public struct WhatsAppReply: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case snooze(days: Int)
        case dismiss

        /// Reads `snooze:7` and `dismiss`. Alerts are snoozed for 1, 3 or 7 days.
        init?(_ text: String) {
            switch text {
            case "dismiss": self = .dismiss
            case "snooze:1": self = .snooze(days: 1)
            case "snooze:3": self = .snooze(days: 3)
            case "snooze:7": self = .snooze(days: 7)
            default: return nil
            }
        }

        var text: String {
            switch self {
            case .dismiss: "dismiss"
            case .snooze(let days): "snooze:\(days)"
            }
        }
    }

    public let kind: Kind
    public let alert: AlertID

    public init(_ kind: Kind, alert: AlertID) {
        self.kind = kind
        self.alert = alert
    }

    private static let prefix = "belfry:"
    /// Of a button about nothing that can be snoozed: WhatsApp wants a payload all the same.
    static let emptyPayload = "belfry:none"

    /// Nil where it is none of ours.
    public init?(payload: String) {
        guard payload.hasPrefix(Self.prefix) else { return nil }
        let text = payload.dropFirst(Self.prefix.count)
        let wordCount = text.hasPrefix("snooze:") ? 2 : 1
        let parts = text.split(separator: ":", maxSplits: wordCount, omittingEmptySubsequences: false)
        guard parts.count == wordCount + 1, let kind = Kind(parts.dropLast().joined(separator: ":")), let alert = AlertID(String(parts[wordCount])) else {
            return nil
        }
        self.init(kind, alert: alert)
    }

    public var payload: String { "\(Self.prefix)\(kind.text):\(alert.text)" }
}
