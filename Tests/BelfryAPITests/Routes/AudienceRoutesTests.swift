import BelfryDelivery
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

@Suite("Lists of people that apps keep")
struct AudienceRoutesTests {
    private static let path = "/v1/audiences/recalls"
    private static let lines = Shown.headers(["authorization": "Bearer \(API.appKey)", "content-type": "application/x-ndjson"])

    @Test("An audience is kept, counted, listed, given another title and deleted with who is in it")
    func kept() async throws {
        try await withAPI { api in
            #expect(try await api.get(Self.path, as: .app).summary == "404 unknown_audience")
            let saved = try await api.put(Self.path, ["title": "Recalls", "open": true], as: .app)
            #expect(saved.json == ["audience": "recalls", "app_id": "app", "title": "Recalls", "open": true, "created_at": "2026-01-25T12:00:00Z"])
            #expect(try await api.post(Self.path + "/add", ["recipients": ["ana", "ben", "ana"]], as: .app).json == ["added": 2])
            #expect(try await api.put(Self.path, ["title": "Called back"], as: .app).json["open"] == false)
            let shown = try await api.get(Self.path, as: .app).json
            #expect(shown["title"] == "Called back" && shown["members"] == 2)
            _ = try await api.put("/v1/audiences/a%2Fb", [:], as: .app)
            let first = try await api.get("/v1/audiences?limit=1", as: .app).json
            #expect(first["audiences"]?[0]?["audience"] == "a/b" && first["next"] == "a/b")
            let rest = try await api.get("/v1/audiences?after=a%2Fb", as: .app).json
            #expect(rest["audiences"]?.items.count == 1 && rest["next"] == nil)
            #expect(try await api.ask(.delete, Self.path, nil, as: .app).json == ["success": true])
            #expect(try await api.ask(.delete, Self.path, nil, as: .app).summary == "404 unknown_audience")
            _ = try await api.put(Self.path, [:], as: .app)
            #expect(try await api.get(Self.path, as: .app).json["members"] == 0)
        }
    }

    @Test("People are put in and taken out one by one, by a list and by lines, and listed a part at a time")
    func members() async throws {
        try await withAPI { api in
            _ = try await api.put(Self.path, [:], as: .app)
            #expect(try await api.put(Self.path + "/members/eve", [:], as: .app).json == ["added": 1])
            #expect(try await api.put(Self.path + "/members/eve", [:], as: .app).json == ["added": 0])
            #expect(try await api.ask(.post, Self.path + "/add", "ana\n\"ben\"\n\n{\"user_id\": \"tom\"}", as: Self.lines).json == ["added": 3])
            let first = try await api.get(Self.path + "/members?limit=2", as: .app).json
            #expect(first == ["members": ["ana", "ben"], "next": "ben"])
            #expect(try await api.get(Self.path + "/members?after=ben", as: .app).json == ["members": ["eve", "tom"]])
            #expect(try await api.ask(.delete, Self.path + "/members/tom", nil, as: .app).json == ["removed": 1])
            #expect(try await api.post(Self.path + "/remove", ["recipients": ["ben", "tom"]], as: .app).json == ["removed": 1])
            #expect(try await api.ask(.post, Self.path + "/remove", "eve", as: Self.lines).json == ["removed": 1])
            #expect(try await api.get(Self.path + "/members", as: .app).json == ["members": ["ana"]])
        }
    }

    @Test("What can't be an audience or a person in it is refused, and named")
    func refused() async throws {
        try await withAPI { api in
            for (body, summary) in [
                (["open": true], "400 missing_field title"), (["title": " "], "400 wrong_type title"), (["title": "a\u{7}"], "400 wrong_type title"),
                (["title": .text(String(repeating: "a", count: 129))], "400 wrong_type title"), (["opened": true], "400 unknown_name opened"),
            ] as [(JSON, String)] {
                #expect(try await api.put(Self.path, body, as: .app).summary == summary)
            }
            for path in ["/add", "/remove"] {
                #expect(try await api.post(Self.path + path, ["recipients": []], as: .app).summary == "404 unknown_audience")
            }
            #expect(try await api.get(Self.path + "/members", as: .app).summary == "404 unknown_audience")
            _ = try await api.put(Self.path, [:], as: .app)
            let valued = try await api.ask(.post, Self.path + "/add", "ana\n{\"user_id\": \"ben\", \"values\": {\"name\": \"Ben\"}}", as: Self.lines)
            #expect(valued.summary == "400 malformed_line")
            #expect(try await api.get(Self.path, as: .person(.ana)).status == 403)
            #expect(try await api.get(Self.path).status == 401)
            #expect(try await api.get(Self.path + "?app_id=shop", as: .app).status == 403)
            #expect(try await api.get(Self.path + "?app_id=app", as: .admin).status == 200)
            #expect(try await api.get(Self.path, as: .admin).summary == "404 unknown_audience", "the house has none")
        }
    }

