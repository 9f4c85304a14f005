import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Foundation
import HTTPTypes
import Testing

struct SyncRoutesTests {
    private static let rent: JSON = ["budget_items": ["created": [["id": "rent", "name": "Rent", "amount": 90000, "is_auto_pay": false]]]]

    @Test("What one device of a person pushes another pulls, as WatermelonDB has it; nobody else does")
    func roundTrip() async throws {
        try await withAPI { api async throws in
            let first = try await api.get("/sync/pull?last_pulled_at=null&schema_version=1&migration=null", as: .person(.ana))
            #expect(first.json == ["changes": [:], "timestamp": 1])
            let pushed = try await api.post("/sync/push?last_pulled_at=1", Self.rent, as: .person(.ana))
            #expect(pushed.status == 200 && pushed.json == ["success": true])
            let answer = try await api.get("/sync/pull?last_pulled_at=1", as: .person(.ana)).json
            let row = answer["changes"]?["budget_items"]?["created"]?[0]
            #expect(row?["id"] == "rent" && row?["is_auto_pay"] == false && row?["due_date"] == .null)
            #expect(row?.keys == Set(FactTable.budgetItems.columns.map(\.name) + ["id"]))
            #expect(answer["timestamp"] == .number(Double(Instant.noon.millisecondsSinceEpoch)))
            #expect(try await api.get("/sync/pull", as: .person(.ben)).json["changes"] == [:])
        }
    }

    @Test("A later push updates and deletes, with WatermelonDB's own fields passed over, in a wrapping object or not")
    func laterPush() async throws {
        try await withAPI { api async throws in
            _ = try await api.post("/sync/push?last_pulled_at=1", Self.rent, as: .person(.ana))
            let seen = try await api.timestamp()
            let update: JSON = ["budget_items": ["updated": [["id": "rent", "amount": 95000, "_status": "updated", "_changed": "amount"]]]]
            let wrapped: JSON = ["changes": update, "lastPulledAt": .number(Double(seen))]
            #expect(try await api.post("/sync/push?last_pulled_at=\(seen)", wrapped, as: .person(.ana)).status == 200, "what stands beside is passed over")
            let news = try await api.get("/sync/pull?last_pulled_at=\(seen)", as: .person(.ana)).json
            #expect(news["changes"]?["budget_items"]?["updated"]?[0]?["amount"] == 95000)
            #expect(news["changes"]?["budget_items"]?["updated"]?[0]?["name"] == "Rent")
            let deletion: JSON = ["budget_items": ["deleted": ["rent", "unheard-of"]]]
            let now = try await api.timestamp()
            #expect(try await api.post("/sync/push?last_pulled_at=\(now)", deletion, as: .person(.ana)).status == 200)
            let last = try await api.get("/sync/pull?last_pulled_at=\(now)", as: .person(.ana)).json
            #expect(last["changes"]?["budget_items"]?["deleted"] == ["rent"])
        }
    }

    @Test("A push whose body got lost on the way is refused, so that no device takes its edits for stored")
    func lostBody() async throws {
        try await withAPI { api async throws in
            #expect(try await api.ask(.post, "/sync/push?last_pulled_at=1", nil, as: .person(.ana)).summary == "400 malformed_json")
            #expect(try await api.ask(.post, "/sync/push?last_pulled_at=1", "{}", as: .person(.ana)).status == 200, "nothing to push")
        }
    }

    @Test("Who hasn't seen the latest is answered with a conflict, and the open push is accounted for")
    func conflict() async throws {
        try await withAPI { api async throws in
            _ = try await api.post("/sync/push?last_pulled_at=1", Self.rent, as: .person(.ana))
            let other: JSON = ["budget_items": ["updated": [["id": "rent", "amount": 1]]]]
            let late = try await api.post("/sync/push?last_pulled_at=1&push_id=late", other, as: .person(.ana))
            #expect(late.summary == "409 sync_conflict")
            #expect(try await api.get("/sync/pull?open_push=late", as: .person(.ana)).json["push_taken"] == false)
            let seen = try await api.timestamp()
            #expect(try await api.post("/sync/push?last_pulled_at=\(seen)&push_id=good%2F1", other, as: .person(.ana)).status == 200)
            #expect(try await api.get("/sync/pull?open_push=good%2F1", as: .person(.ana)).json["push_taken"] == true)
        }
    }

