import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDesktop

extension NotificationID {
    static let rent = NotificationID(literal: "bills|rent|due_day|2026-11-30")
    static let milk = NotificationID(literal: "pantry|milk|expiry|2026-11-30")
}

extension ScheduledNotification {
    /// Of a moment that its number tells.
    static func sample(
        _ identifier: NotificationID = .rent, title: String = "Rent", body: String = "Due today", severity: Severity = .watch,
        number: Int = 0
    ) -> ScheduledNotification {
        ScheduledNotification(
            request: PendingRequest(identifier: identifier, moment: .noon + .seconds(number), fingerprint: 1), title: title, body: body,
            category: "bill_reminder", thread: "bills", severity: severity, parts: [identifier], expiresAt: nil)
    }
}

extension DescribedCategory.Action {
    static let snooze = DescribedCategory.Action(identifier: "SNOOZE", title: "Snooze 12 h", opensApp: false)
    static let used = DescribedCategory.Action(identifier: "USED", title: "Mark as used", opensApp: false)
}

extension NotificationResponse {
    /// To the sample of the same number.
    static func sample(_ action: Action, to identifier: NotificationID = .rent, number: Int = 0) -> NotificationResponse {
        NotificationResponse(identifier: identifier, moment: .noon + .seconds(number), action: action, parts: [identifier])
    }
}

/// A presenter, and what it tells.
final class ListeningPresenter {
    let presenter: DesktopPresenter
    private var events: AsyncStream<PresenterEvent>.AsyncIterator

    init(busAddress: String?, journal: any ShownJournal = MemoryShownJournal(), patience: Duration = .seconds(30)) throws {
        presenter = try DesktopPresenter(busAddress: busAddress, journal: journal, patience: patience)
        events = presenter.events.makeAsyncIterator()
    }

    /// What it tells next.
    func event() async throws -> PresenterEvent {
        try #require(await events.next(isolation: #isolation))
    }

    func show(_ notification: ScheduledNotification, actions: [DescribedCategory.Action] = []) async throws {
        try await presenter.show(notification, actions: actions, openTitle: "Open")
    }

    /// What it throws when it shows; nil where it shows.
    func problemShowing(_ notification: ScheduledNotification) async -> CentreProblem? {
        do throws(CentreProblem) {
            try await presenter.show(notification, actions: [], openTitle: "Open")
            return nil
        } catch {
            return error
        }
    }
}
