import BelfryProviders
import BelfryTesting
import Crypto
import Foundation
import GRDB
import Testing

extension InBrowser {
    /// What comes of what a person does: kept, told to this browser, done without a mouse, and without movement.
    @Suite("A person's hands in a browser", .serialized)
    struct HandsTests {
        @Test("Settings that are saved in the browser are there after it is loaded again, and decide on the server")
        func settingsAreKept() async throws {
            try await withDemo { demo in
                try await withBrowser(360, 740) { page in
                    try await demo.signIn(page)
                    try await page.open(demo.server.address + "/settings")
                    try await page.waitUntilLive()
                    try await page.set("combobox", "Language", to: "de")
                    try await page.value(
                        """
                        (() => {
                          const { elements } = document.getElementById('settings-form');
                          elements.quiet_hours_start.value = '21:30';
                          elements.quiet_hours_end.value = '06:15';
                          elements.quiet_hours_notification_level.value = 'critical_only';
                        })()
                        """)
                    try await page.leaving { try await page.click("button", "Save") }
                    try await page.open(demo.server.address + "/settings")
                    #expect(try await page.value("document.documentElement.lang") == "de")
                    let kept = try await page.value(
                        "['start', 'end', 'notification_level'].map((name) => document.getElementById('settings-form').elements['quiet_hours_' + name].value).join(' ')")
                    #expect(kept == "21:30 06:15 critical_only")
                }
                let row = try demo.store.row("SELECT * FROM user_profiles WHERE user_id = 'ana'")
                let stored = ["quiet_hours_start", "quiet_hours_end", "language", "quiet_hours_notification_level"].map { row[$0] as String? }
                #expect(stored == ["21:30:00", "06:15:00", "de", "critical_only"])
            }
        }

        @Test("A topic is added, confirmed and tried by hand, on a narrow screen too; what was typed into the settings stays, and isn't saved")
        func address() async throws {
            let simulator = NtfySimulator()
            try await simulator.listen { address in
                try await withDemo(["BELFRY_NTFY_URL": address, "BELFRY_NTFY_TOKEN": NtfySimulator.token]) { demo in
                    let topic = "anas-topic-7Kq2vX_9"
                    let typed = "document.getElementById('settings-form').elements.quiet_hours_start.value"
                    try await withBrowser(360, 740) { page in
                        try await demo.signIn(page)
                        try await page.open(demo.server.address + "/settings")
                        try await page.waitUntilLive()
                        try await page.value("\(typed) = '21:37'")
                        try await page.type(topic, into: "textbox", "Topic that nobody guesses, of 16 to 64 characters")
                        try await page.leaving { try await page.click("button", "Send a code there: ntfy") }
                        try await page.waitUntilLive()
                        #expect(try await page.value(typed) == "21:37")
                        #expect(try await AccessibilityAudit.findings(on: page) == [])
                        let code = try #require(simulator.messages.last?.title.prefix(6))
                        try await page.type(String(code), into: "textbox", "Code: \(topic)")
                        try await page.leaving { try await page.press(.enter) }
                        try await page.waitUntilLive()
                        #expect(try await page.text(of: "#address-news").contains("The address is confirmed"))
                        #expect(try await page.value(typed) == "21:37")
                        try await page.leaving { try await page.click("button", "Send a test: \(topic)") }
                        #expect(try await page.text(of: "#address-news").contains("The test was taken for delivery."))
                    }
                    #expect(simulator.messages.map(\.topic) == [topic, topic] && simulator.messages.last?.title == "Hello from Belfry")
                    #expect(try demo.store.count("contact_points WHERE address = '\(topic)' AND verified_at IS NOT NULL") == 1)
                    #expect(try demo.store.count("user_profiles WHERE quiet_hours_start LIKE '21:37%'") == 0)
                }
            }
        }

