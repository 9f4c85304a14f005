import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime

/// Shows what a server sends on the desktop of the machine that the server runs on: a channel like any other, for whoever sits there.
///
/// Later news of one alert takes the place of the earlier, and so does what an app tells under one key. A link stands under the words where its origin
/// is one of ``linkOrigins``: desktops make it one that can be clicked, or leave it to be read.
public struct DesktopSender: Sender {
    private let presenter: any NotificationPresenter
    let linkOrigins: LinkOrigins

    public init(_ presenter: any NotificationPresenter, linkOrigins: LinkOrigins = .none) {
        self.presenter = presenter
        self.linkOrigins = linkOrigins
    }

    public var provider: Provider { .desktop }

    public func send(_ notification: OutgoingNotification, now: Instant) async -> SendResult {
        do {
            try await presenter.show(
                ScheduledNotification(notification, body: body(of: notification), now: now), actions: [],
                openTitle: Phrases.openTitle(in: notification.content.language))
            return SendResult(.delivered)
        } catch {
            return SendResult(outcome(of: error))
        }
    }

    /// Where both don't fit the words are cut, as a link that is cut leads elsewhere.
    private func body(of notification: OutgoingNotification) -> String {
        let words = notification.content.body
        guard let link = linkOrigins.allowed(notification.delivery.payload.link)?.text else { return words }
        guard !words.isEmpty else { return link }
        return Phrases.cut(words, toByteCount: ServiceText.bodyByteCountMax - link.utf8.count - 1) + "\n" + link
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
    fileprivate init(_ notification: OutgoingNotification, body: String, now: Instant) {
        let delivery = notification.delivery
        let day = TimeZoneRules.utc.civil(at: delivery.createdAt).date
        let replacesNothing = delivery.alert == nil && delivery.collapseID == nil
        let identifier = NotificationID(subject: notification.collapseID, date: replacesNothing ? day : .beforeAllDays)
        self.init(
            request: PendingRequest(identifier: identifier, moment: now, fingerprint: 0), title: notification.content.title,
            body: body, category: delivery.payload.category, thread: delivery.payload.category,
            severity: notification.content.severity, parts: [identifier], expiresAt: delivery.expiresAt)
    }
}
