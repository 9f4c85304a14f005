import BelfryTesting
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import Testing

extension InBrowser {
    /// What a person does with the inbox that an app has put on a page of its own, on another origin and under a strict policy.
    @Suite("The inbox on an app's own page", .serialized)
    struct EmbeddedInboxTests {
        private static let key = RunningServer.admin
        private static let shadow = "document.querySelector('belfry-inbox').shadowRoot"

        /// A page with the element and nothing of its own that could help it: whatever its policy doesn't name is refused.
        private static func page(askingOf server: String, in language: String) -> String {
            """
            <!DOCTYPE html><html lang="\(language)" dir="\(language == "ar" ? "rtl" : "ltr")"><head><meta charset="utf-8"><title>Shop</title>
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src \(server); connect-src \(server); \
            require-trusted-types-for 'script'">
            <meta name="color-scheme" content="light dark">
            <script type="module" src="\(server)/embed/inbox.js"></script></head>
            <body><main><h1>Shop</h1><belfry-inbox align="start"></belfry-inbox></main></body></html>
            """
        }

        /// Starts an app that has such a page at `/?server=…`, and a server that lets it ask.
        private func withApp(
            isNamed: Bool = true, language: String = "en", isToComplain: Bool = false,
            _ body: @escaping @Sendable (_ page: BrowserPage, _ server: RunningServer) async throws -> Void
        ) async throws {
            let router = Router()
            router.get("/") { request, _ in
                let server = request.uri.queryParameters["server"].map(String.init) ?? ""
                return Response(
                    status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
                    body: .init(byteBuffer: ByteBuffer(string: Self.page(askingOf: server, in: language))))
            }
            try await withLocalServer(router) { origin in
                let named = ["BELFRY_WEB_ORIGINS": isNamed ? origin : "https://other.example", "BELFRY_LINK_ORIGINS": "https://shop.example"]
                try await withServer(environment: named) { server, _ in
                    let family = #"{"name": "The Lindens", "members": [{"user_id": "ana", "first_name": "Ana", "role": "admin"}]}"#
                    #expect(try await server.ask(.PUT, "/v1/families/lindens", family, Self.key).status == 200)
                    try await withBrowser(isToComplain: isToComplain) { page in
                        try await page.open("\(origin)/?server=\(server.address)")
                        try await body(page, server)
                    }
                }
            }
        }

        private func tell(_ order: String, by server: RunningServer) async throws {
            let answer = try await server.post("/v1/notifications", "{\"recipients\": [\"ana\"], \"channels\": [\"in_app\"], \(order)}")
            #expect(answer.status == 202, "\(answer.text)")
        }

        /// Gives the element tokens, one after the other; the last for ever.
        private func give(_ tokens: [String], to page: BrowserPage) async throws {
            try await page.value(
                """
                window.tokens = \(JSON.list(tokens.map(JSON.text)).sent);
                window.told = [];
                for (const name of ['message', 'action', 'link']) {
                  document.addEventListener('belfry-' + name, (event) => {
                    if (name === 'link') event.preventDefault();
                    told.push(name + ' ' + (event.detail.href ?? event.detail.action ?? event.detail.message.title));
                  });
                }
                document.querySelector('belfry-inbox').token = async () => tokens.length > 1 ? tokens.shift() : tokens[0];
                """)
        }

        private func token(of server: RunningServer) async throws -> String {
            try #require(try await server.loginLink(for: "ana").split(separator: "=").last.map(String.init))
        }

        private func waitForMessages(_ count: Int, on page: BrowserPage) async throws {
            try await page.wait(until: "\(Self.shadow).querySelectorAll('article').length === \(count)")
        }

