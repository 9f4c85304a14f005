import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import NIOCore
import Testing

@testable import BelfryAPI

@Suite("A link to sign in that somebody asks for on the page")
struct SignInLinksTests {
    private static let url = "https://belfry.example/"

    /// Asks as the page's form does, and waits until what is sent is sent.
    private func ask(_ api: API, for text: String, _ headers: [String: String] = [:]) async throws -> Answer {
        let form = headers.merging(["content-type": "application/x-www-form-urlencoded"]) { own, _ in own }
        let answer = try await api.ask(.post, "/login/link", "who=\(text)", as: .headers(form))
        await api.services.signInLinks?.finish()
        return answer
    }

    @discardableResult
    private func add(
        _ value: String, of user: UserID = .ana, over channel: DeliveryChannel = .email, verification: ContactPoint.Verification = .vouchedFor, _ api: API
    ) async throws -> ContactPoint {
        let draft = try ContactPoint.Draft(id: AddressID(literal: "\(user.text)-\(value)"), channel: channel, value: value)
        return try await api.store.save(draft, of: user, verification: verification, now: .noon)
    }

    @Test("It comes to the mailbox that is theirs, in their language, signs in by the button of its page, and does so once")
    func whole() async throws {
        try await withAPI(signInURL: Self.url) { api async throws in
            try await add("Ana@Example.org", api)
            var preferences = Preferences()
            preferences.language = .german
            try await api.store.save([.language], of: preferences, for: .ana, now: .noon)
            #expect(try await api.get("/").text.contains("action=\"/login/link\""))
            let asked = try await ask(api, for: "+ana%40example.org+")
            #expect(asked.status == 200 && asked.text.contains("a link is on its way") && asked.headers[.setCookie] == nil)
            let letter = try #require(api.mail.letters.first)
            #expect(api.mail.letters.count == 1 && letter.address.target == .mailbox("Ana@Example.org"), "it goes to what was shown to be theirs")
            #expect(letter.content.title == "Dein Link zum Anmelden bei Belfry" && letter.content.body.contains("Er ist für Ana"))
            let link = try #require(letter.signInLink)
            #expect(link.hasPrefix("https://belfry.example/login?token=") && !letter.content.body.contains("token"))
            let path = String(link.dropFirst("https://belfry.example".count))
            for method in [HTTPRequest.Method.head, .get, .get] { #expect(try await api.ask(method, path, nil, as: .nobody).status == 200) }
            #expect(try await api.signIn(byLink: path).status == 303)
            #expect(try await api.signIn(byLink: path).text.contains("was used already"))
        }
    }

    @Test("It works for 15 minutes")
    func lifetime() async throws {
        try await withAPI(signInURL: Self.url) { api async throws in
            try await add("ana@example.org", api)
            _ = try await ask(api, for: "ana%40example.org")
            let path = String(try #require(api.mail.letters.first?.signInLink).dropFirst("https://belfry.example".count))
            api.clock.advance(.seconds(15 * 60 - 1))
            #expect(try await api.get(path).status == 200)
            api.clock.advance(.seconds(1))
            #expect(try await api.get(path).status == 401)
        }
    }

    @Test("An identifier leads to that person's mailboxes, and a mailbox that two share to a link for each of them")
    func owners() async throws {
        try await withAPI(signInURL: Self.url) { api async throws in
            try await add("ana@example.org", api)
            try await add("home@example.org", api)
            try await add("home@example.org", of: .ben, api)
            _ = try await ask(api, for: "ana")
            #expect(api.mail.letters.map(\.address.target) == [.mailbox("ana@example.org"), .mailbox("home@example.org")])
            _ = try await ask(api, for: "home%40example.org")
            #expect(Set(api.mail.letters.dropFirst(2).map(\.delivery.recipient)) == [.ana, .ben] && Set(api.mail.letters.map(\.signInLink)).count == 4)
        }
    }

    @Test("Whoever asks is told the same whether anybody is known by it, and nobody is written to who hasn't shown that the mailbox is theirs")
    func sameAnswer() async throws {
        try await withAPI(operators: [.eve], signInURL: Self.url) { api async throws in
            try await add("ana@example.org", api)
            try await add("open@example.org", of: .ben, verification: .byCode(hash: "hash", expiresAt: .evening), api)
            try await add("champion@example.org", of: .ben, over: .championEmail, api)
            try await add("operator@example.org", of: .eve, api)
            let known = try await ask(api, for: "ana%40example.org")
            for text in [
                "nobody%40example.org", "open%40example.org", "champion%40example.org", "operator%40example.org", "eve", "ben", "stranger",
                "%25%40example.org", "a%0d%0ab", String(repeating: "a", count: 300),
            ] {
                let unknown = try await ask(api, for: text)
                #expect(unknown.text == known.text && unknown.status == known.status && unknown.headers == known.headers, "\(text)")
            }
            #expect(api.mail.letters.map(\.address.target) == [.mailbox("ana@example.org")])
        }
    }

    @Test("Two links in ten minutes go to a mailbox, whatever was typed and whoever asks; one of them works at every moment, so nobody is kept out")
    func limits() async throws {
        try await withAPI(signInURL: Self.url) { api async throws in
            try await add("ana@example.org", api)
            // Somebody else asks every minute, for two hours.
            for minute in 0..<120 {
                let text = minute.isMultiple(of: 2) ? "ana" : "ANA%40example.org"
                #expect(try await ask(api, for: text, ["x-forwarded-for": "192.0.2.\(minute % 250)"]).status == 200)
                let last = try #require(api.mail.letters.last?.signInLink)
                #expect(try await api.get(String(last.dropFirst("https://belfry.example".count))).status == 200, "in minute \(minute)")
                api.clock.advance(.seconds(60))
            }
            #expect(api.mail.letters.count == 2 * 12)
        }
    }

    @Test("What goes to one mailbox of a person keeps none from another of theirs")
    func limitOfMailbox() async throws {
        try await withAPI(signInURL: Self.url) { api async throws in
            try await add("ana@example.org", api)
            try await add("home@example.org", api)
            for _ in 1...4 { _ = try await ask(api, for: "ana%40example.org") }
            _ = try await ask(api, for: "home%40example.org")
            _ = try await ask(api, for: "ana")
            let boxes = api.mail.letters.map(\.address.target)
            #expect(boxes == ["ana", "ana", "home", "home"].map { .mailbox("\($0)@example.org") })
        }
    }

    @Test("A client asks twenty times an hour, and keeps no other from it")
    func clients() async throws {
        try await withAPI(signInURL: Self.url) { api async throws in
            for number in 1...SignInLinks.clientCountMax {
                #expect(try await ask(api, for: "nobody-\(number)", ["x-forwarded-for": "198.51.100.7, 192.0.2.1"]).status == 200)
            }
            #expect(try await ask(api, for: "nobody", ["x-forwarded-for": "203.0.113.9, 192.0.2.1"]).status == 429, "what the client says itself counts for nothing")
            #expect(try await ask(api, for: "nobody", ["x-forwarded-for": "192.0.2.2"]).status == 200)
        }
    }

    @Test(
        "A client is known by its own address, and by what the server before this one says where that is near",
        arguments: [
            ("192.0.2.1", nil, "192.0.2.1"), ("192.0.2.1", "198.51.100.7", "192.0.2.1"), ("127.0.0.1", "198.51.100.7", "198.51.100.7"),
            ("10.0.0.2", "a, 198.51.100.7 ", "198.51.100.7"), ("127.0.0.1", "unknown", "127.0.0.1"), ("::1", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2"),
            ("2001:db8:1:2:a:b:c:d", "198.51.100.7", "2001:db8:1:2"), ("2001:db8::7", nil, "2001:db8"), ("127.0.0.1", "", "127.0.0.1"),
        ] as [(String, String?, String)])
    func client(peer: String, forwarded: String?, name: String) throws {
        #expect(SignInLinks.client(at: try SocketAddress(ipAddress: peer, port: 80), forwarded: forwarded) == name)
    }

    @Test("Where the server before this one puts a header of its own behind the client's, the client's counts for nothing")
    func forwardedTwice() throws {
        let name = try #require(HTTPField.Name("X-Forwarded-For"))
        var headers = HTTPFields()
        #expect(SignInLinks.forwarded(by: headers) == nil)
        headers.append(HTTPField(name: name, value: "203.0.113.9"))
        headers.append(HTTPField(name: name, value: "192.0.2.1"))
        #expect(SignInLinks.forwarded(by: headers) == "192.0.2.1")
    }

    @Test("A form of another site, and one in which nothing stands, has nothing sent")
    func otherSite() async throws {
        try await withAPI(signInURL: Self.url) { api async throws in
            try await add("ana@example.org", api)
            let crossed = try await ask(api, for: "ana", ["sec-fetch-site": "cross-site"])
            #expect(crossed.status == 200 && !crossed.text.contains("on its way"))
            #expect(try await ask(api, for: "").status == 200)
            #expect(api.mail.letters.isEmpty)
            #expect(try await ask(api, for: "ana", ["sec-fetch-site": "same-origin"]).text.contains("on its way"))
            #expect(api.mail.letters.count == 1)
        }
    }

    @Test("Who wants no notifications at a mailbox is sent a link there all the same")
    func silenced() async throws {
        try await withAPI(signInURL: Self.url) { api async throws in
            let point = try await add("ana@example.org", api)
            _ = await api.store.setSubscription(false, at: point.id, of: .ana, category: nil, now: .noon)
            _ = try await ask(api, for: "ana")
            #expect(api.mail.letters.count == 1)
        }
    }

    @Test("Where no mail is sent, or no token is valid, nobody is offered one")
    func notOffered() async throws {
        for (url, secret) in [(nil, API.jwtSecret), (Self.url, nil)] as [(String?, String?)] {
            try await withAPI(jwtSecret: secret, signInURL: url) { api async throws in
                #expect(try await !api.get("/").text.contains("/login/link"))
                #expect(try await ask(api, for: "ana").status == 404)
            }
        }
    }
}
