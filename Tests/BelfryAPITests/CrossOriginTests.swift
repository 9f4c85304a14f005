import BelfryModel
import BelfryTesting
import HTTPTypes
import Hummingbird
import Testing

@testable import BelfryAPI

@Suite("Pages of other origins")
struct CrossOriginTests {
    private static let app = "https://app.example"
    private static let origins = WebOrigins(named: [app]) ?? .none

    /// What lets a page read an answer, or ask beyond what every page may.
    private static func permissions(in answer: Answer) -> [String] {
        answer.headers.filter { $0.name.canonicalName.hasPrefix("access-control-") }.map(\.description).sorted()
    }

    @Test("Origins are written as a browser writes them: https, or this machine to develop on", arguments: [
        ("https://app.example", true), ("https://app.example:8443", true), ("http://localhost", true), ("http://localhost:5173", true),
        ("http://127.0.0.1:5173", true), ("http://app.example", false), ("https://app.example/", false), ("https://app.example:443", false),
        ("https://App.example", false), ("*", false), ("null", false), ("", false), ("https://*.app.example", false), ("app://app.example", false),
        ("http://localhost:80", false), ("http://localhost:0", false), ("http://localhost:", false), ("http://localhost.evil.example", false),
        ("http://localhost:5173/", false), ("http://localhost:+1", false), ("https://ana@app.example", false),
    ])
    func named(_ name: String, isUsable: Bool) {
        #expect((WebOrigins(named: [name]) != nil) == isUsable)
    }

    @Test("They may ask what takes a person's token, and nothing else")
    func routes() throws {
        let described = try DescribedServer(asking: "personToken").operations.filter { $0.callers.contains("personToken") }
        let names = described.map { "\($0.method) /\($0.parts.joined(separator: "/"))" }
        #expect(Set(names).union(["GET /embed/inbox.js"]) == CrossOriginRoutes.all)
    }

    @Test("A browser that asks first is told so of those routes alone, and never that it may send a cookie")
    func preflights() async throws {
        try await withAPI(webOrigins: Self.origins) { api in
            for route in makeRouter(api.services).routes {
                let path = route.path.description.replacing(/\{[a-z_]+\}/, with: "a")
                let asked = ["origin": Self.app, "access-control-request-method": route.method.rawValue]
                let answer = try await api.ask(.options, path.isEmpty ? "/" : path, nil, as: .headers(asked))
                let isOpen = CrossOriginRoutes.all.contains(AuditedRoutes.name(route.method, route.path.description))
                #expect(answer.status == 204, "\(route.path)")
                #expect(answer.headers[.accessControlAllowOrigin] == (isOpen ? Self.app : nil), "\(route.method) \(route.path)")
                #expect(answer.headers[.accessControlAllowCredentials] == nil)
            }
            let asked = ["origin": Self.app, "access-control-request-method": "GET", "access-control-request-headers": "authorization"]
            let answer = try await api.ask(.options, "/v1/inbox", nil, as: .headers(asked))
            #expect(
                Self.permissions(in: answer) == [
                    "Access-Control-Allow-Headers: Authorization, Content-Type, Last-Event-ID", "Access-Control-Allow-Methods: GET, HEAD",
                    "Access-Control-Allow-Origin: \(Self.app)", "Access-Control-Max-Age: 600",
                ])
            #expect(answer.headers[.vary] == "Origin")
        }
    }

    @Test("The answer, an error's too, may be read by that origin alone; and whoever keeps it knows that it is for one")
    func answers() async throws {
        try await withAPI(webOrigins: Self.origins) { api in
            let bearer = try await api.fields(.person(.ana))
            func answer(_ path: String, from origin: String?, _ others: [String: String] = [:]) async throws -> Answer {
                let headers = others.merging(origin.map { ["origin": $0] } ?? [:]) { $1 }
                return try await api.get(path, as: .headers(headers))
            }
            let permitted = ["Access-Control-Allow-Origin: \(Self.app)", "Access-Control-Expose-Headers: Retry-After, WWW-Authenticate"]
            let read = try await answer("/v1/inbox", from: Self.app, bearer)
            #expect(read.status == 200 && Self.permissions(in: read) == permitted && read.headers[.vary] == "Origin")
            let unknown = try await answer("/v1/inbox", from: Self.app, ["authorization": "Bearer e30.e30.e30"])
            #expect(unknown.status == 401 && Self.permissions(in: unknown) == permitted)
            for origin in [nil, "null", "https://evil.example", "https://app.example.evil.example", "http://app.example", "HTTPS://APP.EXAMPLE"] {
                let refused = try await answer("/v1/inbox", from: origin, bearer)
                #expect(Self.permissions(in: refused) == [] && refused.headers[.vary] == "Origin", "\(origin ?? "none")")
            }
            let stream = try await api.stream("/v1/inbox/events", as: .person(.ana), headers: ["origin": Self.app])
            #expect(stream.headers[.accessControlAllowOrigin] == Self.app && stream.headers[.contentType]?.hasPrefix("text/event-stream") == true)
        }
    }

    @Test("Nothing may be read that a key, the operator's secret or a cookie opens")
    func keysAndCookies() async throws {
        try await withAPI(operators: [.ana], webOrigins: Self.origins) { api in
            let (page, app) = (try await api.fields(.page(.ana)), try await api.fields(.app))
            for (path, headers) in [
                ("/inbox", page), ("/page/session", page), ("/deliveries", page), ("/v1/families/household", app), ("/v1/broadcasts", app),
                ("/v1/people/ana/export", ["x-miya-admin-secret": API.adminSecret]), ("/metrics", ["x-miya-admin-secret": API.adminSecret]),
            ] {
                let answer = try await api.get(path, as: .headers(headers.merging(["origin": Self.app]) { $1 }))
                #expect(answer.status == 200 && Self.permissions(in: answer) == [], "\(path): \(answer.status)")
            }
        }
    }

    @Test("Where no origin is named nothing is said of any")
    func unset() async throws {
        try await withAPI { api in
            let bearer = try await api.fields(.person(.ana)).merging(["origin": Self.app]) { $1 }
            let asked = ["origin": Self.app, "access-control-request-method": "GET"]
            for answer in [
                try await api.get("/v1/inbox", as: .headers(bearer)), try await api.get("/embed/inbox.js", as: .headers(["origin": Self.app])),
                try await api.ask(.options, "/v1/inbox", nil, as: .headers(asked)),
            ] {
                #expect(Self.permissions(in: answer) == [] && answer.headers[.vary] == nil)
            }
        }
    }

    @Test("The element's module is a file that a browser asks about each time, and knows where links may lead")
    func module() async throws {
        let links = try #require(LinkOrigins(named: ["https://shop.example", "https://app.example:8443"]))
        try await withAPI(linkOrigins: links, webOrigins: Self.origins) { api in
            let whole = try await api.get("/embed/inbox.js", as: .headers(["origin": Self.app]))
            #expect(whole.status == 200 && whole.headers[.contentType] == "text/javascript; charset=utf-8")
            #expect(whole.headers[.accessControlAllowOrigin] == Self.app && whole.headers[.cacheControl] == "no-cache")
            #expect(whole.text.contains("const linkOrigins = ['https://app.example:8443', 'https://shop.example'];"))
            let tag = try #require(whole.headers[.eTag])
            let again = try await api.get("/embed/inbox.js", as: .headers(["origin": Self.app, "if-none-match": tag]))
            #expect(again.status == 304 && again.headers[.accessControlAllowOrigin] == Self.app)
        }
    }
}
