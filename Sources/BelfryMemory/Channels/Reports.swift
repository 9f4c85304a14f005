import BelfryModel
import BelfryPorts
import BelfryTime

extension Tables {
    struct EventKey: Hashable, Sendable {
        let provider: Provider
        let event: String
    }

    /// A report that waits for its transmission.
    struct EarlyReport: Equatable, Sendable {
        let provider: Provider
        let subject: ProviderReport.Subject
        let status: Transmission.Status
        let why: String?
        let fate: AddressFate?
        let receivedAt: Instant
    }

    func transmissions(of delivery: DeliveryID) -> [Transmission] {
        transmissions.values.filter { $0.delivery == delivery }.sorted { $0.id < $1.id }
    }

    /// To all but the house's own places.
    private func othersTransmissions(of delivery: DeliveryID) -> [Transmission] {
        transmissions(of: delivery).filter { !$0.provider.isOwn }
    }

    // MARK: What attempts came to

    mutating func record(_ result: TransmissionResult) {
        let recorded = result.transmission
        var transmission = transmissions[recorded.id] ?? recorded
        // A report may have come between the provider's answer and this record.
        if recorded.status.follows(transmission.status) || !transmission.status.isAccepted {
            transmission.status = recorded.status
            transmission.why = recorded.why
        }
        transmission.providerMessageID = recorded.providerMessageID ?? transmission.providerMessageID
        transmission.updatedAt = recorded.updatedAt
        transmissions[recorded.id] = transmission
        if let fate = result.addressFate { heed(fate, at: recorded.address, since: recorded.updatedAt) }
        let own = earlyReports.filter { $0.isAbout(transmission) }
        earlyReports.removeAll { $0.isAbout(transmission) }
        for report in own { apply(report, to: recorded.id) }
    }

    // MARK: What providers report

    mutating func apply(_ report: ProviderReport, now: Instant) {
        let event = EventKey(provider: report.provider, event: report.eventID)
        guard heardEvents[event] == nil else { return }
        heardEvents[event] = now
        switch report.content {
        case .address(_, let value, let fate):
            for (id, row) in contactPoints where row.value == value && report.provider.contactChannels.contains(row.channel) {
                heed(fate, at: id, since: report.occurredAt)
            }
        case .status(let status, let subject, let why, let fate):
            let early = EarlyReport(
                provider: report.provider, subject: subject, status: status, why: why, fate: fate, receivedAt: now)
            guard let known = transmissions.values.first(where: early.isAbout) else { return earlyReports.append(early) }
            apply(early, to: known.id)
        }
    }

    private mutating func apply(_ report: EarlyReport, to id: TransmissionID) {
        guard var transmission = transmissions[id] else { return }
        if report.status.follows(transmission.status) {
            transmission.status = report.status
            transmission.why = report.why
            transmission.updatedAt = report.receivedAt
            transmissions[id] = transmission
            noteReport(report.status, of: transmission, why: report.why, at: report.receivedAt)
            if report.status == .failed {
                bringForward(after: transmission.delivery, now: report.receivedAt)
                goOn(afterMember: transmission.delivery, now: report.receivedAt)
            }
        }
        if let fate = report.fate { heed(fate, at: transmission.address, since: report.receivedAt) }
    }

    /// - Parameter moment: as of when it is known.
    private mutating func heed(_ fate: AddressFate, at address: AddressID, since moment: Instant) {
        if let key = devices.first(where: { $0.value.id == address })?.key, var device = devices[key] {
            switch fate {
            case .gone(let since) where (since ?? moment) >= device.registeredAt: device.isActive = false
            case .worksIn(let environment): device.environment = environment
            default: break
            }
            devices[key] = device
        }
        guard var point = contactPoints[address] else { return }
        switch fate {
        case .gone(let since): point.silence = point.silence ?? .init(since: since ?? moment, why: .gone)
        case .optedOut: point.silence = .init(since: moment, why: .optedOut)
        case .bounced: point.silence = point.silence ?? .init(since: moment, why: .bounced)
        case .complained: point.silence = .init(since: moment, why: .complained)
        case .optedIn: point.silence = point.silence?.why == .optedOut ? nil : point.silence
        case .wrote(let moment): point.lastInboundAt = max(point.lastInboundAt ?? moment, moment)
        case .worksIn: break
        }
        contactPoints[address] = point
    }

    // MARK: Routes

    /// Whether another step of its route reached the recipient, as surely as the route asks for.
    func isReached(_ delivery: Delivery) -> Bool {
        guard let place = delivery.route else { return false }
        return queue.values.contains { row in
            let other = row.delivery
            guard other.recipient == delivery.recipient, let others = other.route, others.key == place.key, others.step != place.step else { return false }
            return hasReached(other, row, place.until)
        }
    }

    /// Whether somebody who was told before has reacted, as surely as its escalation asks for, or one has acted on it for all.
    func isAcknowledged(_ delivery: Delivery) -> Bool {
        let places = delivery.endedBehind
        guard !places.isEmpty, let key = delivery.route?.key else { return false }
        return queue.values.contains { row in
            let other = row.delivery
            guard other.app == delivery.app, let others = other.route, others.key == key else { return false }
            return places.contains { others.step < $0.fromStep && hasReacted(row, $0.until) }
        }
    }

