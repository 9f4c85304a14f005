import BelfryDelivery
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Foundation
import HTTPTypes
import Testing

@testable import BelfryAPI

/// A template of the test's app, of which invoices are told.
@Suite("Templates are kept under names, and orders bring the data")
struct TemplateRoutesTests {
    private static let path = "/v1/templates/invoice-due"

    private static func call(_ changes: JSON = [:]) -> JSON {
        let call: JSON = [
            "title": "Invoice {{number}} is due", "body": "Dear {{customer.name}}{{#note}}: {{note}}{{/note}}",
            "texts": ["de": ["title": "Rechnung {{number}} ist fällig", "actions": ["pay": "Zahle {{number}}"]]],
            "link": "https://app.example/invoices/{{number}}", "actions": [["id": "pay", "title": "Pay {{number}}", "link": "{{address}}"]],
            "channels": ["in_app"],
        ]
        return .object(call.members.merging(changes.members) { $1 }.filter { $0.value != .null })
    }

    private static let data: JSON = ["number": 7, "customer": ["name": "Ana {{x}}"], "address": "https://app.example/pay/7"]

    private static func order(_ changes: JSON = [:]) -> JSON {
        let order: JSON = ["template": "invoice-due", "data": data, "recipients": ["ana"]]
        return .object(order.members.merging(changes.members) { $1 })
    }

    /// What is queued for somebody.
    private func payload(_ answer: Answer, _ api: API) async -> Payload? {
        let id = answer.json["deliveries"]?.items.first?.string.flatMap { DeliveryID($0) }
        return await api.store.deliveries(DeliverySelection(ids: id.map { [$0] } ?? [], countMax: 1)).first?.delivery.payload
    }

    private static func keyed(_ key: String) -> Shown { .headers(["authorization": "Bearer \(API.appKey)", "idempotency-key": key]) }

    @Test("An order that names a template tells what it says with the order's data, and what the order says itself stands above it")
    func told() async throws {
        try await withAPI { api async throws in
            #expect(try await api.put(Self.path, Self.call(), as: .app).status == 200)
            let answer = try await api.post("/v1/notifications", Self.order(), as: .app)
            let told = try #require(await payload(answer, api), "\(answer.text)")
            #expect(told.title == "Invoice 7 is due" && told.body == "Dear Ana {{x}}" && told.category == "invoice-due")
            #expect(told.texts?[.german]?.title == "Rechnung 7 ist fällig" && told.link?.text == "https://app.example/invoices/7")
            #expect(told.actions?.all.first?.title == "Pay 7" && told.actions?.all.first?.link?.text == "https://app.example/pay/7")
            let own: JSON = ["title": "{{number}}", "link": .null, "category": "bills", "severity": "attention", "actions": .null]
            let above = try #require(await payload(try await api.post("/v1/notifications", Self.order(own), as: .app), api))
            #expect(above.title == "{{number}}" && above.body == "Dear Ana {{x}}" && above.texts == nil && above.link == nil)
            #expect(above.category == "bills" && above.severity == .attention && above.actions == nil)
            let escaped = #"{"templ\u0061te": "invoice-due", "data": \#(Self.data.sent), "recipients": ["ana"]}"#
            #expect(try await api.ask(.post, "/v1/notifications", escaped, as: .app).status == 202)
        }
    }

    @Test("An order by a template that can't be filled is refused with the field of the template, and with the path that is missing")
    func refused() async throws {
        try await withAPI { api async throws in
            #expect(try await api.put(Self.path, Self.call(), as: .app).status == 200)
            let lacking = try await api.post("/v1/notifications", Self.order(["data": ["number": 7, "address": "https://a.example"]]), as: .app)
            #expect(lacking.summary == "400 missing_value body" && lacking.text.contains("“customer.name”"))
            for (changes, summary) in [
                (["template": "other"], "404 unknown_template template"), (["template": .null], "400 missing_field title"),
                (["data": [1]], "400 wrong_type data"), (["data": ["number": .list(Array(repeating: 7, count: 100_002))]], "400 wrong_type data"),
                (["payload": ["title": "a"]], "400 wrong_type payload"),
                (["data": ["number": .text(String(repeating: "7", count: 300)), "customer": ["name": "a"]], "link": .null, "actions": .null],
                    "400 wrong_type title"),
                (["data": ["number": 7, "customer": ["name": "a"], "address": "no"]], "400 wrong_type actions[0].link"),
            ] as [(JSON, String)] {
                #expect(try await api.post("/v1/notifications", Self.order(changes), as: .app).summary.hasPrefix(summary))
            }
            let alone = try await api.post("/v1/notifications", ["title": "a", "recipients": ["ana"], "data": [:]], as: .app)
            #expect(alone.summary == "400 missing_field template")
            try await api.addKey("other")
            #expect(try await api.post("/v1/notifications", Self.order(), as: .bearer("bk_other")).summary == "404 unknown_template template")
            let named = try await api.post("/v1/notifications", Self.order(["app_id": "app"]), as: .admin)
            #expect(named.status == 202, "\(named.text)")
        }
    }

