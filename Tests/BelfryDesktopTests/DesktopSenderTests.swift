import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Synchronization
import Testing

@testable import BelfryDesktop

@Suite("The desktop as a channel")
struct DesktopSenderTests {
    /// Remembers what it was asked to show, or refuses all of it.
    private final class ScriptedPresenter: NotificationPresenter {
        let events = AsyncStream<PresenterEvent> { $0.finish() }
        private let problem: CentreProblem?
        private let asked = Mutex<[(notification: ScheduledNotification, actions: [DescribedCategory.Action], openTitle: String)]>([])

        init(_ problem: CentreProblem? = nil) {
            self.problem = problem
        }

        var shown: [ScheduledNotification] { asked.withLock { $0.map { one in one.notification } } }
        var actions: [[DescribedCategory.Action]] { asked.withLock { $0.map { one in one.actions } } }
        var openTitles: [String] { asked.withLock { $0.map { one in one.openTitle } } }

        func show(
            _ notification: ScheduledNotification, actions: [DescribedCategory.Action], openTitle: String
        ) async throws(CentreProblem) {
            if let problem { throw problem }
            asked.withLock { $0.append((notification, actions, openTitle)) }
        }

        func close(_ identifier: NotificationID) async {}
        func isAvailable() async -> Bool { problem != .unavailable }
    }

    private func notification(
        _ number: Int = 1, alert: AlertID? = nil, body: String = "Lately 5,201.", link: String? = nil, key: String? = nil, createdAt: Instant = .noon,
        language: Language = .english, actions: OfferedActions? = nil
    ) -> OutgoingNotification {
        let example = Delivery.example(number)
        var payload = example.payload
        payload.link = link.map { NotificationLink(literal: $0) }
        payload.collapseKey = key.map { CollapseKey(literal: $0) }
        payload.actions = actions
        let delivery = Delivery(
            id: example.id, createdAt: createdAt, recipient: .ana, member: .ben, alert: alert, channelName: "push", payload: payload)
        return OutgoingNotification(
            delivery: delivery, content: NotificationContent(title: "Ben's steps are down", body: body, severity: .critical, language: language),
            address: Address(id: AddressID(literal: "desktop"), target: .desktop, registeredAt: .morning))
    }

    @Test("What is sent is shown with its words and as grave as it is")
    func shows() async {
        let presenter = ScriptedPresenter()
        #expect(await DesktopSender(presenter).send(notification(), now: .noon) == SendResult(.delivered))
        let shown = presenter.shown
        #expect(shown.map(\.title) == ["Ben's steps are down"] && shown[0].body == "Lately 5,201." && shown[0].severity == .critical)
    }

    @Test("What a click does is said in the language of the words")
    func openTitles() async {
        let presenter = ScriptedPresenter()
        for language in [Language.german, .english] { _ = await DesktopSender(presenter).send(notification(language: language), now: .noon) }
        #expect(presenter.openTitles == ["Öffnen", "Open"])
    }

