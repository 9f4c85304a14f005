import BelfryDashboard
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import HTTPTypes
import Testing

@testable import BelfryAPI

@Suite("The picture beside the words, over the API and on the pages")
struct ImageRoutesTests {
    private static let origins = ImageOrigins(named: ["https://cdn.app.example"]) ?? .none
    private static let image: JSON = ["url": "https://cdn.app.example/a.jpg?b=1&c=2", "alt": "A <puddle>"]

    private func order(_ image: JSON, to recipients: JSON = ["ana"], _ others: [String: JSON] = [:]) -> JSON {
        .object(["recipients": recipients, "title": "Boiler", "channels": ["in_app"], "image": image].merging(others) { $1 })
    }

    @Test("It stands in the inbox over the API and on the page, which may load it from there alone")
    func inbox() async throws {
        try await withAPI(imageOrigins: Self.origins) { api in
            #expect(try await api.post("/v1/notifications", order(Self.image), as: .app).status == 202)
            _ = try await api.post("/functions/v1/process_notifications", [:], as: .admin)
            let message = try await api.get("/v1/inbox", as: .person(.ana)).json["messages"]?[0]
            #expect(message?["image"] == Self.image)
            let page = try await api.get("/inbox", as: .page(.ana))
            #expect(
                page.text.contains(
                    #"<img src="https://cdn.app.example/a.jpg?b=1&amp;c=2" alt="" loading="lazy" decoding="async" referrerpolicy="no-referrer">"#))
            #expect(page.text.contains("A &lt;puddle&gt;</figcaption>"))
            #expect(page.headers[.contentSecurityPolicy] == Assets.contentSecurityPolicy(imageOrigins: Self.origins))
            #expect(page.headers[.contentSecurityPolicy]?.contains("img-src 'self' https://cdn.app.example; ") == true)
            // By a policy of its own a browser would judge what it loads for notifications.
            #expect(try await api.get("/service-worker.js").headers[.contentSecurityPolicy] == nil)
        }
    }

    @Test("One of an origin that isn't allowed, or without what it shows, is refused of an order, a broadcast, a schedule and a change")
    func refused() async throws {
        try await withAPI(imageOrigins: Self.origins) { api in
            let evil: JSON = ["url": "https://evil.example/a.jpg", "alt": "A"]
            let broadcast = order(evil, to: "all")
            let schedule = order(evil, ["recurrence": ["start": "2026-01-26T09:00", "rule": "FREQ=WEEKLY"]])
            for (path, body) in [("/v1/notifications", order(evil)), ("/v1/broadcasts", broadcast), ("/v1/schedules", schedule)] {
                let answer = try await api.post(path, body, as: .app)
                #expect(answer.status == 400 && answer.text.contains("image_origins"), "\(path): \(answer.text)")
            }
            let silent = try await api.post("/v1/notifications", order(["url": "https://cdn.app.example/a.jpg"]), as: .app)
            #expect(silent.status == 400 && silent.text.contains("image.alt") && silent.text.contains("what the picture shows"))
            let waiting = try await api.post("/v1/notifications", order(Self.image, ["deliver_after": "2026-02-01T08:00:00Z"]), as: .app)
            let ids = try #require(waiting.json["deliveries"])
            #expect(try await api.post("/v1/deliveries/change", ["ids": ids, "image": evil], as: .app).status == 400)
            let cleared = try await api.post("/v1/deliveries/change", ["ids": ids, "image": .null], as: .app)
            #expect(cleared.status == 200 && cleared.json["changed"] == ids)
            let id = try #require(ids[0]?.string.flatMap { DeliveryID($0) })
            #expect(await api.store.deliveries(DeliverySelection(ids: [id], countMax: 1)).first?.delivery.payload.image == nil)
        }
    }

    @Test("An operator who sends by hand sees it first, and reads beside its field why one of another origin isn't taken")
    func compose() async throws {
        try await withAPI(operators: [.ana], imageOrigins: Self.origins) { api in
            let form = "target=person&to=ben&app_id=default&title=Boiler&body=&severity=watch&when=now&at=&channel=in_app&step=preview"
            let fields = "&image=https%3A%2F%2Fcdn.app.example%2Fa.jpg&image_alt=A+%3Cpuddle%3E"
            let tried = try await api.submit("/send", form + fields)
            #expect(tried.status == 200 && tried.text.contains(#"<img src="https://cdn.app.example/a.jpg" alt="" loading"#))
            #expect(tried.text.contains("A &lt;puddle&gt;</figcaption>") && tried.text.contains(#"name="image_alt" value="A &lt;puddle&gt;">"#))
            for (fields, field) in [
                ("&image=https%3A%2F%2Fevil.example%2Fa.jpg&image_alt=A", "image"), ("&image=https%3A%2F%2Fcdn.app.example%2Fa.jpg", "image_alt"),
                ("&image_alt=A", "image"),
            ] {
                let refused = try await api.submit("/send", form + fields)
                #expect(refused.status == 422 && refused.text.contains("id=\"fault-of-\(field)\"") && !refused.text.contains("<img"), "\(fields)")
            }
        }
    }

    @Test("Once its origin isn't allowed any more, what was told before is told without it")
    func revoked() async throws {
        let stored = try #require(NotificationImage(url: "https://old.app.example/a.jpg", alt: "A puddle"))
        try await withAPI(imageOrigins: Self.origins) { api in
            let content = NotificationContent(title: "Boiler", body: "", severity: .watch)
            await api.store.append(
                InboxMessage(
                    id: .example(1), recipient: .ana, member: .ana, alert: nil, category: "maintenance", content: content, createdAt: .noon, readAt: nil,
                    image: stored))
            #expect(try await api.get("/v1/inbox", as: .person(.ana)).json["messages"]?[0]?["image"] == nil)
            let page = try await api.get("/inbox", as: .page(.ana)).text
            #expect(page.contains("Boiler") && !page.contains("old.app.example"))
        }
    }
}
