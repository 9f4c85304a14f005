import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryChannels

@Suite("A notification as a mail")
struct EmailComposerTests {
    @Test("Its headers name it, thread it with the alert's other news, and offer to unsubscribe at one click")
    func headers() throws {
        let notification = OutgoingNotification.mail()
        let mail = try EmailMessage.example(notification)
        #expect(mail.header("Message-ID") == "<\(notification.transmission.text)@belfry.example>")
        #expect(mail.header("References") == "<alert.alert-1@belfry.example>" && mail.header("In-Reply-To") == mail.header("References"))
        #expect(mail.header("Auto-Submitted") == "auto-generated")
        #expect(mail.header("Date") == "Sun, 25 Jan 2026 12:00:00 +0000")
        #expect(mail.header("List-Unsubscribe-Post") == "List-Unsubscribe=One-Click")
        let ways = try #require(mail.header("List-Unsubscribe")).split(separator: ", ").map(String.init)
        #expect(ways.count == 2 && ways[0].hasPrefix("<https://belfry.example/unsubscribe/") && ways[1].hasPrefix("<mailto:unsubscribe@belfry.example?subject="))
        let token = ways[0].dropFirst("<https://belfry.example/unsubscribe/".count).dropLast()
        let subject = try UnsubscribeTokens(Secret(.text(EmailSettings.secret))).subject(of: String(token))
        #expect(subject == .init(user: .ana, address: AddressID(literal: "mailbox-1"), category: "pattern_alert"))
    }

    @Test("A mail that nobody can switch off says no way to do so")
    func required() throws {
        let mail = OutgoingNotification.mail()
        let required = OutgoingNotification(delivery: mail.delivery, content: mail.content, address: mail.address, isRequired: true)
        let message = try EmailMessage.example(required)
        #expect(message.header("List-Unsubscribe") == nil && message.header("List-Unsubscribe-Post") == nil)
        #expect(!message.text.contains("/unsubscribe/") && !message.html.contains("/unsubscribe/"))
    }

    @Test("A later attempt is the same mail, but for its date")
    func repetition() throws {
        let composer = try EmailComposer(.example())
        let first = try composer.message(for: .mail(), now: .noon)
        let second = try composer.message(for: .mail(), now: .evening)
        #expect(first.messageID == second.messageID && first.text == second.text && first.html == second.html && first.unsubscribe == second.unsubscribe)
        #expect(try composer.message(for: .mail(2), now: .noon).messageID != first.messageID)
    }

