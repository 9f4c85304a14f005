import BelfryModel
import BelfryPorts
import BelfryTime

/// Has what was taken back, or has given its place to a later one, disappear where it was shown, over channels where a provider can do that.
///
/// Every process that works has one. What one has in hand comes to another once its lease has run out; what is gone already is removed again in vain, and
/// no harm is done.
public struct Remover: Sendable {
    let store: any AddressBook & DeliveryControl & FamilyStore & RemovalStore & ReportStore
    let switchboard: Switchboard
    let doorbell: Doorbell
    let now: @Sendable () -> Instant
    let observe: @Sendable (RemoverEvent) -> Void

    /// How often it looks whether anything is to disappear.
    static let interval = Duration.seconds(5)
    /// So many at once, and longer than a provider may take for them.
    static let countMax = 8
    static let leaseLength = Duration.seconds(300)
    /// After the store has failed.
    static let outageInterval = Duration.seconds(5)
    static let firstWait = Duration.seconds(5)
    static let longestWait = Duration.seconds(3600)
    /// Then it is given up: after eight hours and a half.
    static let attemptCountMax = 14
    /// Also where nearly none of them counted, since the provider was to be left alone again and again.
    static let turnCountMax = 500
    /// So many of the same person are looked through for one that has the place of what is to disappear.
    static let laterCountMax = 1000

    /// - Parameter doorbell: of its own, by which it is told to stop.
    public init(
        store: any AddressBook & DeliveryControl & FamilyStore & RemovalStore & ReportStore, switchboard: Switchboard, doorbell: Doorbell,
        now: @escaping @Sendable () -> Instant, observe: @escaping @Sendable (RemoverEvent) -> Void = { _ in }
    ) {
        self.store = store
        self.switchboard = switchboard
        self.doorbell = doorbell
        self.now = now
        self.observe = observe
    }

    /// Runs until the doorbell is told to stop or its task is cancelled.
    public func run() async {
        await withTaskCancellationHandler {
            while !doorbell.isStopping {
                do {
                    if try await !turn() { await doorbell.wait(atMost: Self.interval) }
                } catch {
                    guard !Task.isCancelled else { return }
                    observe(.storeFailed(error))
                    await doorbell.wait(atMost: Self.outageInterval)
                }
            }
        } onCancel: {
            doorbell.stop()
        }
    }

