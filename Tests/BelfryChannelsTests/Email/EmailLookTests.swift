import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryChannels

@Suite("A mail in the name of an app")
struct EmailLookTests {
    private func mail(_ look: AppLook, language: Language = .english, showsImages: Bool = false) throws -> EmailMessage {
        let notification = OutgoingNotification.mail(language: language).presented(as: look)
        return try EmailComposer(.example(showsImages: showsImages)).message(for: notification, now: .noon)
    }

    @Test("Its name stands before the operator's mailbox, in the reader's language, and an answer goes to its own")
    func headers() throws {
        let mail = try mail(.shop())
        #expect(mail.header("From") == "\"Corner Shop\" <belfry@belfry.example>" && mail.header("Reply-To") == "<help@shop.example>")
        #expect(try self.mail(.shop(), language: .german).header("From") == "\"Eckladen\" <belfry@belfry.example>")
        let plain = try EmailMessage.example()
        #expect(plain.header("From") == "\"Belfry\" <belfry@belfry.example>" && plain.header("Reply-To") == nil, "of all others nothing changes")
        #expect(try self.mail(AppLook(name: "Shop")).header("Reply-To") == nil)
    }

    @Test(
        "Whatever it is called, a header has one line, and nobody else's address",
        arguments: [
            "\"Bank\" <eve@evil.example>", "Shop\\", "Größe", "متجر", "=?UTF-8?Q?=0D=0ABcc:_eve=40evil.example?=",
            "a, b; c: d", "👨‍👩‍👧‍👦", String(repeating: "ü", count: 80),
        ])
    func injection(name: String) throws {
        let line = try #require(try mail(.shop(name: name)).headerLines.first { $0.hasPrefix("From: ") })
        let unfolded = line.replacing("\r\n ", with: "")
        #expect(!unfolded.unicodeScalars.contains { $0.value < 0x20 || $0.value > 0x7E }, "\(line)")
        #expect(line.hasSuffix(" <belfry@belfry.example>"))
        // What stands in quotes or in encoded words is a name, whatever is in it.
        let rest = unfolded.dropFirst("From: ".count).dropLast(" <belfry@belfry.example>".count)
        let isEncoded = rest.split(separator: " ").allSatisfy { $0.hasPrefix("=?UTF-8?B?") && $0.hasSuffix("?=") }
        #expect(isEncoded || rest.hasPrefix("\"") && rest.hasSuffix("\""), "\(rest)")
    }

    @Test("Its band has its colour with what can be read on it, and its footer ends both bodies, escaped")
    func bodies() throws {
        let mail = try mail(.shop())
        #expect(mail.html.contains("background: #ffe000; color: #000000;") && mail.html.contains("<p class=\"sender\"><bdi>Corner Shop</bdi></p>"))
        #expect(mail.html.contains("<p class=\"aside\">Corner Shop, &lt;1&gt; Main Street</p>"))
        #expect(mail.text.contains("\n-- \n") && mail.text.contains("\nCorner Shop, <1> Main Street\n"))
        let plain = try EmailMessage.example()
        #expect(!plain.html.contains("sender") && !plain.html.contains("<img"))
        #expect(try self.mail(AppLook(name: "<b>")).html.contains("<bdi>&lt;b&gt;</bdi>"))
    }

    @Test("Its logo is asked for only where the operator has mails show pictures, and its name stands there all the same")
    func logo() throws {
        let (shown, said) = (try mail(.shop(), showsImages: true).html, try mail(.shop()).html)
        #expect(shown.contains("<p class=\"sender\"><img src=\"https://shop.example/logo.png\" height=\"28\" alt=\"\"><bdi>Corner Shop</bdi></p>"))
        #expect(!said.contains("<img") && !said.contains("shop.example/logo.png") && said.contains("<bdi>Corner Shop</bdi>"))
        #expect(try !mail(.shop(logo: nil), showsImages: true).html.contains("<img"))
    }

    @Test("A link to sign in is the house's own mail")
    func signIn() throws {
        let mail = OutgoingNotification.mail()
        let letter = OutgoingNotification(delivery: mail.delivery, content: mail.content, address: mail.address, signInLink: "https://belfry.example/login?token=x")
        let message = try EmailMessage.example(letter)
        #expect(message.from.name == "Belfry" && message.replyTo == nil)
    }

    @Test("SES is given the mailbox for answers by its own name, and SendGrid by its own")
    func providers() throws {
        let notification = OutgoingNotification.mail().presented(as: try .shop())
        let message = try EmailComposer(.example()).message(for: notification, now: .noon)
        let ses = SESBody(message, tags: [], configurationSet: nil)
        #expect(ses.replyToAddresses == ["help@shop.example"] && ses.fromEmailAddress == "\"Corner Shop\" <belfry@belfry.example>")
        #expect(SESBody(try .example(), tags: [], configurationSet: nil).replyToAddresses == nil)
        let dialect = SendGridDialect(SendGridSettings(apiKey: Secret(.text("SG.key"))), composer: EmailComposer(try .example()))
        let body = try dialect.request(for: notification, authorization: nil, now: .noon).body
        let object = try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
        #expect((object["reply_to"] as? [String: String])?["email"] == "help@shop.example")
        #expect((object["from"] as? [String: String])?["name"] == "Corner Shop")
        let plain = try dialect.request(for: .mail(), authorization: nil, now: .noon).body
        #expect(!String(decoding: plain, as: UTF8.self).contains("reply_to"))
    }
}
