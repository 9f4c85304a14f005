import BackgroundTasks
import BelfryApple
import BelfryPorts
import BelfrySystem
import BelfryTime
import Foundation
import Testing
import UserNotifications

@Suite("The guide on Apple's systems")
struct AppleGuideTests {
    @Test("What it shows is code that compiles")
    func compiled() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let page = try String(contentsOf: folder.appendingPathComponent("../../docs/guide/apple.md"), encoding: .utf8)
        let samples = page.matches(of: /```swift\n([\s\S]*?)```/).flatMap { $0.1.split(separator: "\n") }
        let source = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8).split(separator: "\n")
        let code = Set(source.map { $0.drop { $0 == " " } })
        #expect(samples.count > 8)
        for line in samples {
            #expect(code.contains(line.drop { $0 == " " }), "the guide shows a line that is compiled nowhere: \(line)")
        }
    }
}

/// The app of the guide.
private struct App {
    func handle(_ response: NotificationResponse) async {}
    func planAnew(by deadline: Instant) async throws {}

    func showInstructions() {}

    func launch() async throws {
        let centre = UserNotificationCentre(entitlements: [.timeSensitive], clock: Instant.systemNow) { response in
            await handle(response)
        }
        let refresher = BackgroundRefreshScheduler(identifier: "org.example.refresh", clock: Instant.systemNow) { deadline in
            try await planAnew(by: deadline)
        }
        try refresher.register()
        try await refresher.schedule()
        _ = await centre.requestPermission(.provisional)
        if await centre.requestPermission(.full) == .denied { showInstructions() }
    }

    func start() {
        let centre = UserNotificationCentre(
            sound: { $0.category == "prayer" ? "adhan.caf" : nil }, clock: Instant.systemNow
        ) { response in
            await handle(response)
        }
        _ = centre
    }
}
