import BackgroundTasks
import BelfryApple
import BelfryDevice
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTime
import Foundation
import Testing
import UserNotifications

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

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

/// The whole app of the guide.
final class AppReminders: Sendable {
    private let orchestrator: Orchestrator
    private let device: any DeviceStore
    private let refresher: BackgroundRefreshScheduler

    init(device: any DeviceStore, show: @escaping @Sendable (ResponseOutcome) async -> Void) throws {
        let clock = Instant.systemNow
        let relay = ResponseRelay(onOutcome: show)
        let centre = UserNotificationCentre(entitlements: [.timeSensitive], clock: clock) { response in
            await relay.take(response, now: clock())
        }
        let orchestrator = Orchestrator(
            store: device, centre: centre, zones: SystemTimeZoneDatabase(), profile: .ios, timezone: { SystemTimeZone.name() })
        self.orchestrator = orchestrator
        self.device = device
        refresher = BackgroundRefreshScheduler(identifier: "org.example.refresh", clock: clock) { _ in
            _ = await orchestrator.refresh(now: clock())
        }
        try refresher.register()
        Task {
            await relay.hand(to: orchestrator)
            await orchestrator.reconcile(.launch, now: clock())
        }
    }

    /// Returns when the app leaves the front, and its task is cancelled.
    func stayInStep() async {
        try? await refresher.schedule()
        await ForegroundLoop(orchestrator: orchestrator, facts: device, now: Instant.systemNow).run()
        try? await refresher.schedule()
    }

    /// When the person has just done something that makes the question plain.
    func ask() async throws -> DeviceNotice? {
        let clock = Instant.systemNow
        return try await orchestrator.seekPermission(isInContext: true, now: clock())
    }
}

/// What a push brings in an extension.
final class PictureExtension: UNNotificationServiceExtension {
    override func didReceive(_ request: UNNotificationRequest, withContentHandler show: @escaping (UNNotificationContent) -> Void) {
        guard let image = request.content.userInfo["image"] as? [String: String], let url = image["url"].flatMap(URL.init(string:)),
            url.scheme == "https", url.host == "cdn.app.example", let content = request.content.mutableCopy() as? UNMutableNotificationContent
        else { return show(request.content) }
        nonisolated(unsafe) let pictured = content
        nonisolated(unsafe) let finish = show
        URLSession.shared.downloadTask(with: url) { file, _, _ in
            if let file, let picture = try? attachment(file, named: url.lastPathComponent) { pictured.attachments = [picture] }
            finish(pictured)
        }.resume()
    }
}

/// The system tells by the ending of its name what a file is.
private func attachment(_ file: URL, named name: String) throws -> UNNotificationAttachment {
    let named = file.deletingLastPathComponent().appendingPathComponent("\(file.lastPathComponent)-\(name)")
    try FileManager.default.moveItem(at: file, to: named)
    return try UNNotificationAttachment(identifier: "image", url: named)
}

/// The pieces of the guide.
private struct App {
    func handle(_ response: NotificationResponse) async {}
    func planAnew(by deadline: Instant) async throws {}

    func showInstructions() {}

    func show(_ reminders: AppReminders) async { await reminders.stayInStep() }

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

    func photo(of notification: ScheduledNotification) -> URL? { nil }

    func start(withPictures areWanted: Bool) {
        guard areWanted else { return start() }
        let centre = UserNotificationCentre(
            picture: { $0.category == "reminder" ? photo(of: $0) : nil }, clock: Instant.systemNow
        ) { response in
            await handle(response)
        }
        _ = centre
    }
}
