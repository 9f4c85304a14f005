import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime

/// Shows what a server sends on the desktop of the machine that the server runs on: a channel like any other, for whoever sits there.
///
/// Later news of one alert takes the place of the earlier, and so does what an app tells under one key. A link stands under the words where its origin
/// is one of ``linkOrigins``: desktops make it one that can be clicked, or leave it to be read. So do the links of an app's buttons, each behind its
/// title, as nothing here opens a browser; buttons that only answer are buttons, and ``DesktopListener`` hears of them.
public struct DesktopSender: Sender {
    private let presenter: any NotificationPresenter
    let linkOrigins: LinkOrigins

    public init(_ presenter: any NotificationPresenter, linkOrigins: LinkOrigins = .none) {
        self.presenter = presenter
        self.linkOrigins = linkOrigins
    }

    public var provider: Provider { .desktop }

    public func send(_ notification: OutgoingNotification, now: Instant) async -> SendResult {
        let offered = notification.actions?.shown(within: linkOrigins) ?? []
        let buttons = offered.filter { $0.link == nil }.map { DescribedCategory.Action(identifier: $0.id.text, title: $0.title, opensApp: false) }
        do {
            try await presenter.show(
                ScheduledNotification(notification, body: body(of: notification, offering: offered), now: now), actions: buttons,
                openTitle: Phrases.openTitle(in: notification.content.language))
            return SendResult(.delivered)
        } catch {
            return SendResult(outcome(of: error))
        }
    }

    /// What was sent, of which somebody there has answered; nil where it was nothing of ours.
    static func delivery(of response: NotificationResponse) -> DeliveryID? { response.parts.first.flatMap { DeliveryID($0.subject) } }

    /// Links have so much room, in bytes; the words have the rest.
    static let linksByteCountMax = 1536

    /// Where not all of it fits the words are cut, as a link that is cut leads elsewhere; and of the buttons' links those that are too much are left out.
    private func body(of notification: OutgoingNotification, offering offered: [OfferedAction]) -> String {
        let words = notification.content.body
        let colon = PageWords(notification.content.language).colon
        var lines = [linkOrigins.allowed(notification.delivery.payload.link)?.text].compactMap(\.self)
        for action in offered {
            guard let link = action.link else { continue }
            let line = action.title + colon + link.text
            if lines.reduce(line.utf8.count, { $0 + $1.utf8.count + 1 }) <= Self.linksByteCountMax { lines.append(line) }
        }
        guard !lines.isEmpty else { return words }
        let links = lines.joined(separator: "\n")
        guard !words.isEmpty else { return links }
        return Phrases.cut(words, toByteCount: ServiceText.bodyByteCountMax - links.utf8.count - 1) + "\n" + links
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
        // By which what is answered there is known, whatever it takes the place of.
        let name = NotificationID(subject: delivery.id.text, date: day)
        self.init(
            request: PendingRequest(identifier: identifier, moment: now, fingerprint: 0), title: notification.content.title,
            body: body, category: delivery.payload.category, thread: delivery.payload.category,
            severity: notification.content.severity, parts: [name], expiresAt: delivery.expiresAt)
    }
}
