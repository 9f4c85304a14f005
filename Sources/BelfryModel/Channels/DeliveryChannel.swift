/// The means by which a recipient is reached. The raw value stands in `notification_queue.channel`.
public enum DeliveryChannel: String, CaseIterable, Codable, Sendable {
    case push
    case inApp = "in_app"
    case email
    case sms
    case whatsApp = "whatsapp"
    /// To the person's phone or computer, through an ntfy server that the operator chose.
    case ntfy
    /// A private chat with the operator's bot.
    case telegram
    /// A room of a chat: by the incoming webhook that somebody made for it there, or by the operator's account in Matrix.
    case chat
    /// A call to the person's telephone, which speaks.
    case voice
    /// To the person's champion, somebody outside the family who looks after them.
    case championEmail = "champion_email"
    case championSMS = "champion_sms"
    case webhook
}
