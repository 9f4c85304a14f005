import BelfryDelivery
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Crypto
import Foundation
import HTTPTypes
import Testing

@testable import BelfryAPI

/// A hook of the test's app, to which GitHub posts pull requests.
@Suite("Hooks take what any program posts")
struct HookRoutesTests {
    private static let secret = "It's a Secret to Everybody"
    private static let path = "/v1/hooks/ci"
    private static let address = "/v1/intake/hooks/app/ci"

    private static func call(_ changes: JSON = [:]) -> JSON {
        let call: JSON = [
            "title": "{{repository.name}}: {{pull_request.title}}", "body": "{{#pull_request.body}}{{pull_request.body}}{{/pull_request.body}}",
            "link": "{{pull_request.html_url}}", "severity": "{{#priority}}{{priority}}{{/priority}}{{^priority}}watch{{/priority}}", "recipients": ["ana"],
            "channels": ["in_app"], "when": [["path": "action", "in": ["opened", "reopened"]], ["path": "pull_request.draft", "equals": false]],
            "signature": ["scheme": "github", "secret": .text(secret)],
        ]
        return .object(call.members.merging(changes.members) { $1 }.filter { $0.value != .null })
    }

    private static func pull(_ title: String = "Fix it", action: String = "opened", draft: Bool = false, more: JSON = [:]) -> JSON {
        let event: JSON = [
            "action": .text(action), "repository": ["name": "belfry"],
            "pull_request": ["id": 7, "title": .text(title), "body": .null, "draft": .flag(draft), "html_url": "https://github.example/pull/7"],
        ]
        return .object(event.members.merging(more.members) { $1 })
    }

    private static func signed(_ body: String, secret: String = secret) -> Shown {
        let code = HMAC<SHA256>.authenticationCode(for: Data(body.utf8), using: SymmetricKey(data: Data(secret.utf8)))
        return .headers(["x-hub-signature-256": "sha256=" + code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()])
    }

    private func post(_ api: API, _ event: JSON, secret: String = secret, to address: String = address) async throws -> Answer {
        try await api.ask(.post, address, event.sent, as: Self.signed(event.sent, secret: secret))
    }

    private func told(_ api: API) async throws -> [JSON?] {
        _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
        return try await api.get("/v1/inbox", as: .person(.ana)).json["messages"]?.items.map { $0["title"] } ?? []
    }

    @Test("What is posted and signed is told, once; what the hook doesn't want is answered with the reason, and told to nobody")
    func posted() async throws {
        try await withAPI { api async throws in
            #expect(try await api.put(Self.path, Self.call(), as: .app).status == 200)
            let first = try await post(api, Self.pull("Fix\u{202E} it\u{7}"))
            #expect(first.status == 202 && first.json["deliveries"]?.items.count == 1 && first.json["is_repeated"] == false, "\(first.text)")
            #expect(try await told(api) == ["belfry: Fix it"])
            let again = try await post(api, Self.pull("Fix\u{202E} it\u{7}"))
            #expect(again.json["is_repeated"] == true && again.json["deliveries"] == first.json["deliveries"])
            let closed = try await post(api, Self.pull(action: "closed"))
            #expect(closed.status == 202 && closed.json == ["deliveries": [], "is_repeated": false, "reason": "condition_not_met", "path": "action"])
            let draft = try await post(api, Self.pull(draft: true))
            #expect(draft.json["path"] == "pull_request.draft")
            let list = try await api.get("/v1/deliveries", as: .app).json["deliveries"]?.items ?? []
            #expect(list.map { $0["category"] } == ["ci"])
            let ping = try await post(api, ["zen": "Keep it logically awesome."])
            #expect(ping.status == 202 && ping.json["path"] == "action")
            let lacking = try await post(api, ["action": "opened", "pull_request": ["draft": false, "title": "x"]])
            #expect(lacking.summary == "400 missing_value title" && lacking.text.contains("“repository.name”"))
        }
    }

    @Test("What isn't signed as the hook says is refused, an app's key too; so is what is posted to no hook")
    func refused() async throws {
        try await withAPI { api async throws in
            #expect(try await api.put(Self.path, Self.call(), as: .app).status == 200)
            #expect(try await post(api, Self.pull(), secret: "another secret").summary == "403 bad_signature")
            for shown in [Shown.nobody, .app, .admin, .headers(["authorization": "Basic YTpi"])] {
                #expect(try await api.post(Self.address, Self.pull(), as: shown).summary == "403 bad_signature")
            }
            #expect(try await post(api, Self.pull(), to: "/v1/intake/hooks/app/other").summary == "404 unknown_hook")
            #expect(try await post(api, Self.pull(), to: "/v1/intake/hooks/default/ci").summary == "404 unknown_hook")
            #expect(try await told(api) == [])
            let body = "no JSON"
            #expect(try await api.ask(.post, Self.address, body, as: Self.signed(body)).summary == "400 malformed_json")
        }
    }

