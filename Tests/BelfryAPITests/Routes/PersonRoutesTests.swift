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

    @Test("People come in as a document, as lines and as a table, each by itself, and it says of whom it refuses the line and why")
    func imported() async throws {
        try await withAPI { api async throws in
            let document: JSON = ["people": [["user_id": "tom", "timezone": "Europe/Berlin"], ["user_id": "tim", "timezone": "Europe/Nowhere"]]]
            let first = try await api.post("/v1/people", document, as: .app).json
            #expect(first["created"] == 1 && first["refused"] == 1 && first["dry_run"] == nil)
            #expect(first["refusals"]?[0]?["line"] == 2 && first["refusals"]?[0]?["error"]?["code"] == "unknown_timezone")
            let lines = """
                {"user_id": "tom", "timezone": "Europe/Berlin"}

                {"user_id": "liz", "notify_email": true, "contact_points": [{"channel": "email", "value": "liz@example.org"}]}
                {"user_id": "sue", "contact_points": [{"channel": "sms", "value": "a secret"}]}
                {"user_id": "sue", "nickname": "a secret"}
                nonsense
                """
            let ndjson = try await api.ask(.post, "/v1/people", lines, as: Self.sending("application/x-ndjson"))
            #expect(ndjson.json["created"] == 1 && ndjson.json["unchanged"] == 1 && ndjson.json["refused"] == 3)
            let refusals = ndjson.json["refusals"]?.items ?? []
            #expect(refusals.map { $0["line"] } == [4, 5, 6] && !ndjson.text.contains("a secret"))
            #expect(refusals.map { $0["error"]?["field"]?.string } == ["contact_points[0].value", "nickname", nil])
            let table = "\u{FEFF}user_id,email,email_subscribed,notify_push,ios_token,unsubscribed\r\n"
                + "\"may\",may@example.org,no,true,\"a\"\"b\",news; offers:email\r\nliz,,,,,\r\n"
            let csv = try await api.ask(.post, "/v1/people", table, as: Self.sending("text/csv; charset=utf-8"))
            #expect(csv.json["created"] == 1 && csv.json["unchanged"] == 1 && csv.json["refused"] == 0, "\(csv.text)")
            let may = UserID(literal: "may")
            #expect(await api.store.contactPoints(of: may).first?.silence?.why == .optedOut)
            #expect(await api.store.devices(of: may).count == 1)
            let off = await api.store.switchedOff(by: may)
            #expect(off.count { $0.category == "news" } == DeliveryChannel.allCases.count)
            #expect(off.filter { $0.category == "offers" } == [CategorySubscription(category: "offers", channel: .email)])
        }
    }

    @Test("A dry run takes nobody in, and an import leaves one line in the audit log, with how many it changed")
    func importIsNoted() async throws {
        try await withAPI { api async throws in
            let lines = (1...600).map { "{\"user_id\": \"person-\($0)\"}" }.joined(separator: "\n")
            let dry = try await api.ask(.post, "/v1/people?dry_run=true", lines, as: Self.sending("application/x-ndjson")).json
            #expect(dry["created"] == 600 && dry["dry_run"] == true)
            #expect(await api.store.auditEntries(AuditSelection()).isEmpty)
            let twice = try await api.ask(.post, "/v1/people?dry_run=true", lines + "\n" + lines, as: Self.sending("application/x-ndjson")).json
            #expect(twice["created"] == 600 && twice["unchanged"] == 600, "as where they are kept")
            _ = try await api.ask(.post, "/v1/people", lines, as: Self.sending("application/x-ndjson"))
            let entries = await api.store.auditEntries(AuditSelection())
            #expect(entries.map(\.action) == [.peopleImported] && entries.first?.changedCount == 600)
        }
    }

    @Test("What can't be read at all, and who may not, is refused")
    func importIsRefused() async throws {
        try await withAPI { api async throws in
            for (path, body, type, summary) in [
                ("/v1/people", "", "application/x-ndjson", "400 malformed_json"), ("/v1/people", #"{"people": []}"#, "application/json", "400 malformed_json"),
                ("/v1/people", "name,email\nana,a@example.org", "text/csv", "400 missing_field user_id"),
                ("/v1/people", "user_id,mail\nana,a@example.org", "text/csv", "400 unknown_name mail"),
                ("/v1/people", "user_id,user_id\nana,ben", "text/csv", "400 malformed_line"), ("/v1/people", "user_id\n\"ana", "text/csv", "400 malformed_line"),
                ("/v1/people", "user_id,email\rana,a@example.org", "text/csv", "400 malformed_line"),
                ("/v1/people?dry_run=yes", "", "text/csv", "400 unknown_value dry_run"), ("/v1/people?dryrun=true", "", "text/csv", "400 unknown_name dryrun"),
            ] {
                #expect(try await api.ask(.post, path, body, as: Self.sending(type)).summary == summary, "\(body)")
            }
            #expect(try await api.post("/v1/people", ["people": []], as: .person(.ana)).summary == "403 not_authorized")
            try await api.addKey("reader", scopes: [.read])
            #expect(try await api.post("/v1/people", ["people": []], as: .bearer("bk_reader")).summary == "403 insufficient_scope")
        }
    }

    @Test("Of whom it refuses it names the field by its place, and who wants nothing at an address that isn't there is refused")
    func fields() async throws {
        try await withAPI { api async throws in
            let wrong: [JSON] = [
                ["user_id": "tom", "contact_points": [["channel": "email", "value": "tom@example.org"], ["channel": "sms", "value": "no"]]],
                ["user_id": "tim", "timezone": "Europe/Nowhere"], ["user_id": "liz", "contact_points": [["channel": "email"]]],
            ]
            let answer = try await api.post("/v1/people", ["people": .list(wrong)], as: .app).json
            let fields = answer["refusals"]?.items.map { $0["error"]?["field"]?.string }
            #expect(fields == ["people[0].contact_points[1].value", "people[1].timezone", "people[2].contact_points[0].value"])
            let table = "user_id,email,email_subscribed,sms_subscribed\ntom,,no,\nliz,,,false\nsue,,true,\nmay,may@example.org,no,"
            let csv = try await api.ask(.post, "/v1/people", table, as: Self.sending("text/csv")).json
            let refusals = csv["refusals"]?.items.map { [$0["error"]?["code"]?.string, $0["error"]?["field"]?.string] }
            #expect(csv["created"] == 2 && refusals == [["missing_field", "email"], ["missing_field", "sms"]])
        }
    }

    @Test("Those before what can't be read are taken in, and nobody has more than a person may")
    func importIsCutOff() async throws {
        try await withAPI { api async throws in
            let type = Self.sending("text/csv")
            #expect(try await api.ask(.post, "/v1/people", "user_id\ntom\nliz\n\"may", as: type).summary == "400 malformed_line")
            for user in ["tom", "liz"] { #expect(await api.store.isKnown(UserID(literal: user))) }
            let categories = (1...600).map { "kind-\($0)" }.joined(separator: ";")
            let much = try await api.ask(.post, "/v1/people", "user_id,unsubscribed\nsue,\(categories)\njim,news", as: type).json
            #expect(much["created"] == 1 && much["refusals"]?[0]?["error"]?["code"] == "too_many_switched_off")
            let devices = JSON.list((0...DeviceToken.countMax).map { ["platform": "ios", "token": .text("token-\($0)")] })
            let many = try await api.post("/v1/people", ["people": [["user_id": "pat", "devices": devices]]], as: .app).json
            #expect(many["refusals"]?[0]?["error"]?["code"] == "too_many_addresses")
        }
    }

    private static func sending(_ type: String) -> Shown { .headers(["authorization": "Bearer \(API.appKey)", "content-type": type]) }
}