    @Test(
        "Nothing that a sender or recipient wrote begins a header",
        arguments: ["a\r\nBcc: eve@example.org", "a\nBcc: eve@example.org", "a\rBcc: eve@example.org", "a\u{85}Bcc: eve@example.org", "a\u{2028}Bcc: x", "a\u{0}b", "ü\r\nBcc: x"])
    func injection(text: String) throws {
        let mail = try EmailMessage.example(.mail(title: text))
        for line in mail.headerLines {
            // Only the folds of encoded words may break a line, and they go on with a space.
            #expect(!line.replacing("\r\n ", with: "").unicodeScalars.contains { $0.value < 0x20 || $0.value > 0x7E }, "\(line)")
        }
        #expect(throws: Unsendable.self) { try EmailMessage.example(.mail(to: text + "@example.org")) }
        #expect(throws: EmailSettings.ConfigurationError.unusableSender) {
            try EmailSettings(from: text + "@example.org", publicURL: "https://belfry.example", unsubscribeSecret: Secret(.text(EmailSettings.secret)))
        }
        let named = try #require(Mailbox("belfry@example.org", name: text + "\"<"))
        #expect(!named.headerText.replacing("\r\n ", with: "").unicodeScalars.contains { $0.value < 0x20 || $0.value > 0x7E })
    }

    @Test("Why it came is told to the recipient and to their champion, each as it is")
    func reasons() throws {
        #expect(try EmailMessage.example(.mail()).text.contains("because notifications by e-mail are switched on for you."))
        #expect(try EmailMessage.example(.mail(over: .championEmail)).text.contains("because somebody has named you as their champion."))
    }

    @Test("A link to sign in is the mail's one button, with the reason why it came, and nothing to unsubscribe from")
    func signIn() throws {
        let (mail, link) = (OutgoingNotification.mail(), "https://belfry.example/login?token=a.b.c")
        let letter = OutgoingNotification(delivery: mail.delivery, content: mail.content, address: mail.address, signInLink: link)
        let message = try EmailMessage.example(letter)
        #expect(message.text.contains("\n\nSign in: \(link)\n") && message.html.contains("<a class=\"button\" href=\"\(link)\">Sign in</a>"))
        #expect(message.html.ranges(of: "<a ").count == 1 && message.unsubscribe == nil && message.header("List-Unsubscribe") == nil)
        for body in [message.text, message.html] { #expect(body.contains("because somebody asked for a link to sign in as you.")) }
    }

    @Test("Both bodies say the same, with one link, and the HTML escapes what it is told")
    func bodies() throws {
        let mail = try EmailMessage.example(.mail(title: "<b>Ben</b>", body: "1 < 2 & \"so\"\nsecond"))
        #expect(mail.text.contains("<b>Ben</b>\n\n1 < 2 & \"so\"\nsecond\n\nOpen: https://belfry.example/alerts/alert-1\n"))
        #expect(mail.html.contains("<h1>&lt;b&gt;Ben&lt;/b&gt;</h1>") && mail.html.contains("<p>1 &lt; 2 &amp; &quot;so&quot;</p>\n<p>second</p>"))
        #expect(mail.html.contains(#"<a class="button" href="https://belfry.example/alerts/alert-1">Open</a>"#))
        #expect(mail.html.ranges(of: "class=\"button\"").count == 1 && !mail.html.contains("<b>"))
        #expect(mail.html.contains("prefers-color-scheme: dark") && !mail.html.contains("<img") && !mail.html.contains("<script"))
    }

    @Test("What an app offers is a button beside ours where the operator allows its link; what only answers isn't, and a champion gets none")
    func actions() throws {
        let json = """
            [{"id":"pay","title":"Pay <now>","link":"https://app.example/pay?a=1&b='2'"},{"id":"no","title":"No"},
            {"id":"look","title":"Look","link":"https://evil.example/"}]
            """
        let offered = try decoded(OfferedActions.self, from: json)
        let composer = try EmailComposer(.example(linkOrigins: try #require(LinkOrigins(named: ["https://app.example"]))))
        func mail(over channel: DeliveryChannel, by composer: EmailComposer) throws -> EmailMessage {
            let example = OutgoingNotification.mail(over: channel)
            var delivery = example.delivery
            delivery.payload.actions = offered
            return try composer.message(for: OutgoingNotification(delivery: delivery, content: example.content, address: example.address), now: .noon)
        }
        let shown = try mail(over: .email, by: composer)
        #expect(shown.text.contains("Open: https://belfry.example/alerts/alert-1\n\nPay <now>: https://app.example/pay?a=1&b='2'\n\n-- \n"))
        #expect(shown.html.contains("<a class=\"button\" href=\"https://app.example/pay?a=1&amp;b=") && shown.html.contains(">Pay &lt;now&gt;</a>"))
        #expect(shown.html.ranges(of: "class=\"button\"").count == 2 && !(shown.html + shown.text).contains("evil"))
        #expect(try !mail(over: .championEmail, by: composer).text.contains("app.example"))
        #expect(try !mail(over: .email, by: EmailComposer(.example())).html.contains("app.example"))
    }

    @Test("Its button leads to the alert, or to the first page where there is none; a champion's mail, who may have no account, has no button")
    func button() throws {
        func text(of alert: AlertID?, over channel: DeliveryChannel = .email) throws -> String {
            let delivery = Delivery(
                id: .example(1), createdAt: .noon, recipient: .ana, member: .ben, alert: alert, channelName: channel.rawValue, payload: Payload())
            let mail = OutgoingNotification.mail()
            return try EmailMessage.example(OutgoingNotification(delivery: delivery, content: mail.content, address: mail.address)).text
        }
        #expect(try text(of: .example(1)).contains("Open: https://belfry.example/alerts/alert-1\n"))
        #expect(try text(of: AlertID(literal: "a b/ü")).contains("Open: https://belfry.example/alerts/a%20b%2F%C3%BC\n"))
        #expect(try text(of: nil).contains("Open: https://belfry.example/\n"))
        #expect(try !text(of: .example(1), over: .championEmail).contains("Open:"))
    }

    @Test("Each language has words around it, and Arabic reads from right to left", arguments: Language.allCases)
    func languages(language: Language) throws {
        let html = try EmailMessage.example(.mail(language: language)).html
        #expect(html.contains("<html lang=\"\(language.rawValue)\" dir=\"\(language == .arabic ? "rtl" : "ltr")\">"))
        let text = try EmailMessage.example(.mail(language: language)).text
        let english = try EmailMessage.example().text
        #expect((language == .english) == (text == english))
    }

    @Test("A subject that is too long is cut, and one category alone is named in the link where it is no monster")
    func lengths() throws {
        let mail = try EmailMessage.example(.mail(title: String(repeating: "ä", count: 400)))
        #expect(mail.subject.utf8.count <= 250 && mail.subject.hasSuffix("…"))
        var payload = Payload()
        payload.kind = String(repeating: "k", count: 65)
        let long = String(repeating: "u", count: 128)
        let delivery = Delivery(
            id: DeliveryID(literal: long), createdAt: .noon, recipient: UserID(literal: long), member: .ben, alert: nil, channelName: "email", payload: payload)
        let notification = OutgoingNotification(
            delivery: delivery, content: OutgoingNotification.mail().content,
            address: Address(id: AddressID(literal: long), target: .mailbox("ana@example.org"), registeredAt: .noon))
        let monster = try EmailMessage.example(notification)
        #expect(monster.headerLines.allSatisfy { $0.utf8.count <= 998 } && monster.header("References") == nil)
    }

    @Test("Without a secret to sign links with, no mail goes out", arguments: ["", "short", String(repeating: "x", count: 31)])
    func noSecret(secret: String) throws {
        let settings = try EmailSettings(from: "belfry@belfry.example", publicURL: "https://belfry.example", unsubscribeSecret: Secret(.text(secret)))
        #expect(settings.findings().map(\.code) == ["unsubscribe_secret_unusable"])
        let error = #expect(throws: Unsendable.self) { try EmailComposer(settings).message(for: .mail(), now: .noon) }
        #expect(error?.isOperatorsToMend == true, "it waits until there is one")
        #expect(try EmailSettings.example().findings() == [])
    }

    @Test("An address for links must be one that mail programs act on", arguments: ["", "belfry.example", "http://belfry.example", "https://", "https://a b", "https://a.example/?q", "https://u@a.example"])
    func publicURL(url: String) {
        #expect(throws: EmailSettings.ConfigurationError.unusablePublicURL) { try EmailSettings.example(publicURL: url) }
    }

    @Test("Only a mailbox gets mail")
    func otherAddress() {
        let notification = OutgoingNotification(delivery: .example(1), content: OutgoingNotification.mail().content, address: .endpoint)
        #expect(throws: Unsendable.self) { try EmailMessage.example(notification) }
    }
}
