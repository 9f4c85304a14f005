import BelfryModel
import Testing

@testable import BelfryPhrases

@Suite("The body of a mail")
struct EmailBodyTests {
    private func html(title: String = "Ben", body: String = "one", unsubscribeLink: String? = nil) -> String {
        let content = NotificationContent(title: title, body: body, severity: .watch, language: .english)
        return EmailBody(content, link: "https://belfry.example/?a=1&b=2", unsubscribeLink: unsubscribeLink).html
    }

    @Test("Its page is the one that it was meant to be")
    func page() {
        let html = html(body: "one\n\ntwo", unsubscribeLink: "https://belfry.example/unsubscribe/a.b")
        #expect(html.hasPrefix("""
            <!DOCTYPE html>
            <html lang="en" dir="ltr">
            <head>
            <meta charset="utf-8">

            """))
        #expect(html.contains("\n<title>Ben</title>\n<style>\n:root"))
        #expect(html.hasSuffix("""
            }
            </style>
            </head>
            <body>
            <div class="card">
            <h1>Ben</h1>
            <p>one</p>
            <p>two</p>
            <a class="button" href="https://belfry.example/?a=1&amp;b=2">Open</a>
            </div>
            <p class="aside">You get this mail because notifications by e-mail are switched on for you. \
            <a href="https://belfry.example/unsubscribe/a.b">Unsubscribe</a></p>
            </body>
            </html>

            """))
    }

    @Test("A champion is told that somebody named them, and not that they switched something on", arguments: Language.allCases)
    func champion(language: Language) {
        let content = NotificationContent(title: "Ben", body: "one", severity: .watch, language: language)
        let body = EmailBody(content, link: nil, unsubscribeLink: nil, isForChampion: true)
        let words = EmailWords.of(language)
        for text in [body.html, body.text] { #expect(text.contains(words.championFooter) && !text.contains(words.footer)) }
    }

    @Test("Who can't open more has no button and no address")
    func noButton() {
        let content = NotificationContent(title: "Ben", body: "one", severity: .watch, language: .english)
        let body = EmailBody(content, link: nil, unsubscribeLink: nil, isForChampion: true)
        #expect(body.html.contains("<h1>Ben</h1>\n<p>one</p>\n</div>") && !body.html.contains("href"))
        #expect(body.text.hasPrefix("Ben\n\none\n\n-- \nYou get this mail"))
    }

    @Test("The links of a plain text stand behind the colon of its language", arguments: [(Language.french, "\u{A0}: "), (.german, ": ")])
    func colons(language: Language, colon: String) {
        let content = NotificationContent(title: "Ben", body: "one", severity: .watch, language: language)
        let text = EmailBody(content, link: "https://a.example", unsubscribeLink: "https://b.example").text
        let words = EmailWords.of(language)
        #expect(text.contains(words.open + colon + "https://a.example\n") && text.contains(words.unsubscribe + colon + "https://b.example\n"))
    }

    @Test("Without a link to unsubscribe, and without a body, nothing stands in their places")
    func bare() {
        let html = html(body: "")
        #expect(html.contains("<h1>Ben</h1>\n<a class=\"button\"") && html.contains("for you.</p>\n</body>"))
    }

    @Test("A body's lines are paragraphs, however their ends are written", arguments: ["\n", "\r\n", "\r", "\n\r\n", "\u{2028}"])
    func paragraphs(end: String) {
        #expect(html(body: "one\(end)two").contains("<h1>Ben</h1>\n<p>one</p>\n<p>two</p>\n<a"))
    }

    @Test("What comes from a sender opens and ends nothing, a sign with a mark over it neither", arguments: [
        ("<b>", "&lt;b&gt;"), ("a & b", "a &amp; b"), ("\"so\" 'so'", "&quot;so&quot; &#39;so&#39;"), ("<\u{301}b", "&lt;\u{301}b"), ("ü👨‍👩‍👧", "ü👨‍👩‍👧"),
    ])
    func escaping(text: String, escaped: String) {
        let html = html(title: text, body: text)
        #expect(html.contains("<title>\(escaped)</title>") && html.contains("<h1>\(escaped)</h1>") && html.contains("<p>\(escaped)</p>"))
    }
}
