import Foundation

/// What a request to the root of an ntfy server wants, checked as the real one checks it.
struct NtfyRequest: Hashable, Sendable {
    let topic: String
    let title: String
    let message: String
    let priority: Int
    let click: String
    /// Empty where it stands alone.
    let sequence: String
    let buttons: [NtfySimulator.Button]

    enum Result {
        case usable(NtfyRequest)
        /// By a code of ntfy's, of which the first three digits are the status.
        case refused(Int)
    }

    /// A server's `message-size-limit`, as it is where nothing else is set.
    static let messageSizeLimit = 4096
    private static let disallowedTopics: Set = ["docs", "static", "file", "app", "metrics", "account", "settings", "signup", "login", "v1"]

    static func check(_ body: [UInt8]) -> Result {
        guard body.count < 2 * messageSizeLimit else { return .refused(41303) }
        guard let object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any] else { return .refused(40024) }
        func text(_ name: String) -> String? { object[name] == nil ? "" : object[name] as? String }
        guard let topic = text("topic"), let title = text("title"), let message = text("message"), let click = text("click"),
            let sequence = text("sequence_id"), let priority = object["priority"] == nil ? 0 : object["priority"] as? Int
        else { return .refused(40024) }
        guard isName(topic) else { return .refused(40009) }
        guard !disallowedTopics.contains(topic) else { return .refused(40010) }
        guard sequence.isEmpty || isName(sequence) else { return .refused(40049) }
        guard (0...5).contains(priority) else { return .refused(40007) }
        guard title.utf8.count <= 1024 else { return .refused(40000) }
        guard let buttons = buttons(in: object) else { return .refused(40018) }
        // It would be an attachment, which this server doesn't take, as none does where nothing is set.
        guard message.utf8.count < messageSizeLimit else { return .refused(40014) }
        return .usable(
            NtfyRequest(
                topic: topic, title: title, message: message.isEmpty ? "triggered" : message, priority: priority == 0 ? 3 : priority, click: click,
                sequence: sequence, buttons: buttons))
    }

    /// As `server/actions.go` of ntfy 2.13 checks them; nil where it refuses one.
    private static func buttons(in object: [String: Any]) -> [NtfySimulator.Button]? {
        let actions = object["actions"] as? [[String: Any]] ?? []
        let buttons = actions.compactMap { action -> NtfySimulator.Button? in
            func text(_ name: String) -> String { action[name] as? String ?? "" }
            let (kind, method) = (text("action"), text("method").isEmpty ? "POST" : text("method").uppercased())
            guard ["view", "http"].contains(kind), !text("label").isEmpty, !text("url").isEmpty, !["GET", "HEAD"].contains(method) || text("body").isEmpty
            else { return nil }
            return NtfySimulator.Button(
                kind: kind, label: text("label"), url: text("url"), method: method, body: text("body"), clears: action["clear"] as? Bool ?? false)
        }
        return buttons.count == actions.count && actions.count <= 3 ? buttons : nil
    }

    static func isName(_ text: String) -> Bool { text.wholeMatch(of: /[-_A-Za-z0-9]{1,64}/) != nil }
}
