import BelfryTime
import Foundation

/// What a room's server says in a refusal. Its own text is read and never passed on: it may quote the webhook.
struct ChatRefusal {
    /// Stable: `chat_no_service`, `chat_discord_10015`, or `chat_http_502` where it says no more.
    let name: String
    let meaning: RefusalMeaning
    /// How long to wait, where it says so.
    let retryAfter: Duration?

    init(_ format: ChatFormat, status: Int, headers: [String: String], body: [UInt8], now: Instant) {
        let header = headers["retry-after"].flatMap { RetryAfter.length(of: $0, now: now) }
        let told: (name: String, meaning: RefusalMeaning)?
        switch format {
        case .slack:
            told = Self.word(in: body)
            retryAfter = header
        case .discord:
            let answer = try? JSONDecoder().decode(DiscordAnswer.self, from: Data(body))
            told = answer?.code.flatMap { code in Self.discord[code].map { ("discord_\(code)", $0) } }
            retryAfter = answer?.retry_after.map(Self.length) ?? header
        case .teams:
            told = (try? JSONDecoder().decode(WorkflowAnswer.self, from: Data(body))).flatMap { Self.workflow($0.error) }
            retryAfter = header
        case .gotify:
            let answer = try? JSONDecoder().decode(GotifyAnswer.self, from: Data(body))
            told = answer.flatMap { answer in Self.gotify[answer.errorCode].map { ("gotify_\(answer.errorCode)", $0) } }
            retryAfter = header
        }
        name = "chat_" + (told?.name ?? "http_\(status)")
        meaning = told?.meaning ?? Self.meaning(of: status)
    }

    private static func meaning(of status: Int) -> RefusalMeaning {
        switch status {
        case 410: RefusalMeaning(.addressGone, "there is no such webhook any more")
        // A server of one's own may be on its way back, and a webhook of Slack's or Discord's that is gone says so in words.
        case 401, 403, 404: RefusalMeaning(.spare(.seconds(900)), "the server doesn't know the webhook, or takes nothing from it now")
        case 429: RefusalMeaning(.pause(.seconds(5)), "more messages than the room takes")
        case 408, 500...: RefusalMeaning(.retry(after: nil), "the server has trouble of its own")
        default: RefusalMeaning(.reject, "refused: the server doesn't take such a message there")
        }
    }

    // MARK: Slack, and who speaks as it does

    private static func word(in body: [UInt8]) -> (name: String, meaning: RefusalMeaning)? {
        let text = String(decoding: body.prefix(1024), as: UTF8.self).lowercased()
        return words.first { text.contains($0.word) }.map { ($0.name, $0.meaning) }
    }

    private static let gone = RefusalMeaning(.addressGone, "there is no such webhook any more, or no such room")

    /// Slack answers with one word: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors and
    /// https://api.slack.com/changelog/2016-05-17-changes-to-errors-for-incoming-webhooks. Mattermost's are `id`s of its errors
    /// (github.com/mattermost/mattermost, `server/channels/app/webhook.go` and `server/channels/web/webhook.go`), Rocket.Chat says it in a sentence
    /// (github.com/RocketChat/Rocket.Chat, `apps/meteor/app/integrations/server/api/api.ts`).
    private static let words: [(word: String, name: String, meaning: RefusalMeaning)] = [
        ("no_service", "no_service", gone), ("no_active_hooks", "no_active_hooks", gone), ("no_team", "no_team", gone), ("invalid_token", "invalid_token", gone),
        ("channel_not_found", "channel_not_found", gone), ("channel_is_archived", "channel_is_archived", gone),
        ("web.incoming_webhook.invalid.app_error", "no_webhook", gone), ("invalid integration id or token", "no_webhook", gone),
        ("action_prohibited", "action_prohibited", RefusalMeaning(.reject, "who runs the chat doesn't let webhooks write in this room")),
        ("posting_to_general_channel_denied", "action_prohibited", RefusalMeaning(.reject, "who runs the chat doesn't let webhooks write in this room")),
        ("invalid_payload", "invalid_payload", RefusalMeaning(.reject, "the server doesn't take such a message")),
        ("no_text", "no_text", RefusalMeaning(.reject, "the server takes no message without words")),
    ]

    // MARK: Discord

    private struct DiscordAnswer: Decodable {
        let code: Int?
        /// Seconds: https://discord.com/developers/docs/topics/rate-limits#exceeding-a-rate-limit
        let retry_after: Double?
    }

    /// Source: https://discord.com/developers/docs/topics/opcodes-and-status-codes#json-json-error-codes
    private static let discord: [Int: RefusalMeaning] = [
        10003: gone, 10015: gone,
        // The webhook is there, and this isn't what belongs to it.
        50027: gone,
        50006: RefusalMeaning(.reject, "the server takes no message without words"),
        50035: RefusalMeaning(.reject, "the server doesn't take such a message"),
    ]

    // MARK: Microsoft Teams

    private struct WorkflowAnswer: Decodable {
        let error: Refused

        struct Refused: Decodable {
            let code: String
            let message: String?
        }
    }

    /// The errors of Azure Logic Apps, on which workflows run. One that is deleted and one that is switched off have one code, and say the state in a
    /// sentence (github.com/Azure/logicapps, issues 26 and 1157; https://learn.microsoft.com/azure/logic-apps/logic-apps-securing-a-logic-app).
    private static func workflow(_ error: WorkflowAnswer.Refused) -> (name: String, meaning: RefusalMeaning)? {
        switch error.code {
        case "WorkflowNotFound", "WorkflowTriggerNotFound": ("workflow_gone", gone)
        case "WorkflowTriggerIsNotEnabled" where error.message?.contains("'Deleted'") == true: ("workflow_gone", gone)
        case "WorkflowTriggerIsNotEnabled", "WorkflowDisabled":
            ("workflow_off", RefusalMeaning(.spare(.seconds(3600)), "the workflow is switched off; its owner switches it on in Power Automate"))
        case "DirectApiAuthorizationRequired":
            ("workflow_not_anyones", RefusalMeaning(.reject, "the address has no signature, or the workflow isn't one that anyone may trigger"))
        case "AuthorizationFailed", "AuthenticationFailed":
            ("workflow_signature", RefusalMeaning(.addressGone, "the signature in the address isn't, or is no longer, the workflow's"))
        case "TriggerInputSchemaMismatch": ("workflow_schema", RefusalMeaning(.reject, "the workflow doesn't take a card; make it from Teams' own template"))
        default: nil
        }
    }

    // MARK: Gotify

    private struct GotifyAnswer: Decodable {
        let errorCode: Int
        let errorDescription: String
    }

    /// Source: https://gotify.net/api-docs#/message/createMessage; that 401 is the token's and 400 the message's: github.com/gotify/server, issue 652.
    private static let gotify: [Int: RefusalMeaning] = [
        400: RefusalMeaning(.reject, "the server doesn't take such a message"),
        401: RefusalMeaning(.addressGone, "the server knows no application by this token, or no longer"),
        403: RefusalMeaning(.reject, "the token is none by which messages are sent; it must be an application's"),
    ]

    /// Up to the next whole second. What is longer than a day, or no number, is asked again then.
    private static func length(ofSeconds seconds: Double) -> Duration {
        RetryAfter.bounded(.seconds(Int64(min(max(seconds, 0), 86_400).rounded(.up))))
    }
}
