import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime

/// A notification centre made of a presenter and a schedule of our own, for systems that show notifications but keep none.
///
/// What is due is shown by ``showDue(now:)``, which whoever has the clock calls. What comes due while nobody calls, because the machine is
/// off, stays pending: only a plan can say whether it is still of use.
public actor ScheduledCentre: NotificationCentre {
    private let store: any ScheduleStore
    private let presenter: any NotificationPresenter
    private let now: @Sendable () -> Instant
    /// Called when something earlier than before is to be shown.
    private let onEarlier: @Sendable () -> Void

    private var waiting: [NotificationID: ScheduledNotification] = [:]
    private var shown: [NotificationID: ScheduledNotification] = [:]
    private var categories: [String: DescribedCategory] = [:]

    /// How late something may still be shown without anybody thinking about it anew.
    public static let lateMax = Duration.seconds(30)

    /// Opens a centre with everything that was scheduled before.
    ///
    /// - Throws: where the store can't be read.
    public init(
        store: any ScheduleStore, presenter: any NotificationPresenter, now: @escaping @Sendable () -> Instant,
        onEarlier: @escaping @Sendable () -> Void = {}
    ) async throws {
        self.store = store
        self.presenter = presenter
        self.now = now
        self.onEarlier = onEarlier
        for entry in try await store.schedule() { take(entry) }
    }

    // MARK: The clock

    /// When the next is due; nil where none is. What is overdue waits for a plan.
    /// - Parameter retries: whether what came due a moment ago counts, too.
    public func nextMoment(after now: Instant, retries: Bool = true) -> Instant? {
        let start = retries ? now - ScheduledCentre.lateMax : now
        return waiting.values.lazy.map(\.moment).filter { $0 > start }.min()
    }

    /// Shows what has come due, the first first. One that can't be shown as it is holds up no other.
    /// - Returns: whether all could be shown.
    @discardableResult
    public func showDue(now: Instant) async -> Bool {
        let due = waiting.values.filter { $0.moment <= now && now - $0.moment <= ScheduledCentre.lateMax }
        var isAllShown = true
        // While one is being shown, another may be taken back, or put off.
        for notification in due.sorted(by: { ($0.moment, $0.identifier) < ($1.moment, $1.identifier) })
        where waiting[notification.identifier] == notification {
            do throws(CentreProblem) {
                try await show(notification, now: now)
            } catch {
                isAllShown = false
                guard error == .invalid else { break }
            }
        }
        return isAllShown
    }

    private func show(_ notification: ScheduledNotification, now: Instant) async throws(CentreProblem) {
        guard notification.severity != .critical else { return try await showCritical(notification, now: now) }
        let waits = ScheduleEntry.Key(identifier: notification.identifier, isShown: false)
        let stands = ScheduleEntry(notification, shownAt: now)
        try await change(ScheduleChange(saved: [stands], removed: [waits]))
        do throws(CentreProblem) {
            try await present(notification)
        } catch {
            try await change(ScheduleChange(saved: [ScheduleEntry(notification)], removed: [stands.key]))
            throw error
        }
    }

    /// Writes down that it is shown only once it is: whoever is stopped in between, or can't write, rather shows it twice than never.
    private func showCritical(_ notification: ScheduledNotification, now: Instant) async throws(CentreProblem) {
        let identifier = notification.identifier
        let earlier = waiting[identifier]
        do throws(CentreProblem) {
            try await present(notification)
        } catch {
            if earlier != notification, waiting[identifier] == earlier { try await change(ScheduleChange(saved: [ScheduleEntry(notification)])) }
            throw error
        }
        // What was asked for meanwhile under its name waits.
        let gone = earlier != nil && waiting[identifier] == earlier ? [ScheduleEntry.Key(identifier: identifier, isShown: false)] : []
        let stands = ScheduleEntry(notification, shownAt: now)
        for key in gone { forget(key) }
        take(stands)
        try? await store.changeSchedule(ScheduleChange(saved: [stands], removed: gone))
    }

    private func present(_ notification: ScheduledNotification) async throws(CentreProblem) {
        // Every category has the same title.
        let category = categories[notification.category] ?? categories.values.first
        try await presenter.show(
            notification, actions: categories[notification.category]?.actions ?? [],
            openTitle: category?.openTitle ?? Phrases.openTitle(in: .english))
    }

    private func change(_ change: ScheduleChange) async throws(CentreProblem) {
        do {
            try await store.changeSchedule(change)
        } catch {
            throw .unavailable
        }
        for key in change.removed { forget(key) }
        for entry in change.saved { take(entry) }
    }

    private func take(_ entry: ScheduleEntry) {
        if entry.shownAt == nil {
            waiting[entry.notification.identifier] = entry.notification
        } else {
            shown[entry.notification.identifier] = entry.notification
        }
    }

    private func forget(_ key: ScheduleEntry.Key) {
        if key.isShown { shown[key.identifier] = nil } else { waiting[key.identifier] = nil }
    }

    private func forget(_ identifiers: some Sequence<NotificationID>, isShown: Bool) async {
        let keys = identifiers.map { ScheduleEntry.Key(identifier: $0, isShown: isShown) }
        // What can't be forgotten on disk is forgotten here, and there after the next start.
        for key in keys { forget(key) }
        try? await store.changeSchedule(ScheduleChange(removed: keys))
    }

    // MARK: The presenter

    /// Takes over what the presenter says.
    /// - Returns: what the person wants done; nil where it is nothing.
    public func take(_ event: PresenterEvent) async -> NotificationResponse? {
        switch event {
        case .responded(let response):
            await forget([response.identifier], isShown: true)
            return response
        case .closed(let identifier): if shown[identifier] != nil { await forget([identifier], isShown: true) }
        case .restarted: await forget(Array(shown.keys), isShown: true)
        }
        return nil
    }

    // MARK: The door

    public func add(_ notification: ScheduledNotification) async throws(CentreProblem) {
        let now = now()
        guard !notification.isOver(at: now) else { throw .invalid }
        guard notification.moment > now else { return try await show(notification, now: now) }
        let next = nextMoment(after: now)
        try await change(ScheduleChange(saved: [ScheduleEntry(notification)]))
        if notification.moment < next ?? .max { onEarlier() }
    }

    public func removePending(_ identifiers: [NotificationID]) async {
        await forget(identifiers.filter { waiting[$0] != nil }, isShown: false)
    }

    public func pending() -> PendingList { PendingList(waiting.values.map(\.request)) }

    public func delivered() -> [DeliveredNotification] {
        shown.values.map { DeliveredNotification(identifier: $0.identifier, moment: $0.moment) }
    }

    public func removeDelivered(_ identifiers: [NotificationID]) async {
        let gone = identifiers.filter { shown[$0] != nil }
        for identifier in gone { await presenter.close(identifier) }
        await forget(gone, isShown: true)
    }

    public func setCategories(_ categories: [DescribedCategory]) {
        self.categories = Dictionary(categories.map { ($0.identifier, $0) }, uniquingKeysWith: { $1 })
    }

    /// Whoever runs it wants it; there is nobody else to ask.
    public func permission() async -> NotificationPermission { await presenter.isAvailable() ? .granted : .unavailable }

    public func requestPermission(_ kind: PermissionKind) async -> NotificationPermission { await permission() }
}
