import BelfryModel

/// How a room's server wants a message: it follows from the path of the webhook's address.
enum ChatFormat: CaseIterable {
    /// `{"text": …}`, as Slack takes it, and Mattermost, Rocket.Chat, Zulip and others after it.
    ///
    /// Source: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
    case slack
    /// `{"content": …}`: https://discord.com/developers/docs/resources/webhook#execute-webhook
    case discord
    /// A card in `attachments`, as the workflows of Microsoft Teams take it that begin with a webhook.
    ///
    /// Source: https://support.microsoft.com/office/create-incoming-webhooks-with-workflows-for-microsoft-teams-8ae491c7-0394-4861-ba59-055e33f75498
    case teams
    /// `{"title": …, "message": …}`: https://gotify.net/docs/pushmsg
    case gotify

    /// Discord's webhooks are at `/api/webhooks/…` or `/api/v10/webhooks/…`, by the same page. A workflow's is at
    /// `/workflows/…/triggers/…/paths/invoke`, on `logic.azure.com` or, behind `/powerautomate/automations/direct`, on `api.powerplatform.com`
    /// (https://learn.microsoft.com/azure/logic-apps/logic-apps-http-endpoint). Gotify's is `/message` with the `token` of an application. Nobody else's
    /// are.
    init(ofWebhook url: String) {
        let parts = WebhookParts(url)
        let words = parts.path.first == "api" ? parts.path.dropFirst() : parts.path[...]
        let isVersion = words.first.map { $0.hasPrefix("v") && !$0.dropFirst().isEmpty && $0.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) } } ?? false
        if (isVersion ? words.dropFirst() : words).first == "webhooks" {
            self = .discord
        } else if parts.path.suffix(2) == ["paths", "invoke"], parts.path.contains("workflows"), parts.path.contains("triggers") {
            self = .teams
        } else if parts.path.last == "message", parts.value(of: "token") != nil {
            self = .gotify
        } else {
            self = .slack
        }
    }

    /// Where a message is posted, and by which headers besides.
    ///
    /// Discord also has an address for Slack's format, which is its own with `/slack` behind it. It gets its own words all the same, for in those alone
    /// can be said that nobody is mentioned. With `wait` it answers when the message is there, and not before it looked at it.
    /// Gotify's token goes as a header (https://gotify.net/api-docs#/message/createMessage): addresses stand in logs of servers on the way.
    func destination(ofWebhook url: String) -> (url: String, headers: [String: String]) {
        let parts = WebhookParts(url)
        switch self {
        case .slack, .teams: return (url, [:])
        case .discord: return ("\(parts.withoutSlack)?" + (parts.query.filter { !$0.hasPrefix("wait=") } + ["wait=true"]).joined(separator: "&"), [:])
        case .gotify:
            let others = parts.query.filter { !$0.hasPrefix("token=") }
            let query = others.isEmpty ? "" : "?" + others.joined(separator: "&")
            return (parts.beforeQuery + query, ["x-gotify-key": parts.value(of: "token") ?? ""])
        }
    }

    /// Where a message is deleted; nil where a webhook can't take back what it has posted.
    ///
    /// Source: https://discord.com/developers/docs/resources/webhook#delete-webhook-message. Slack's takes nothing back
    /// (https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks), nor do those after it, and workflows of Teams; Gotify deletes by the token of
    /// a client, and not by an application's (https://gotify.net/api-docs#/message/deleteMessage).
    ///
    /// - Parameter name: of the message, as Discord gave it.
    func removal(ofWebhook url: String, of name: String?) -> String? {
        guard self == .discord, let name, !name.isEmpty, name.utf8.allSatisfy({ $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") }) else { return nil }
        let parts = WebhookParts(url)
        // A message in a thread is found by that alone.
        let thread = parts.query.first { $0.hasPrefix("thread_id=") }.map { "?\($0)" } ?? ""
        return "\(parts.withoutSlack)/messages/\(name)\(thread)"
    }
}

/// The address of a webhook, taken apart.
private struct WebhookParts {
    let beforeQuery: Substring
    /// What stands between the slashes behind the host.
    let path: [Substring]
    let query: [Substring]

    init(_ url: String) {
        let halves = url.split(separator: "?", maxSplits: 1)
        beforeQuery = halves.first ?? ""
        path = Array(beforeQuery.split(separator: "/").dropFirst(2))
        query = halves.dropFirst().first?.split(separator: "&") ?? []
    }

    /// Discord's own address, without its query.
    var withoutSlack: Substring {
        var path = beforeQuery
        for ending in ["/", "/slack"] where path.hasSuffix(ending) { path = path.dropLast(ending.count) }
        return path
    }

    /// Nil where it isn't there, or is empty.
    func value(of name: String) -> String? {
        query.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
