import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// Sends by Twilio, and after a lost answer looks whether Twilio has the message.
public struct TwilioSender: Sender, Reconciler {
    let dialect: TwilioDialect
    let exchange: HTTPExchange
    private let authorization: StandingAuthorization
    private let sender: HTTPSender<TwilioDialect>
    private let known = KnownMessages()

    public init(_ settings: TwilioSettings, over exchange: HTTPExchange, protection: ProviderProtection? = nil) {
        dialect = TwilioDialect(settings)
        self.exchange = exchange
        authorization = .basic(user: settings.accountSID, password: settings.authToken, ifUnreadable: "twilio_token_unreadable")
        sender = HTTPSender(
            dialect, over: exchange, authorizations: authorization, protection: protection ?? ProviderProtection(rate: settings.rate))
    }

    public var provider: Provider { .twilio }
    public var reconciler: (any Reconciler)? { self }
    public var afterLostAnswer: LostAnswerPolicy { .reconcile }

    public func send(_ notification: OutgoingNotification, now: Instant) async -> SendResult {
        let result = await sender.send(notification, now: now)
        if let message = result.providerMessageID { known.claim(message, for: notification.transmission) }
        return result
    }

    public var settlingTime: Duration { .seconds(20) }
    /// By so much Twilio's clock may be behind ours.
    static let clockTolerance = Duration.seconds(60)
    /// So many messages at most, with all that Twilio says of each, are an answer that is read as a whole.
    static let pageSize = 50
    /// And so many such answers: more go to one number in a storm alone.
    static let pageCountMax = 3

    /// Looks for a message to this number with this text that was made since it may have been handed over, and isn't known to be another's.
    ///
    /// Twilio's list has no name of ours, and a person may well be told the same words twice. It is not narrowed by the day of sending: a
    /// message that still waits in Twilio's queue has none.
    public func reconcile(
        _ notification: OutgoingNotification, since earliest: Instant, until latest: Instant, now: Instant,
        isAnothers: @Sendable (_ providerMessageID: String) async throws -> Bool
    ) async -> Reconciliation {
        guard let recipient = try? dialect.recipient(of: notification), let authorization = try? await authorization.authorization(now: now) else {
            return .unknown
        }
        // The answer was given up after the time-out at the latest, so it was handed over no longer before. It may have been made much later: by a
        // worker that handed it over once more, and died.
        let first = max(notification.delivery.createdAt, earliest - dialect.timeout) - Self.clockTolerance
        let text = dialect.text(of: notification)
        var query = FormEncoding.encode([("To", recipient.e164), ("PageSize", String(Self.pageSize))])
        for _ in 0..<Self.pageCountMax {
            guard let listed = await page(query, authorization) else { return .unknown }
            for message in listed.messages where message.says(text) && message.isOurs(madeSince: first) {
                // Another process may have been told of it, or this one before it began anew.
                guard let isTaken = try? await isAnothers(message.sid) else { return .unknown }
                if !isTaken, known.claim(message.sid, for: notification.transmission) { return .arrived(providerMessageID: message.sid) }
            }
            // The newest come first.
            guard let next = listed.nextQuery, listed.messages.last?.createdAt.map({ $0 < first }) != true else {
                return now - latest >= settlingTime ? .missing : .unknown
            }
            query = next
        }
        return .unknown
    }

    /// Nil where it can't be had.
    private func page(_ query: String, _ authorization: String) async -> Page? {
        let request = ProviderRequest(
            method: "GET", url: "\(dialect.messagesURL)?\(query)", headers: ["authorization": authorization, "accept": "application/json"], body: [])
        guard let response = try? await exchange.exchange(request, timeout: dialect.timeout), response.status == 200 else { return nil }
        return try? JSONDecoder().decode(Page.self, from: Data(response.body))
    }

    private struct Page: Decodable {
        let messages: [Message]
        let nextPageURI: String?

        enum CodingKeys: String, CodingKey {
            case messages
            case nextPageURI = "next_page_uri"
        }

        /// Of the page behind it, which is at the same address; nil where there is none.
        var nextQuery: String? {
            nextPageURI.flatMap { uri in uri.firstIndex(of: "?").map { String(uri[uri.index(after: $0)...]) } }
        }

        struct Message: Decodable {
            let sid: String
            /// Twilio's description of its API allows for none.
            let body: String?
            let direction: String
            let dateCreated: String?

            enum CodingKeys: String, CodingKey {
                case sid, body, direction
                case dateCreated = "date_created"
            }

            /// A trial account's messages begin with words of Twilio's own, and a dash.
            func says(_ text: String) -> Bool { body == text || body?.hasSuffix(" - " + text) == true }

            func isOurs(madeSince moment: Instant) -> Bool { direction.hasPrefix("outbound") && createdAt.map { $0 >= moment } != false }

            /// `Thu, 24 Aug 2023 05:01:45 +0000`: RFC 2822, section 3.3, always in UTC.
            var createdAt: Instant? {
                dateCreated.flatMap { RetryAfter.moment(of: $0.replacing("+0000", with: "GMT")) }
            }
        }
    }
}

extension TwilioSender: CustomStringConvertible {
    public var description: String { "TwilioSender" }
}
