import BelfryModel
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

    private var entries: [NotificationID: ScheduleEntry] = [:]
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
        entries = Dictionary(try await store.schedule().map { ($0.identifier, $0) }, uniquingKeysWith: { $1 })
    }

    // MARK: The clock

    /// When the next is due; nil where none is. What is overdue waits for a plan.
    public func nextMoment(after now: Instant) -> Instant? {
        entries.values.lazy.filter { $0.shownAt == nil && $0.notification.moment > now - ScheduledCentre.lateMax }.map(\.notification.moment).min()
    }

    /// Shows what has come due, the first first.
    /// - Returns: whether all could be shown.
    @discardableResult
    public func showDue(now: Instant) async -> Bool {
        let due = entries.values.filter {
            $0.shownAt == nil && $0.notification.moment <= now && now - $0.notification.moment <= ScheduledCentre.lateMax
        }
        for entry in due.sorted(by: { ($0.notification.moment, $0.identifier) < ($1.notification.moment, $1.identifier) }) {
            do throws(CentreProblem) {
                try await show(entry.notification, now: now)
            } catch {
                return false
            }
        }
        return true
    }

    private func show(_ notification: ScheduledNotification, now: Instant) async throws(CentreProblem) {
        try await keep(ScheduleEntry(notification, shownAt: now))
        do throws(CentreProblem) {
            try await presenter.show(notification, actions: categories[notification.category]?.actions ?? [])
        } catch {
            try await keep(ScheduleEntry(notification))
            throw error
        }
    }

    private func keep(_ entry: ScheduleEntry) async throws(CentreProblem) {
        do {
            try await store.schedule(entry)
            entries[entry.identifier] = entry
        } catch {
            throw .unavailable
        }
    }

    private func forget(_ identifiers: [NotificationID]) async {
        // What can't be forgotten on disk is forgotten here, and there at the next try.
        for identifier in identifiers { entries[identifier] = nil }
        try? await store.unschedule(identifiers)
    }

    // MARK: The presenter

    /// Takes over what the presenter says.
    /// - Returns: what the person wants done; nil where it is nothing.
    public func take(_ event: PresenterEvent) async -> NotificationResponse? {
        switch event {
        case .responded(let response):
            await forget([response.identifier])
            return response
        case .closed(let identifier):
            if entries[identifier]?.shownAt != nil { await forget([identifier]) }
        case .restarted:
            await forget(entries.values.filter { $0.shownAt != nil }.map(\.identifier))
        }
        return nil
    }

    // MARK: The door

    public func add(_ notification: ScheduledNotification) async throws(CentreProblem) {
        let now = now()
        guard notification.moment > now else { return try await show(notification, now: now) }
        let next = nextMoment(after: now)
        try await keep(ScheduleEntry(notification))
        if notification.moment < next ?? .max { onEarlier() }
    }

    public func removePending(_ identifiers: [NotificationID]) async {
        await forget(identifiers.filter { entries[$0] != nil && entries[$0]?.shownAt == nil })
    }

    public func pending() -> PendingList {
        PendingList(entries.values.filter { $0.shownAt == nil }.map(\.notification.request))
    }

    public func delivered() -> [DeliveredNotification] {
        entries.values.filter { $0.shownAt != nil }.map { DeliveredNotification(identifier: $0.identifier, moment: $0.notification.moment) }
    }

    public func removeDelivered(_ identifiers: [NotificationID]) async {
        let shown = identifiers.filter { entries[$0]?.shownAt != nil }
        for identifier in shown { await presenter.close(identifier) }
        await forget(shown)
    }

    public func setCategories(_ categories: [DescribedCategory]) {
        self.categories = Dictionary(categories.map { ($0.identifier, $0) }, uniquingKeysWith: { $1 })
    }

    /// Whoever runs it wants it; there is nobody else to ask.
    public func permission() async -> NotificationPermission { await presenter.isAvailable() ? .granted : .unavailable }

    public func requestPermission(_ kind: PermissionKind) async -> NotificationPermission { await permission() }
}