    @Test("A table that an app's migration names is sent whole, those of its own are passed over")
    func migration() async throws {
        try await withAPI { api async throws in
            _ = try await api.post("/sync/push?last_pulled_at=1", Self.rent, as: .person(.ana))
            let seen = try await api.timestamp()
            for migration in [
                #"{"from":1,"tables":["budget_items","moods"],"columns":[]}"#,
                #"{"from":1,"tables":[],"columns":[{"table":"budget_items","columns":["rrule"]}]}"#,
            ] {
                let query = migration.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                let answer = try await api.get("/sync/pull?last_pulled_at=\(seen)&migration=\(query)", as: .person(.ana))
                #expect(answer.json["changes"]?["budget_items"]?["created"]?[0]?["id"] == "rent")
            }
        }
    }

    @Test(
        "What isn't shared or can't be is refused by its name, and nothing is stored",
        arguments: [
            (["moods": ["created": []]], "400 unknown_name moods"),
            (["changes": ["budget_items": ["create": [["id": "a"]]]]], "400 unknown_name changes.budget_items.create"),
            (["budget_items": ["created": [["id": "a", "colour": "red"]]]], "400 unknown_name budget_items.created[0].colour"),
            (["budget_items": ["updated": [["id": "a"], ["id": "b", "amount": "much"]]]], "400 wrong_type budget_items.updated[1].amount"),
            (["budget_items": ["created": [["id": "a", "is_deleted": 2]]]], "400 wrong_type budget_items.created[0].is_deleted"),
            (["budget_items": ["created": [["id": "a", "name": ["b"]]]]], "400 wrong_type budget_items.created[0].name"),
            (["budget_items": ["created": [["name": "b"]]]], "400 missing_field budget_items.created[0].id"),
            (["budget_items": ["created": [["id": ""]]]], "400 wrong_type budget_items.created[0].id"),
            (["budget_items": ["deleted": ["a", "a\nb"]]], "400 wrong_type budget_items.deleted[1]"),
            (["budget_items": ["created": "rent"]], "400 wrong_type budget_items.created"),
            (["budget_items": []], "400 wrong_type budget_items"),
        ] as [(JSON, String)])
    func refused(_ body: JSON, _ summary: String) async throws {
        try await withAPI { api async throws in
            #expect(try await api.post("/sync/push?last_pulled_at=1", body, as: .person(.ana)).summary == summary)
            #expect(try await api.get("/sync/pull", as: .person(.ana)).json == ["changes": [:], "timestamp": 1])
        }
    }

    @Test("A text has its bound, whatever its column, and one that is too long keeps all of its push out")
    func lengths() async throws {
        try await withAPI { api async throws in
            func push(_ length: Int, _ jsonLength: Int) async throws -> String {
                let rows: JSON = ["created": [["id": "rent", "name": "Rent"], ["id": "gym", "name": .text(String(repeating: "é", count: length))]]]
                let settings: JSON = ["updated": [["id": "own", "timetable": .text(String(repeating: "1", count: jsonLength))]]]
                let body: JSON = ["changes": ["budget_items": rows, "prayer_settings": settings]]
                return try await api.post("/sync/push?last_pulled_at=1", body, as: .person(.ana)).summary
            }
            #expect(try await push(FactColumn.textLengthMax + 1, 1) == "400 wrong_type changes.budget_items.created[1].name")
            #expect(try await push(1, FactColumn.jsonLengthMax + 1) == "400 wrong_type changes.prayer_settings.updated[0].timetable")
            #expect(try await api.get("/sync/pull", as: .person(.ana)).json == ["changes": [:], "timestamp": 1], "nothing of it is stored")
            #expect(try await push(FactColumn.textLengthMax, FactColumn.jsonLengthMax) == "200")
        }
    }

