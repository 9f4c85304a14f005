import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryDelivery

/// Orders of one app to Ana under one key, an hour long from noon on.
@Suite("Told as one")
struct DigestTests {
    private let identifiers = SequentialIdentifiers()
    private let end = Instant.noon + .seconds(3600)

    /// As the API does it.
    ///
    /// - Parameter fields: what it says besides, as JSON.
    @discardableResult
    private func order(_ title: String, _ fields: String = "", in workshop: Workshop) async throws -> [DeliveryID] {
        let json = #"{"title": "\#(title)", "channels": ["push"], "digest_key": "posts", "digest_window_seconds": 3600\#(fields)}"#
        let order = try JSONDecoder().decode(NotificationOrder.self, from: Data(json.utf8))
        let routes = DeliveryRoutes(standard: DeliveryRoute(channels: [.push]))
        let deliveries = order.deliveries(to: OrderRecipients([.ana]), of: .shop, routes: routes, identifiers: identifiers, now: workshop.clock.now)
        return try await workshop.store.enqueue(deliveries, under: nil, digestWindow: order.digestWindow, now: workshop.clock.now).deliveries
    }

    private func told(by workshop: Workshop) -> [String] { workshop.sender.notifications.all.map(\.content.title) }

    @Test("What comes while the first waits is told with it, and not a millisecond earlier; what is critical is told at once and alone")
    func window() async throws {
        let workshop = await Workshop()
        try await order("One", #", "body": "Ben likes it.", "link": "https://app.example/1", "actions": [{"id": "like", "title": "Like"}]"#, in: workshop)
        workshop.clock.advance(by: .seconds(600))
        try await order("Two", in: workshop)
        try await order("Fire", #", "severity": "critical""#, in: workshop)
        try await order("Water", #", "priority": "critical""#, in: workshop)
        #expect(try await workshop.processBatch().sentCount == 2)
        #expect(Set(told(by: workshop)) == ["Fire", "Water"])
        workshop.clock.set(to: end - .milliseconds(1))
        #expect(try await workshop.processBatch().processedCount == 0)
        workshop.clock.set(to: end)
        let report = try await workshop.processBatch()
        #expect((report.sentCount, report.skippedCount) == (1, 1))
        let digest = try #require(workshop.sender.notifications.all.last)
        #expect(digest.content.title == "2 updates" && digest.content.body == "• Ben likes it.\n• Two")
        #expect(digest.delivery.payload.link == nil && digest.delivery.payload.actions == nil, "it leads to neither of them, and offers nothing")
        try await order("Three", in: workshop)
        workshop.clock.advance(by: .seconds(3600))
        #expect(try await workshop.processBatch().sentCount == 1)
        #expect(told(by: workshop).last == "Three", "alone it has its own words")
    }

    @Test("One that is called off or expires meanwhile is missing, and the others are told all the same")
    func missing() async throws {
        let workshop = await Workshop()
        let first = try await order("One", in: workshop)
        let second = try await order("Two", #", "expires_at": "2026-01-25T12:30:00Z""#, in: workshop)
        try await order("Three", in: workshop)
        try await order("Four", in: workshop)
        #expect(await workshop.store.cancel(DeliverySelection(ids: first), now: .noon) == first)
        workshop.clock.set(to: end)
        let report = try await workshop.processBatch()
        #expect((report.sentCount, report.skippedCount) == (1, 2))
        let digest = try #require(workshop.sender.notifications.all.first)
        #expect(digest.content.title == "2 updates" && digest.content.body == "• Three\n• Four")
        let expired = try #require(await workshop.store.deliveries(DeliverySelection(ids: second)).first)
        #expect(expired.reason == .expired)
    }

    @Test("Each line is in the language that the person has when it is told, where its order has it")
    func languages() async throws {
        let workshop = await Workshop { $0.language = .english }
        try await order("One", #", "texts": {"de": {"title": "Eins"}, "en": {"title": "First"}}"#, in: workshop)
        try await order("Two", #", "texts": {"ar": {"title": "اثنان"}}"#, in: workshop)
        await workshop.prefer { $0.language = .german }
        workshop.clock.set(to: end)
        #expect(try await workshop.processBatch().sentCount == 1)
        #expect(workshop.sender.notifications.all.map(\.content.body) == ["• Eins\n• Two"])
    }

    @Test("A digest that ends in quiet hours is held as anything else is, and told when they end")
    func quietHours() async throws {
        let workshop = await Workshop {
            $0.quietHours = DailyWindow(start: CivilTime(literal: "12:30"), end: CivilTime(literal: "14:00"))
            $0.quietHoursAction = .defer
        }
        try await order("One", in: workshop)
        try await order("Two", in: workshop)
        workshop.clock.set(to: end)
        #expect(try await workshop.processBatch().deferredCount == 2)
        workshop.clock.set(to: .noon + .seconds(7200))
        #expect(try await workshop.processBatch().sentCount == 1)
        #expect(told(by: workshop) == ["2 updates that waited for you"])
    }
}
