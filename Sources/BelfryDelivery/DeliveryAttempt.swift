import BelfryModel
import BelfryPorts
import BelfryTime

/// One attempt at a delivery: every address that doesn't have it yet is tried.
struct DeliveryAttempt: Sendable {
    /// What earlier attempts came to.
    let transmissions: [Transmission]
    /// As of ``LeasedDelivery/rescueCount``, or ``LeasedBroadcastBatch/deathCount``.
    var rescueCount = 0
    /// Whether those were deaths over a batch: for a member that goes on by itself they all count as one, the first of its own.
    var isOfBatch = false
    /// As of ``LeasedDelivery/wasDecidedBefore``; of a broadcast's members none was.
    var hasWaited = false
    /// As of ``OutgoingNotification/merged``.
    var merged: [DeliveryID: UserID] = [:]
    /// As of ``OutgoingNotification/look``.
    var look: AppLook?
    /// As of ``OutgoingNotification/isRequired``.
    var isRequired = false
    let lines: Switchboard.Lines
    /// Tells whose a provider's messages are.
    let queue: any DeliveryQueue
    let now: @Sendable () -> Instant
    /// Asked before each further send: whoever was stopped meanwhile, or slept through its lease, leaves the rest to whoever comes next.
    let mayGoOn: @Sendable () -> Bool

    private static let interrupted = "interrupted: its worker stopped, or slept too long, before this address had its turn"

    /// Where nobody can be asked, the provider's report is waited for: it comes within minutes, which chance must not use up in seconds.
    static let reportWait = Duration.seconds(60)

    /// Who is to be handed what, where one address alone is to be tried for the first time, as mostly it is; nil where there is more to it.
    func onlyWay(of delivery: Delivery, saying content: NotificationContent, at registered: [Address]) -> (any Sender, OutgoingNotification)? {
        guard transmissions.isEmpty else { return nil }
        let addresses = lines.addresses(of: delivery.recipient, among: registered)
        guard addresses.count == 1, let sender = lines.sender(to: addresses[0]), !isInDoubt(delivery, after: nil, by: sender) else { return nil }
        return (sender, notification(of: delivery, saying: content, to: addresses[0]))
    }

    private func notification(of delivery: Delivery, saying content: NotificationContent, to address: Address) -> OutgoingNotification {
        OutgoingNotification(
            delivery: delivery, content: content, address: address, attempt: delivery.attemptCount + 1, hasWaited: hasWaited, merged: merged,
            look: look, image: lines.imageOrigins.allowed(delivery.payload.image(in: content.language)), isRequired: isRequired)
    }

    /// How the way that was tried ended, and what is to be kept of it.
    func result(
        _ sent: SendResult, of notification: OutgoingNotification, by sender: any Sender
    ) -> (outcome: Outcome, transmissions: [TransmissionResult]) {
        let trial = self.trial(sent, of: notification, by: sender, isKept: !notification.address.isOwn)
        return (trial.outcome, trial.result.map { [$0] } ?? [])
    }

    /// Tries one address after the other.
    ///
    /// - Parameters:
    ///   - registered: as of ``LeasedDelivery/addresses``.
    ///   - observe: told of each that was tried now.
    func trials(
        of delivery: Delivery, saying content: NotificationContent, at registered: [Address], observe: (Provider, Outcome) -> Void
    ) async -> (outcomes: [Outcome], transmissions: [TransmissionResult]) {
        var outcomes: [Outcome] = []
        var results: [TransmissionResult] = []
        var ownResults: [TransmissionResult] = []
        let addresses = lines.addresses(of: delivery.recipient, among: registered)
        for address in addresses {
            guard let sender = lines.sender(to: address) else { continue }
            let notification = self.notification(of: delivery, saying: content, to: address)
            let trial: Trial
            let earlier = transmissions.first { $0.address == address.id }
            if isInDoubt(delivery, after: earlier, by: sender) {
                trial = await self.trial(of: notification, by: sender, inDoubtAfter: earlier, isFirst: outcomes.isEmpty)
            } else if let earlier {
                trial = await self.trial(of: notification, by: sender, after: earlier, isFirst: outcomes.isEmpty)
            } else if !outcomes.isEmpty, !mayGoOn() {
                trial = left(by: sender)
            } else {
                let sent = await sender.send(notification, now: now())
                trial = self.trial(sent, of: notification, by: sender, isKept: !address.isOwn || addresses.count > 1)
            }
            if trial.isNew { observe(trial.provider, trial.outcome) }
            outcomes.append(trial.outcome)
            guard let result = trial.result else { continue }
            if !address.isOwn { results.append(result) } else if !trial.outcome.isOpen { ownResults.append(result) }
        }
        // What the house's own places are through with is kept while another address isn't, so that they are spared then.
        return (outcomes, outcomes.contains(where: \.isOpen) ? results + ownResults : results)
    }

    /// How it went at one address.
    private struct Trial: Sendable {
        let provider: Provider
        let outcome: Outcome
        /// Whether it was tried now; otherwise an earlier attempt had arrived there.
        let isNew: Bool
        /// Nil where nothing new is to be kept.
        let result: TransmissionResult?
    }

