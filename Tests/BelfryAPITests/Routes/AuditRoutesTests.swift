import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Hummingbird
import Testing

@testable import BelfryAPI

@Suite("Who did what")
struct AuditRoutesTests {
    private static let pause: JSON = ["app_id": "app", "until": "2026-01-25T18:00:00Z", "why": "a wrong price"]
    private static let (wanted, unwanted): (JSON, JSON) = (["notify_email": true], ["notify_email": false])

    @Test("Every route that changes something leaves a line, or stands on the list of those that needn't; and every line of the list is a route")
    func everyRoute() async throws {
        try await withAPI { api in
            let routes = makeRouter(api.services).routes
            let names = Set(routes.filter { ![.get, .head].contains($0.method) }.map { AuditedRoutes.name($0.method, $0.path.description) })
            let unknown = names.subtracting(AuditedRoutes.all.keys)
            #expect(unknown.isEmpty, "a new route has to be in AuditedRoutes")
            let all = Set(routes.map { AuditedRoutes.name($0.method, $0.path.description) })
            #expect(Set(AuditedRoutes.all.keys).subtracting(all).isEmpty, "there is no such route any more")
        }
    }

    @Test("What an operator does leaves its line, with how many it was and by whose request, and the log is read as JSON and CSV")
    func noted() async throws {
        try await withAPI { api in
            let shown = Shown.headers(["x-miya-admin-secret": API.adminSecret, "x-request-id": "proxy-7"])
            let paused = try await api.ask(.put, "/v1/queue/pauses", Self.pause.sent, as: shown)
            #expect(paused.status == 200)
            let list = try await api.get("/v1/audit", as: .admin)
            let line = list.json["entries"]?.items.first
            #expect(line?["actor"] == ["kind": "admin"] && line?["action"] == "queue.paused" && line?["subject"] == "app")
            #expect(line?["request_id"] == "proxy-7" && line?["outcome"] == "done")
            #expect(line?["details"] == ["route": "PUT /v1/queue/pauses", "until": .text("2026-01-25T18:00:00Z")])
            #expect(!list.text.contains("wrong price"), "what somebody wrote isn't kept")
            let again = try await api.ask(.delete, "/v1/queue/pauses?app_id=other", nil, as: .admin)
            #expect(again.status == 200)
            let entries = await api.store.auditEntries(AuditSelection())
            #expect(entries.map(\.action) == [.auditRead, .queuePaused], "what changed nothing leaves none")
            let table = try await api.get("/v1/audit?action=queue.paused", as: .headers(["x-miya-admin-secret": API.adminSecret, "accept": "text/csv"]))
            #expect(table.text.hasPrefix("id,at,actor_kind,actor,action,subject,user_id,outcome") && table.text.contains(",queue.paused,app,,done,"))
        }
    }

    @Test("What an app orders leaves none; what it takes back, and what it changes of people, does")
    func apps() async throws {
        try await withAPI { api in
            let queued = try await api.post("/v1/notifications", ["recipients": ["ana", "ben"], "title": "Boiler"], as: .app)
            #expect(queued.status == 202)
            #expect(await api.store.auditEntries(AuditSelection()).isEmpty)
            _ = try await api.post("/v1/deliveries/cancel", ["all": true], as: .app)
            let changed = try await api.patch("/v1/users/ben/preferences", Self.wanted, as: .app)
            #expect(changed.status == 200)
            let entries = await api.store.auditEntries(AuditSelection())
            #expect(entries.map(\.action) == [.settingsChanged, .deliveriesCancelled])
            #expect(entries.first?.person == .ben && entries.first?.details[.fields] == "notify_email")
            #expect(entries.allSatisfy { $0.actor == .app("app") } && entries.last?.changedCount == 2)
        }
    }

    @Test("What an app says of itself each time it starts leaves a line only where it says something else")
    func unchanged() async throws {
        try await withAPI { api in
            for name in ["Shop", "Shop", "Corner Shop"] {
                let look: JSON = ["name": .text(name)]
                let saved = try await api.ask(.put, "/v1/app", look.sent, as: .app)
                #expect(saved.status == 200)
            }
            let entries = await api.store.auditEntries(AuditSelection())
            #expect(entries.map(\.action) == [.appChanged, .appChanged])
        }
    }

    @Test("What a person does to their own leaves none, and what an admin of a family does to another does")
    func people() async throws {
        try await withAPI { api in
            _ = try await api.patch("/v1/users/me/preferences", Self.wanted, as: .person(.ana))
            _ = try await api.patch("/v1/users/ana/preferences", Self.unwanted, as: .person(.ana))
            #expect(await api.store.auditEntries(AuditSelection()).isEmpty)
            let removed = try await api.ask(.delete, "/v1/families/household/members/ben", nil, as: .person(.ana))
            #expect(removed.status == 200)
            let entry = await api.store.auditEntries(AuditSelection()).first
            #expect(entry?.actor == .person(.ana) && entry?.person == .ben && entry?.action == .familyChanged && entry?.subject == "household")
        }
    }

    @Test("What an operator reads of somebody is noted once an hour, before it is handed out")
    func reading() async throws {
        try await withAPI(operators: [.eve]) { api in
            for _ in 1...3 {
                let page = try await api.get("/deliveries", as: .page(.eve))
                #expect(page.status == 200)
            }
            let first = await api.store.auditEntries(AuditSelection())
            #expect(first.map(\.action) == [.deliveriesRead] && first.first?.actor == .operator(.eve))
            _ = try await api.get("/v1/users/ben/addresses", as: .admin)
            _ = try await api.get("/v1/users/ben/addresses", as: .app)
            let second = await api.store.auditEntries(AuditSelection())
            #expect(second.count == 2 && second.first?.action == .personRead && second.first?.person == .ben)
            api.clock.advance(.seconds(3600))
            _ = try await api.get("/deliveries", as: .page(.eve))
            #expect(await api.store.auditEntries(AuditSelection()).count == 3)
        }
    }

