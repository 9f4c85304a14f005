import BelfryTesting
import Foundation
import NIOHTTP1
import Testing

/// From the page on which somebody asks for a link to the page that they are signed in to, by the mail that brings it, over a real mail server.
@Suite("Signing in by mail", .timeLimit(.minutes(10)))
struct SignInByMailTests {
    private static let publicURL = "https://belfry.example"
    private static let form = [("content-type", "application/x-www-form-urlencoded")]

    @Test("Who has shown by a code that a mailbox is theirs asks for a link by it, and is signed in by the mail's, once; nothing of it stands in the log")
    func wholeWay() async throws {
        try await MailServer.with { mails in
            try await withTemporaryFolder { folder in
                let settings = [
                    "BELFRY_SMTP_HOST": "127.0.0.1", "BELFRY_SMTP_PORT": "\(mails.port)", "BELFRY_SMTP_TRUSTED_ROOTS": mails.trustedRoots,
                    "BELFRY_EMAIL_FROM": "belfry@example.org", "BELFRY_EMAIL_UNSUBSCRIBE_SECRET": "0123456789abcdef0123456789abcdef",
                    "BELFRY_PUBLIC_URL": Self.publicURL, "BELFRY_LOG_LEVEL": "debug",
                ]
                let server = try await RunningServer(store: folder.appendingPathComponent("belfry.sqlite"), ["--no-worker"], environment: settings)
                try await Household.move(into: server)
                let ana = try await server.person("ana")
                let added = try await server.post("/v1/users/me/contact_points", #"{"channel":"email","value":"ana@example.org"}"#, as: ana)
                #expect(added.status == 200, "\(added.text)")
                let code = try #require(try await mails.mail().headers["Subject"]?.prefix(6))
                let id = try #require(try added.value("id") as? String)
                #expect(try await server.post("/v1/users/me/contact_points/\(id)/verify", #"{"code":"\#(code)"}"#, as: ana).status == 200)

                #expect(try await server.get("/", as: []).text.contains("action=\"/login/link\""))
                let asked = try await server.post("/login/link", "who=ANA%40example.org", as: Self.form)
                #expect(asked.status == 200 && asked.text.contains("a link is on its way") && asked.headers["set-cookie"].isEmpty)
                let mail = try await mails.mail()
                #expect(mail.recipients == ["ana@example.org"] && mail.tls && mail.defects.isEmpty && mail.headers["List-Unsubscribe"] == nil)
                let text = try #require(mail.bodies["text/plain"])
                let link = try #require(text.firstMatch(of: #/https:\S+/#).map { String($0.output) })
                #expect(link.hasPrefix(Self.publicURL + "/login?token=") && mail.bodies["text/html"]?.contains("href=\"\(link)\"") == true)

                let path = String(link.dropFirst(Self.publicURL.count))
                // What looks at links before their reader does uses nothing up.
                #expect(try await server.ask(.HEAD, path, nil, []).status == 200)
                let browser = try await server.signIn(byLink: server.address + path)
                #expect(try await server.get("/", as: browser).text.contains("Hello Ana."))
                #expect(try await server.get(path, as: []).text.contains("was used already"))
                await server.stop()
                let log = await server.program.errors.whole()
                let token = try #require(link.split(separator: "=").last)
                #expect(!log.isEmpty && !log.contains("@example.org") && !log.contains(token) && !log.contains(code))
            }
        }
    }
}