    @Test("Without a signature the key of its app lets in, and no other")
    func keys() async throws {
        try await withAPI { api async throws in
            let call = Self.call(["signature": .null, "when": .null])
            #expect(try await api.put(Self.path, call, as: .app).json["signature"] == ["scheme": "key"])
            try await api.addKey("other")
            #expect(try await api.post(Self.address, Self.pull(), as: .nobody).summary == "401 not_authenticated")
            #expect(try await api.post(Self.address, Self.pull(), as: .bearer("bk_other")).summary == "403 not_authorized")
            #expect(try await api.post(Self.address, Self.pull(), as: .app).status == 202)
            api.clock.advance(.seconds(1))
            let form = "payload=%7B%22repository%22%3A%7B%22name%22%3A%22a%22%7D%2C%22pull_request%22%3A%7B%22title%22%3A%22b+c%22%2C%22html_url%22%3A%22x%22%7D%7D"
            let shown = Shown.headers(["x-api-key": API.appKey, "content-type": "application/x-www-form-urlencoded"])
            #expect(try await api.ask(.post, Self.address, form, as: shown).status == 202)
            #expect(try await told(api) == ["a: b c", "belfry: Fix it"])
            #expect(try await api.ask(.post, Self.address, "a=b", as: shown).summary == "400 missing_field payload")
            #expect(try await api.ask(.post, Self.address, Self.pull().sent, as: shown).json["is_repeated"] == true, "JSON under a form's name")
        }
    }

    @Test("A secret is given back to nobody, and stays where a hook is said again without it")
    func secrets() async throws {
        try await withAPI { api async throws in
            let saved = try await api.put(Self.path, Self.call(), as: .app)
            #expect(saved.json["signature"] == ["scheme": "github"] && saved.json["address"] == .text(Self.address))
            for shown in [Shown.app, .admin] {
                let path = Self.path + "?app_id=app"
                let (one, all) = (try await api.get(path, as: shown), try await api.get("/v1/hooks?app_id=app", as: shown))
                #expect(one.json == saved.json && all.json["hooks"]?.items == [saved.json])
                #expect(!one.text.contains("Everybody") && !all.text.contains("Everybody"))
            }
            #expect(try await api.put(Self.path, Self.call(["signature": ["scheme": "github"], "title": "{{action}}"]), as: .app).status == 200)
            #expect(try await post(api, Self.pull()).status == 202)
            #expect(try await api.put(Self.path, Self.call(["signature": ["scheme": "gitea"]]), as: .app).summary == "400 missing_field signature.secret")
            let audit = try await api.get("/v1/audit", as: .admin)
            #expect(audit.text.contains("hook.changed") && !audit.text.contains("Everybody"))
            #expect(try await api.ask(.delete, Self.path, nil, as: .app).status == 200)
            #expect(try await api.get(Self.path, as: .app).summary == "404 unknown_hook")
        }
    }

    @Test("While a secret takes the place of another both let in for as long as is said, and what was posted is counted by what became of it")
    func rolled() async throws {
        try await withAPI { api async throws in
            func roll(_ secret: String, _ hours: JSON) -> JSON {
                Self.call(["signature": ["scheme": "github", "secret": .text(secret), "keep_previous_hours": hours]])
            }
            #expect(try await api.put(Self.path, Self.call(), as: .app).status == 200)
            for hours in [-1, 169] as [JSON] {
                #expect(try await api.put(Self.path, roll("another secret", hours), as: .app).summary == "400 number_out_of_range signature.keep_previous_hours")
            }
            let saved = try await api.put(Self.path, roll("another secret", 24), as: .app)
            #expect(saved.json["signature"] == ["scheme": "github", "previous_secret_until": .text((api.clock.now + .seconds(86_400)).description)])
            #expect(try await post(api, Self.pull()).json["is_repeated"] == false)
            #expect(try await post(api, Self.pull(), secret: "another secret").json["is_repeated"] == true)
            api.clock.advance(.seconds(86_400))
            #expect(try await post(api, Self.pull(), secret: "another secret").status == 202)
            #expect(try await post(api, Self.pull()).summary == "403 bad_signature")
            #expect(try await post(api, Self.pull(action: "closed"), secret: "another secret").status == 202)
            let metrics = try await api.get("/metrics").text
            for (result, count) in [("taken", 1), ("repeated", 2), ("bad_signature", 1), ("condition_not_met", 1)] {
                #expect(metrics.contains("belfry_hook_posts_total{result=\"\(result)\"} \(count)\n"), "\(metrics)")
            }
        }
    }

