import BelfryTesting
import Foundation
import GRDB
import Testing

extension InBrowser {
    /// What a person does with the pages, on the demo's family and its real data.
    @Suite("The pages in a browser", .serialized)
    struct PagesTests {
        /// Every page that an operator can open without knowing an identifier.
        static let paths = ["/", "/timeline", "/inbox", "/inbox?folder=archive", "/inbox?folder=later", "/reminders", "/deliveries", "/start", "/settings"]

        @Test("Everybody can use every page, on every width and in the dark", .timeLimit(.minutes(10)))
        func accessible() async throws {
            try await withDemo { demo in
                try await withBrowser { page in
                    try await page.keepNothing()
                    try await demo.signIn(page)
                    for path in try await Self.paths + [demo.alertPath(page), demo.deliveryPath()] {
                        try await page.open(demo.server.address + path)
                        try await page.waitUntilLive()
                        try await expectAccessible(page)
                        let byteCount = try await page.weight()
                        #expect(10_000...150_000 ~= byteCount, "\(path) weighs \(byteCount) bytes with its files")
                    }
                }
            }
        }

        @Test("In Arabic every page runs from right to left, and fits a narrow screen")
        func arabic() async throws {
            try await withDemo { demo in
                try await withBrowser(360, 740) { page in
                    try await page.speak("ar")
                    try await demo.signIn(page)
                    for path in Self.paths {
                        try await page.open(demo.server.address + path)
                        try await page.waitUntilLive()
                        #expect(try await page.value("document.documentElement.dir + ' ' + document.documentElement.lang") == "rtl ar")
                        #expect(try await AccessibilityAudit.findings(on: page) == [], "\(path)")
                    }
                }
            }
        }

        @Test("An alert that is snoozed is folded away at once, and Undo brings it back")
        func snooze() async throws {
            try await withDemo { demo in
                try await withBrowser { page in
                    try await demo.signIn(page)
                    try await page.open(demo.server.address + (try await demo.alertPath(page)))
                    try await page.waitUntilLive()
                    try await page.value("document.querySelector('button[data-act=snooze][data-days=\"3\"]').click()")
                    try await page.wait(until: "document.querySelector('button[data-act=restore]')")
                    #expect(try await page.text().contains("Snoozed through"))
                    try await page.value("document.querySelector('button[data-act=restore]').click()")
                    try await page.wait(until: "document.querySelector('button[data-act=snooze]')")
                }
            }
        }

        @Test("Settings say what a change would do before it is saved")
        func settings() async throws {
            try await withDemo { demo in
                try await withBrowser { page in
                    try await demo.signIn(page)
                    try await page.open(demo.server.address + "/settings")
                    try await page.waitUntilLive()
                    try await page.value(
                        """
                        (() => {
                          const form = document.getElementById('settings-form');
                          form.elements.quiet_hours_start.value = '06:00';
                          form.elements.quiet_hours_end.value = '23:00';
                          form.elements.quiet_hours_notification_level.value = 'none';
                          form.elements.quiet_hours_end.dispatchEvent(new Event('input', { bubbles: true }));
                        })()
                        """)
                    try await page.wait(until: "document.querySelector('#preview li')")
                    #expect(try await page.value("document.querySelectorAll('#preview li').length > 5") == true)
                }
            }
        }

        @Test("The inbox is live: a message arrives while the page is open, is read, put off, put away and taken back")
        func inbox() async throws {
            try await withDemo { demo in
                try await withBrowser { page in
                    try await demo.signIn(page)
                    try await page.open(demo.server.address + "/inbox")
                    try await page.waitUntilLive()
                    try demo.store.execute(
                        """
                        INSERT INTO inbox_messages (id, recipient_user_id, member_user_id, category, title, body, severity, created_at)
                        VALUES ('live-1', 'ana', 'ben', 'general', 'A word of Ben', 'He is fine.', 'watch', '2999-01-01T00:00:00.000Z')
                        """)
                    try await page.wait(forText: "A word of Ben")
                    try await page.click("button", "Mark as read: A word of Ben")
                    try await page.wait(until: "document.getElementById('unread-inbox-live-1')")
                    try await page.click("button", "Mark as unread: A word of Ben")
                    try await page.wait(until: "document.getElementById('read-inbox-live-1')")
                    try await page.value("document.getElementById('later-inbox-live-1').open = true")
                    try await page.click("button", "In 1 hour: A word of Ben")
                    try await page.wait(until: "!document.getElementById('inbox-live-1')")
                    #expect(try await page.text(of: "#done-text") == "Put off.")
                    try await page.click("button", "Undo")
                    try await page.wait(until: "document.getElementById('inbox-live-1')")
                    try await page.click("button", "Archive it: A word of Ben")
                    try await page.wait(until: "!document.getElementById('inbox-live-1')")
                    #expect(try await page.text(of: "#done-text") == "Archived.")
                    try await page.click("button", "Undo")
                    try await page.wait(until: "document.getElementById('inbox-live-1')")
                    try await page.click("button", "Archive it: A word of Ben")
                    try await page.wait(until: "!document.getElementById('inbox-live-1')")
                    try await page.leaving { try await page.click("link", "Archive") }
                    try await page.waitUntilLive()
                    try await page.click("button", "Back to the inbox: A word of Ben")
                    try await page.wait(until: "!document.getElementById('inbox-live-1')")
                    try await page.open(demo.server.address + "/inbox")
                    try await page.waitUntilLive()
                    try await page.click("button", "Mark all as read")
                    try await page.wait(until: "document.getElementById('unread-inbox-live-1') && !document.getElementById('read-through')")
                    #expect(try await page.text(of: "#done-text") == "All marked as read.")
                    try await page.wait(until: "document.activeElement.id === 'unread-line'")
                }
            }
        }

