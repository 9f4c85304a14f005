import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime

/// Makes a mail of a notification.
public struct EmailComposer: Sendable {
    let settings: EmailSettings

    public init(_ settings: EmailSettings) {
        self.settings = settings
    }

    /// A line that nobody reads further than.
    static let subjectByteCountMax = 250

    /// - Throws: ``Unsendable`` where the address is none that mail reaches, or the secret for links to unsubscribe is missing.
    public func message(for notification: OutgoingNotification, now: Instant) throws(Unsendable) -> EmailMessage {
        guard case .mailbox(let address) = notification.address.target else {
            throw Unsendable("not_a_mailbox: mail goes to mailboxes alone; check which sender the channel is given")
        }
        guard let to = Mailbox(address) else {
            throw Unsendable("mailbox_malformed: the address is no name@domain in ASCII; write the domain in its xn-- form")
        }
        let signInLink = notification.signInLink
        // Nobody can unsubscribe from what is sent because they ask for it, nor from what its app requires: a way that leads nowhere is none.
        let unsubscribe = signInLink == nil && !notification.isRequired ? try unsubscribe(notification) : nil
        let content = notification.content
        let look = notification.look
        let isForChampion = notification.delivery.channel == .championEmail
        let body = EmailBody(
            content, link: signInLink ?? (isForChampion ? nil : link(of: notification.delivery)),
            actions: isForChampion ? [] : notification.actions?.shown(within: settings.linkOrigins) ?? [],
            image: notification.image, showsImage: settings.showsImages, unsubscribeLink: unsubscribe?.link, isForChampion: isForChampion,
            isSignIn: signInLink != nil, sender: look, logo: settings.showsImages ? look?.logo : nil)
        return EmailMessage(
            from: notification.senderName.flatMap { Mailbox(settings.from.address, name: $0) } ?? settings.from,
            replyTo: look?.replyTo.flatMap { Mailbox($0) }, to: to,
            subject: Phrases.cut(content.title.withoutControls, toByteCount: Self.subjectByteCountMax), text: body.text, html: body.html,
            messageID: "<\(notification.transmission.text)@\(settings.from.domain)>", date: MailDate.text(now),
            thread: notification.delivery.alert.map { "<alert.\(Self.atom($0.text))@\(settings.from.domain)>" }, unsubscribe: unsubscribe)
    }

    /// The page of what it tells of; a summary's is that of its first. A champion, who may be nobody here, can't open any.
    private func link(of delivery: Delivery) -> String {
        settings.publicURL + (delivery.alert.map { "/alerts/" + FormEncoding.escaped($0.text) } ?? "/")
    }

    private func unsubscribe(_ notification: OutgoingNotification) throws(Unsendable) -> EmailMessage.Unsubscribe {
        let tokens: UnsubscribeTokens
        do {
            tokens = try UnsubscribeTokens(settings.unsubscribeSecret)
        } catch {
            throw Unsendable(
                "unsubscribe_secret_unusable: set email_unsubscribe_secret to at least 32 characters; no mail goes out without a way to unsubscribe",
                isOperatorsToMend: true)
        }
        let delivery = notification.delivery
        let category = delivery.payload.category
        let token = tokens.token(
            for: .init(
                user: delivery.recipient, address: notification.address.id,
                category: category.utf8.count <= UnsubscribeTokens.categoryByteCountMax ? category : nil))
        let link = "\(settings.publicURL)/unsubscribe/\(token)"
        return EmailMessage.Unsubscribe(link: link, mailto: settings.unsubscribeMailbox.map { "mailto:\($0.address)?subject=unsubscribe%20\(token)" })
    }

    /// A name as the left part of a message's identifier can have it: letters, digits and `-`, everything else as its number.
    private static func atom(_ text: String) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var atom: [UInt8] = []
        for byte in text.utf8 {
            if byte.isASCIILetterOrDigit || byte == UInt8(ascii: "-") {
                atom.append(byte)
            } else {
                atom += [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: atom, as: UTF8.self)
    }
}