    /// - Returns: whether more may be there.
    func turn() async throws -> Bool {
        let begin = now()
        let errands = try await store.leaseRemovals(RemovalTerms(now: begin, until: begin + Self.leaseLength, countMax: Self.countMax))
        // Side by side: a provider that doesn't answer, or what the store doesn't take, keeps nothing else waiting.
        let failure = await withTaskGroup(of: (any Error)?.self) { group -> (any Error)? in
            for errand in errands {
                group.addTask {
                    do {
                        try await carryOut(errand)
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            var first: (any Error)?
            for await failure in group { first = first ?? failure }
            return first
        }
        if let failure { throw failure }
        return errands.count == Self.countMax
    }

    private func carryOut(_ errand: RemovalErrand) async throws {
        var draft = Draft()
        let found = try await store.deliveries(DeliverySelection(ids: [errand.delivery], app: errand.app)).first
        if let found, found.status == Delivery.Status.sending.rawValue {
            // What it comes to isn't recorded yet.
            (draft.isOpen, draft.isCounted) = (true, true)
        } else if let found {
            for way in try await waysToDisappear(of: found, errand) { try await remove(way, of: found, errand, &draft) }
        }
        let isAgain = draft.isOpen && errand.countedAttempt < Self.attemptCountMax && errand.attempt < Self.turnCountMax
        let wait = max(draft.isCounted ? Self.wait(after: errand.countedAttempt - 1) : Self.firstWait, draft.wait)
        try await store.settle(errand, draft.ends, again: isAgain ? now() + wait : nil, isCounted: draft.isCounted)
        for (transmission, end) in draft.ends { observe(.ended(transmission, end)) }
    }

    /// What comes of one errand.
    private struct Draft {
        var ends: [TransmissionID: RemovalEnd] = [:]
        var isOpen = false
        /// Whether it counts as an attempt: somebody was asked, and not only told to wait.
        var isCounted = false
        /// As a provider has asked for.
        var wait = Duration.zero
    }

    /// Where somebody may read it still. Of what is replaced it goes only where the later one was told: nobody is to have neither.
    private func waysToDisappear(of told: DeliveryOverview, _ errand: RemovalErrand) async throws -> [Transmission] {
        let shown = try await store.transmissions(of: told.delivery.id).filter { $0.app == errand.app && $0.isShown }
        guard case .replaced(let successor) = errand.cause, !shown.isEmpty else { return shown }
        let later = try await store.deliveries(DeliverySelection(ids: [successor], app: errand.app)).first
        guard let later, later.isTold(after: told) else { return [] }
        let places = try await store.transmissions(of: successor).filter { $0.app == errand.app && $0.status.isAccepted }.map(\.address)
        return shown.filter { places.contains($0.address) }
    }

    private func remove(_ way: Transmission, of told: DeliveryOverview, _ errand: RemovalErrand, _ draft: inout Draft) async throws {
        let outcome = try await outcome(of: way, told, errand)
        switch outcome {
        case .removed: draft.ends[way.id] = .removed(at: now())
        case .stays(let why): draft.ends[way.id] = .stays(why: why)
        case .later(let why, _) where errand.countedAttempt >= Self.attemptCountMax: draft.ends[way.id] = .stays(why: why)
        case .wait(let why, _) where errand.attempt >= Self.turnCountMax: draft.ends[way.id] = .stays(why: why)
        case .later(_, let after): (draft.isOpen, draft.isCounted, draft.wait) = (true, true, max(draft.wait, after ?? .zero))
        case .wait(_, let after): (draft.isOpen, draft.wait) = (true, max(draft.wait, after))
        }
    }

    private func outcome(of way: Transmission, _ told: DeliveryOverview, _ errand: RemovalErrand) async throws -> RemovalOutcome {
        let delivery = told.delivery
        guard let channel = delivery.channel, let point = try await store.contactPoints(of: delivery.recipient).first(where: { $0.id == way.address }) else {
            return .stays(why: "address_removed: the person has no such address any more")
        }
        let address = Address(id: point.id, target: ContactPoint.target(of: point.value, over: channel), registeredAt: point.createdAt)
        guard let sender = switchboard.lines(over: channel).sender(to: address) else { return .stays(why: Switchboard.noProvider) }
        guard let remover = sender as? any RemovingSender, sender.provider == way.provider else {
            return .stays(why: "not_removable: who sends over this channel takes nothing back")
        }
        if remover.removesByPlace, let obstacle = try await successor(of: told) { return obstacle }
        let language = try await store.preferences(of: delivery.recipient).language ?? .english
        let message = SentMessage(way, of: delivery, at: address, language: language, hasWaited: errand.attempt > 1, cause: errand.cause)
        return await remover.remove(message, now: now())
    }

    /// What follows from another that stands where this would, or is about to: that must not disappear in its stead. Nil where there is none.
    private func successor(of told: DeliveryOverview) async throws -> RemovalOutcome? {
        let delivery = told.delivery
        guard delivery.shownUnder != delivery.id.text else { return nil }
        let same = DeliverySelection(app: delivery.app, recipient: delivery.recipient, channelName: delivery.channelName, countMax: Self.laterCountMax)
        // What somebody took back goes, too; what corrected data withdrew may be a summary, which stays.
        let others = try await store.deliveries(same).filter { one in
            one.delivery.id != delivery.id && one.delivery.shownUnder == delivery.shownUnder && one.retractedBy == nil
        }
        if others.contains(where: { $0.isTold(after: told) }) { return .stays(why: "replaced: a later one has its place there") }
        let soon = now() + Self.leaseLength
        return others.contains { $0.mayBeTold(by: soon) } ? .later(why: "replaced_soon: another is about to have its place there", after: nil) : nil
    }

    /// Four times as long each time, from five seconds to an hour.
    static func wait(after failureCount: Int) -> Duration { min(firstWait * (1 << min(2 * failureCount, 20)), longestWait) }
}

extension DeliveryOverview {
    /// What is told last stands, whichever was ordered first.
    fileprivate func isTold(after other: DeliveryOverview) -> Bool {
        guard status == Delivery.Status.sent.rawValue else { return false }
        func place(_ one: DeliveryOverview) -> (Instant, Instant, DeliveryID) {
            (one.sentAt ?? one.delivery.createdAt, one.delivery.createdAt, one.delivery.id)
        }
        return place(self) > place(other)
    }

    /// Whether a provider may have it by then. What waits for longer comes when what is to disappear is long gone.
    fileprivate func mayBeTold(by moment: Instant) -> Bool {
        switch Delivery.Status(rawValue: status) {
        case .sending?: true
        case .pending?: delivery.attemptCount > 0 || (nextAttemptAt ?? delivery.ageBeginsAt) <= moment
        default: false
        }
    }
}

/// What became of what was to disappear, for logs and metrics.
public enum RemoverEvent: Sendable {
    case ended(TransmissionID, RemovalEnd)
    /// It is tried again.
    case storeFailed(any Error)
}
