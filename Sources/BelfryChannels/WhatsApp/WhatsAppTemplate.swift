import BelfryModel

/// A message template that Meta has approved, and how a notification fills it.
///
/// Outside of 24 hours after a person wrote, WhatsApp takes nothing else.
public struct WhatsAppTemplate: Hashable, Sendable {
    /// What stands in a place of the template's body, `{{1}}`, `{{2}}` and so on.
    public enum Parameter: String, CaseIterable, Hashable, Sendable {
        case title, body
    }

    /// Lower-case letters, digits and underscores, at most 512.
    public let name: String
    /// The codes of the languages in which it is approved, as `de` or `en_US`; where none is the notification's, the first is taken.
    public let languages: [String]
    public let parameters: [Parameter]
    /// What its buttons for quick replies mean, in their order; at most 10.
    public let replies: [WhatsAppReply.Kind]

    /// Nil where one of them can't be.
    public init?(name: String, languages: [String], parameters: [Parameter], replies: [WhatsAppReply.Kind] = []) {
        let isName = (1...512).contains(name.utf8.count) && name.utf8.allSatisfy { $0 == 0x5F || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
        let areLanguages = !languages.isEmpty && languages.allSatisfy { language in
            (2...10).contains(language.utf8.count) && language.utf8.allSatisfy { $0 == 0x5F || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
        }
        guard isName, areLanguages, replies.count <= 10 else { return nil }
        self.name = name
        self.languages = languages
        self.parameters = parameters
        self.replies = replies
    }

    func language(for language: Language) -> String {
        languages.first { Language(tag: $0) == language } ?? languages[0]
    }
}

/// The templates of all categories of notifications.
public struct WhatsAppTemplates: Hashable, Sendable {
    /// The one for every category that has none of its own.
    public static let fallbackCategory = "default"

    let byCategory: [String: WhatsAppTemplate]

    public init(_ byCategory: [String: WhatsAppTemplate]) {
        self.byCategory = byCategory
    }

    /// Reads `pattern_alert=health_alert/en_US,de/title,body/snooze:1,snooze:7,dismiss;default=notice/en_US/body`: for each category the
    /// template's name, its languages, what fills its body, and what its buttons mean.
    ///
    /// - Throws: ``ChannelSettingError``
    public init(parsing text: String) throws(ChannelSettingError) {
        var templates: [String: WhatsAppTemplate] = [:]
        for entry in text.split(separator: ";") {
            let sides = entry.split(separator: "=", maxSplits: 1).map { $0.trimmed }
            guard sides.count == 2, let template = Self.template(sides[1]), templates.updateValue(template, forKey: sides[0]) == nil else {
                throw ChannelSettingError(
                    key: "whatsapp_templates",
                    expected: "entries with semicolons, each as pattern_alert=health_alert/en_US,de/title,body/snooze:1,dismiss")
            }
        }
        self.init(templates)
    }

    private static func template(_ text: String) -> WhatsAppTemplate? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { part in part.split(separator: ",").map { $0.trimmed } }
        guard (2...4).contains(parts.count), parts[0].count == 1 else { return nil }
        let named = parts.count > 2 ? parts[2] : []
        let parameters = named.compactMap(WhatsAppTemplate.Parameter.init)
        let wanted = parts.count > 3 ? parts[3] : []
        let replies = wanted.compactMap(WhatsAppReply.Kind.init)
        guard parameters.count == named.count, replies.count == wanted.count else { return nil }
        return WhatsAppTemplate(name: parts[0][0], languages: parts[1], parameters: parameters, replies: replies)
    }

    func template(for category: String) -> WhatsAppTemplate? {
        byCategory[category] ?? byCategory[Self.fallbackCategory]
    }
}

extension Substring {
    fileprivate var trimmed: String {
        var text = self
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
