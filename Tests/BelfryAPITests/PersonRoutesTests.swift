import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

struct PersonRoutesTests {
    @Test("What is kept of a person comes as lines, for apps and the admin", arguments: [Shown.app, .admin])
    func export(shown: Shown) async throws {
        try await withAPI { api in
            try await api.store.accept(.example(1))
            let answer = try await api.get("/v1/people/ben/export", as: shown)
            #expect(answer.status == 200 && answer.headers[.contentType] == "application/x-ndjson; charset=utf-8")
            #expect(answer.headers[.cacheControl] == "no-store")
            let rows = try answer.text.split(separator: "\n").map { try JSON(parsing: String($0)) }
            let tables = Set(rows.compactMap { $0["table"]?.string })
            #expect(tables.isSuperset(of: ["family_members", "pattern_alert_state", "wearable_daily_metrics"]))
            #expect(rows.allSatisfy { $0["row"]?.members.isEmpty == false })
        }
    }

    @Test("Whoever is erased is known no more, and may be erased again", arguments: [Shown.app, .admin])
    func erase(shown: Shown) async throws {
        try await withAPI { api in
            try await api.store.accept(.example(1))
            let first = try await api.ask(.delete, "/v1/people/ben", nil, as: shown)
            #expect(first.status == 200 && first.json["erased"]?["family_members"] == 1)
            let known = await api.store.isKnown(.ben)
            let export = try await api.get("/v1/people/ben/export", as: shown)
            #expect(!known && export.summary == "404 unknown_user user_id")
            let token = try await api.get("/v1/inbox", as: .person(.ben))
            #expect(token.summary == "401 not_authenticated")
            let second = try await api.ask(.delete, "/v1/people/ben", nil, as: shown)
            #expect(second.status == 200 && second.json["erased"]?.members.isEmpty == true)
        }
    }

    @Test("Who asks for a dry run, or for anything else that isn't read, erases nobody")
    func unread() async throws {
        try await withAPI { api async throws in
            #expect(try await api.ask(.delete, "/v1/people/ben?dry_run=true", nil, as: .admin).summary == "400 unknown_name dry_run")
            #expect(try await api.ask(.delete, "/v1/people/ben", #"{"dry_run": true}"#, as: .app).summary == "400 unknown_name dry_run")
            #expect(try await api.get("/v1/people/ben/export?table=user_profiles", as: .app).summary == "400 unknown_name table")
            #expect(await api.store.isKnown(.ben))
        }
    }

    @Test("A person hands out and erases nobody, not even themselves", arguments: [UserID.ana, .ben])
    func persons(person: UserID) async throws {
        try await withAPI { api async throws in
            #expect(try await api.get("/v1/people/ben/export", as: .person(person)).summary == "403 not_authorized")
            #expect(try await api.ask(.delete, "/v1/people/ben", nil, as: .person(person)).summary == "403 not_authorized")
            #expect(try await api.ask(.delete, "/v1/people/ben", nil, as: .nobody).summary == "401 not_authenticated")
            #expect(await api.store.isKnown(.ben))
        }
    }
}
