import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTesting
import BelfryTime
import Synchronization
import Testing

@testable import BelfryDelivery

/// A worker with everything around it: the store in memory, a clock that stands still, a sender that answers as it is told,
/// and notes of what happened.
struct Workshop {
    let store = MemoryStore()
    let clock: TestClock
    let sender: ScriptedSender
    let events = Notes<WorkerEvent>()
    let worker: Worker

    /// Ana wants push notifications, whatever else she wants.
    init(
        at moment: Instant = .noon, afterLostAnswer: LostAnswerPolicy = .repeatSafely, imageOrigins: ImageOrigins = .none,
        _ change: (inout Preferences) -> Void = { _ in }
    ) async {
        let clock = TestClock(at: moment)
        let (sender, events) = (ScriptedSender(afterLostAnswer: afterLostAnswer), events)
        self.clock = clock
        self.sender = sender
        worker = Worker(
            queue: store, zones: SystemTimeZoneDatabase(),
            switchboard: Switchboard([.push: [.inbox: sender], .email: [.inbox: sender]], imageOrigins: imageOrigins), holder: "worker-1",
            identifiers: SequentialIdentifiers(prefix: "token"), now: { clock.now }, chance: { 0.5 },
            observe: { events.add($0) })
        await prefer(.ana, change)
    }

    func prefer(_ change: (inout Preferences) -> Void) async {
        await prefer(.ana, change)
    }

    func prefer(_ user: UserID, _ change: (inout Preferences) -> Void) async {
        var preferences = Preferences()
        preferences.notifyPush = true
        change(&preferences)
        await store.save(Set(Preferences.Key.allCases), of: preferences, for: user, now: clock.now)
    }

    @discardableResult
    func processBatch(isStopping: @escaping @Sendable () -> Bool = { false }) async throws -> BatchReport {
        try await worker.processBatch(countMax: 100, ageMax: .seconds(24 * 3600), isStopping: isStopping)
    }

    /// Puts the clock to the moment at which the next delivery is due.
    func goOn() async throws {
        clock.set(to: try #require(await store.nextDueMoment()))
    }

    func status(_ number: Int) async throws -> String { try await store.row(number).status }

    func reason(_ number: Int) async throws -> Reason? { try await store.row(number).reason }
}

/// Answers each delivery with the outcomes that it was told, one after the other, and then accepts it.
final class ScriptedSender: Sender {
    private let script = Mutex<[DeliveryID: [Outcome]]>([:])
    private let hook = Mutex<(@Sendable (OutgoingNotification) async -> Void)?>(nil)
    let notifications = Notes<OutgoingNotification>()
    let afterLostAnswer: LostAnswerPolicy

    init(afterLostAnswer: LostAnswerPolicy = .repeatSafely) {
        self.afterLostAnswer = afterLostAnswer
    }

    func answer(_ number: Int, _ outcomes: Outcome...) {
        answer(number, outcomes)
    }

    func answer(_ number: Int, _ outcomes: [Outcome]) {
        script.withLock { $0[.example(number)] = outcomes }
    }

    /// Called in the middle of each send.
    func whileSending(_ body: @escaping @Sendable (OutgoingNotification) async -> Void) {
        hook.withLock { $0 = body }
    }

    var provider: Provider { .inbox }

    func send(_ notification: OutgoingNotification, now: Instant) async -> SendResult {
        notifications.add(notification)
        await hook.withLock { $0 }?(notification)
        return SendResult(
            script.withLock { script in
                let id = notification.delivery.id
                guard let next = script[id]?.first else { return .delivered }
                script[id]?.removeFirst()
                return next
            })
    }

    var sent: [DeliveryID] { notifications.all.map(\.delivery.id).sorted() }
}

extension Delivery {
    /// The same with other particulars.
    func with(channelName: String? = nil, payload: Payload? = nil, expiresAt: Instant? = nil) -> Delivery {
        Delivery(
            id: id, createdAt: createdAt, recipient: recipient, member: member, alert: alert, channelName: channelName ?? self.channelName,
            payload: payload ?? self.payload, attemptCount: attemptCount, heldSince: heldSince, expiresAt: expiresAt ?? self.expiresAt,
            deliverAfter: deliverAfter, app: app, priority: priority)
    }
}

extension DailyWindow {
    /// `22:00–07:00`.
    static let night = DailyWindow(start: CivilTime(literal: "22:00"), end: CivilTime(literal: "07:00"))
}

extension MemoryStore {
    /// As every store does it; here nothing can go wrong.
    func save(_ keys: Set<Preferences.Key>, of preferences: Preferences, for user: UserID, now: Instant) async {
        _ = save(ProfileChange(keys, of: preferences), for: user, now: now)
    }
}
