import BelfryModel
import BelfryPorts
import BelfryTime

/// Shows what a server sends on the desktop of the machine that the server runs on: a channel like any other, for whoever sits there.
///
/// Later news of one alert takes the place of the earlier.
public struct DesktopSender: Sender {
    private let presenter: any NotificationPresenter

    public init(_ presenter: any NotificationPresenter) {
        self.presenter = presenter
    }

    public var provider: Provider { .desktop }

    public func send(_ notification: OutgoingNotification, now: Instant) async -> SendResult {
        do {
            try await presenter.show(ScheduledNotification(notification, now: now), actions: [])
            return SendResult(.delivered)
        } catch {
            return SendResult(outcome(of: error))
        }
    }

    private func outcome(of problem: CentreProblem) -> Outcome {
        switch problem {
        case .unavailable: .retry(why: "desktop_unavailable: nothing shows notifications there now", after: nil)
        case .full: .retry(why: "desktop_full: no more can be shown there now", after: nil)
        case .notAllowed: .rejected(why: "desktop_not_allowed: the desktop doesn't let Belfry show notifications")
        case .invalid: .rejected(why: "desktop_invalid: it can't be shown as it is")
        }
    }
}

extension ScheduledNotification {
    fileprivate init(_ notification: OutgoingNotification, now: Instant) {
        let delivery = notification.delivery
        let day = TimeZoneRules.utc.civil(at: delivery.createdAt).date
        let identifier = NotificationID(subject: notification.collapseID, date: delivery.alert == nil ? day : .beforeAllDays)
        self.init(
            request: PendingRequest(identifier: identifier, moment: now, fingerprint: 0), title: notification.content.title,
            body: notification.content.body, category: delivery.payload.category, thread: delivery.payload.category,
            severity: notification.content.severity, parts: [identifier], expiresAt: delivery.expiresAt)
    }
}
