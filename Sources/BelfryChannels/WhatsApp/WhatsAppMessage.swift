import BelfryModel
import BelfryPorts

/// The body of a request to WhatsApp's `messages`.
struct WhatsAppMessage: Encodable {
    /// WhatsApp shows no more of a free text.
    static let textCountMax = 4096
    /// The body of a template with buttons holds 1024 characters; these are left for what fills it, beside the template's own words.
    static let parametersCountMax = 900

    private let messagingProduct = "whatsapp"
    private let recipientType = "individual"
    private let recipient: String
    /// Comes back with each status callback.
    private let callbackData: String
    private let content: Content

    private enum Content {
        case text(String)
        case template(name: String, language: String, parameters: [String], payloads: [String])
    }

    init(text content: NotificationContent, to number: PhoneNumber, for notification: OutgoingNotification) {
        recipient = number.digits
        callbackData = notification.transmission.text
        let text = [content.title, content.body].filter { !$0.isEmpty }.joined(separator: "\n")
        self.content = .text(TextCut.cut(text) { $0.utf16.count <= Self.textCountMax })
    }

    init(_ template: WhatsAppTemplate, to number: PhoneNumber, for notification: OutgoingNotification) {
        recipient = number.digits
        callbackData = notification.transmission.text
        let parameters = Self.parameters(template.parameters, of: notification.content)
        let payloads = template.replies.map { kind in
            notification.delivery.alert.map { WhatsAppReply(kind, alert: $0).payload } ?? WhatsAppReply.emptyPayload
        }
        content = .template(
            name: template.name, language: template.language(for: notification.content.language), parameters: parameters, payloads: payloads)
    }

    /// What each place of the template says. What comes last gives way first.
    private static func parameters(_ places: [WhatsAppTemplate.Parameter], of content: NotificationContent) -> [String] {
        var countLeft = parametersCountMax
        return places.map { place in
            let text = oneLine(place == .title ? content.title : content.body)
            let cut = TextCut.cut(text) { [countLeft] in $0.utf16.count <= countLeft }
            countLeft -= cut.utf16.count
            // An empty place is refused.
            return cut.isEmpty ? "–" : cut
        }
    }

    /// A place takes no line break, no tab and no more than four spaces in a row: each stretch of white space becomes one space.
    private static func oneLine(_ text: String) -> String {
        text.split { $0.isWhitespace || $0.unicodeScalars.allSatisfy { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) } }.joined(separator: " ")
    }

    // MARK: As JSON

    private enum Key: String, CodingKey {
        case type, to, text, template, body, name, language, code, components, parameters, index, payload
        case messagingProduct = "messaging_product"
        case recipientType = "recipient_type"
        case callbackData = "biz_opaque_callback_data"
        case previewURL = "preview_url"
        case subType = "sub_type"
    }

    func encode(to encoder: any Encoder) throws {
        var root = encoder.container(keyedBy: Key.self)
        try root.encode(messagingProduct, forKey: .messagingProduct)
        try root.encode(recipientType, forKey: .recipientType)
        try root.encode(recipient, forKey: .to)
        try root.encode(callbackData, forKey: .callbackData)
        switch content {
        case .text(let body):
            try root.encode("text", forKey: .type)
            var text = root.nestedContainer(keyedBy: Key.self, forKey: .text)
            try text.encode(body, forKey: .body)
            try text.encode(false, forKey: .previewURL)
        case .template(let name, let language, let parameters, let payloads):
            try root.encode("template", forKey: .type)
            var template = root.nestedContainer(keyedBy: Key.self, forKey: .template)
            try template.encode(name, forKey: .name)
            var languages = template.nestedContainer(keyedBy: Key.self, forKey: .language)
            try languages.encode(language, forKey: .code)
            guard !parameters.isEmpty || !payloads.isEmpty else { return }
            var components = template.nestedUnkeyedContainer(forKey: .components)
            if !parameters.isEmpty { try Self.encode(parameters, to: &components) }
            for (index, payload) in payloads.enumerated() { try Self.encode(payload, at: index, to: &components) }
        }
    }

    private static func encode(_ parameters: [String], to components: inout any UnkeyedEncodingContainer) throws {
        var component = components.nestedContainer(keyedBy: Key.self)
        try component.encode("body", forKey: .type)
        try component.encode(parameters.map { ["type": "text", "text": $0] }, forKey: .parameters)
    }

    private static func encode(_ payload: String, at index: Int, to components: inout any UnkeyedEncodingContainer) throws {
        var component = components.nestedContainer(keyedBy: Key.self)
        try component.encode("button", forKey: .type)
        try component.encode("quick_reply", forKey: .subType)
        try component.encode(String(index), forKey: .index)
        try component.encode([["type": "payload", "payload": payload]], forKey: .parameters)
    }
}

/// It holds a number.
extension WhatsAppMessage: CustomStringConvertible {
    var description: String { "WhatsAppMessage" }
}