    @Test("Once an app's key is revoked nobody is told by its hooks any more, and a number keeps all its digits")
    func revoked() async throws {
        try await withAPI { api async throws in
            #expect(try await api.put(Self.path, Self.call(["identity": "{{id}}"]), as: .app).status == 200)
            for last in [1, 2] {
                let body = Self.pull().sent.dropLast() + ", \"id\": 1000000000000000000\(last)}"
                #expect(try await api.ask(.post, Self.address, String(body), as: Self.signed(String(body))).json["is_repeated"] == false)
            }
            let weak = Self.call(["signature": ["scheme": "standard", "secret": "whsec_AAAA"]])
            #expect(try await api.put(Self.path, weak, as: .app).summary == "400 wrong_type signature.secret")
            #expect(await api.store.revokeKey(named: "app", now: .noon))
            #expect(try await post(api, Self.pull()).summary == "404 unknown_hook")
        }
    }

    @Test("What makes it the same, and in whose place it comes, are the hook's to say; a trial tells nobody")
    func identities() async throws {
        try await withAPI { api async throws in
            let call = Self.call(["identity": "{{pull_request.id}} {{action}}", "collapse_key": "{{pull_request.id}}"])
            #expect(try await api.put(Self.path, call, as: .app).status == 200)
            let trial = try await api.post(Self.path + "/try", Self.pull(), as: .app)
            #expect(trial.json["told"] == true && trial.json["title"] == "belfry: Fix it" && trial.json["verdicts"]?.items.count == 1, "\(trial.text)")
            #expect(trial.json["link"] == "https://github.example/pull/7" && trial.json["severity"] == "watch")
            let request: JSON = ["id": 7, "title": "a", "draft": false, "html_url": "no"]
            let grave = try await api.post(Self.path + "/try", Self.pull(more: ["priority": "P1", "pull_request": request]), as: .app)
            #expect(grave.json["severity"] == "critical" && grave.json["link"] == nil)
            let not = try await api.post(Self.path + "/try", Self.pull(action: "closed"), as: .app)
            #expect(not.json == ["told": false, "reason": "condition_not_met", "path": "action"])
            #expect(try await told(api) == [])
            #expect(try await post(api, Self.pull()).json["is_repeated"] == false)
            #expect(try await told(api) == ["belfry: Fix it"])
            #expect(try await post(api, Self.pull("Another title")).json["is_repeated"] == true)
            api.clock.advance(.seconds(1))
            #expect(try await post(api, Self.pull("Once more", action: "reopened")).json["is_repeated"] == false)
            #expect(try await told(api) == ["belfry: Once more", "belfry: Fix it"])
            let messages = try await api.get("/v1/inbox", as: .person(.ana)).json["messages"]?.items ?? []
            #expect(messages.map { $0["retracted_at"]?.string == nil } == [true, false], "the first is replaced")
        }
    }

    @Test("Whom it names and who was erased is told nothing, and its post is answered with that")
    func erased() async throws {
        try await withAPI { api async throws in
            #expect(try await api.put(Self.path, Self.call(), as: .app).status == 200)
            _ = try await api.store.erase(.ana, leaving: nil, now: .noon)
            #expect(try await post(api, Self.pull()).json == ["deliveries": [], "is_repeated": false, "reason": "nobody_left"])
        }
    }

    @Test("A hook that can't be carried out is refused with what is wrong")
    func malformed() async throws {
        try await withAPI { api async throws in
            for (changes, summary) in [
                (["title": .null], "400 missing_field title"), (["title": "{{#a}}"], "400 bad_template title"), (["link": "{{>a}}"], "400 bad_template link"),
                (["recipients": []], "400 missing_field recipients"), (["channels": ["pigeon"]], "400 unknown_value channels"),
                (["when": [["path": "a"]]], "400 missing_field when[0].equals"), (["when": [["path": "a..b", "present": true]]], "400 wrong_type when[0].path"),
                (["when": [["path": "a", "in": []]]], "400 wrong_type when[0].in"),
                (["when": [["path": "a", "equals": [:]]]], "400 wrong_type when[0].equals"),
                (["when": [["path": "a", "equals": 1, "present": true]]], "400 wrong_type when[0].equals"),
                (["signature": ["scheme": "none"]], "400 unknown_value signature.scheme"), (["signature": [:]], "400 missing_field signature.scheme"),
                (["signature": ["scheme": "hmac", "secret": "12345678"]], "400 wrong_type signature.header"),
                (["signature": ["scheme": "github", "secret": "1234567"]], "400 wrong_type signature.secret"),
                (["signature": ["scheme": "key", "secret": "12345678"]], "400 wrong_type signature.secret"),
                (["signature": ["scheme": "key", "key": "12345678"]], "400 unknown_name signature.key"), (["to": "ana"], "400 unknown_name to"),
            ] as [(JSON, String)] {
                #expect(try await api.put(Self.path, Self.call(changes), as: .app).summary == summary)
            }
        }
    }
}
