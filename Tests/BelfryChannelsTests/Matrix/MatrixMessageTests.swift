import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryChannels

@Suite("What stands in a room of Matrix")
struct MatrixMessageTests {
    private static let origins = LinkOrigins(named: ["https://app.example.org"]) ?? .none

    private func message(_ notification: OutgoingNotification) throws -> String {
        String(decoding: try #require(MatrixMessage(notification, Self.origins).json), as: UTF8.self)
    }

    @Test("A message is plain words and the same as HTML, in which nothing of an app's is markup, and names nobody whom it would call")
    func message() throws {
        let plain = try message(.toMatrix())
        let expected =
            #"{"body":"Boiler\nDue for its check","format":"org.matrix.custom.html","#
            + #""formatted_body":"<strong>Boiler</strong><br>Due for its check","m.mentions":{},"msgtype":"m.text"}"#
        #expect(plain == expected)
        let offered = #"[{"id":"pay","link":"https://app.example.org/pay?a=1&b=2","title":"Pay & go"},{"id":"ok","title":"OK"}]"#
        let actions = try decoded(OfferedActions.self, from: offered)
        let said = "@room <b>\"hush\"</b> <a href='https://evil.example'>here</a>"
        let marked = try message(.toMatrix(body: said, severity: .critical, link: "https://app.example.org/7", actions: actions))
        let html =
            #""formatted_body":"(!!) <strong><a href=\"https://app.example.org/7\">Boiler</a></strong><br>"#
            + #"@room &lt;b&gt;&quot;hush&quot;&lt;/b&gt; &lt;a href='https://evil.example'&gt;here&lt;/a&gt;<br>"#
            + #"<a href=\"https://app.example.org/pay?a=1&amp;b=2\">Pay &amp; go</a>","m.mentions":{},"#
        #expect(marked.contains(html))
        let words = #"{"body":"(!!) Boiler\nhttps://app.example.org/7\n@room <b>\"hush\"</b> <a href='https://evil.example'>here</a>\nPay & go: "#
        #expect(marked.hasPrefix(words + #"https://app.example.org/pay?a=1&b=2","#))
        #expect(!(try message(.toMatrix(link: "https://evil.example/")).contains("evil")))
    }

    @Test("What makes one character with a sign hides it from nobody who escapes it")
    func joined() throws {
        let marked = try message(.toMatrix(body: "\u{600}<img src=x>\r\nthen"))
        #expect(marked.contains(#"lt;img src=x&gt;"#) && marked.contains("<br>then"))
    }

    @Test(
        "What is of low priority is a notice, for which clients make no sound; what is critical never is",
        arguments: [(DeliveryPriority.low, Severity.watch, "m.notice"), (.low, .critical, "m.text"), (.normal, .watch, "m.text"), (.critical, .watch, "m.text")])
    func notice(priority: DeliveryPriority, severity: Severity, type: String) throws {
        #expect(try message(.toMatrix(severity: severity, priority: priority)).hasSuffix(#""msgtype":"\#(type)"}"#))
    }

    @Test("However long the words are, an event holds them, with something of all")
    func long() throws {
        for letter in ["b", "&", "🕌", "\u{1}", "a\n"] {
            let long = String(repeating: letter, count: 9000)
            let body = try message(.toMatrix(title: long, body: long, link: "https://app.example.org/\(String(repeating: "a", count: 900))"))
            #expect((4000...60_000).contains(body.utf8.count) && body.contains("…") && body.contains("aaaa"), "\(letter) \(body.utf8.count)")
        }
    }

    @Test("A homeserver is named by its address, the account by its whole name, and servers without an address; none named is the account's own")
    func settings() throws {
        func settings(
            _ homeserver: String = "https://matrix.example.org", _ user: String = "@belfry:Example.org", _ servers: [String] = []
        ) throws -> MatrixSettings {
            try MatrixSettings(homeserver: homeserver, user: user, accessToken: Secret(.text("token")), servers: servers)
        }
        for (key, homeserver, user, servers) in [
            ("matrix_homeserver", "matrix.example.org", "@belfry:example.org", []), ("matrix_user", "https://matrix.example.org", "belfry", []),
            ("matrix_user", "https://matrix.example.org", "#belfry:example.org", []),
            ("matrix_servers", "https://matrix.example.org", "@belfry:example.org", ["https://example.org"]),
        ] as [(String, String, String, [String])] {
            let error = #expect(throws: ChannelSettingError.self) { _ = try settings(homeserver, user, servers) }
            #expect(error?.key == key, "\(homeserver) \(user)")
        }
        let own = try settings()
        #expect(own.servers == ["example.org"] && own.findings().isEmpty)
        let places = ["#family:EXAMPLE.org", "!room", "@ana:other.example"].compactMap(MatrixPlace.init)
        #expect(places.map(own.allows) == [true, true, false])
        let open = try MatrixSettings(homeserver: "http://matrix.example.org", user: "@belfry:example.org", accessToken: Secret(.file("/nowhere/token")))
        #expect(open.findings().map(\.code) == ["matrix_token_unreadable", "matrix_homeserver_open"])
    }
}
