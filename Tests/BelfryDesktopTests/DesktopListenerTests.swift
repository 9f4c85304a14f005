import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDesktop

@Suite("What somebody does on the desktop", .timeLimit(.minutes(10)))
struct DesktopListenerTests {
    private struct Outage: Error {}

    /// Fails so often, and then hands on.
    private actor UnsteadyInbox: Inbox {
        private let store: MemoryStore
        private var failureCount: Int

        init(_ store: MemoryStore, failureCount: Int) {
            self.store = store
            self.failureCount = failureCount
        }

        private func mayFail() throws {
            guard failureCount > 0 else { return }
            failureCount -= 1
            throw Outage()
        }

        func note(_ engagement: EngagementStep, with id: DeliveryID, of user: UserID, now: Instant) async throws -> Bool {
            try mayFail()
            return await store.note(engagement, with: id, of: user, now: now)
        }

        func take(_ action: ActionID, with id: DeliveryID, of user: UserID, now: Instant) async throws -> OfferedAction? {
            try mayFail()
            return try await store.take(action, with: id, of: user, now: now)
        }

        func append(_ message: InboxMessage) async throws -> Bool { throw Outage() }
        func messages(of user: UserID, in folder: InboxFolder, before: InboxPlace?, countMax: Int, now: Instant) async throws -> [InboxMessage] {
            throw Outage()
        }
        func unreadCount(of user: UserID, now: Instant) async throws -> Int { throw Outage() }
        func markRead(_ id: DeliveryID, of user: UserID, now: Instant) async throws -> Bool { throw Outage() }
        func markRead(through id: DeliveryID, of user: UserID, countMax: Int, now: Instant) async throws -> Int? { throw Outage() }
        func markUnread(_ id: DeliveryID, of user: UserID, now: Instant) async throws -> Bool { throw Outage() }
        func putOff(_ id: DeliveryID, until moment: Instant?, of user: UserID, now: Instant) async throws -> Bool { throw Outage() }
        func setArchived(_ isArchived: Bool, _ id: DeliveryID, of user: UserID, now: Instant) async throws -> Bool { throw Outage() }
        func doneByOthers(among ids: [DeliveryID], of user: UserID) async throws -> Set<DeliveryID> { throw Outage() }
    }

    /// Tells what a test wants.
    private struct TellingPresenter: NotificationPresenter {
        let events: AsyncStream<PresenterEvent>

        func show(_ notification: ScheduledNotification, actions: [DescribedCategory.Action], openTitle: String) async throws(CentreProblem) {}
        func close(_ identifier: NotificationID) async {}
        func isAvailable() async -> Bool { true }
    }

    /// A message in the inbox of whoever sits there, of whose name the notification is.
    private func told(_ number: Int) -> InboxMessage {
        InboxMessage(
            id: .example(number), recipient: .ana, member: .ana, alert: nil, category: "bills",
            content: NotificationContent(title: "Bill 7 is due", body: "", severity: .watch), createdAt: .morning, readAt: nil,
            actions: OfferedActions.toPay(or: "https://app.example/bills"))
    }

    private func response(_ action: NotificationResponse.Action, to number: Int) -> PresenterEvent {
        let name = NotificationID(subject: DeliveryID.example(number).text, date: .beforeAllDays)
        return .responded(NotificationResponse(identifier: .rent, moment: .noon, action: action, parts: [name]))
    }

    /// What the listener says of these, one after the other, and what is in the inbox then.
    private func heard(_ events: [PresenterEvent], failureCount: Int = 0) async throws -> (said: [String], messages: [InboxMessage], pauses: [Duration]) {
        let store = MemoryStore()
        for number in 1...2 { await store.append(told(number)) }
        let (stream, tell) = AsyncStream.makeStream(of: PresenterEvent.self)
        let (said, say) = AsyncStream.makeStream(of: String.self)
        let (pauses, pause) = AsyncStream.makeStream(of: Duration.self)
        let listener = DesktopListener(
            TellingPresenter(events: stream), into: UnsteadyInbox(store, failureCount: failureCount), of: .ana, now: { .noon },
            sleep: { pause.yield($0) }, observe: { say.yield($0.text) })
        for event in events { tell.yield(event) }
        tell.finish()
        await listener.run()
        say.finish()
        pause.finish()
        var (sentences, lengths): ([String], [Duration]) = ([], [])
        for await sentence in said { sentences.append(sentence) }
        for await length in pauses { lengths.append(length) }
        return (sentences, await store.messages(of: .ana, in: .inbox, before: nil, countMax: 9, now: .noon), lengths)
    }

    @Test("A button is pressed as in the inbox, a click opens, and clearing says nothing")
    func answers() async throws {
        let result = try await heard([
            response(.button("later"), to: 1), response(.open, to: 2), response(.dismiss, to: 2), response(.button("later"), to: 1), .restarted,
            .closed(.rent),
        ])
        #expect(result.said == ["later delivery-1", "opened delivery-2", "nothing delivery-2", "later delivery-1"])
        #expect(result.messages.map(\.readAt) == [.noon, .noon])
        #expect(result.messages.first(where: { $0.id == .example(1) })?.actionsTaken.map(\.text) == ["later"])
    }

