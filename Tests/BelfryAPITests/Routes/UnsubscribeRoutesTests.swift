import BelfryChannels
import BelfryDashboard
import BelfryModel
import BelfryPhrases
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

@Suite("Unsubscribing from within a mail")
struct UnsubscribeRoutesTests {
    func token(_ user: UserID = .ana, category: String? = "pattern_alert", secret: String = API.unsubscribeSecret) throws -> String {
        try UnsubscribeTokens(Secret(.text(secret))).token(for: .init(user: user, address: SubscriptionLog.mailbox, category: category))
    }

    @Test("A post acts at once, without a cookie and whatever its body", arguments: ["List-Unsubscribe=One-Click", nil])
    func post(body: String?) async throws {
        try await withAPI { api in
            let headers = body == nil ? [:] : ["content-type": "application/x-www-form-urlencoded"]
            let answer = try await api.ask(.post, "/unsubscribe/\(try token())", body, as: .headers(headers))
            #expect(answer.status == 200 && answer.text.contains("You are unsubscribed") && answer.headers[.setCookie] == nil)
            #expect(api.subscriptions.changes == [.init(isSubscribed: false, user: .ana, category: "pattern_alert", now: .noon)])
        }
    }

    @Test("Opening the link asks, and changes nothing")
    func get() async throws {
        try await withAPI { api in
            let token = try token()
            let answer = try await api.get("/unsubscribe/\(token)")
            #expect(answer.status == 200 && answer.text.contains("<form method=\"post\" action=\"/unsubscribe/\(token)\"><button>Unsubscribe</button></form>"))
            #expect(answer.headers[.contentSecurityPolicy] == Assets.contentSecurityPolicy)
            let others = ["referrer-policy", "x-frame-options", "cross-origin-opener-policy"].map { answer.headers.value(named: $0) }
            #expect(others == ["no-referrer", "DENY", "same-origin"], "as every page")
            #expect(answer.headers[.contentSecurityPolicy]?.contains("form-action 'self'") == true)
            #expect(api.subscriptions.changes == [])
        }
    }

    @Test("Whoever has unsubscribed can take it back on the same page")
    func resubscribe() async throws {
        try await withAPI { api in
            let token = try token(category: nil)
            let page = try await api.ask(.post, "/unsubscribe/\(token)", nil, as: .nobody)
            #expect(page.text.contains("action=\"/resubscribe/\(token)\""))
            let answer = try await api.ask(.post, "/resubscribe/\(token)", nil, as: .nobody)
            #expect(answer.status == 200 && answer.text.contains("You are subscribed again"))
            #expect(api.subscriptions.changes.map(\.isSubscribed) == [false, true] && api.subscriptions.changes.allSatisfy { $0.category == nil })
        }
    }

    @Test("A link that somebody made up, and one for an address that is gone, does nothing")
    func unknown() async throws {
        try await withAPI { api in
            for token in ["guessed", "a.b", try token(secret: "another-secret-than-the-one-of-this"), try token(.stranger)] {
                for path in ["/unsubscribe/\(token)", "/resubscribe/\(token)"] {
                    let answer = try await api.ask(.post, path, nil, as: .nobody)
                    #expect(answer.status == 404 && answer.text.contains("This link is not valid"))
                }
            }
            let page = try await api.get("/unsubscribe/guessed")
            #expect(page.status == 404 && !page.text.contains("<form"))
            #expect(api.subscriptions.changes == [])
        }
    }

    @Test("The page speaks the reader's language", arguments: Language.allCases)
    func languages(language: Language) async throws {
        try await withAPI { api in
            let answer = try await api.ask(.get, "/unsubscribe/\(try token())", nil, as: .headers(["accept-language": language.rawValue]))
            let direction = language == .arabic ? "rtl" : "ltr"
            #expect(answer.text.contains("<html lang=\"\(language.rawValue)\" dir=\"\(direction)\">"))
            #expect(answer.text.contains(">\(Phrases.unsubscribing(.asking, in: language).button ?? "")</button>"))
        }
    }
}
