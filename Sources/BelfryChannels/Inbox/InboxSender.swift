import BelfryModel
import BelfryPorts
import BelfryTime

/// Puts notifications into the recipient's inbox, from where their open pages show them at once.
public struct InboxSender: Sender {
    let inbox: any Inbox

    public init(_ inbox: any Inbox) {
        self.inbox = inbox
    }

    public var provider: Provider { .inbox }

    private static let outdated = "summary_outdated: something that it tells was erased before it was there; it is made anew without that"

    public func send(_ notification: OutgoingNotification, now: Instant) async -> SendResult {
        let (delivery, language) = (notification.delivery, notification.content.language)
        // In which language an app has written isn't known, unless it has said so.
        let isOurs = delivery.payload.title == nil && delivery.payload.body == nil
        let isKnown = isOurs || delivery.payload.texts?[language] != nil
        let message = InboxMessage(
            id: delivery.id, recipient: delivery.recipient, member: delivery.member, app: delivery.app,
            alert: delivery.alert, category: delivery.payload.category, content: notification.content, createdAt: now, readAt: nil,
            language: isKnown ? language : nil, link: delivery.payload.link,
            actions: delivery.payload.actions(in: language, isMarked: true), image: notification.image,
            // Push without a provider comes here too: it takes the place of its own.
            collapseID: delivery.collapseID.map { "\(delivery.channelName):\($0)" }, sharedKey: delivery.sharedKey, merged: notification.merged)
        do {
            guard try await inbox.append(message) else { return SendResult(.notTried(why: Self.outdated, after: .zero)) }
            return SendResult(.delivered)
        } catch {
            return SendResult(.retry(why: "inbox_unavailable: \(type(of: error))", after: nil))
        }
    }
}