    /// Who else than its recipient has acted on it for all; nil where nobody has, or it is each one's own.
    func doer(besides delivery: Delivery) -> UserID? {
        told(besides: delivery).first { $0.actedAt != nil }?.delivery.recipient
    }

    /// What others are told of which one acts for all; empty where it is each one's own.
    func told(besides delivery: Delivery) -> [QueueRow] {
        guard let key = delivery.sharedKey else { return [] }
        return queue.values.filter { row in
            row.delivery.app == delivery.app && row.delivery.route?.key == key && row.delivery.recipient != delivery.recipient
        }
    }

    private func hasReacted(_ row: QueueRow, _ reaction: Escalation.Reaction) -> Bool {
        let told = row.mergedInto.flatMap { queue[$0] } ?? row
        switch reaction {
        case .acknowledged: return row.actedAt != nil || told.actedAt != nil || acted.contains(told.delivery.id)
        case .read: return row.openedAt != nil || hasReached(told.delivery, told, .read)
        }
    }

    private func hasReached(_ delivery: Delivery, _ row: QueueRow, _ reach: DeliveryRoute.Reach) -> Bool {
        // A summary reaches with everything that it tells.
        if let lead = row.mergedInto, let leadRow = queue[lead] { return hasReached(leadRow.delivery, leadRow, reach) }
        // Whoever has opened it was reached, however its provider's answer came.
        if row.openedAt != nil { return true }
        guard row.sentAt != nil else { return false }
        let sent = othersTransmissions(of: delivery.id)
        switch reach {
        case .accepted: return sent.isEmpty || sent.contains { $0.status != .failed }
        case .delivered: return sent.isEmpty || sent.contains { $0.status == .delivered || $0.status == .read }
        case .read: return sent.contains { $0.status == .read } || inbox[delivery.id]?.readAt != nil
        }
    }

    /// The next step of a route need not wait where every delivery of this one has come to nothing, at least for now; nor need whoever is told next where
    /// nobody reacts, where every delivery to those before has.
    mutating func bringForward(after delivery: DeliveryID, now: Instant) {
        guard let row = queue[delivery], let place = row.delivery.route else { return }
        callForward(after: place, of: row.delivery.app, now: now)
        func isOfRoute(_ other: Delivery, step: Int) -> Bool {
            other.recipient == row.delivery.recipient && other.route?.key == place.key && other.route?.step == step
        }
        let isOpen = queue.values.contains { isOfRoute($0.delivery, step: place.step) && !hasComeToNothing($0) }
        guard !isOpen else { return }
        for (id, next) in queue where isOfRoute(next.delivery, step: place.step + 1) { queue[id]?.comeForward(now: now) }
    }

    private mutating func callForward(after place: DeliveryRoute.Place, of app: AppID, now: Instant) {
        let all = queue.values.filter { $0.delivery.app == app && $0.delivery.route?.key == place.key }
        let further = all.filter { $0.status == .pending }.compactMap { $0.delivery.payload.escalation?.fromStep }.filter { $0 > place.step }
        guard let fromStep = further.min() else { return }
        let before = all.filter { $0.delivery.route.map { $0.step < fromStep } ?? false }
        guard before.allSatisfy(hasComeToNothing) else { return }
        for row in all where row.delivery.route?.step == fromStep { queue[row.delivery.id]?.comeForward(now: now) }
    }

    /// Whom a batch has told is told over the next channel where all of that has come to nothing after all.
    private mutating func goOn(afterMember delivery: DeliveryID, now: Instant) {
        guard let place = Broadcast.Place(delivery), place.step == 0, let row = broadcasts[place.broadcast], row.status == .ready,
            let first = row.told(at: place), first.recipient != .erased, transmissions(of: delivery).haveFailed
        else { return }
        for further in row.broadcast.furtherRows(after: first, now: now) where queue[further.delivery.id] == nil {
            queue[further.delivery.id] = QueueRow(further, at: now)
        }
    }

    private func hasComeToNothing(_ row: QueueRow) -> Bool {
        switch row.status {
        case .failed, .cancelled: return true
        case .skipped: return row.reason?.isSwitchedOff ?? false
        case .sent:
            let sent = othersTransmissions(of: row.delivery.id)
            return !sent.isEmpty && sent.allSatisfy { $0.status == .failed }
        case .pending:
            let isThere = othersTransmissions(of: row.delivery.id).contains { $0.status.isAccepted }
            return row.delivery.attemptCount >= Delivery.attemptCountOfStep && !isThere
        case .sending, .shadow: return false
        }
    }
}

extension Tables.EarlyReport {
    func isAbout(_ transmission: Transmission) -> Bool {
        guard transmission.provider == provider else { return false }
        return switch subject {
        case .transmission(let id): transmission.id == id
        case .providerMessage(let id): transmission.providerMessageID == id
        }
    }
}

extension MemoryStore: ReportStore {
    public func apply(_ reports: [ProviderReport], now: Instant) {
        transaction { tables in
            for report in reports { tables.apply(report, now: now) }
        }
    }

    public func transmissions(of delivery: DeliveryID) -> [Transmission] {
        tables.transmissions(of: delivery)
    }
}
