import BelfryDashboard
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryChannels

@Suite("A real browser")
struct BrowserTests {
    private struct Shown: Decodable, Equatable {
        let title, body, tag, lang, url: String
    }

    @Test("Firefox subscribes on a click, reads what is sent to it, shows it, and opens the alert on a click", .timeLimit(.minutes(10)))
    func firefox() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("browser-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in [
            ("service-worker.js", Assets.serviceWorker), ("belfry-push.js", Assets.pushScript), ("policy", Assets.contentSecurityPolicy),
        ] {
            try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
        }

        let browser = try PythonScript.start("browser.py", [folder.path, try VAPIDKey.sample.publicText])
        let line = try #require(await browser.line(), "the browser did not subscribe")
        let subscription = try JSONDecoder().decode(WebPushSubscription.self, from: Data(line.utf8))
        let address = try #require(subscription.endpoint.firstRange(of: "/push/").map { String(subscription.endpoint[..<$0.lowerBound]) })

        let exchange = HTTPExchange()
        let sender = WebPushSender(try .sample(trusting: [address]), over: exchange)
        let result = await sender.send(
            .browser(subscription, title: "Ben geht weniger", body: "Seit drei Tagen. 👨‍👩‍👧‍👦", language: .german), now: .noon)
        await exchange.shutdown()
        #expect(result.outcome == .delivered)
        // 100 is autopush's word for: decrypted and handed to the service worker.
        #expect(await browser.line() == "100")
        let shown = try JSONDecoder().decode([Shown].self, from: Data((await browser.line() ?? "").utf8))
        #expect(
            shown == [Shown(title: "Ben geht weniger", body: "Seit drei Tagen. 👨‍👩‍👧‍👦", tag: "alert-1", lang: "de", url: address + "/alerts/alert-1")])
        #expect(await browser.line() == "/alerts/alert-1")
        #expect(await browser.line() == "/page/deliveries/delivery-1/opened")
        #expect(await browser.exitStatus() == 0)
    }
}
