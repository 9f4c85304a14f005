import BelfryModel
import BelfryPorts
import BelfryTime

/// One attempt at a delivery: every address that doesn't have it yet is tried.
struct DeliveryAttempt: Sendable {
    let leased: LeasedDelivery
    let channel: DeliveryChannel
    let content: NotificationContent
    let switchboard: Switchboard
    let now: @Sendable () -> Instant

    /// How it went at one address.
    struct Trial: Sendable {
        let provider: Provider
        let outcome: Outcome
        /// Whether it was tried now; otherwise an earlier attempt had arrived there.
        let isNew: Bool
        /// Nil where nothing new is to be kept.
        let result: TransmissionResult?
    }

    /// Nil where no sender reaches the address.
    func trial(at address: Address) async -> Trial? {
        guard let sender = switchboard.sender(over: channel, to: address) else { return nil }
        let notification = OutgoingNotification(
            delivery: leased.delivery, content: content, address: address, attempt: leased.delivery.attemptCount + 1)
        let earlier = leased.transmissions.first { $0.address == address.id }
        switch earlier?.status {
        case .accepted, .sent, .delivered, .read:
            return Trial(provider: sender.provider, outcome: .delivered, isNew: false, result: nil)
        case .failed:
            return Trial(provider: sender.provider, outcome: .rejected(why: earlier?.why ?? "failed"), isNew: false, result: nil)
        case .ambiguous where sender.afterLostAnswer == .reconcile:
            let since = earlier?.updatedAt ?? now()
            switch await sender.reconciler?.reconcile(notification, since: since, now: now()) ?? .unknown {
            case .arrived(let providerMessageID):
                return trial(SendResult(.delivered, providerMessageID: providerMessageID), of: notification, by: sender)
            case .unknown:
                return trial(SendResult(.ambiguous(why: earlier?.why ?? "no_answer")), of: notification, by: sender)
            case .missing: break
            }
        case .ambiguous, .pending, nil: break
        }
        return trial(await sender.send(notification, now: now()), of: notification, by: sender)
    }

    private func trial(_ sent: SendResult, of notification: OutgoingNotification, by sender: any Sender) -> Trial {
        guard !notification.address.isOwn, let status = Transmission.Status(after: sent.outcome) else {
            return Trial(provider: sender.provider, outcome: sent.outcome, isNew: true, result: nil)
        }
        let transmission = Transmission(
            id: notification.transmission, delivery: leased.delivery.id, address: notification.address.id, provider: sender.provider,
            status: status, providerMessageID: sent.providerMessageID, why: sent.outcome.why, updatedAt: now())
        let fate = sent.addressFate ?? (sent.outcome.isAddressGone ? .gone(since: nil) : nil)
        return Trial(
            provider: sender.provider, outcome: sent.outcome, isNew: true, result: TransmissionResult(transmission, addressFate: fate))
    }
}

extension Transmission.Status {
    /// Nil where nothing was tried.
    fileprivate init?(after outcome: Outcome) {
        switch outcome {
        case .delivered: self = .accepted
        case .retry: self = .pending
        case .ambiguous: self = .ambiguous
        case .rejected, .addressGone: self = .failed
        case .notTried: return nil
        }
    }
}

extension Outcome {
    fileprivate var isAddressGone: Bool {
        if case .addressGone = self { true } else { false }
    }
}