    @Test("Whose devices share as much as they may adds nothing before they delete something, but changes what is there")
    func bound() async throws {
        try await withAPI { api async throws in
            let records = (1...SharedSize.rowCountMax).map { FactRecord(id: "\($0)", columns: [:]) }
            let full = SyncPush(id: nil, changes: SyncChanges(tables: [.studyWords: .init(created: records)]), pulledAt: nil)
            let result = await api.store.push(full, of: .ana, now: .noon)
            #expect(result == .taken)
            let seen = Instant.noon.millisecondsSinceEpoch
            #expect(try await api.post("/sync/push?last_pulled_at=\(seen)", Self.rent, as: .person(.ana)).summary == "400 too_much_shared")
            #expect(try await api.post("/sync/push", Self.rent, as: .person(.ben)).status == 200, "it is each person's own")
            let change: JSON = ["study_words": ["updated": [["id": "2", "repetitions": 3]], "deleted": ["1"]]]
            #expect(try await api.post("/sync/push?last_pulled_at=\(seen)", change, as: .person(.ana)).status == 200)
            #expect(try await api.post("/sync/push?last_pulled_at=\(seen)", Self.rent, as: .person(.ana)).status == 200)
            let exchange: JSON = ["study_words": ["created": [["id": "new"]], "deleted": ["3"]]]
            #expect(try await api.post("/sync/push?last_pulled_at=\(seen)", exchange, as: .person(.ana)).status == 200, "as a whole it is no more")
        }
    }

    @Test("A query that can't be read is refused by its name")
    func badQueries() async throws {
        try await withAPI { api async throws in
            #expect(try await api.get("/sync/pull?last_pulled_at=soon", as: .person(.ana)).summary == "400 wrong_type last_pulled_at")
            #expect(try await api.get("/sync/pull?last_pulled_at=-1", as: .person(.ana)).summary == "400 wrong_type last_pulled_at")
            #expect(try await api.get("/sync/pull?schema_version=x", as: .person(.ana)).summary == "400 wrong_type schema_version")
            #expect(try await api.get("/sync/pull?migration=x", as: .person(.ana)).summary == "400 wrong_type migration")
            let far = "99999999999999999999"
            #expect(try await api.post("/sync/push?last_pulled_at=\(far)", [:], as: .person(.ana)).summary == "400 wrong_type last_pulled_at")
            let name = String(repeating: "a", count: 257)
            #expect(try await api.post("/sync/push?push_id=\(name)", [:], as: .person(.ana)).summary == "400 wrong_type push_id")
        }
    }

    @Test("A push has at most 10,000 rows")
    func bounds() async throws {
        try await withAPI { api async throws in
            let ids = (0...SyncChanges.rowCountMax).map { JSON.text("\($0)") }
            let body: JSON = ["budget_items": ["deleted": .list(ids)]]
            #expect(try await api.post("/sync/push?last_pulled_at=1", body, as: .person(.ana)).summary == "400 too_many_items")
        }
    }

    @Test("Only a person syncs", arguments: [Shown.nobody, .app, .admin])
    func callers(shown: Shown) async throws {
        try await withAPI { api async throws in
            #expect(try await api.get("/sync/pull", as: shown).summary == "401 not_authenticated")
            #expect(try await api.post("/sync/push?last_pulled_at=1", Self.rent, as: shown).summary == "401 not_authenticated")
        }
    }
}

extension API {
    /// Where Ana's next pull begins.
    fileprivate func timestamp() async throws -> Int {
        guard case .number(let number) = try await get("/sync/pull", as: .person(.ana)).json["timestamp"] else { return 0 }
        return Int(number)
    }
}