        @Test("It shows what is there, gets what comes as it comes, and what is done with it is done")
        func whole() async throws {
            try await withApp { page, server in
                try await tell(
                    """
                    "title": "Dinner at seven", "body": "Are you coming?", "severity": "attention", "link": "https://shop.example/orders/7",
                    "actions": [{"id": "yes", "title": "I am coming"}, {"id": "elsewhere", "title": "Elsewhere", "link": "https://evil.example/"}]
                    """, by: server)
                try await give([try await token(of: server)], to: page)
                try await waitForMessages(1, on: page)
                try await page.click("button", "Inbox, 1 unread")
                #expect(try await page.has("button", "Elsewhere, Open at evil.example: Dinner at seven") == false)
                try await page.click("button", "Mark as read: Dinner at seven")
                try await page.wait(until: "\(Self.shadow).querySelector('.bell').ariaLabel === 'Inbox, 0 unread'")
                try await page.click("button", "I am coming: Dinner at seven")
                try await page.wait(until: "told.includes('action yes')")
                try await page.click("link", "Open at shop.example: Dinner at seven")
                try await page.wait(until: "told.includes('link https://shop.example/orders/7')")
                try await tell("\"title\": \"On its way\"", by: server)
                try await waitForMessages(2, on: page)
                try await page.wait(until: "told.includes('message On its way')")
                #expect(try await page.value("\(Self.shadow).querySelector('[role=status]').textContent") == "New in your inbox: On its way")
                try await page.click("button", "Archive it: On its way")
                try await waitForMessages(1, on: page)
                try await page.click("button", "Undo")
                try await waitForMessages(2, on: page)
                // How many are unread comes after what came back.
                try await page.wait(until: "\(Self.shadow).querySelector('.bell').ariaLabel === 'Inbox, 1 unread'")
                try await page.click("button", "Mark all as read")
                try await page.wait(until: "!\(Self.shadow).querySelector('article.unread')")
                try await page.press(.escape)
                let isBack = "!document.querySelector('belfry-inbox').open && \(Self.shadow).activeElement.ariaExpanded === 'false'"
                #expect(try await page.value(isBack) == true)
            }
        }