    @Test("What is refused to somebody known is counted each time and noted once an hour, whatever they name")
    func refused() async throws {
        try await withAPI { api in
            try await api.addKey("backup", scopes: [.heartbeat])
            for user in ["ana", "ben", "eve"] {
                let answer = try await api.ask(.delete, "/v1/people/\(user)", nil, as: .bearer("bk_backup"))
                #expect(answer.status == 403)
            }
            let entries = await api.store.auditEntries(AuditSelection())
            #expect(entries.count == 1 && entries.first?.outcome == .refused && entries.first?.actor == .app("backup"))
            #expect(entries.first?.action == .personErased && entries.first?.details[.problem] == "insufficient_scope")
            let metrics = try await api.get("/metrics", as: .admin)
            #expect(metrics.text.contains(#"belfry_refusals_total{code="insufficient_scope"} 3"#))
        }
    }

    @Test("An operator's signing in leaves a line, by a link or an app's token, and another person's none; no line has the token")
    func signingIn() async throws {
        try await withAPI(operators: [.eve]) { api in
            let authenticator = api.services.authenticator
            let link = try await authenticator.makeLinkToken(for: .eve, id: "chance", validFor: .seconds(900))
            let others = try await authenticator.makeLinkToken(for: .ana, id: "other", validFor: .seconds(900))
            for token in [others, link, try await api.token(of: .eve)] {
                let signedIn = try await api.signIn(byLink: "/login?token=\(token)")
                #expect(signedIn.status == 303)
            }
            let entries = await api.store.auditEntries(AuditSelection())
            #expect(entries.map(\.action) == [.signedIn, .signedIn])
            #expect(entries.allSatisfy { $0.actor == .operator(.eve) && $0.outcome == .done && $0.details == [.route: "POST /login", .way: "link"] })
        }
    }

    @Test("A link of an operator's that was used or has run out is noted once an hour, however often it is shown")
    func refusedLinks() async throws {
        try await withAPI(operators: [.eve]) { api in
            let link = try await api.services.authenticator.makeLinkToken(for: .eve, id: "chance", validFor: .seconds(900))
            _ = try await api.signIn(byLink: "/login?token=\(link)")
            for token in [link, link, "none", Tokens.respelled(link)[0]] {
                let opened = try await api.get("/login?token=\(token)")
                #expect(opened.status == 401)
            }
            let first = await api.store.auditEntries(AuditSelection())
            #expect(first.map(\.outcome) == [.refused, .done] && first.allSatisfy { $0.action == .signedIn && $0.actor == .operator(.eve) })
            #expect(first.first?.details == [.route: "GET /login", .problem: "not_authenticated"])
            api.clock.advance(.seconds(3600))
            _ = try await api.get("/login?token=\(link)")
            #expect(await api.store.auditEntries(AuditSelection()).count == 3)
        }
    }

    @Test("What isn't the admin secret is counted each time and noted once an hour, without what was asked for")
    func wrongSecrets() async throws {
        try await withAPI { api in
            for user in ["ana", "ben", "eve"] {
                let answer = try await api.ask(.delete, "/v1/people/\(user)", nil, as: .headers(["x-miya-admin-secret": "guess-\(user)"]))
                #expect(answer.status == 401)
            }
            _ = try await api.get("/v1/audit", as: .headers(["x-miya-admin-secret": "guess"]))
            let entries = await api.store.auditEntries(AuditSelection())
            #expect(entries.count == 1 && entries.first?.actor == .admin && entries.first?.outcome == .refused && entries.first?.action == .signedIn)
            #expect(entries.first?.person == nil && entries.first?.details == [.route: "DELETE /v1/people/{user_id}", .problem: "not_authenticated"])
            let metrics = try await api.get("/metrics", as: .admin)
            #expect(metrics.text.contains(#"belfry_refusals_total{code="not_authenticated"} 4"#))
        }
    }

    @Test("Who is erased, and who was handed out, is noted; of the erased the line doesn't tell who it was")
    func erased() async throws {
        try await withAPI { api in
            _ = try await api.get("/v1/people/ben/export", as: .app)
            let exported = await api.store.auditEntries(AuditSelection()).first
            #expect(exported?.action == .personExported && exported?.person == .ben)
            _ = try await api.ask(.delete, "/v1/people/ben", nil, as: .app)
            let entries = await api.store.auditEntries(AuditSelection())
            #expect(entries.map(\.action) == [.personErased, .personExported] && entries.allSatisfy { $0.person == .erased })
            #expect(entries.allSatisfy { $0.subject == nil && !$0.details.values.contains { $0.contains("ben") } })
        }
    }

    @Test("The log is the operator's alone, and says what it can't be asked")
    func asking() async throws {
        try await withAPI { api async throws in
            for shown in [Shown.nobody, .app, .person(.ana)] { #expect(try await api.get("/v1/audit", as: shown).status == 401) }
            for query in ["action=nothing", "from=yesterday", "limit=0", "before=a&after=b", "colour=red"] {
                #expect(try await api.get("/v1/audit?\(query)", as: .admin).status == 400)
            }
        }
    }
}
