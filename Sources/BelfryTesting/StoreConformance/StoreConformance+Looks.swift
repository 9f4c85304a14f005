import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// How apps present themselves, and whose messages are.
    static let looks: [StoreConformance] = [
        StoreConformance("How an app presents itself is kept whole, and said again it takes the place of all before") { store in
            let whole = try AppLook(
                name: "Corner “Shop” \\", names: [.german: "Eck\"laden\"", .arabic: "متجر"], color: WebColor("#1B6E53"),
                logo: "https://shop.example/logo.png?v=2", replyTo: "help@shop.example", footer: "1 Main Street, Springfield 👋🏽")
            try await store.save(whole, of: .shop)
            let kept = try await store.looks(of: [.shop, .school])
            #expect(kept == [.shop: whole])
            let plain = try AppLook(name: "Shop")
            try await store.save(plain, of: .shop)
            let after = try await store.looks(of: [.shop])
            #expect(after == [.shop: plain], "nothing of before is left")
        },
        StoreConformance("Each app has its own, the house too; only those that are asked for are told of, and one that is gone is no more") { store in
            let (shop, house) = (try AppLook(name: "Shop"), try AppLook(name: "Home"))
            try await store.save(shop, of: .shop)
            try await store.save(house, of: .house)
            let one = try await store.looks(of: [.house])
            let both = try await store.looks(of: [.house, .shop, .school])
            let none = try await store.looks(of: [])
            #expect(one == [.house: house])
            #expect(both == [.house: house, .shop: shop])
            #expect(none.isEmpty)
            let wasThere = try await store.removeLook(of: .shop)
            let isThereStill = try await store.removeLook(of: .shop)
            let rest = try await store.looks(of: [.house, .shop])
            #expect(wasThere && !isThereStill)
            #expect(rest == [.house: house])
        },
        StoreConformance("A message in an inbox says whose it is, also once something was done with it") { store in
            let apps: [AppID?] = [.shop, nil]
            for (place, app) in apps.enumerated() {
                let content = NotificationContent(title: "Open", body: "", severity: .watch)
                let message = InboxMessage(
                    id: .example(place + 1), recipient: .ana, member: .ana, app: app, alert: nil, category: "news", content: content, createdAt: .noon,
                    readAt: nil)
                _ = try await store.append(message)
            }
            _ = try await store.markRead(.example(1), of: .ana, now: .evening)
            _ = try await store.setArchived(true, .example(2), of: .ana, now: .evening)
            let here = try await store.messages(of: .ana, in: .inbox, before: nil, countMax: 10, now: .evening)
            let away = try await store.messages(of: .ana, in: .archive, before: nil, countMax: 10, now: .evening)
            #expect(here.map(\.app) == [.shop])
            #expect(away.map(\.app) == [nil])
        },
    ]
}