    @Test("A broadcast goes to whoever is in the audience when it is taken in, and a repetition under its key to nobody else")
    func broadcast() async throws {
        try await withAPI { api in
            let order: JSON = ["audience": "recalls", "title": "Taken back", "channels": ["in_app"]]
            let unknown = try await api.post("/v1/broadcasts", order, as: .app)
            #expect(unknown.summary == "404 unknown_audience audience")
            _ = try await api.put(Self.path, [:], as: .app)
            #expect(try await api.post("/v1/broadcasts", order, as: .app).summary == "400 wrong_type audience", "nobody is in it")
            _ = try await api.post(Self.path + "/add", ["recipients": ["ana", "ben"]], as: .app)
            let headers = Shown.headers(["authorization": "Bearer \(API.appKey)", "idempotency-key": "a"])
            let taken = try await api.ask(.post, "/v1/broadcasts", order.sent, as: headers)
            #expect(taken.status == 202 && taken.json["recipients"] == 2 && taken.json["is_repeated"] == false)
            _ = try await api.put(Self.path + "/members/eve", [:], as: .app)
            let again = try await api.ask(.post, "/v1/broadcasts", order.sent, as: headers)
            #expect(again.json["id"] == taken.json["id"] && again.json["recipients"] == 2 && again.json["is_repeated"] == true)
            let both: JSON = ["audience": "recalls", "recipients": ["ana"], "title": "Taken back", "channels": ["in_app"]]
            #expect(try await api.post("/v1/broadcasts", both, as: .app).summary == "400 wrong_type recipients")
        }
    }

    @Test("A dry run counts who is in the audience, and shows what the first would read; a value that nobody has is missed")
    func dryRun() async throws {
        try await withAPI { api in
            _ = try await api.put(Self.path, [:], as: .app)
            _ = try await api.post(Self.path + "/add", ["recipients": ["ana", "ben"]], as: .app)
            var order: [String: JSON] = [
                "audience": "recalls", "title": "Hello {{name}}", "channels": ["in_app"], "personalised": true, "dry_run": true,
            ]
            #expect(try await api.post("/v1/broadcasts", .object(order), as: .app).summary == "400 wrong_type default_values")
            order["default_values"] = ["name": "you"]
            let rehearsed = try await api.post("/v1/broadcasts", .object(order), as: .app).json
            #expect(rehearsed["recipients"] == 2 && rehearsed["looked_at"] == 2 && rehearsed["title"] == "Hello you")
            #expect(try await api.get("/v1/broadcasts", as: .app).json == ["broadcasts": []])
        }
    }

    @Test("A person joins and leaves an open audience, and sees no other")
    func joining() async throws {
        try await withAPI { api in
            _ = try await api.put(Self.path, ["title": "Recalls", "open": true], as: .app)
            _ = try await api.put("/v1/audiences/staff", ["title": "Staff"], as: .app)
            let (own, path) = ("/v1/users/me/audiences", "/v1/users/me/audiences/app/recalls")
            func isMember() async throws -> JSON? {
                let found = try await api.get(own, as: .person(.ana)).json["audiences"]
                #expect(found?.items.count == 1)
                return found?[0]?["member"]
            }
            #expect(try await isMember() == false)
            for _ in 1...2 {
                #expect(try await api.put(path, [:], as: .person(.ana)).json == ["success": true])
                #expect(try await isMember() == true)
            }
            #expect(try await api.get(Self.path + "/members", as: .app).json == ["members": ["ana"]])
            for _ in 1...2 {
                #expect(try await api.ask(.delete, path, nil, as: .person(.ana)).json == ["success": true])
                #expect(try await isMember() == false)
            }
            for path in [own + "/app/staff", own + "/app/none", own + "/shop/recalls"] {
                #expect(try await api.put(path, [:], as: .person(.ana)).summary == "404 unknown_audience")
                #expect(try await api.ask(.delete, path, nil, as: .person(.ana)).summary == "404 unknown_audience")
            }
            #expect(try await api.put("/v1/users/ben/audiences/app/recalls", [:], as: .person(.ana)).summary == "404 unknown_user user_id")
        }
    }

    @Test("On the settings page a person joins and leaves what is open; its title is shown as it is")
    func page() async throws {
        try await withAPI { api in
            #expect(try await !api.get("/settings", as: .page(.ana)).text.contains("What you can follow"), "there is nothing to follow")
            _ = try await api.put("/v1/audiences/a%2Fb%20c", ["title": "<Recalls>", "open": true], as: .app)
            _ = try await api.put("/v1/audiences/staff", ["title": "Staff"], as: .app)
            let page = try await api.get("/settings", as: .page(.ana)).text
            #expect(page.contains("What you can follow") && page.contains("&lt;Recalls&gt;") && !page.contains("<Recalls>") && !page.contains("Staff"))
            #expect(page.contains("name=\"join\" value=\"app/a%2Fb%20c\""))
            #expect(try await press("join", "app%2Fa%252Fb%2520c", api).status == 303)
            #expect(try await api.get("/v1/audiences/a%2Fb%20c/members", as: .app).json == ["members": ["ana"]])
            let joined = try await api.get("/settings", as: .page(.ana)).text
            #expect(joined.contains("You follow it.") && joined.contains("name=\"leave\" value=\"app/a%2Fb%20c\""))
            #expect(try await press("leave", "app%2Fa%252Fb%2520c", api).status == 303)
            #expect(try await api.get("/v1/audiences/a%2Fb%20c/members", as: .app).json == ["members": []])
            for value in ["app%2Fstaff", "app", "", "app%2F"] {
                #expect(try await press("join", value, api).status == 404)
            }
        }
    }

    /// Presses a button of Ana's settings page.
    private func press(_ name: String, _ value: String, _ api: API) async throws -> Answer {
        let session = try await api.token(of: .ana)
        let token = api.services.authenticator.formToken(ofSession: session)
        let browser = Shown.headers(["cookie": "belfry_session=\(session)", "content-type": "application/x-www-form-urlencoded"])
        return try await api.ask(.post, "/page/settings/audience", "form_token=\(token)&\(name)=\(value)", as: browser)
    }
}
