/// A service that carries notifications, or a part of the house that does.
///
/// The raw value stands in `notification_transmissions.provider`, in metrics, and in the address of a provider's callbacks.
public enum Provider: String, CaseIterable, Codable, Sendable {
    case apns
    case fcm
    case webPush = "web_push"
    case whatsApp = "whatsapp"
    case ntfy
    case telegram
    case chat
    case matrix
    case twilio
    case twilioVoice = "twilio_voice"
    case sns
    case smtp
    case sendGrid = "sendgrid"
    case ses
    case webhook
    case inbox
    case desktop
}

extension Provider {
    /// Whether it is one of the house's own places. Nobody reports what becomes of a notification there, so no route counts on it.
    public var isOwn: Bool {
        switch self {
        case .webhook, .inbox, .desktop: true
        case .apns, .fcm, .webPush, .whatsApp, .ntfy, .telegram, .chat, .matrix, .twilio, .twilioVoice, .sns, .smtp, .sendGrid, .ses: false
        }
    }

    /// The channels at whose contact points it reaches people: what it says of an address is about these.
    public var contactChannels: Set<DeliveryChannel> {
        switch self {
        case .whatsApp: [.whatsApp]
        case .ntfy: [.ntfy]
        case .telegram: [.telegram]
        case .chat, .matrix: [.chat]
        case .twilio, .sns: [.sms, .championSMS]
        case .twilioVoice: [.voice]
        case .smtp, .sendGrid, .ses: [.email, .championEmail]
        case .apns, .fcm, .webPush, .webhook, .inbox, .desktop: []
        }
    }
}