    @Test("A link on a named origin stands under the words, whole however long they are; any other isn't shown")
    func links() async throws {
        let presenter = ScriptedPresenter()
        let sender = DesktopSender(presenter, linkOrigins: try #require(LinkOrigins(named: ["https://app.example"])))
        let link = "https://app.example/orders/7"
        for (body, link) in [
            ("Lately 5,201.", link), ("", link), (String(repeating: "a", count: 4000), link), ("Lately 5,201.", "https://evil.example/"),
            ("Lately 5,201.", "example-app://orders/7"),
        ] { _ = await sender.send(notification(body: body, link: link), now: .noon) }
        let bodies = presenter.shown.map(\.body)
        try #require(bodies.count == 5)
        #expect(bodies[0] == "Lately 5,201.\n\(link)" && bodies[1] == link)
        #expect(bodies[2].hasSuffix("a…\n\(link)") && bodies[2].utf8.count <= ServiceText.bodyByteCountMax)
        #expect(bodies[3] == "Lately 5,201." && bodies[4] == "Lately 5,201.")
    }

    @Test("A button that answers is one; one with a link stands under the words behind its title, where its origin is named")
    func actions() async throws {
        let presenter = ScriptedPresenter()
        let sender = DesktopSender(presenter, linkOrigins: try #require(LinkOrigins(named: ["https://app.example"])))
        let actions = try #require(OfferedActions.toPay(or: "https://evil.example/"))
        for language in [Language.english, .french] { _ = await sender.send(notification(language: language, actions: actions), now: .noon) }
        _ = await sender.send(notification(link: "https://app.example/bills/7", actions: actions), now: .noon)
        #expect(presenter.actions.map { $0.map(\.identifier) } == [["later"], ["later"], ["later"]])
        #expect(presenter.actions.first?.first?.title == "Später" && presenter.actions.first?.first?.opensApp == false)
        let pay = "Pay now: https://app.example/pay"
        #expect(
            presenter.shown.map(\.body) == [
                "Lately 5,201.\n\(pay)", "Lately 5,201.\nPay now\u{A0}: https://app.example/pay", "Lately 5,201.\nhttps://app.example/bills/7\n\(pay)",
            ])
    }

    @Test("Links that are too much beside another are left out, and words stay beside them")
    func longLinks() async throws {
        let presenter = ScriptedPresenter()
        let sender = DesktopSender(presenter, linkOrigins: try #require(LinkOrigins(named: ["https://app.example"])))
        let link = "https://app.example/" + String(repeating: "a", count: NotificationLink.byteCountMax - 20)
        let long = NotificationLink(literal: "https://app.example/" + String(repeating: "b", count: 500))
        let offered = [
            OfferedAction(id: ActionID(literal: "pay"), title: "Pay now", link: long),
            OfferedAction(id: ActionID(literal: "see"), title: "See", link: NotificationLink(literal: "https://app.example/s")),
        ]
        let actions: OfferedActions = try #require(OfferedActions(offered.compactMap(\.self)))
        _ = await sender.send(notification(body: String(repeating: "ü", count: 4000), link: link, actions: actions), now: .noon)
        let body = try #require(presenter.shown.first?.body)
        #expect(body.hasPrefix(String(repeating: "ü", count: 200)) && body.hasSuffix("ü…\n\(link)\nSee: https://app.example/s"))
        #expect(body.utf8.count <= ServiceText.bodyByteCountMax)
    }

    @Test("Later news of one alert takes the place of the earlier, and of another it doesn’t")
    func replaces() async {
        let presenter = ScriptedPresenter()
        for (number, alert) in [(1, 1), (2, 1), (3, 2)] {
            _ = await DesktopSender(presenter).send(notification(number, alert: .example(alert)), now: .noon)
        }
        let names = presenter.shown.map(\.identifier)
        #expect(names[0] == names[1] && names[1] != names[2])
    }

    @Test("What an app tells under one key takes the place of what it told, days ago too, and under another it doesn’t")
    func replacesByKey() async {
        let presenter = ScriptedPresenter()
        for (number, key, day) in [(1, "door", 0), (2, "door", 3), (3, "window", 0)] {
            _ = await DesktopSender(presenter).send(notification(number, key: key, createdAt: .noon + .seconds(day * 86_400)), now: .noon)
        }
        let names = presenter.shown.map(\.identifier)
        #expect(names[0] == names[1] && names[1] != names[2])
    }

    @Test(
        "What a desktop answers is an outcome",
        arguments: [(CentreProblem.unavailable, "retry"), (.full, "retry"), (.notAllowed, "rejected"), (.invalid, "rejected")])
    func outcomes(problem: CentreProblem, label: String) async {
        #expect(await DesktopSender(ScriptedPresenter(problem)).send(notification(), now: .noon).outcome.label == label)
    }

    @Test(
        "Over a real bus it reaches the service of the desktop",
        .enabled(if: PrivateBus.isThere, "dbus-daemon or dbus-send is missing: Scripts/setup test installs them"))
    func realBus() async throws {
        try await withPrivateBus { bus in
            let service = try await StandInService(on: bus)
            let listener = try ListeningPresenter(busAddress: bus.address)
            #expect(await DesktopSender(listener.presenter).send(notification(), now: .noon) == SendResult(.delivered))
            let arguments = try await service.call(of: "Notify")
            #expect(arguments[3] == .string("Ben's steps are down"))
        }
    }
}

extension OfferedActions {
    /// Or see something else, or later.
    static func toPay(or link: String) -> OfferedActions? {
        OfferedActions(
            [
                OfferedAction(id: ActionID(literal: "pay"), title: "Pay now", link: NotificationLink(literal: "https://app.example/pay")),
                OfferedAction(id: ActionID(literal: "see"), title: "See", link: NotificationLink(literal: link)),
                OfferedAction(id: ActionID(literal: "later"), title: "Später"),
            ].compactMap(\.self))
    }
}