    @Test("What each recipient has of their own stands where the data has nothing, and nothing in the data is read as the name of a value")
    func personalised() async throws {
        try await withAPI { api async throws in
            #expect(try await api.put(Self.path, Self.call(["title": "{{first_name}}: {{number}}", "texts": .null]), as: .app).status == 200)
            let data: JSON = ["number": 7, "customer": ["name": "Shop"], "address": "https://a.example"]
            let recipients: JSON = [["user_id": "ana", "values": ["first_name": "Ana"]]]
            let order = Self.order(["personalised": true, "recipients": recipients, "data": data])
            let answer = try await api.post("/v1/notifications", order, as: .app)
            #expect(await payload(answer, api)?.title == "Ana: 7", "\(answer.text)")
            let injected = Self.order(["personalised": true, "recipients": recipients])
            #expect(try await api.post("/v1/notifications", injected, as: .app).summary == "400 wrong_type data")
            let without = Self.order(["personalised": true, "data": data])
            #expect(try await api.post("/v1/notifications", without, as: .app).summary == "400 wrong_type recipients[0].values")
        }
    }

    @Test("What was ordered under a key is the same when it is posted again, whatever became of the template")
    func repeated() async throws {
        try await withAPI { api async throws in
            #expect(try await api.put(Self.path, Self.call(), as: .app).status == 200)
            let first = try await api.post("/v1/notifications", Self.order(), as: Self.keyed("a"))
            #expect(first.json["is_repeated"] == false, "\(first.text)")
            let changes: [JSON] = [Self.call(["title": "Pay {{number}}"]), Self.call(["title": "{{not_there}}"])]
            for changed in changes {
                #expect(try await api.put(Self.path, changed, as: .app).status == 200)
                let again = try await api.post("/v1/notifications", Self.order(), as: Self.keyed("a"))
                #expect(again.status == 202 && again.json["is_repeated"] == true && again.json["deliveries"] == first.json["deliveries"], "\(again.text)")
            }
            #expect(await payload(first, api)?.title == "Invoice 7 is due", "what was ordered stays")
            #expect(try await api.ask(.delete, Self.path, nil, as: .app).status == 200)
            #expect(try await api.post("/v1/notifications", Self.order(), as: Self.keyed("a")).json["is_repeated"] == true)
            #expect(try await api.post("/v1/notifications", Self.order(), as: Self.keyed("b")).summary == "404 unknown_template template")
            let other = Self.order(["severity": "critical"])
            #expect(try await api.post("/v1/notifications", other, as: Self.keyed("a")).summary == "409 idempotency_key_reused")
        }
    }

    @Test("Broadcasts, also in lines, and schedules name a template too, which says nothing that isn't read of them")
    func ofOthers() async throws {
        try await withAPI { api async throws in
            #expect(try await api.put(Self.path, Self.call(), as: .app).status == 200)
            let many = try await api.post("/v1/broadcasts", Self.order(), as: .app)
            #expect(many.status == 202 && many.json["category"] == "invoice-due", "\(many.text)")
            let head: JSON = ["template": "invoice-due", "data": Self.data]
            let lines = Shown.headers(["authorization": "Bearer \(API.appKey)", "content-type": "application/x-ndjson"])
            #expect(try await api.ask(.post, "/v1/broadcasts", head.sent + "\nana\nben\n", as: lines).json["recipients"] == 2)
            let recurrence: JSON = ["start": "2026-12-07T09:00", "rule": "FREQ=WEEKLY"]
            let scheduled = try await api.post("/v1/schedules", Self.order(["recurrence": recurrence]), as: .app)
            #expect(scheduled.status == 202 && scheduled.json["title"] == "Invoice 7 is due", "\(scheduled.text)")
            let kept = await api.store.scheduledOrders(of: nil, status: nil, before: nil, countMax: 1).first?.request ?? ""
            #expect(!kept.contains("\"data\"") && !kept.contains("\"template\""))
            #expect(try await api.put(Self.path, Self.call(["digest_key": "a", "digest_window_seconds": 60]), as: .app).status == 200)
            #expect(try await api.post("/v1/broadcasts", Self.order(), as: .app).summary == "400 not_of_broadcast digest_key")
        }
    }

