import BelfryModel
import BelfryTesting
import Foundation
import Testing

struct NotificationLinkTests {
    @Test(
        "An https address has an origin, by which it may be shown; one of an app's own scheme has none",
        arguments: [
            ("https://app.example/orders/7?a=b#c", "https://app.example"), ("HTTPS://App.Example", "https://app.example"),
            ("https://app.example:443/", "https://app.example"), ("https://app.example:8443", "https://app.example:8443"),
            ("https://192.0.2.1/a", "https://192.0.2.1"), ("https://app.example?at=ana@b.example", "https://app.example"),
            ("example-app://orders/7", nil), ("com.example.app:/orders/7", nil), ("fb123://x", nil),
        ] as [(String, String?)])
    func origins(text: String, origin: String?) throws {
        let link = try #require(NotificationLink(text))
        #expect(link.text == text && link.origin == origin)
        #expect(try JSONDecoder().decode(NotificationLink.self, from: JSONEncoder().encode(link)) == link)
    }

    @Test(
        "What a browser runs, a system acts on, or nobody reads alike is no link",
        arguments: [
            "", "app.example", "/orders/7", "//app.example", "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "file:///etc/passwd",
            "vbscript:x", "blob:https://app.example/x", "intent://scan/#Intent;end", "view-source:https://app.example", "http://app.example",
            "ws://app.example", "mailto:ana@app.example", "tel:112", "ms-msdt:/id", "search-ms:query=x", "https:", "https://", "https:app.example",
            "https:///orders", "https://:443", "https://app.example:", "https://app.example:0", "https://app.example:070", "https://app.example:65536",
            "https://app..example", "https://.example", "https://app.example.", "https://[::1]/", "https://ana@app.example", "https://ana:secret@app.example/",
            "example-app://ana:secret@orders", "https://app.example\\@evil.example", "https://app.example/a b", "https://app.example/\n",
            "https://app.example/\u{0}",
            "https://app.example/\"onclick=x", "https://app.example/<b>", "https://äpp.example", "https://app.example/ä", "https://a%2e.example",
            "example-app:", ":x", "1app:x", "java\tscript:x", " https://app.example", "example_app://x",
        ])
    func refused(text: String) {
        #expect(NotificationLink(text) == nil)
    }

    @Test("A link has at most 1024 bytes")
    func length() {
        let start = "https://app.example/"
        #expect(NotificationLink(start + String(repeating: "a", count: NotificationLink.byteCountMax - start.utf8.count)) != nil)
        #expect(NotificationLink(start + String(repeating: "a", count: NotificationLink.byteCountMax - start.utf8.count + 1)) == nil)
    }

    @Test("Only links on a named origin may be shown: the same scheme, host and port")
    func allowed() throws {
        let origins = try #require(LinkOrigins(named: ["https://app.example", "https://shop.example:8443"]))
        for text in ["https://app.example/x", "https://APP.example", "https://app.example:443/", "https://shop.example:8443/?a"] {
            let link = NotificationLink(literal: text)
            #expect(origins.allowed(link) == link && LinkOrigins.none.allowed(link) == nil)
        }
        for text in [
            "https://app.example.evil.example", "https://xapp.example", "https://app.example:8443", "https://shop.example/", "example-app://app.example",
            "https://evil.example/https://app.example",
        ] { #expect(origins.allowed(NotificationLink(literal: text)) == nil, "\(text)") }
    }

    @Test(
        "What isn't written as an origin names none",
        arguments: [
            "app.example", "http://app.example", "https://app.example/", "https://App.example", "https://app.example:443", "https://*.example",
            "https://app.example?x", "example-app://x", "",
        ])
    func unusableOrigin(name: String) {
        #expect(LinkOrigins(named: ["https://app.example", name]) == nil)
    }
}
