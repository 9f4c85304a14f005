import BelfryTesting
import Foundation
import Synchronization
import Testing

/// One page in a browser of its own, with no cookies but its own.
final class BrowserPage: Sendable {
    let browser: Chromium
    let session: String
    private let heard: Heard
    private let listening: Task<Void, Never>

    /// What the page has said so far.
    private final class Heard: Sendable {
        struct State {
            var complaints: [String] = []
            var loadCount = 0
            /// Where it is.
            var address = ""
            var waiting: [(loadCount: Int, continuation: CheckedContinuation<Void, any Error>)] = []
            /// Nothing more will be heard, or waited for.
            var isOver = false
        }

        let state = Mutex(State())

        func end() {
            let left = state.withLock { state in
                state.isOver = true
                defer { state.waiting = [] }
                return state.waiting
            }
            for one in left { one.continuation.resume(throwing: nothingLoaded) }
        }

        var nothingLoaded: Chromium.Refusal {
            let (address, count) = state.withLock { ($0.address, $0.loadCount) }
            return .init(method: "Page.loadEventFired", message: "cancelled before another page was loaded; the last of \(count) is \(address)")
        }
    }

    fileprivate init(_ browser: Chromium, session: String) async throws {
        self.browser = browser
        self.session = session
        heard = Heard()
        let events = await browser.events(of: session)
        listening = Task { [heard] in
            for await event in events { Self.take(event, heard) }
            heard.end()
        }
        for domain in ["Page", "Runtime", "Log", "DOM", "Accessibility", "Network"] { try await ask("\(domain).enable") }
    }

    fileprivate func close() async {
        await browser.forget(session)
        listening.cancel()
    }

    @discardableResult
    func ask(_ method: String, _ values: JSON = [:], as name: String? = nil) async throws -> JSON {
        try await browser.ask(method, values, session: session, as: name)
    }

    // MARK: What it says

    /// Errors of scripts, violations of the page's policy, and files that couldn't be loaded.
    var complaints: [String] { heard.state.withLock { $0.complaints } }

    private static func take(_ event: Chromium.Event, _ heard: Heard) {
        let values = event.values
        switch event.method {
        case "Page.frameNavigated" where values["frame"]?["parentId"] == nil:
            let address = values["frame"]?["url"]?.string ?? ""
            heard.state.withLock { $0.address = address }
        case "Page.loadEventFired":
            let ready = heard.state.withLock { state in
                state.loadCount += 1
                defer { state.waiting.removeAll { $0.loadCount <= state.loadCount } }
                return state.waiting.filter { $0.loadCount <= state.loadCount }
            }
            for one in ready { one.continuation.resume() }
        case "Runtime.exceptionThrown":
            let details = values["exceptionDetails"]
            complain("\(details?["text"]?.string ?? "") \(details?["exception"]?["description"]?.string ?? "")", heard)
        case "Runtime.consoleAPICalled" where ["error", "warning", "assert"].contains(values["type"]?.string):
            complain((values["args"]?.items ?? []).map(\.sent).joined(separator: " "), heard)
        case "Log.entryAdded" where values["entry"]?["level"]?.string == "error":
            complain("\(values["entry"]?["text"]?.string ?? "") \(values["entry"]?["url"]?.string ?? "")", heard)
        default: break
        }
    }

    private static func complain(_ text: String, _ heard: Heard) {
        heard.state.withLock { $0.complaints.append(text) }
    }

    // MARK: Going somewhere

    /// Opens an address, and waits until everything on it is loaded.
    func open(_ address: String) async throws {
        try await leaving {
            let answer = try await ask("Page.navigate", ["url": .text(address)])
            if let error = answer["errorText"]?.string { throw Chromium.Refusal(method: address, message: error) }
        }
    }

