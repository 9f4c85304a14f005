import BelfryModel
import BelfryPorts
import BelfryTime

/// Takes over what somebody does with what ``DesktopSender`` has shown them: a button is pressed as in their inbox, and a click on the notification itself
/// opens it. Clearing one says nothing.
///
/// A desktop tells each once. So where the store fails it is tried again until it is written down.
public struct DesktopListener: Sendable {
    private let presenter: any NotificationPresenter
    private let inbox: any Inbox
    private let owner: UserID
    private let now: @Sendable () -> Instant
    private let sleep: @Sendable (Duration) async throws -> Void
    private let observe: @Sendable (Event) -> Void

    public enum Event: Sendable {
        /// - Parameter action: nil where it was opened.
        case taken(DeliveryID, action: ActionID?)
        /// The inbox knows of no such notification any more, or of no such button.
        case passedOver(DeliveryID)
        /// It is tried again.
        case storeFailed(any Error)
    }

    static let firstPause = Duration.seconds(1)
    static let pauseMax = Duration.seconds(60)

    /// - Parameters:
    ///   - presenter: nobody else may iterate its events.
    ///   - owner: who sits there.
    public init(
        _ presenter: any NotificationPresenter, into inbox: any Inbox, of owner: UserID, now: @escaping @Sendable () -> Instant,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }, observe: @escaping @Sendable (Event) -> Void
    ) {
        self.presenter = presenter
        self.inbox = inbox
        self.owner = owner
        self.now = now
        self.sleep = sleep
        self.observe = observe
    }

    /// Returns when its task is cancelled, or the presenter has ended.
    public func run() async {
        for await event in presenter.events {
            guard case .responded(let response) = event, let delivery = DesktopSender.delivery(of: response) else { continue }
            await write(response.action, with: delivery, at: now())
        }
    }

    private func write(_ action: NotificationResponse.Action, with delivery: DeliveryID, at moment: Instant) async {
        var pause = Self.firstPause
        while true {
            do {
                return observe(try await take(action, with: delivery, at: moment))
            } catch is Problem {
                return observe(.passedOver(delivery))
            } catch {
                observe(.storeFailed(error))
                guard (try? await sleep(pause)) != nil else { return }
                pause = min(pause * 2, Self.pauseMax)
            }
        }
    }

    private func take(_ action: NotificationResponse.Action, with delivery: DeliveryID, at moment: Instant) async throws -> Event {
        switch action {
        case .dismiss: return .passedOver(delivery)
        case .open:
            let isKnown = try await inbox.note(.opened, with: delivery, of: owner, now: moment)
            return isKnown ? .taken(delivery, action: nil) : .passedOver(delivery)
        case .button(let name):
            guard let id = ActionID(name), try await inbox.take(id, with: delivery, of: owner, now: moment) != nil else { return .passedOver(delivery) }
            return .taken(delivery, action: id)
        }
    }
}