        @Test("Everybody can use it, on every width and in the dark, also from right to left; what apps write stays text", arguments: ["en", "ar"])
        func accessible(language: String) async throws {
            try await withApp(language: language) { page, server in
                try await tell(#""title": "<img src=x onerror=alert(1)>", "body": "</p><script>alert(2)</script>""#, by: server)
                let dinner = #""title": "Dinner", "severity": "critical", "link": "https://shop.example/", "actions": [{"id": "yes", "title": "Yes"}]"#
                try await tell(dinner, by: server)
                try await give([try await token(of: server)], to: page)
                try await waitForMessages(2, on: page)
                try await expectAccessible(page)
                try await page.value("document.querySelector('belfry-inbox').show()")
                try await expectAccessible(page)
                let texts = try await page.value("[...\(Self.shadow).querySelectorAll('h3, .words')].map((element) => element.textContent)")
                #expect(texts == ["Dinner", "<img src=x onerror=alert(1)>", "</p><script>alert(2)</script>"])
                #expect(try await page.value("\(Self.shadow).querySelectorAll('img, script').length") == 0)
            }
        }

        @Test("In a part of a page that is closed to the rest a press within it leaves it open, and one elsewhere closes it")
        func closedRoot() async throws {
            try await withApp { page, _ in
                try await page.wait(until: "customElements.get('belfry-inbox') !== undefined")
                let isOpen = try await page.value(
                    """
                    (() => {
                      const host = document.createElement('div');
                      document.body.append(host);
                      const inbox = document.querySelector('belfry-inbox');
                      host.attachShadow({ mode: 'closed' }).append(inbox);
                      inbox.show();
                      return [inbox.shadowRoot.querySelector('h2'), document.body].map((element) => {
                        element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true }));
                        return inbox.open;
                      });
                    })()
                    """)
                #expect(isOpen == [true, false])
            }
        }

        @Test("A server's name alone is one of https, and what can be no address is complained of")
        func server() async throws {
            try await withApp(isToComplain: true) { page, _ in
                try await page.wait(until: "customElements.get('belfry-inbox') !== undefined")
                try await page.value(
                    """
                    window.asked = [];
                    window.fetch = async (address) => { asked.push(String(address)); throw new Error('away'); };
                    const complain = console.error;
                    console.error = (text) => { asked.push(text); complain(text); };
                    for (const server of ['belfry.example.org', 'https://']) {
                      const inbox = document.createElement('belfry-inbox');
                      inbox.setAttribute('server', server);
                      document.body.append(inbox);
                      inbox.token = async () => 'token';
                    }
                    true
                    """)
                try await page.wait(until: "asked.length >= 2")
                #expect(try await page.value("asked.some((text) => text === 'https://belfry.example.org/v1/inbox/events')") == true)
                #expect(try await page.value("asked.some((text) => text.includes('that is no address'))") == true)
            }
        }

        @Test("A token that holds no more is asked for anew, and where none comes it says so")
        func renewal() async throws {
            // Browsers complain of every answer that is a refusal.
            try await withApp(isToComplain: true) { page, server in
                try await tell("\"title\": \"Dinner at seven\"", by: server)
                try await give(["e30.e30.e30", try await token(of: server)], to: page)
                try await waitForMessages(1, on: page)
                try await tell("\"title\": \"On its way\"", by: server)
                try await page.wait(until: "told.includes('message On its way')")
                try await give(["e30.e30.e30"], to: page)
                try await page.wait(until: "\(Self.shadow).querySelector('.bell').dataset.state === 'ended'")
                #expect(try await page.value("\(Self.shadow).querySelectorAll('article').length") == 0)
                let said = "Inbox, 0 unread, You are signed out. Sign in again to see your messages."
                #expect(try await page.value("\(Self.shadow).querySelector('.bell').ariaLabel") == .text(said))
                #expect(try await page.value("\(Self.shadow).querySelector('[role=status]').textContent") == "")
                // An app that gives none for the moment has signed nobody out.
                try await page.value("document.querySelector('belfry-inbox').token = async () => { throw new Error('away'); }; true")
                try await page.wait(until: "\(Self.shadow).querySelector('.bell').dataset.state === 'lost'")
            }
        }

        @Test("What was asked for one person, and comes once another may be there, isn't shown")
        func another() async throws {
            try await withApp { page, server in
                try await tell("\"title\": \"Dinner at seven\"", by: server)
                try await page.value(
                    """
                    window.held = new Promise((resolve) => { window.release = resolve; });
                    window.ask = window.fetch;
                    window.fetch = async (address, options) => {
                      const answer = await ask(address, options);
                      if (!String(address).includes('/v1/inbox?')) return answer;
                      const page = await answer.json();
                      answer.json = async () => {
                        window.isHeld = true;
                        await held;
                        // Once all is done that follows at once.
                        setTimeout(() => { window.isRead = true; });
                        return page;
                      };
                      return answer;
                    };
                    true
                    """)
                try await give([try await token(of: server)], to: page)
                try await page.wait(until: "window.isHeld === true")
                try await page.value("document.querySelector('belfry-inbox').token = async () => null; release(); true")
                try await page.wait(until: "window.isRead === true && \(Self.shadow).querySelector('.bell').dataset.state === 'ended'")
                #expect(try await page.value("\(Self.shadow).querySelectorAll('article').length") == 0)
            }
        }

        @Test("On an origin that the operator hasn't named nothing is loaded")
        func notNamed() async throws {
            try await withApp(isNamed: false, isToComplain: true) { page, server in
                #expect(try await page.value("customElements.get('belfry-inbox') === undefined") == true)
                let asking = "fetch('\(server.address)/v1/inbox', { headers: { Authorization: 'Bearer x' } })"
                let asked = try await page.value("\(asking).then(() => 'read', () => 'refused')")
                #expect(asked == "refused")
            }
        }
    }
}
