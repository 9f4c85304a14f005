/// A mail with finished words, before a provider's language: what SMTP, SendGrid and SES are given alike.
public struct EmailMessage: Hashable, Sendable {
    public let from: Mailbox
    /// Where an answer goes; nil for the sender's own mailbox.
    public let replyTo: Mailbox?
    public let to: Mailbox
    public let subject: String
    public let text: String
    public let html: String
    /// With its angle brackets; the same at every attempt, so that a repetition can be told.
    public let messageID: String
    /// As the header has it.
    public let date: String
    /// The name of the thread that news of one alert form; nil where it stands alone.
    public let thread: String?
    public let unsubscribe: Unsubscribe?

    /// How a reader's mail program offers to unsubscribe.
    public struct Unsubscribe: Hashable, Sendable {
        /// Acts at once when something is posted there (RFC 8058), and shows a page when it is opened.
        public let link: String
        /// A mailbox that reads what is sent there; nil where there is none.
        public let mailto: String?
    }

    /// Of a header's value: SES takes 995 bytes, and a line of a mail has at most 998.
    static let headerByteCountMax = 900

    /// The headers that every provider lets us set.
    ///
    /// - `Auto-Submitted`, so that no holiday notice answers (RFC 3834, section 5).
    /// - `List-Unsubscribe` and `List-Unsubscribe-Post` (RFC 2369, section 3.2, and RFC 8058, section 3.1).
    /// - `References` and `In-Reply-To`, by which readers put the news of one alert together (RFC 5322, section 3.6.4).
    var extraHeaders: [(name: String, value: String)] {
        var headers = [(name: "Auto-Submitted", value: "auto-generated")]
        if let thread {
            headers.append((name: "References", value: thread))
            headers.append((name: "In-Reply-To", value: thread))
        }
        if let unsubscribe {
            let link = "<\(unsubscribe.link)>"
            let mailto = unsubscribe.mailto.map { ", <\($0)>" } ?? ""
            // The second way is left out where it would make the line too long.
            let value = link.utf8.count + mailto.utf8.count <= Self.headerByteCountMax ? link + mailto : link
            headers.append((name: "List-Unsubscribe", value: value))
            headers.append((name: "List-Unsubscribe-Post", value: "List-Unsubscribe=One-Click"))
        }
        return headers
    }

    /// All headers but those of MIME, each a line that may be folded: for who writes the message itself.
    var headerLines: [String] {
        let fields =
            [
                (name: "From", value: from.headerText), (name: "To", value: to.headerText), (name: "Subject", value: EncodedWords.header(subject)),
                (name: "Date", value: date), (name: "Message-ID", value: messageID),
            ] + (replyTo.map { [(name: "Reply-To", value: $0.headerText)] } ?? []) + extraHeaders
        return fields.map { "\($0.name): \($0.value)" }
    }
}

/// It is a letter to somebody.
extension EmailMessage: CustomStringConvertible {
    public var description: String { "EmailMessage" }
}