    /// Nothing was begun: it is tried as soon as somebody has it in hand.
    private func left(by sender: any Sender) -> Trial {
        Trial(provider: sender.provider, outcome: .notTried(why: Self.interrupted, after: .zero), isNew: false, result: nil)
    }

    /// - Parameter isFirst: whether nothing of the attempt has taken any time yet.
    private func trial(
        of notification: OutgoingNotification, by sender: any Sender, after earlier: Transmission, isFirst: Bool
    ) async -> Trial {
        switch earlier.status {
        case .accepted, .sent, .delivered, .read:
            return Trial(provider: sender.provider, outcome: .delivered, isNew: false, result: nil)
        case .failed:
            return Trial(provider: sender.provider, outcome: .rejected(why: earlier.why ?? "failed"), isNew: false, result: nil)
        // Whoever was to send it then may have known somebody to ask.
        case .ambiguous where sender.afterLostAnswer == .giveUp:
            return trial(SendResult(.rejected(why: earlier.why ?? "no_answer")), of: notification, by: sender)
        case .ambiguous where sender.afterLostAnswer == .reconcile:
            guard isFirst || mayGoOn() else { return left(by: sender) }
            switch await ask(after: notification, by: sender, since: earlier.updatedAt, until: earlier.updatedAt, now: now()) {
            case .arrived(let providerMessageID):
                return trial(SendResult(.delivered, providerMessageID: providerMessageID), of: notification, by: sender)
            case .unknown where notification.attempt >= Delivery.attemptCountMax:
                return Trial(provider: sender.provider, outcome: .rejected(why: earlier.why ?? "no_answer"), isNew: true, result: nil)
            case .unknown:
                // What is kept says when it was handed over; once it has settled, a further question has an answer.
                let outcome = Outcome.retry(why: earlier.why ?? "no_answer", after: Self.wait(after: sender))
                return Trial(provider: sender.provider, outcome: outcome, isNew: true, result: nil)
            case .missing:
                guard mayGoOn() else { return left(by: sender) }
            }
        case .ambiguous, .pending:
            guard isFirst || mayGoOn() else { return left(by: sender) }
        }
        return trial(await sender.send(notification, now: now()), of: notification, by: sender, wasLost: earlier.status == .ambiguous)
    }

    /// Whether a worker that died may have handed it over, to a provider that doesn't know a repetition, and nobody has settled that yet.
    private func isInDoubt(_ delivery: Delivery, after earlier: Transmission?, by sender: any Sender) -> Bool {
        guard sender.afterLostAnswer == .reconcile, earlier.map({ $0.status == .pending }) ?? true else { return false }
        guard let earlier, let why = earlier.why else { return rescueCount > 0 }
        if why.hasPrefix(Self.takenOver) { return true }
        let isSettled = why.hasSuffix(settled) || rescueCount == 1 && why.contains(Self.settledInBatch)
        return rescueCount > 0 && !(isSettled && Self.isOfThisCount(earlier, of: delivery))
    }

    /// Whether it was put down since deaths are counted as they are: whoever has a delivery tried again after it was given up has them counted anew.
    private static func isOfThisCount(_ earlier: Transmission, of delivery: Delivery) -> Bool {
        delivery.deliverAfter.map { earlier.updatedAt >= $0 } ?? true
    }

    private static let takenOver = "taken_over: "
    private static let takenOverInBatch = "\(takenOver)workers that ended with its batch in hand: "
    private static let settledInBatch = "; tried since workers ended with its batch in hand: "

    /// Says of an attempt that came to nothing that it was made after these deaths: whoever made it has settled before whether they had handed it over.
    private var settled: String { "; tried since workers ended with \(held) in hand: \(rescueCount)" }

    private var held: String { isOfBatch ? "its batch" : "it" }

    /// What the provider knows of it; nothing where it can't be asked.
    private func ask(
        after notification: OutgoingNotification, by sender: any Sender, since earliest: Instant, until latest: Instant, now: Instant
    ) async -> Reconciliation {
        guard let reconciler = sender.reconciler else { return .unknown }
        return await reconciler.reconcile(notification, since: earliest, until: latest, now: now) { [queue] message in
            let owner = try await queue.owner(of: message, at: sender.provider)
            return owner != nil && owner != notification.transmission
        }
    }

    /// Another after each death, over a batch or over what has gone on by itself since.
    private var doubt: String {
        Self.takenOver
            + "workers that ended with \(held) in hand: \(rescueCount); whether the provider has it is asked, or its report waited for, before it is sent"
    }

    /// So long a report may take, or whoever is asked may not have it yet.
    private static func wait(after sender: any Sender) -> Duration { sender.reconciler?.settlingTime ?? reportWait }

    private func doubted(_ notification: OutgoingNotification, by sender: any Sender, at moment: Instant, why: String) -> TransmissionResult {
        TransmissionResult(
            Transmission(
                id: notification.transmission, delivery: notification.delivery.id, of: notification.delivery.app, address: notification.address.id,
                provider: sender.provider, status: .pending, why: why, updatedAt: moment))
    }