    @Test("What the inbox doesn't know, or doesn't offer, is passed over", arguments: [("later", 3), ("never", 1), ("Später", 1)])
    func unknown(_ button: String, _ number: Int) async throws {
        let result = try await heard([response(.button(button), to: number)])
        #expect(result.said == ["nothing delivery-\(number)"])
        #expect(result.messages.map(\.readAt) == [nil, nil])
    }

    @Test("Where the store fails it is tried again, ever more rarely, until it is written down")
    func outage() async throws {
        let result = try await heard([response(.button("later"), to: 1)], failureCount: 8)
        #expect(result.said == Array(repeating: "failed", count: 8) + ["later delivery-1"])
        #expect(result.pauses == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
    }

    @Test(
        "Over a real bus a press reaches the inbox",
        .enabled(if: PrivateBus.isThere, "dbus-daemon or dbus-send is missing: Scripts/setup test installs them"))
    func realBus() async throws {
        try await withPrivateBus { bus in
            let service = try await StandInService(on: bus)
            try await press(on: bus) {
                let arguments = try await service.call(of: "Notify")
                #expect(arguments[5] == .strings(["default", "Open", "button:later", "Später"]))
                service.signal("ActionInvoked", .uint32(1), .string("button:later"))
            }
        }
    }

    @Test(
        "Where a service tells us of a press on what an earlier process has shown, it reaches the inbox by the journal",
        .enabled(if: PrivateBus.isThere, "dbus-daemon or dbus-send is missing: Scripts/setup test installs them"))
    func afterRestart() async throws {
        try await withPrivateBus { bus in
            let service = try await StandInService(on: bus)
            try await press(on: bus, afterRestart: true) { service.signal("ActionInvoked", .uint32(1), .string("button:later")) }
        }
    }

    @Test(
        "A button of dunst's menu is pressed in the inbox",
        .enabled(if: Dunst.isThere, "dunst, dunstctl, dbus-daemon, dbus-send or Xvfb is missing: Scripts/setup test installs them"))
    func dunst() async throws {
        try await withVirtualDesktop { bus, screen in
            let dunst = try await startedDunst(bus, screen)
            try await press(on: bus) {
                _ = try await dunst.notification()
                try await dunst.control("context")
            }
            await dunst.kill()
        }
    }

    /// It has the name of the service once a presenter hears so.
    private func startedDunst(_ bus: PrivateBus, _ screen: VirtualScreen) async throws -> Dunst {
        let listener = try ListeningPresenter(busAddress: bus.address)
        #expect(await listener.problemShowing(.sample()) == .unavailable)
        let dunst = try await Dunst(on: bus, screen)
        #expect(try await listener.event() == .restarted)
        return dunst
    }

    /// Sends what offers to pay, or later, and finds that the latter was pressed.
    ///
    /// - Parameter afterRestart: whether another process listens than the one that has sent it.
    private func press(on bus: PrivateBus, afterRestart: Bool = false, _ pressing: () async throws -> Void) async throws {
        let store = MemoryStore()
        await store.append(told(1))
        let journal = MemoryShownJournal()
        var presenter = try DesktopPresenter(busAddress: bus.address, journal: journal)
        var payload = Payload()
        payload.actions = told(1).actions
        let delivery = Delivery(
            id: .example(1), createdAt: .morning, recipient: .ana, member: .ana, alert: nil, channelName: "push", payload: payload)
        let outgoing = OutgoingNotification(
            delivery: delivery, content: told(1).content, address: Address(id: AddressID(literal: "desktop"), target: .desktop, registeredAt: .morning))
        #expect(await DesktopSender(presenter).send(outgoing, now: .noon) == SendResult(.delivered))
        if afterRestart {
            presenter = try DesktopPresenter(busAddress: bus.address, journal: journal)
            #expect(await presenter.isAvailable(), "from here on the stand-in answers this one")
        }
        let (said, say) = AsyncStream.makeStream(of: String.self)
        let listener = DesktopListener(presenter, into: store, of: .ana, now: { .noon }, observe: { say.yield($0.text) })
        let listening = Task { await listener.run() }
        defer { listening.cancel() }
        try await pressing()
        #expect(await said.first { _ in true } == "later delivery-1")
        let messages = await store.messages(of: .ana, in: .inbox, before: nil, countMax: 1, now: .noon)
        #expect(messages.map { $0.actionsTaken.map(\.text) } == [["later"]] && messages.first?.readAt == .noon)
    }
}

extension DesktopListener.Event {
    fileprivate var text: String {
        switch self {
        case .taken(let delivery, let action): "\(action?.text ?? "opened") \(delivery)"
        case .passedOver(let delivery): "nothing \(delivery)"
        case .storeFailed: "failed"
        }
    }
}
