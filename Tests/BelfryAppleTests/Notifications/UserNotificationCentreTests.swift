import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Foundation
import Testing
import UserNotifications

@testable import BelfryApple

@Suite("The centre over UserNotifications")
struct UserNotificationCentreTests {
    @Test(
        "It behaves as every centre does, whichever requests the system drops where there are too many",
        arguments: CentreConformance.all(), OverflowPolicy.allCases)
    func passes(_ behaviour: CentreConformance, _ overflow: OverflowPolicy) async throws {
        try await behaviour.run(in: AppleWorld(overflow: overflow))
    }

    @Test("A removal is asked for and takes effect later")
    func removal() async throws {
        let world = AppleWorld()
        try await world.apple.add(.bill(1))
        await world.apple.removePending([.bill(1)])
        #expect(await world.apple.pending().requests.map(\.identifier) == [.bill(1)])
        await world.settle()
        #expect(await world.apple.pending().requests.isEmpty)
    }

    @Test("What a trigger says of itself is wrong, and what is pending is right all the same")
    func fetchedTrigger() async throws {
        let world = AppleWorld()
        try await world.apple.add(.bill(1, at: .noon + .seconds(5)))
        await world.advance(to: .noon + .seconds(3))
        await world.settle()
        let trigger = try #require(world.system.pending.first?.trigger as? UNTimeIntervalNotificationTrigger)
        #expect(trigger.nextTriggerDate() == Date(.noon + .seconds(8)))
        #expect(await world.apple.pending().requests.map(\.moment) == [.noon + .seconds(5)])
    }

    @Test("What is pending outlives the app")
    func relaunch() async throws {
        let world = AppleWorld()
        let bill = ScheduledNotification.bill(1, promises: [.init(identifier: .bill(2), due: .noon)])
        try await world.apple.add(bill)
        let relaunched = UserNotificationCentre(center: world.system.center, clock: { .noon }, respond: { _ in })
        #expect(await relaunched.pending() == PendingList([bill.request]))
    }

    @Test("What is pending is known as another once the app may break through silence, so that it is asked for anew; what isn't grave stays")
    func criticalAlertsAllowedLater() async throws {
        let world = AppleWorld()
        let (recall, bill) = (ScheduledNotification.bill(1, severity: .critical), ScheduledNotification.bill(2, severity: .watch))
        for one in [recall, bill] { try await world.apple.add(one) }
        let updated = UserNotificationCentre(
            center: world.system.center, entitlements: [.critical], clock: { .noon }, respond: { _ in })
        let before = await updated.pending().requests.sorted { $0.identifier < $1.identifier }
        #expect(before.map(\.identifier) == [.bill(1), .bill(2)] && before.map(\.moment) == [recall.moment, bill.moment])
        #expect(before.first != recall.request && before.last == bill.request)
        try await updated.add(recall)
        let after = await updated.pending().requests
        #expect(Set(after) == [recall.request, bill.request])
        #expect(world.system.pending.contains { $0.content.interruptionLevel == .critical })
    }

    @Test("What is pending is known as another once it is to sound otherwise, so that it is asked for anew; what sounds the same stays")
    func otherSound() async throws {
        let world = AppleWorld(sound: { $0.category == "prayer" ? "bell.caf" : nil })
        let (fajr, bill) = (ScheduledNotification.bill(1, category: "prayer"), ScheduledNotification.bill(2))
        for one in [fajr, bill] { try await world.apple.add(one) }
        let unchanged = await world.apple.pending().requests
        #expect(Set(unchanged) == [fajr.request, bill.request])
        let answers: [@Sendable (ScheduledNotification) -> String?] = [{ $0.category == "prayer" ? "adhan.caf" : nil }, { _ in nil }]
        for answer in answers {
            let updated = UserNotificationCentre(center: world.system.center, sound: answer, clock: { .noon }, respond: { _ in })
            let before = await updated.pending().requests.sorted { $0.identifier < $1.identifier }
            #expect(before.map(\.identifier) == [.bill(1), .bill(2)] && before.map(\.moment) == [fajr.moment, bill.moment])
            #expect(before.first != fajr.request && before.last == bill.request)
            try await updated.add(fajr)
            let after = await updated.pending().requests
            #expect(Set(after) == [fajr.request, bill.request])
            let sound = answer(fajr).map { UNNotificationSound(named: UNNotificationSoundName($0)) } ?? .default
            #expect(world.system.pending.first { $0.content.categoryIdentifier == "prayer" }?.content.sound == sound)
        }
    }

    @Test("An app is asked for the sound of what is pending as it was for the sound of what it scheduled")
    func askedAlike() async throws {
        let world = AppleWorld(sound: { "\($0)" })
        var bill = ScheduledNotification.bill(1, promises: [.init(identifier: .bill(2), due: .noon)], parts: [.bill(1), .bill(2)])
        bill.expiresAt = .evening + .seconds(60)
        try await world.apple.add(bill)
        #expect(await world.apple.pending().requests == [bill.request])
    }