    /// Does what leads to another page, and waits until that is loaded.
    func leaving(_ body: () async throws -> Void) async throws {
        let wanted = heard.state.withLock { $0.loadCount } + 1
        try await body()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (isLoaded, isOver) = heard.state.withLock { state in
                    let isLoaded = state.loadCount >= wanted
                    if !isLoaded, !state.isOver { state.waiting.append((wanted, continuation)) }
                    return (isLoaded, state.isOver)
                }
                if isLoaded {
                    continuation.resume()
                } else if isOver {
                    continuation.resume(throwing: heard.nothingLoaded)
                }
            }
        } onCancel: {
            heard.end()
        }
    }

    // MARK: Asking it

    /// What an expression of JavaScript comes to, also one that has to be waited for.
    @discardableResult
    func value(_ expression: String) async throws -> JSON {
        let question: JSON = ["expression": .text(expression), "awaitPromise": true, "returnByValue": true]
        let answer = try await ask("Runtime.evaluate", question, as: expression)
        if let details = answer["exceptionDetails"] {
            throw Chromium.Refusal(
                method: expression, message: details["exception"]?["description"]?.string ?? details["text"]?.string ?? "it threw")
        }
        return answer["result"]?["value"] ?? .null
    }

    /// Waits until an expression of JavaScript is true; it is asked again whenever something of the page has changed, and now and then besides, because
    /// what has the focus and how wide something is change without it.
    func wait(until condition: String) async throws {
        let isTrue = try await value(
            """
            new Promise((resolve) => {
              const isMet = () => { try { return Boolean(\(condition)); } catch { return false; } };
              if (isMet()) return resolve(true);
              const look = () => { if (isMet()) { observer.disconnect(); clearInterval(clock); resolve(true); } };
              const observer = new MutationObserver(look);
              const clock = setInterval(look, 100);
              observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
            })
            """)
        #expect(isTrue == true)
    }

    /// Waits until the page shows a text.
    func wait(forText text: String) async throws {
        try await wait(until: "document.body.innerText.includes(\(JSON.text(text).sent))")
    }

    /// Waits until its line to the server is open.
    func waitUntilLive() async throws {
        try await wait(until: "document.getElementById('connection')?.dataset.state === 'live'")
    }

    /// What a person reads, as far as it is shown.
    func text(of selector: String = "body") async throws -> String {
        try await value("document.querySelector(\(JSON.text(selector).sent))?.innerText ?? ''").string ?? ""
    }

    // MARK: As a person has it

    /// Width and height in CSS pixels.
    func resize(_ width: Int, _ height: Int) async throws {
        try await ask(
            "Emulation.setDeviceMetricsOverride",
            ["width": .number(Double(width)), "height": .number(Double(height)), "deviceScaleFactor": 1, "mobile": false])
    }

    /// Has the system ask for dark colours, or for little movement.
    func prefer(dark: Bool = false, reducedMotion: Bool = false) async throws {
        let features: [JSON] = [
            ["name": "prefers-color-scheme", "value": dark ? "dark" : "light"],
            ["name": "prefers-reduced-motion", "value": reducedMotion ? "reduce" : "no-preference"],
        ]
        try await ask("Emulation.setEmulatedMedia", ["features": .list(features)])
    }

    /// Has the browser ask for pages in a language.
    func speak(_ tag: String) async throws {
        try await ask("Network.setExtraHTTPHeaders", ["headers": ["Accept-Language": .text(tag)]])
    }

    /// Has the browser keep no files, as on a first visit.
    func keepNothing() async throws { try await ask("Network.setCacheDisabled", ["cacheDisabled": true]) }

    /// The zone that the browser tells of.
    func stay(in timezone: String) async throws {
        try await ask("Emulation.setTimezoneOverride", ["timezoneId": .text(timezone)])
    }

    /// How many bytes the page and the files that it names have, unpacked; what its script asks for later doesn't count.
    func weight() async throws -> Int {
        let byteCount = try await value(
            """
            performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'))
              .filter((entry) => ['navigation', 'link', 'script', 'img', 'css'].includes(entry.initiatorType))
              .reduce((sum, entry) => sum + entry.decodedBodySize, 0)
            """)
        guard case .number(let number) = byteCount else { return 0 }
        return Int(number)
    }

    /// Has a script run before those of every page that is opened.
    func runBeforePages(_ script: String) async throws {
        try await ask("Page.addScriptToEvaluateOnNewDocument", ["source": .text(script)])
    }

    /// Has the person allow an address to notify.
    func allowNotifications(of address: String) async throws {
        let context = try await ask("Target.getTargetInfo")["targetInfo"]?["browserContextId"] ?? .null
        try await browser.ask(
            "Browser.grantPermissions", ["permissions": ["notifications"], "origin": .text(address), "browserContextId": context])
    }

    /// A PNG of what is seen, or of the whole page.
    func screenshot(isWhole: Bool = false) async throws -> Data {
        let answer = try await ask("Page.captureScreenshot", ["format": "png", "captureBeyondViewport": .flag(isWhole)])
        return try #require(Data(base64Encoded: answer["data"]?.string ?? ""))
    }
}

/// Gives a test a page in a browser without cookies; whatever the page complains of fails the test.
///
/// - Parameter isToComplain: whether the page has to complain instead.
func withBrowser<Result>(
    _ width: Int = 1280, _ height: Int = 900, isToComplain: Bool = false, _ body: (BrowserPage) async throws -> Result
) async throws -> Result {
    let browser = try await Chromium.shared()
    let context = try await browser.ask("Target.createBrowserContext", [:])["browserContextId"] ?? .null
    let target = try await browser.ask("Target.createTarget", ["url": "about:blank", "browserContextId": context])["targetId"] ?? .null
    let attached = try await browser.ask("Target.attachToTarget", ["targetId": target, "flatten": true])
    let page = try await BrowserPage(browser, session: try #require(attached["sessionId"]?.string))
    do {
        try await page.resize(width, height)
        let result = try await body(page)
        #expect(page.complaints.isEmpty != isToComplain, "\(page.complaints)")
        await page.close()
        try await browser.ask("Target.disposeBrowserContext", ["browserContextId": context])
        return result
    } catch {
        Issue.record("\(error); the page, when this failed: \((try? await page.text()) ?? "gone"); it complains of: \(page.complaints)")
        await page.close()
        _ = try? await browser.ask("Target.disposeBrowserContext", ["browserContextId": context])
        throw error
    }
}
