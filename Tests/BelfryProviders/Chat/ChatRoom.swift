import Foundation

/// One of the servers that the simulator stands in for, and what it makes of a message as the real one does.
enum ChatServer: Sendable {
    case slack, mattermost, discord, teams, gotify

    init?(path: String) {
        switch path.split(separator: "/").first {
        case "services": self = .slack
        case "hooks": self = .mattermost
        case "api": self = .discord
        case "workflows": self = .teams
        case "message": self = .gotify
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
        switch self {
        case .teams:
            guard body.count <= 28 * 1024 else { return .refused(.init(413, word: Self.workflowError("RequestEntityTooLarge", "too large"))) }
            return AdaptiveCardReader.read(object).map { .usable(text: $0.text, mentions: $0.mentions) } ?? .refused(unreadable)
        case .gotify:
            let priority = object["priority"].map { $0 as? Int } ?? 0
            guard let message = object["message"] as? String, !message.isEmpty, priority != nil, object["extras"].map({ $0 is [String: Any] }) ?? true else {
                return .refused(empty)
            }
            return .usable(text: [object["title"] as? String, message].compactMap { $0 }.joined(separator: "\n"), mentions: [])
        case .slack, .mattermost, .discord: return checkText(in: object)
        }
    }

    private func checkText(in object: [String: Any]) -> Result {
        guard let text = object[self == .discord ? "content" : "text"] as? String, !text.isEmpty else { return .refused(empty) }
        switch self {
        case .slack: return .usable(text: Self.shown(inSlack: text), mentions: Self.found(/<(!(?:here|channel|everyone)|@[A-Z0-9]+)>/, in: text))
        case .mattermost: return .usable(text: Self.shown(inSlack: text), mentions: Self.found(/(?:^|[^\w@])(@(?:all|channel|here))\b/, in: text))
        case .discord:
            guard text.unicodeScalars.count <= 2000 else { return .refused(.init(400, code: 50035)) }
            let allowed = (object["allowed_mentions"] as? [String: Any])?["parse"] as? [String]
            return .usable(text: text, mentions: allowed?.isEmpty == true ? [] : Self.found(/(@everyone|@here|<@[!&]?\d+>)/, in: text))
        // Theirs isn't one text.
        case .teams, .gotify: return .refused(unreadable)
        }
    }

    private var unreadable: ChatRefusalAnswer {
        switch self {
        case .slack, .mattermost: .init(400, word: "invalid_payload")
        case .discord: .init(400, code: 50109)
        case .teams: .init(400, word: Self.workflowError("TriggerInputSchemaMismatch", "The input body for trigger 'manual' did not match its schema definition."))
        case .gotify: .init(400, word: Self.gotifyError(400, "Bad Request", "invalid JSON"))
        }
    }

    private var empty: ChatRefusalAnswer {
        switch self {
        case .slack, .mattermost, .teams: .init(400, word: "no_text")
        case .discord: .init(400, code: 50006)
        case .gotify: .init(400, word: Self.gotifyError(400, "Bad Request", "Field 'message' is required"))
        }
    }

    /// For a webhook that isn't there.
    var unknown: ChatRefusalAnswer {
        switch self {
        case .slack: .init(404, word: "no_service")
        case .mattermost: .init(400, word: #"{"id":"web.incoming_webhook.invalid.app_error","message":"Invalid webhook.","status_code":400}"#)
        case .discord: .init(404, code: 10015)
        case .teams:
            .init(400, word: Self.workflowError("WorkflowTriggerIsNotEnabled", "Could not execute workflow trigger 'manual' with state 'Deleted'."))
        case .gotify:
            .init(401, word: Self.gotifyError(401, "Unauthorized", "you need to provide a valid access token or user credentials to access this api"))
        }
    }

    /// For a webhook that is there, with another secret.
    var wrongSecret: ChatRefusalAnswer {
        switch self {
        case .discord: .init(401, code: 50027)
        case .teams: .init(401, word: Self.workflowError("AuthorizationFailed", "The authentication credentials are not valid."))
        case .slack, .mattermost, .gotify: unknown
        }
    }

    /// As Azure Logic Apps say it.
    private static func workflowError(_ code: String, _ message: String) -> String { #"{"error":{"code":"\#(code)","message":"\#(message)"}}"# }

    private static func gotifyError(_ status: Int, _ error: String, _ description: String) -> String {
        #"{"error":"\#(error)","errorCode":\#(status),"errorDescription":"\#(description)"}"#
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
    /// Slack's one word, or the error of Mattermost, Gotify or a workflow.
    let word: String?
    /// Discord's.
    let code: Int?

    init(_ status: Int, word: String? = nil, code: Int? = nil) {
        self.status = status
        self.word = word
        self.code = code
    }
}