    @Test("A picture of the app's files is copied and stands beside a reminder, which is asked for anew where its name is another")
    func pictures() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("belfry-apple-pictures")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in [("pill.png", "x"), ("plant.png", "x"), ("notes.txt", "x"), ("empty.png", "")] {
            try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        }
        let world = AppleWorld(picture: { $0.category == "pill" ? folder.appendingPathComponent("pill.png") : folder.appendingPathComponent("notes.txt") })
        let (pill, other) = (ScheduledNotification.bill(1, category: "pill"), ScheduledNotification.bill(2))
        for one in [pill, other] { try await world.apple.add(one) }
        let unchanged = await world.apple.pending().requests
        #expect(Set(unchanged) == [pill.request, other.request])
        let contents = world.system.pending.map(\.content)
        let attached = try #require(contents.first { $0.categoryIdentifier == "pill" }?.attachments.first)
        #expect(attached.url.lastPathComponent == "pill.png" && attached.url.deletingLastPathComponent().path != folder.path)
        #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent("pill.png").path))
        // What the system shows as no picture, or refuses as one, is told without.
        #expect(contents.filter { $0.categoryIdentifier != "pill" }.map(\.attachments.count) == [0])
        let broken = AppleWorld(picture: { _ in folder.appendingPathComponent("empty.png") })
        try await broken.apple.add(pill)
        #expect(broken.system.pending.map(\.content.attachments.count) == [0])
        #expect(await broken.apple.pending().requests == [pill.request])
        let moved = URL(fileURLWithPath: "/elsewhere/pill.png")
        for (file, isSame) in [(moved, true), (folder.appendingPathComponent("plant.png"), false)] {
            let updated = UserNotificationCentre(
                center: world.system.center, picture: { $0.category == "pill" ? file : folder.appendingPathComponent("notes.txt") }, clock: { .noon },
                respond: { _ in })
            let found = await updated.pending().requests
            #expect(found.contains(pill.request) == isSame && found.contains(other.request))
        }
    }

    @Test("The app's own categories stay beside ours, of which new ones replace all that were there")
    func ownCategories() async {
        let system = StandInSystem(now: Date(.noon), status: .authorized)
        let own = UNNotificationCategory(identifier: "own", actions: [], intentIdentifiers: [])
        let centre = UserNotificationCentre(center: system.center, ownCategories: [own], clock: { .noon }, respond: { _ in })
        for name in ["A", "B"] {
            await centre.setCategories([.example(name, actions: [])])
            #expect(Set(system.categories.map(\.identifier)) == ["own", name])
        }
    }

    @Test("Every reason of the system has its meaning")
    func problems() {
        #expect(CentreProblem(error: UNError(.notificationsNotAllowed)) == .notAllowed)
        #expect(CentreProblem(error: UNError(.notificationInvalidNoDate)) == .invalid)
        #expect(CentreProblem(error: UNError(.notificationInvalidNoContent)) == .invalid)
        #expect(CentreProblem(error: CocoaError(.xpcConnectionInvalid)) == .unavailable)
    }

    @Test("One without a word is refused, for it can never be shown")
    func noContent() async {
        let world = AppleWorld()
        let silent = ScheduledNotification(
            request: PendingRequest(identifier: .bill(1), moment: .evening, fingerprint: 1), title: "", body: "", category: "c",
            thread: "t",
            severity: .watch, parts: [], expiresAt: nil)
        await #expect(throws: CentreProblem.invalid) { try await world.apple.add(silent) }
    }
}

@Suite("Permission on Apple's systems")
struct ApplePermissionTests {
    @Test(
        "Every state of the system has its meaning",
        arguments: [
            (UNAuthorizationStatus.notDetermined, NotificationPermission.undetermined), (.denied, .denied), (.authorized, .granted),
            (.provisional, .provisional), (.ephemeral, .granted),
        ])
    func states(_ status: UNAuthorizationStatus, _ permission: NotificationPermission) async {
        #expect(await AppleWorld(status: status).apple.permission() == permission)
    }

    @Test("Quietly first, then the person is asked once; each time for what is used and no more")
    func options() async {
        let world = AppleWorld(status: .notDetermined, entitlements: [.critical])
        #expect(await world.apple.requestPermission(.provisional) == .provisional)
        #expect(await world.apple.requestPermission(.full) == .granted)
        #expect(await world.apple.requestPermission(.full) == .granted)
        #expect(world.system.requestedOptions == [[.alert, .sound, .criticalAlert, .provisional], [.alert, .sound, .criticalAlert]])
        #expect(world.system.promptCount == 1)
    }

    @Test("An app that may break through silence only later asks for that once, and never after an answer", arguments: [true, false])
    func criticalAlertsLater(answer: Bool) async {
        let world = AppleWorld(status: .authorized, entitlements: [.critical])
        world.system.answerPrompts(with: answer)
        for kind in [PermissionKind.provisional, .full, .full] { #expect(await world.apple.requestPermission(kind) == .granted) }
        #expect(world.system.requestedOptions == [[.alert, .sound, .criticalAlert]])
        #expect(world.system.promptCount == 0)
    }

    @Test("Where the system doesn't ask once it has been quiet, the permission stays a quiet one")
    func staysProvisional() async {
        let world = AppleWorld(status: .notDetermined)
        world.system.neverAskAfterProvisional()
        for kind in PermissionKind.allCases { #expect(await world.apple.requestPermission(kind) == .provisional) }
        #expect(world.system.promptCount == 0)
    }

    @Test("Where the answer is known, the system isn't even called", arguments: [UNAuthorizationStatus.denied, .authorized])
    func settled(_ status: UNAuthorizationStatus) async {
        let world = AppleWorld(status: status)
        for kind in PermissionKind.allCases { _ = await world.apple.requestPermission(kind) }
        #expect(world.system.requestedOptions.isEmpty)
    }
}