    /// Of what goes on without having been tried: where it may have been handed over, put down for whoever tries it then.
    ///
    /// - Returns: beside it how long it is to wait; zero where there is no doubt.
    func doubts(of delivery: Delivery, saying content: NotificationContent, at registered: [Address]) -> (results: [TransmissionResult], wait: Duration) {
        var (results, longest) = ([TransmissionResult](), Duration.zero)
        for address in lines.addresses(of: delivery.recipient, among: registered) {
            let earlier = transmissions.first { $0.address == address.id }
            guard let sender = lines.sender(to: address), isInDoubt(delivery, after: earlier, by: sender) else { continue }
            let notification = self.notification(of: delivery, saying: content, to: address)
            results.append(doubted(notification, by: sender, at: now(), why: doubt))
            longest = max(longest, Self.wait(after: sender))
        }
        return (results, longest)
    }

    /// Nobody recorded whether it was handed over: the provider is asked, or its report has a while to come, before it is handed over anew.
    ///
    /// Most of what a dead worker held it had not begun: so what stays unknown is handed over in the end.
    /// - Parameter earlier: what an attempt before, or this doubt itself, has put down.
    private func trial(
        of notification: OutgoingNotification, by sender: any Sender, inDoubtAfter earlier: Transmission?, isFirst: Bool
    ) async -> Trial {
        guard isFirst || mayGoOn() else { return left(by: sender) }
        // Who was a member of a batch goes on with its doubt, which is the first death of its own.
        let isOfBatchAlone = rescueCount == 0 || rescueCount == 1 && earlier?.why?.hasPrefix(Self.takenOverInBatch) == true
        let why = isOfBatchAlone ? earlier?.why ?? doubt : doubt
        // Since the doubt was put down nobody has handed it over: whoever died after that has made another of it.
        let doubtedAt = earlier.flatMap { $0.why == why && Self.isOfThisCount($0, of: notification.delivery) ? $0.updatedAt : nil }
        let askedAt = now()
        let wait = Self.wait(after: sender)
        let createdAt = notification.delivery.createdAt
        switch await ask(after: notification, by: sender, since: createdAt, until: doubtedAt ?? askedAt, now: askedAt) {
        case .arrived(let providerMessageID):
            return trial(SendResult(.delivered, providerMessageID: providerMessageID), of: notification, by: sender)
        case .unknown where doubtedAt == nil:
            // A report that came before is applied to it.
            let result = doubted(notification, by: sender, at: askedAt, why: why)
            return Trial(provider: sender.provider, outcome: .notTried(why: why, after: wait), isNew: false, result: result)
        case .unknown where sender.reconciler != nil && notification.attempt < Delivery.attemptCountMax:
            return Trial(provider: sender.provider, outcome: .retry(why: why, after: wait), isNew: true, result: nil)
        case .unknown, .missing:
            guard mayGoOn() else { return left(by: sender) }
        }
        return trial(await sender.send(notification, now: now()), of: notification, by: sender)
    }

    /// - Parameters:
    ///   - isKept: whether anything may have to be kept of it.
    ///   - wasLost: whether the answer before was lost, too; of the house's own places nobody knows.
    private func trial(
        _ sent: SendResult, of notification: OutgoingNotification, by sender: any Sender, isKept: Bool = true, wasLost: Bool = false
    ) -> Trial {
        var outcome = sent.outcome
        if case .ambiguous(let why) = outcome {
            switch sender.afterLostAnswer {
            case .giveUp: outcome = .rejected(why: why)
            // It isn't repeated for as long as it is of use, or as other addresses are tried on.
            case .repeatSafely where notification.attempt >= Delivery.attemptCountMax && (wasLost || notification.address.isOwn):
                outcome = .rejected(why: why)
            // Whoever can be asked is asked instead.
            case .repeatSafely, .repeatUntilAnswered, .reconcile: break
            }
        }
        guard isKept, let status = Transmission.Status(after: outcome) else {
            return Trial(provider: sender.provider, outcome: outcome, isNew: true, result: nil)
        }
        let isAfterDoubt = status == .pending && rescueCount > 0 && sender.afterLostAnswer == .reconcile
        let why = isAfterDoubt ? outcome.why.map { $0 + settled } : outcome.why
        let transmission = Transmission(
            id: notification.transmission, delivery: notification.delivery.id, of: notification.delivery.app, address: notification.address.id,
            provider: sender.provider, status: status, providerMessageID: sent.providerMessageID, why: why, updatedAt: now())
        // What is nobody's address is never forgotten.
        let fate: AddressFate? = notification.address.isOwn ? nil : sent.addressFate ?? (outcome.isAddressGone ? .gone(since: nil) : nil)
        return Trial(provider: sender.provider, outcome: outcome, isNew: true, result: TransmissionResult(transmission, addressFate: fate))
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
    /// Whether the address may be tried again.
    fileprivate var isOpen: Bool {
        switch self {
        case .retry, .notTried, .ambiguous: true
        case .delivered, .rejected, .addressGone: false
        }
    }

    fileprivate var isAddressGone: Bool {
        if case .addressGone = self { true } else { false }
    }
}
