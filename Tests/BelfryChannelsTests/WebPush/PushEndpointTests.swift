import Foundation
import Testing

@testable import BelfryChannels

@Suite("Endpoints of browsers")
struct PushEndpointTests {
    @Test(
        "Push services of browsers are called",
        arguments: [
            ("https://updates.push.services.mozilla.com/wpush/v2/gAAAA", "https://updates.push.services.mozilla.com"),
            ("https://fcm.googleapis.com/fcm/send/abc:def", "https://fcm.googleapis.com"),
            ("https://web.push.apple.com/QGx", "https://web.push.apple.com"),
            ("https://wns2-par02p.notify.windows.com/w/?token=BQYAAAB%2f", "https://wns2-par02p.notify.windows.com"),
            ("HTTPS://FCM.googleapis.com:443/fcm", "https://fcm.googleapis.com"),
        ])
    func good(url: String, origin: String) throws {
        #expect(try PushEndpoint(url, trustedOrigins: []).origin == origin)
    }

    @Test(
        "What would lead into the server’s own network, or isn’t a push service’s, is refused",
        arguments: [
            ("http://fcm.googleapis.com/x", PushEndpoint.Refusal.notHTTPS), ("ftp://fcm.googleapis.com/x", .notHTTPS),
            ("https://127.0.0.1/x", .hostNotAllowed), ("https://10.0.0.1/x", .hostNotAllowed), ("https://169.254.169.254/latest", .hostNotAllowed),
            ("https://2130706433/x", .hostNotAllowed), ("https://0x7f.1/x", .hostNotAllowed), ("https://127.1/x", .hostNotAllowed),
            ("https://017700000001/x", .hostNotAllowed), ("https://[::1]/x", .hostNotAllowed), ("https://[fe80::1]/x", .hostNotAllowed),
            ("https://8.8.8.8/x", .hostNotAllowed), ("https://localhost/x", .hostNotAllowed), ("https://a.localhost/x", .hostNotAllowed),
            ("https://printer.local/x", .hostNotAllowed), ("https://vault.internal/x", .hostNotAllowed), ("https://db/x", .hostNotAllowed),
            ("https://router.home.arpa/x", .hostNotAllowed), ("https://metadata.google.internal/x", .hostNotAllowed),
            ("https://example.com:8443/x", .hostNotAllowed), ("https://example.com:22/x", .hostNotAllowed), ("https://example.com./x", .hostNotAllowed),
            ("https://user@example.com/x", .hostNotAllowed), ("https://example.com@127.0.0.1/x", .hostNotAllowed),
            ("https://exa_mple.com/x", .hostNotAllowed), ("https://-a.com/x", .hostNotAllowed), ("https://a..com/x", .hostNotAllowed),
            ("https://example.com", .malformed), ("https:///x", .malformed), ("example.com/x", .malformed), ("", .malformed),
            ("https://example.com/a b", .malformed), ("https://example.com/\r\nHost: x", .malformed), ("https://example.com\\@127.0.0.1/", .malformed),
            ("https://example.com/x#y", .malformed), ("https://bücher.example.com/x", .malformed),
            ("https://example.com/" + String(repeating: "a", count: 2048), .malformed),
        ])
    func bad(url: String, refusal: PushEndpoint.Refusal) {
        #expect(throws: refusal) { try PushEndpoint(url, trustedOrigins: []) }
    }

    @Test("A push service of one’s own is called where it is trusted by its origin, and nothing beside it")
    func trusted() throws {
        let trusted: Set = ["http://127.0.0.1:8081", "https://push.internal"]
        #expect(try PushEndpoint("http://127.0.0.1:8081/push/1", trustedOrigins: trusted).origin == "http://127.0.0.1:8081")
        #expect(try PushEndpoint("https://push.internal/x", trustedOrigins: trusted).origin == "https://push.internal")
        #expect(throws: PushEndpoint.Refusal.notHTTPS) { try PushEndpoint("http://127.0.0.1:8082/x", trustedOrigins: trusted) }
        #expect(throws: PushEndpoint.Refusal.notHTTPS) { try PushEndpoint("http://push.internal/x", trustedOrigins: trusted) }
        #expect(throws: PushEndpoint.Refusal.hostNotAllowed) { try PushEndpoint("https://push.internal@evil.com/x", trustedOrigins: trusted) }
    }
}
