import Foundation

/// One of the servers that the simulator stands in for, and what it makes of a message as the real one does.
enum ChatServer: Sendable {
    case slack, mattermost, discord

    init?(path: String) {
        switch path.split(separator: "/").first {
        case "services": self = .slack
        case "hooks": self = .mattermost
        case "api": self = .discord
        default: return nil
        }
    }

    enum Result {
        case usable(text: String, mentions: [String])
        case refused(ChatRefusalAnswer)
    }

    func check(_ body: [UInt8], contentType: String?) -> Result {
        guard contentType?.hasPrefix("application/json") == true, let object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any] else {
            return .refused(unreadable)
        }
        guard let text = object[self == .discord ? "content" : "text"] as? String, !text.isEmpty else { return .refused(empty) }
        switch self {
        case .slack: return .usable(text: Self.shown(inSlack: text), mentions: Self.found(/<(!(?:here|channel|everyone)|@[A-Z0-9]+)>/, in: text))
        case .mattermost: return .usable(text: Self.shown(inSlack: text), mentions: Self.found(/(?:^|[^\w@])(@(?:all|channel|here))\b/, in: text))
        case .discord:
            guard text.unicodeScalars.count <= 2000 else { return .refused(.init(400, code: 50035)) }
            let allowed = (object["allowed_mentions"] as? [String: Any])?["parse"] as? [String]
            return .usable(text: text, mentions: allowed?.isEmpty == true ? [] : Self.found(/(@everyone|@here|<@[!&]?\d+>)/, in: text))
        }
    }

    private var unreadable: ChatRefusalAnswer { self == .discord ? .init(400, code: 50109) : .init(400, word: "invalid_payload") }
    private var empty: ChatRefusalAnswer { self == .discord ? .init(400, code: 50006) : .init(400, word: "no_text") }

    /// For a webhook that isn't there.
    var unknown: ChatRefusalAnswer {
        switch self {
        case .slack: .init(404, word: "no_service")
        case .mattermost: .init(400, word: #"{"id":"web.incoming_webhook.invalid.app_error","message":"Invalid webhook.","status_code":400}"#)
        case .discord: .init(404, code: 10015)
        }
    }

    /// What stands for the three signs is shown as they are: https://docs.slack.dev/messaging/formatting-message-text#escaping
    private static func shown(inSlack text: String) -> String {
        text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    }

    private static func found(_ mention: Regex<(Substring, Substring)>, in text: String) -> [String] {
        text.matches(of: mention).map { String($0.output.1) }
    }
}

/// How a server says no.
struct ChatRefusalAnswer: Sendable {
    let status: Int
    /// Slack's one word, or Mattermost's error.
    let word: String?
    /// Discord's.
    let code: Int?

    init(_ status: Int, word: String? = nil, code: Int? = nil) {
        self.status = status
        self.word = word
        self.code = code
    }
}
