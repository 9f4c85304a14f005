import BelfryPorts
import Foundation
import Testing

@Suite("What is handed to a notification centre")
struct NotificationCentreTests {
    private let expiration = DescribedCategory(
        identifier: "EXPIRATION", channel: "pantry-reminders", name: "Pantry", importance: .standard,
        actions: [
            .init(identifier: "USED", title: "Used", opensApp: false), .init(identifier: "RECIPES", title: "Recipes", opensApp: true),
        ],
        openTitle: "Open")

    private let bills = DescribedCategory(
        identifier: "bill_reminder", channel: "bill-reminders", name: "Bills", importance: .high,
        actions: [.init(identifier: "DELETE", title: "Delete", opensApp: false, isDestructive: true, needsUnlock: true)],
        openTitle: "Open")

    @Test("A category as JSON is what docs/guide/android.md shows, key for key, and reads back")
    func json() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let written = try encoder.encode([bills, expiration])
        let page = try String(
            contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../docs/guide/android.md"),
            encoding: .utf8)
        let shown = try #require(page.firstMatch(of: /```json\n([\s\S]*?)\n```/)?.1)
        #expect(
            try JSONSerialization.jsonObject(with: written) as? NSArray == JSONSerialization.jsonObject(with: Data(shown.utf8)) as? NSArray)
        #expect(try JSONDecoder().decode([DescribedCategory].self, from: written) == [bills, expiration])
    }

    @Test("Only a full or a quiet permission lets anything be shown")
    func mayShow() {
        #expect(NotificationPermission.allCases.filter(\.mayShow) == [.granted, .provisional])
    }
}
