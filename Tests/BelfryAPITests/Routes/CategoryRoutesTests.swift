import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

@Suite("What apps declare of their categories, over the API")
struct CategoryRoutesTests {
    private static let path = "/v1/categories/offers"
    private static let offers: JSON = [
        "name": "Offers", "description": "What is cheaper.", "group": "Shop", "texts": ["de-AT": ["name": "Angebote"]],
        "default": ["in_app": false, "push": true],
    ]

    @Test("A category is declared, shown, listed, and declared no longer; another app doesn't see it")
    func kept() async throws {
        try await withAPI { api in
            #expect(try await api.get(Self.path, as: .app).summary == "404 unknown_category")
            let saved = try await api.put(Self.path, Self.offers, as: .app)
            #expect(saved.json["category"] == "offers" && saved.json["app_id"] == "app" && saved.json["required"] == false, "\(saved.text)")
            #expect(saved.json["default"] == ["in_app": false] && saved.json["texts"] == ["de": ["name": "Angebote"]])
            #expect(try await api.get("/v1/categories", as: .app).json["categories"]?.items.map { $0["name"] } == ["Offers"])
            try await api.addKey("other")
            #expect(try await api.get(Self.path, as: .bearer("bk_other")).summary == "404 unknown_category")
            #expect(try await api.get(Self.path + "?app_id=app", as: .admin).status == 200)
            #expect(try await api.put("/v1/categories/a%2Fb", ["name": "A"], as: .app).json["category"] == "a/b")
            #expect(try await api.ask(.delete, Self.path, nil, as: .app).json == ["success": true])
            #expect(try await api.ask(.delete, Self.path, nil, as: .app).summary == "404 unknown_category")
        }
    }

    @Test("What can't be declared is refused, and the field named")
    func refused() async throws {
        try await withAPI { api in
            for (body, summary) in [
                (["description": "A"], "400 missing_field name"), (["name": ""], "400 missing_field name"), (["name": "a\nb"], "400 wrong_type name"),
                (["name": .text(String(repeating: "a", count: 65))], "400 wrong_type name"), (["name": "A", "why": "b"], "400 unknown_name why"),
                (["name": "A", "texts": ["it": ["name": "B"]]], "400 unknown_name texts.it"),
                (["name": "A", "texts": ["de": ["name": "B"], "de-AT": ["name": "C"]]], "400 wrong_type texts.de-AT"),
                (["name": "A", "texts": ["de": ["description": "B"]]], "400 missing_field texts.de.name"),
                (["name": "A", "texts": ["de": ["name": "B", "title": "C"]]], "400 unknown_name texts.de.title"),
                (["name": "A", "default": ["pigeon": false]], "400 unknown_name default.pigeon"),
                (["name": "A", "default": ["email": "no"]], "400 wrong_type default.email"),
                (["name": "A", "default": ["email": false], "required": true], "400 wrong_type default"),
            ] as [(JSON, String)] {
                let answer = try await api.put(Self.path, body, as: .app)
                #expect(answer.summary == summary, "\(answer.text)")
            }
            let long = String(repeating: "a", count: 129)
            #expect(try await api.put("/v1/categories/\(long)", ["name": "A"], as: .app).summary == "400 wrong_type category")
        }
    }

    @Test("An app that has declared as many as it may is told so")
    func tooMany() async throws {
        try await withAPI { api in
            for number in 1...CategoryRecord.countMax {
                let category = DeclaredCategory("kind-\(number)", words: .init(name: "A"))
                try await api.store.save(category, of: AppID(literal: "app"), countMax: CategoryRecord.countMax, now: .noon)
            }
            #expect(try await api.put(Self.path, Self.offers, as: .app).summary == "400 too_many_categories")
        }
    }

    @Test("What is off at first isn't told until the person switches it on, and the explanation says so and replays")
    func offAtFirst() async throws {
        try await withAPI { api in
            _ = try await api.put(Self.path, Self.offers, as: .app)
            let order: JSON = ["recipients": ["ana"], "category": "offers", "title": "Cheap", "channels": ["in_app"]]
            try await api.store.save(.household, now: .noon)
            func tell() async throws -> JSON {
                let id = try await api.post("/v1/notifications", order, as: .app).json["deliveries"]?.items.first?.string
                _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
                return try await api.get("/v1/deliveries/\(id ?? "")", as: .app).json
            }
            let left = try await tell()
            #expect(left["reason"] == "category_off_by_default" && left["replayed_alike"] == true, "\(left)")
            let listed = try await api.get("/v1/users/me/subscriptions", as: .person(.ana)).json["subscriptions"]?.items
            #expect(listed == [["category": "offers", "channel": "in_app", "subscribed": false]])
            _ = try await api.put(
                "/v1/users/me/subscriptions", ["category": "offers", "channel": "in_app", "subscribed": true], as: .person(.ana))
            let told = try await tell()
            #expect(told["reason"] == "allowed", "\(told)")
        }
    }

    @Test("What nobody can switch off is told all the same, and listed so")
    func required() async throws {
        try await withAPI { api in
            try await api.store.save(.required("pattern_alert"), of: .house, countMax: 1, now: .morning)
            let off = CategorySubscription(category: "pattern_alert", channel: .inApp)
            try await api.store.setSubscriptions([off: false], of: .ana, now: .morning)
            try await api.store.mute("pattern_alert", until: .evening, of: .ana, now: .morning)
            try await api.store.enqueue(.example(1, over: .inApp))
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let row = try await api.store.row(1)
            #expect(row.status == "sent")
            let listed = try await api.get("/v1/users/me/subscriptions", as: .person(.ana)).json["subscriptions"]?.items
            #expect(listed == [["category": "pattern_alert", "channel": "in_app", "subscribed": true, "required": true]])
        }
    }

