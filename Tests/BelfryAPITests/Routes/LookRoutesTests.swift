import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

@Suite("How an app presents itself, over the API")
struct LookRoutesTests {
    private static let path = "/v1/app"
    private static let look: JSON = [
        "name": "Corner Shop", "names": ["de": "Eckladen"], "color": "#1B6E53", "logo_url": "https://shop.example/logo.png",
        "reply_to": "help@shop.example", "footer": "1 Main Street",
    ]

    @Test("An app says it of itself, and forgets it; the operator names one, and another app sees nothing of it")
    func kept() async throws {
        try await withAPI { api in
            #expect(try await api.get(Self.path, as: .app).json == ["app_id": "app"])
            let saved = try await api.put(Self.path, Self.look, as: .app)
            #expect(saved.status == 200 && saved.json["color"] == "#1b6e53" && saved.json["text_color"] == "#ffffff", "\(saved.text)")
            #expect(saved.json["is_logo_shown"] == false && saved.json["names"]?["de"] == "Eckladen")
            #expect(try await api.get(Self.path, as: .app).json == saved.json)
            #expect(try await api.get(Self.path + "?app_id=app", as: .admin).json == saved.json)
            try await api.addKey("other")
            #expect(try await api.get(Self.path, as: .bearer("bk_other")).json == ["app_id": "other"])
            #expect(try await api.get(Self.path + "?app_id=app", as: .bearer("bk_other")).status == 403)
            #expect(try await api.put(Self.path, ["name": "Home"], as: .admin).json == ["app_id": "default", "name": "Home"])
            #expect(try await api.ask(.delete, Self.path, nil, as: .app).json == ["success": true])
            #expect(try await api.ask(.delete, Self.path, nil, as: .app).json == ["success": true])
            #expect(try await api.get(Self.path, as: .app).json == ["app_id": "app"])
        }
    }

    @Test("It is told whether its logo is shown, which follows from where pictures are shown")
    func logo() async throws {
        try await withAPI(imageOrigins: try #require(ImageOrigins(named: ["https://shop.example"]))) { api in
            let elsewhere: JSON = ["name": "Shop", "logo_url": "https://cdn.shop.example/logo.png"]
            for (look, isShown) in [(Self.look, true), (elsewhere, false), (["name": "Shop"], nil)] as [(JSON, JSON?)] {
                let saved = try await api.put(Self.path, look, as: .app)
                #expect(saved.json["is_logo_shown"] == isShown)
            }
        }
    }

    @Test("What can't be shown is refused, and nothing is kept of it")
    func refused() async throws {
        try await withAPI { api in
            for (body, summary) in [
                ([:], "400 missing_field name"), (["name": "a\r\nBcc: eve@example.org"], "400 wrong_type name"), (["name": .null], "400 wrong_type name"),
                (["name": "Shop", "color": "red"], "400 wrong_type color"), (["name": "Shop", "reply_to": "a@b.example, c@d.example"], "400 wrong_type reply_to"),
                (["name": "Shop", "logo_url": "http://shop.example/"], "400 wrong_type logo_url"),
                (["name": "Shop", "colour": "#000000"], "400 unknown_name colour"),
                (["name": "Shop", "names": ["nl": "Winkel"]], "400 unknown_name names.nl"), (["name": 7], "400 wrong_type name"),
            ] as [(JSON, String)] {
                #expect(try await api.put(Self.path, body, as: .app).summary == summary)
            }
            let kept = try await api.get(Self.path, as: .app)
            #expect(kept.json == ["app_id": "app"])
            #expect(try await api.put(Self.path, Self.look, as: .person(.ana)).status == 403)
            #expect(try await api.put(Self.path, Self.look, as: .nobody).summary == "401 not_authenticated")
        }
    }

    /// Two apps have told Ana something in the app.
    private func told(_ api: API) async throws {
        for (title, app) in [("On its way", "shop"), ("No school", "school")] {
            let order: JSON = ["recipients": ["ana"], "title": .text(title), "channels": ["in_app"], "app_id": .text(app)]
            #expect(try await api.post("/v1/notifications", order, as: .admin).status == 202)
        }
        _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
    }

    @Test("A message says whose it is, in the words of whoever asks, at once after it was said")
    func inbox() async throws {
        try await withAPI { api in
            try await told(api)
            func apps() async throws -> [JSON?] {
                let messages = try await api.get("/v1/inbox", as: .person(.ana)).json["messages"]?.items ?? []
                return messages.sorted { ($0["title"]?.string ?? "") > ($1["title"]?.string ?? "") }.map { $0["app"] }
            }
            #expect(try await apps() == [["app_id": "shop"], ["app_id": "school"]])
            _ = try await api.put(Self.path + "?app_id=shop", Self.look, as: .admin)
            #expect(try await apps() == [["app_id": "shop", "name": "Corner Shop", "color": "#1b6e53"], ["app_id": "school"]])
        }
    }

    @Test("A page says whose a row is where several apps told something, with a colour that needs no style, and no picture of theirs")
    func pages() async throws {
        try await withAPI { api in
            _ = try await api.put(Self.path + "?app_id=shop", Self.look, as: .admin)
            let order: JSON = ["recipients": ["ana"], "title": "First", "channels": ["in_app"], "app_id": "shop"]
            _ = try await api.post("/v1/notifications", order, as: .admin)
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            #expect(try await !api.get("/inbox", as: .page(.ana)).text.contains("class=\"sender\""), "of one alone it needn't be said")
            try await told(api)
            for path in ["/inbox", "/timeline"] {
                let page = try await api.get(path, as: .page(.ana)).text
                #expect(page.contains("<bdi>Corner Shop</bdi>") && page.contains("<bdi>school</bdi>"), "\(path)")
                #expect(page.contains("fill=\"#1b6e53\"") && !page.contains("style=") && !page.contains("shop.example"), "\(path)")
            }
        }
    }
}
