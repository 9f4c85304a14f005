import BelfryModel
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryChannels

@Suite("What stands in a mail's headers")
struct EmailHeaderTests {
    @Test(
        "Plain text stays as it is, everything else becomes encoded words",
        arguments: [
            ("Fewer steps", "Fewer steps"), ("", ""), ("Größe", "=?UTF-8?B?R3LDtsOfZQ==?="), ("=?UTF-8?B?eA==?=", "=?UTF-8?B?PT9VVEYtOD9CP2VBPT0/PQ==?="),
            ("a\tb\r\nc", "a b c"), ("  a  b  ", "a b"),
        ])
    func words(text: String, expected: String) {
        #expect(EncodedWords.header(text) == expected)
    }

    @Test("Python reads every subject as it was written, and no line is too long", arguments: ["تنبيه: خطوات أقل من المعتاد لبن منذ ثلاثة أيام وأكثر", "👨‍👩‍👧‍👦 Übergrößenträger 👨‍👩‍👧‍👦👨‍👩‍👧‍👦 schläft", "x" + String(repeating: "\u{301}", count: 60)])
    func python(text: String) async throws {
        let encoded = EncodedWords.header(text)
        #expect("Subject: \(encoded)".split(separator: "\r\n").allSatisfy { $0.utf8.count <= 76 })
        let script = "import email.header,sys;print(str(email.header.make_header(email.header.decode_header(sys.argv[1]))))"
        let tool = try TestTools.start([TestTools.python, "-X", "utf8", "-c", script, encoded])
        let decoded = await tool.line()
        #expect(decoded == text)
    }

    @Test(
        "A mailbox is name and domain in ASCII, and nothing that SMTP or a header would read otherwise",
        arguments: [
            ("ana@example.org", true), ("a.b+c_d=e@sub.example.org", true), ("a'b@x-y.example", true), ("ana", false), ("@example.org", false), ("ana@", false),
            ("ana@@example.org", false), ("ana@exa mple.org", false), ("ana@example.org>", false), ("<ana@example.org", false), ("ana@example.org\r\nDATA", false),
            ("\"a b\"@example.org", false), ("änä@example.org", false), ("ana@exämple.org", false), ("ana@-example.org", false), ("ana@example..org", false),
            ("ana@xn--exmple-cua.org", true), (String(repeating: "a", count: 65) + "@example.org", false), ("a,b@example.org", false),
        ])
    func mailboxes(address: String, isOne: Bool) {
        #expect((Mailbox(address) != nil) == isOne)
    }

    @Test("A mailbox with a name is written as RFC 5322 has it, and shows itself nowhere")
    func named() throws {
        let plain = try #require(Mailbox("a@example.org", name: "Ada \"the\" \\ Linden"))
        #expect(plain.headerText == #""Ada \"the\" \\ Linden" <a@example.org>"#)
        let other = try #require(Mailbox("a@example.org", name: "Åsa"))
        #expect(other.headerText == "=?UTF-8?B?w4VzYQ==?= <a@example.org>")
        #expect("\(other)" == "Mailbox")
    }

    @Test("A date has the form of RFC 5322", arguments: [("2026-01-25T12:00:00Z", "Sun, 25 Jan 2026 12:00:00 +0000"), ("2024-02-29T23:59:59.999Z", "Thu, 29 Feb 2024 23:59:59 +0000"), ("2026-11-02T03:04:05Z", "Mon, 2 Nov 2026 03:04:05 +0000")])
    func dates(moment: String, expected: String) throws {
        #expect(MailDate.text(try #require(Instant(moment))) == expected)
    }
}

@Suite("Lines of a mail")
struct MailLinesTests {
    @Test(
        "Every line ends with CR and LF, however it ended, and nothing else changes",
        arguments: [
            ("", ""), ("one", "one"), ("one\n", "one\r\n"), ("one\r\ntwo\n", "one\r\ntwo\r\n"), ("\n\n\r\n", "\r\n\r\n\r\n"),
            ("Zeile „eins“ 👩‍👩‍👧\n.zwei", "Zeile „eins“ 👩‍👩‍👧\r\n.zwei"), ("\u{301}\n\u{301}", "\u{301}\r\n\u{301}"),
        ])
    func lines(text: String, expected: String) {
        #expect(MailLines.bytes(of: text) == Array(expected.utf8))
    }
}

@Suite("Links to unsubscribe")
struct UnsubscribeTokensTests {
    private let tokens: UnsubscribeTokens
    private let subject = UnsubscribeTokens.Subject(user: .ana, address: AddressID(literal: "mailbox-1"), category: "pattern_alert")

    init() throws {
        tokens = try UnsubscribeTokens(Secret(.text(EmailSettings.secret)))
    }

    @Test("A token says what it was made for, and stands in an address as it is", arguments: [nil, "pattern_alert", "ünïcode/?&\"\n", ""])
    func roundTrip(category: String?) {
        let subject = UnsubscribeTokens.Subject(user: UserID(literal: "änä b"), address: AddressID(literal: "7"), category: category)
        let token = tokens.token(for: subject)
        #expect(tokens.subject(of: token) == subject)
        #expect(token.utf8.allSatisfy { Character(UnicodeScalar($0)).isLetter || Character(UnicodeScalar($0)).isNumber || "-_.".utf8.contains($0) })
        #expect(token == tokens.token(for: subject))
    }

    @Test("A token that somebody changed anywhere is none")
    func changed() {
        let token = Array(tokens.token(for: subject))
        for index in token.indices {
            var other = token
            other[index] = token[index] == "A" ? "B" : "A"
            #expect(tokens.subject(of: String(other)) == nil)
            #expect(tokens.subject(of: String(token.prefix(index))) == nil)
        }
    }

    @Test("A token of another secret, and what is no token at all, are none", arguments: ["", ".", "a.b", "..", "WyJhbmEiXQ.x", String(repeating: "a", count: 2000)])
    func none(text: String) throws {
        #expect(tokens.subject(of: text) == nil)
        let others = try UnsubscribeTokens(Secret(.text(String(EmailSettings.secret.reversed()))))
        #expect(tokens.subject(of: others.token(for: subject)) == nil)
    }
}