    @Test("A trial says what would be told in each language and whether it fits, and to whom, and tells nobody")
    func tried() async throws {
        try await withAPI { api async throws in
            #expect(try await api.put(Self.path, Self.call(), as: .app).status == 200)
            let trial = try await api.post(Self.path + "/try", ["data": Self.data], as: .app)
            #expect(trial.json["fits"] == true && trial.json["told"]?["texts"]?["de"]?["title"] == "Rechnung 7 ist fällig", "\(trial.text)")
            #expect(trial.json["verdicts"] == nil && trial.json["problem"] == nil)
            let lacking = try await api.post(Self.path + "/try", ["data": ["number": 7]], as: .app)
            #expect(lacking.json["fits"] == false && lacking.json["problem"]?["code"] == "missing_value", "\(lacking.text)")
            #expect(lacking.json["told"]?["title"] == "Invoice 7 is due" && lacking.json["told"]?["body"] == "Dear")
            let named = try await api.post(Self.path + "/try", ["data": Self.data, "recipients": ["ana"], "title": "Mine"], as: .app)
            #expect(named.json["verdicts"]?.items.count == 1 && named.json["told"]?["title"] == "Mine", "\(named.text)")
            #expect(try await api.post(Self.path + "/try", ["template": "a"], as: .app).summary == "400 unknown_name template")
            #expect(try await api.get("/v1/deliveries", as: .app).json["deliveries"] == [])
        }
    }

    @Test("Each version is kept, and an earlier one is put back as the next; who changed it is in the audit log")
    func versions() async throws {
        try await withAPI { api async throws in
            let first = try await api.put(Self.path, Self.call(), as: .app)
            #expect(first.json["version"] == 1 && first.json["app_id"] == "app" && first.json["title"] == "Invoice {{number}} is due", "\(first.text)")
            #expect(try await api.put(Self.path, Self.call(), as: .app).json == first.json, "the same is no other version")
            #expect(try await api.put(Self.path, Self.call(["title": "Oh {{no}}"]), as: .app).json["version"] == 2)
            let restored = try await api.post(Self.path + "/versions/1/restore", [:], as: .app)
            #expect(restored.json["version"] == 3 && restored.json["title"] == first.json["title"], "\(restored.text)")
            let versions = try await api.get(Self.path + "/versions", as: .app).json["versions"]?.items ?? []
            #expect(versions.map { $0["version"] } == [3, 2, 1] && versions.last == first.json)
            #expect(try await api.get("/v1/templates", as: .app).json["templates"] == [restored.json])
            #expect(try await api.get(Self.path + "?app_id=app", as: .admin).json == restored.json)
            for version in ["9", "0", "a"] {
                #expect(try await api.post(Self.path + "/versions/\(version)/restore", [:], as: .app).summary == "404 unknown_template")
            }
            let audit = try await api.get("/v1/audit?action=template.changed", as: .admin).json["entries"]?.items ?? []
            #expect(audit.count == 3)
            #expect(try await api.ask(.delete, Self.path, nil, as: .app).status == 200)
            for path in [Self.path, Self.path + "/versions"] { #expect(try await api.get(path, as: .app).summary == "404 unknown_template") }
        }
    }

    @Test("A template is refused where no order could have what it says, as far as that shows without data")
    func malformed() async throws {
        try await withAPI { api async throws in
            let long = String(repeating: "a", count: 250) + "{{a}} and more"
            let telling = { (who: JSON) -> JSON in ["escalation": ["steps": [["recipients": [who], "after_minutes": 15]]]] }
            for (changes, summary) in [
                (["title": .null, "body": .null, "texts": .null], "400 missing_field title"), (["title": "{{#a}}"], "400 bad_template title"),
                (["texts": ["de": ["title": "{{>a}}"]]], "400 bad_template texts.de.title"), (["title": .text(long)], "400 wrong_type title"),
                (["texts": ["xx": ["title": "a"]]], "400 unknown_name texts.xx"), (["channels": ["pigeon"]], "400 unknown_value channels"),
                (["channels": ["{{a}}"]], "400 unknown_value channels"), (["severity": "grave"], "400 unknown_value severity"),
                (["link": "ftp:{{a}}"], "400 wrong_type link"), (["recipients": ["ana"]], "400 unknown_name recipients"),
                (["deliver_after": "2026-12-24T09:00:00Z"], "400 unknown_name deliver_after"), (["digest_key": "a"], "400 missing_field digest_window_seconds"),
                (["image": ["url": "https://a.example/a.png", "alt": "{{a}}"]], "400 wrong_type image.url"),
                (telling("ana"), "400 wrong_type escalation.steps[0].recipients[0]"), (telling("{{a}}ana"), "400 wrong_type escalation.steps[0].recipients[0]"),
            ] as [(JSON, String)] {
                let answer = try await api.put(Self.path, Self.call(changes), as: .app)
                #expect(answer.summary == summary, "\(answer.text)")
            }
            let open = Self.call(["severity": "{{level}}", "link": "{{address}}", "title": "{{#a}}{{b}}{{/a}}", "image": ["url": "{{a}}", "alt": "{{b}}"]])
            #expect(try await api.put(Self.path, open, as: .app).status == 200)
            #expect(try await api.put(Self.path, Self.call(telling("{{manager}}")), as: .app).status == 200)
            let order = try await api.post("/v1/notifications", Self.order(["data": .object(Self.data.members.merging(["manager": "ben"]) { $1 })]), as: .app)
            #expect(order.json["deliveries"]?.items.count == 2, "\(order.text)")
        }
    }
}