    @Test("What one app declares takes nobody's switch for what another tells under the same name without declaring it")
    func ofAnotherApp() async throws {
        try await withAPI { api in
            try await api.store.save(.required("offers"), of: .shop, countMax: 9, now: .morning)
            func listed() async throws -> [JSON]? { try await api.get("/v1/users/me/subscriptions", as: .person(.ana)).json["subscriptions"]?.items }
            #expect(try await listed() == [["category": "offers", "channel": "in_app", "subscribed": true, "required": true]])
            let order: JSON = ["recipients": ["ana"], "category": "offers", "title": "Cheap", "channels": ["in_app"]]
            #expect(try await api.post("/v1/notifications", order, as: .app).status == 202)
            #expect(try await listed() == [["category": "offers", "channel": "in_app", "subscribed": true]])
            try await api.store.save(.off("offers", over: [.inApp]), of: .shop, countMax: 9, now: .noon)
            #expect(try await listed() == [["category": "offers", "channel": "in_app", "subscribed": true]])
            #expect(try await api.get("/settings", as: .page(.ana)).text.contains("name=\"was_subscribed\" value=\"in_app:offers\""))
        }
    }
}

/// Declared categories on the page of the settings.
extension SettingsPagesTests {
    @Test("The settings list what apps have declared, in the reader's words and under its headings, though it was never told; what is required has no switch")
    func declaredCategories() async throws {
        try await withAPI { api in
            let other = DeclaredCategory(
                "deals", words: .init(name: "<Deals>", description: "A & B", group: "Shop"), terms: CategoryTerms(offAtFirst: [.inApp]))
            try await api.store.save(other, of: .shop, countMax: 9, now: .morning)
            try await api.store.save(.required("codes"), of: .shop, countMax: 9, now: .morning)
            let page = try await api.get("/settings", as: .page(.ana)).text
            for part in [
                "<h3 dir=\"auto\">Shop</h3>", "&lt;Deals&gt;</legend>", "A &amp; B</p>", "codes</legend><p>This can’t be switched off.</p></fieldset>",
                "name=\"subscribed\" value=\"in_app:deals\"> <span>inbox</span>", "name=\"was_unsubscribed\" value=\"in_app:deals\"",
            ] {
                #expect(page.contains(part), "\(part)")
            }
            #expect(!page.contains("in_app:codes") && !page.contains("hours:codes"))
            let form = try await fields(api) + "&was_unsubscribed=in_app:deals&subscribed=in_app:deals&was_subscribed=in_app:codes"
            let preview = try await submit(api, "/settings/preview", form)
            #expect(changes(preview) == "Added &lt;Deals&gt; (inbox): told again from now on.")
            #expect(try await submit(api, "/settings", form + "&step=save").status == 200)
            let (on, off) = await (api.store.switchedOn(by: .ana), api.store.switchedOff(by: .ana))
            #expect(on == [CategorySubscription(category: "deals", channel: .inApp)] && off == [])
        }
    }

    @Test("Where apps call one category otherwise, the settings say which of them calls it what; where they say the same, or one alone does, nothing of that")
    func sharedCategories() async throws {
        try await withAPI { api in
            func declare(_ name: String, as category: String, by app: AppID) async throws {
                try await api.store.save(DeclaredCategory(category, words: .init(name: name)), of: app, countMax: 9, now: .morning)
            }
            try await api.store.save(AppLook(name: "Corner Shop", names: [.german: "Laden"]), of: .shop)
            for (name, app) in [("Deals", AppID.shop), ("<Trips>", .school), ("What we found", .house)] { try await declare(name, as: "offers", by: app) }
            for app in [AppID.shop, .school] { try await declare("News", as: "news", by: app) }
            let page = try await api.get("/settings", as: .page(.ana)).text
            for part in [
                "<bdi>Corner Shop</bdi></span>: Deals</p>", "<bdi>\(AppID.school)</bdi></span>: &lt;Trips&gt;</p>", "<bdi>Belfry</bdi></span>: What we found</p>",
            ] {
                #expect(page.contains(part), "\(part)")
            }
            #expect(page.contains("News</legend>") && !page.contains(": News</p>"))
            #expect(page.ranges(of: "name=\"subscribed\" value=\"in_app:offers\"").count == 1, "it is one switch")
        }
    }
}

extension UnsubscribeRoutesTests {
    @Test("Who unsubscribes from what nobody can switch off is told that it still comes, and what they want is kept")
    func required() async throws {
        try await withAPI { api in
            try await api.store.save(.required("pattern_alert"), of: .house, countMax: 1, now: .morning)
            let answer = try await api.ask(.post, "/unsubscribe/\(try token())", nil, as: .nobody)
            #expect(answer.status == 200 && answer.text.contains("This kind still comes") && !answer.text.contains("<form"))
            #expect(api.subscriptions.changes.map(\.isSubscribed) == [false])
        }
    }

    @Test("Who unsubscribes from what one app requires and another doesn't is told that it comes from the one alone")
    func requiredByOne() async throws {
        try await withAPI { api in
            try await api.store.save(.required("offers"), of: .shop, countMax: 1, now: .morning)
            func unsubscribe() async throws -> Answer {
                try await api.ask(.post, "/unsubscribe/\(try token(category: "offers"))", nil, as: .nobody)
            }
            #expect(try await unsubscribe().text.contains("This kind still comes"))
            let order: JSON = ["recipients": ["ana"], "category": "offers", "title": "Cheap", "channels": ["in_app"]]
            #expect(try await api.post("/v1/notifications", order, as: .app).status == 202)
            let answer = try await unsubscribe()
            #expect(answer.text.contains("only comes now where an app has to reach you") && answer.text.contains("action=\"/resubscribe/"))
        }
    }
}