        @Test("The first steps end with a notification that arrives by itself and is seen")
        func start() async throws {
            try await withDemo { demo in
                try await withBrowser(360, 740) { page in
                    try await page.stay(in: "Asia/Tokyo")
                    try await demo.signIn(page)
                    try await page.open(demo.server.address + "/start")
                    try await page.waitUntilLive()
                    #expect(try await page.text(of: "#zone-detected").contains("Asia/Tokyo"))
                    try await page.leaving { try await page.click("button", "This is where I am") }
                    try await page.leaving { try await page.click("button", "Keep these hours quiet") }
                    #expect(try await page.text().contains("Quiet from 22:00 to 07:00."))
                    try await page.waitUntilLive()
                    try await page.click("button", "Send me one")
                    try await page.wait(forText: "Hello from Belfry")
                    try await page.click("button", "I see it")
                    try await page.wait(forText: "You have seen it.")
                    #expect(try await page.text().contains("All is set"))
                }
                let row = try demo.store.row("SELECT timezone, quiet_hours_start FROM user_profiles WHERE user_id = 'ana'")
                #expect(row["timezone"] == "Asia/Tokyo" && row["quiet_hours_start"] == "22:00:00")
            }
        }

        @Test("Who pastes their link signs in, where no link opens")
        func pastedLink() async throws {
            try await withDemo { demo in
                try await withBrowser(360, 740) { page in
                    try await page.open(demo.server.address + "/")
                    try await page.type(demo.link, into: "textbox", "Sign-in link")
                    try await page.leaving { try await page.click("button", "Sign in") }
                    try await page.leaving { try await page.click("button", "Sign in") }
                    #expect(try await page.text().contains("Hello Ana."))
                }
            }
        }

        @Test("An operator finds a delivery by its person, and reads its whole story")
        func deliveries() async throws {
            try await withDemo { demo in
                try await withBrowser { page in
                    try await demo.signIn(page)
                    try await page.open(demo.server.address + "/deliveries")
                    try await page.type("david", into: "textbox", "Person or delivery")
                    try await page.leaving { try await page.click("button", "Show") }
                    let areHis = "[...document.querySelectorAll('.whom b')].map((b) => b.innerText.includes('David'))"
                    #expect(try await page.value("\(areHis).length > 0 && \(areHis).every(Boolean)") == true)
                    try await page.open(demo.server.address + (try demo.deliveryPath()))
                    #expect(try await page.text().contains("Its story"))
                }
            }
        }

        @Test("The pages are drawn for the guide", .enabled(if: Screenshots.isWanted, "`make screenshots` draws them"))
        func screenshots() async throws {
            try await Screenshots.draw()
        }
    }
}

/// The demo in a process of its own, and whom one can sign in as.
struct RunningDemo {
    let server: RunningServer
    let link: String
    let store: StoreFile

    func signIn(_ page: BrowserPage) async throws {
        try await page.open(link)
        // The button has its name in whatever language the browser asks for.
        try await page.leaving { try await page.value("document.querySelector('form[action=\"/login\"] button').click()") }
    }

    /// The first alert on the family's page.
    func alertPath(_ page: BrowserPage) async throws -> String {
        try await page.open(server.address + "/")
        return try await page.value("document.querySelector('a[href^=\"/alerts/\"]').getAttribute('href')").string ?? ""
    }

    /// The delivery that was made last.
    func deliveryPath() throws -> String {
        let id: String = try store.row("SELECT id FROM notification_queue ORDER BY id DESC LIMIT 1")["id"]
        return "/deliveries/\(id)"
    }
}

/// Gives a test a demo with everything sent that is due.
func withDemo(_ environment: [String: String] = [:], _ body: (RunningDemo) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
        let program = try RunningProgram(["demo", "--folder", folder.path, "--port", "0"], environment: environment)
        let line = await program.output.line { $0.contains("/login?token=") }
        let link = try #require(line).trimmingCharacters(in: .whitespaces)
        let file = folder.appendingPathComponent("belfry.sqlite")
        let server = RunningServer(program, store: file, address: try #require(link.split(separator: "/login").first))
        try await server.drainDue()
        try await body(RunningDemo(server: server, link: link, store: try StoreFile(file)))
        await server.stop()
    }
}