        @Test("The keyboard alone reaches the snooze, and Enter snoozes; what was done was acted on")
        func keyboard() async throws {
            try await withDemo { demo in
                try await withBrowser { page in
                    try await demo.signIn(page)
                    try await page.open(demo.server.address + (try await demo.alertPath(page)))
                    try await page.waitUntilLive()
                    var pressCount = 0
                    while try await page.value("document.activeElement.dataset.days ?? ''") != "3" {
                        try await page.press(.tab)
                        pressCount += 1
                        try #require(pressCount < 60, "no Tab leads to the snooze")
                    }
                    #expect(try await page.value("document.activeElement.matches(':focus-visible')") == true)
                    try await page.press(.enter)
                    try await page.wait(until: "document.querySelector('button[data-act=restore]')")
                    #expect(try await page.value("document.getElementById('announcement').textContent !== ''") == true)
                }
                #expect(try demo.store.count("inbox_messages WHERE recipient_user_id = 'ana' AND acted_at IS NOT NULL") > 0)
            }
        }

        @Test("Where little movement is asked for, nothing moves; elsewhere buttons fade")
        func movement() async throws {
            try await withDemo { demo in
                try await withBrowser { page in
                    try await demo.signIn(page)
                    for (isReduced, expected) in [(true, "0 auto"), (false, "1 smooth")] {
                        try await page.prefer(reducedMotion: isReduced)
                        try await page.open(demo.server.address + (try await demo.alertPath(page)))
                        try await page.waitUntilLive()
                        let moving = try await page.value(
                            """
                            (() => {
                              const seconds = [...document.querySelectorAll('*')].flatMap((element) => {
                                const style = getComputedStyle(element);
                                return [style.transitionDuration, style.animationDuration].map(parseFloat);
                              });
                              return `${Math.sign(Math.max(...seconds))} ${getComputedStyle(document.documentElement).scrollBehavior}`;
                            })()
                            """)
                        #expect(moving == .text(expected))
                    }
                }
            }
        }

        @Test("The banner asks for the permission, and the button has this browser told, until its person signs out: the server knows where")
        func webPush() async throws {
            try await withTemporaryFolder { folder in
                let key = folder.appendingPathComponent("vapid.pem")
                try P256.Signing.PrivateKey().pemRepresentation.write(to: key, atomically: true, encoding: .utf8)
                try await withDemo(["BELFRY_WEB_PUSH_KEY_FILE": key.path, "BELFRY_WEB_PUSH_SUBJECT": "mailto:ops@example.org"]) { demo in
                    try await withBrowser(360, 740) { page in
                        try await page.runBeforePages(Self.subscription)
                        try await demo.signIn(page)
                        try await page.open(demo.server.address + "/inbox")
                        try await page.waitUntilLive()
                        try await page.wait(until: "!document.getElementById('push-banner').hidden && !document.getElementById('push-toggle').hidden")
                        #expect(try await AccessibilityAudit.findings(on: page) == [])
                        try await page.allowNotifications(of: demo.server.address)
                        try await page.pressEnter(on: "button", "Tell me in this browser")
                        try await page.wait(until: "document.getElementById('push-toggle').getAttribute('aria-pressed') === 'true'")
                        #expect(try await page.value("document.getElementById('push-banner').hidden") == true)
                        #expect(try await page.has("button", "Stop telling me in this browser"))
                        #expect(try await page.value("askedKey === (await (await fetch('/page/web-push/key')).json()).public_key".awaited) == true)
                        try await page.leaving { try await page.click("button", "Sign out") }
                        #expect(try await page.value("sessionStorage.getItem('unsubscribed')") == "yes")
                    }
                    let row = try demo.store.row("SELECT user_id, device_token FROM device_tokens WHERE platform = 'web' AND is_active")
                    let token: String = row["device_token"]
                    let person: String = row["user_id"]
                    #expect(person == "ana" && token.contains("https://push.example.org/of-this-test"))
                }
            }
        }

        /// In the place of the browser's push service, which no test reaches: a subscription that is kept in the page.
        private static let subscription = """
            let keptSubscription = null;
            let askedKey = null;
            PushManager.prototype.getSubscription = async () => keptSubscription;
            PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
              askedKey = applicationServerKey;
              keptSubscription = {
                options: { applicationServerKey: null },
                unsubscribe: async () => {
                  keptSubscription = null;
                  sessionStorage.setItem('unsubscribed', 'yes');
                  return true;
                },
                toJSON: () => ({
                  endpoint: 'https://push.example.org/of-this-test',
                  keys: {
                    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
                    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
                  },
                }),
              };
              return keptSubscription;
            };
            """
    }
}

extension String {
    /// An expression that waits, as one that can be asked.
    fileprivate var awaited: String { "(async () => \(self))()" }
}
