import BelfryModel
import BelfryPorts
import BelfryTime

extension MemoryStore: Inbox {
    @discardableResult
    public func append(_ message: InboxMessage) -> Bool {
        transaction(at: message.createdAt) { tables in
            guard !tables.isErased(message) else { return true }
            guard message.merged.keys.allSatisfy({ tables.queue[$0]?.mergedInto == message.id }) else { return false }
            guard tables.inbox[message.id] == nil else { return true }
            if let collapseID = message.collapseID {
                for earlier in tables.inbox.values where earlier.recipient == message.recipient && earlier.collapseID == collapseID {
                    tables.inbox[earlier.id] = earlier.retracted(at: message.createdAt)
                    tables.takeBack(earlier.id, now: message.createdAt)
                }
            }
            let row = tables.queue[message.id]
            let isTakenBack = row?.retractedBy != nil
            tables.inbox[message.id] = isTakenBack ? message.takenBack(at: row?.retractedAt) : message.retracted(at: row?.retractedAt)
            tables.adoptEngagement(by: message)
            // Somebody may have done it for all while it was on its way.
            if message.sharedKey != nil, let delivery = row?.delivery, tables.doer(besides: delivery) != nil {
                tables.close(message.id, now: message.createdAt)
            }
            return true
        }
    }

    public func messages(of user: UserID, in folder: InboxFolder, before: InboxPlace?, countMax: Int, now: Instant) -> [InboxMessage] {
        func isBehind(_ place: InboxPlace, _ other: InboxPlace) -> Bool {
            folder == .later ? (place.moment, place.id) > (other.moment, other.id) : (place.moment, place.id) < (other.moment, other.id)
        }
        let messages = tables.inbox.values.filter { $0.recipient == user && $0.folder(at: now) == folder }
            .filter { message in before.map { isBehind(message.place, $0) } ?? true }
            .map { message in
                let taken = tables.actionsTaken[message.id] ?? []
                let doer = message.doneAt == nil ? nil : tables.queue[message.id].flatMap { tables.doer(besides: $0.delivery) }
                let name = doer.flatMap { tables.firstName(of: $0, seenBy: user) }
                return tables.unreadAgain[message.id] != nil
                    ? message.changed(readAt: .some(nil), actionsTaken: taken, doneBy: name) : message.changed(actionsTaken: taken, doneBy: name)
            }
        return Array(messages.sorted { isBehind($1.place, $0.place) }.prefix(countMax))
    }

    public func unreadCount(of user: UserID, now: Instant) -> Int {
        messages(of: user, in: .inbox, before: nil, countMax: .max, now: now).count { $0.readAt == nil && !$0.isReplaced }
    }

    public func markRead(_ id: DeliveryID, of user: UserID, now: Instant) -> Bool {
        transaction(at: now) { tables in
            guard let message = tables.inbox[id], message.recipient == user else { return false }
            tables.markRead(message, now: now)
            return true
        }
    }

    public func markRead(through id: DeliveryID, of user: UserID, countMax: Int, now: Instant) -> Int? {
        transaction(at: now) { tables in
            guard let last = tables.inbox[id], last.recipient == user else { return nil }
            let moment = last.isPutOff(at: now) ? last.createdAt : last.place.moment
            let unread = tables.inbox.values.filter { message in
                message.recipient == user && message.folder(at: now) == .inbox && (message.readAt == nil || tables.unreadAgain[message.id] != nil)
                    && !message.isReplaced && (message.place.moment, message.id) <= (moment, last.id)
            }
            let newest = unread.sorted { ($0.place.moment, $0.id) > ($1.place.moment, $1.id) }.prefix(countMax)
            for message in newest { tables.markRead(message, now: now) }
            return newest.count
        }
    }

    public func markUnread(_ id: DeliveryID, of user: UserID, now: Instant) -> Bool {
        transaction(at: now) { tables in
            guard let message = tables.inbox[id], message.recipient == user else { return false }
            if message.readAt != nil, tables.unreadAgain[id] == nil { tables.unreadAgain[id] = now }
            return true
        }
    }

    public func setArchived(_ isArchived: Bool, _ id: DeliveryID, of user: UserID, now: Instant) -> Bool {
        transaction(at: now) { tables in
            guard let message = tables.inbox[id], message.recipient == user else { return false }
            let first: Instant = message.archivedAt ?? now
            tables.inbox[id] = message.changed(archivedAt: .some(isArchived ? first : nil))
            return true
        }
    }

    public func putOff(_ id: DeliveryID, until moment: Instant?, of user: UserID, now: Instant) -> Bool {
        transaction(at: now) { tables in
            guard let message = tables.inbox[id], message.recipient == user else { return false }
            guard let moment else {
                tables.takeBack(id, now: now)
                return true
            }
            tables.inbox[id] = message.changed(archivedAt: .some(nil), laterUntil: .some(moment))
            // Unread since before, it is so when it is taken back, too.
            if message.readAt != nil, tables.unreadAgain[id].map({ $0 > now }) ?? true { tables.unreadAgain[id] = moment }
            return true
        }
    }

    public func note(_ engagement: EngagementStep, with id: DeliveryID, of user: UserID, now: Instant) -> Bool {
        transaction(at: now) { tables in
            let delivery = tables.queue[id]?.delivery ?? tables.member(id)?.overview.delivery
            let told = delivery.map { ($0.recipient, $0.alert) } ?? tables.inbox[id].map { ($0.recipient, $0.alert) }
            guard let (recipient, alert) = told, recipient == user else { return false }
            let others = tables.orderedBeside(id)
            let engagement = delivery.map { tables.doer(besides: $0) == nil } ?? true ? engagement : .opened
            tables.queue[id]?.note(engagement, at: now)
            if engagement == .acted, let row = tables.queue[id] { tables.close(besides: row.delivery, now: now) }
            tables.note(engagement, of: user, now: now) { $0.id == id || others.contains($0.id) }
            if let alert { tables.note(engagement, with: alert, of: user, now: now) }
            return true
        }
    }

    public func take(_ action: ActionID, with id: DeliveryID, of user: UserID, now: Instant) throws -> OfferedAction? {
        try transaction(at: now) { tables in
            let message = tables.inbox[id].flatMap { $0.recipient == user ? $0 : nil }
            let row = tables.queue[id].flatMap { $0.delivery.recipient == user ? $0 : nil }
            let member = row == nil ? tables.member(id).flatMap { $0.overview.delivery.recipient == user ? $0 : nil } : nil
            let offered: OfferedActions? = if let message { message.actions } else { (row?.delivery ?? member?.overview.delivery)?.payload.actions }
            guard let taken = offered?[action], row?.retractedBy == nil, message?.isTakenBack != true else { return nil }
            guard message != nil || member?.mayBeTold ?? tables.mayBeTold(id) else { throw Problem.notTold }
            guard message != nil || row != nil else {
                if let member, !tables.isAboutToBeTold(action, of: member.overview.delivery) { tables.actionsToTell[id, default: []].append(action) }
                return taken
            }
            guard !tables.isTaken(action, of: id), row.map({ tables.doer(besides: $0.delivery) == nil }) ?? true else { return taken }
            let others = tables.orderedBeside(id)
            tables.queue[id]?.note(.acted, at: now)
            if !others.contains(where: { tables.isTaken(action, of: $0) }) { tables.actionsToTell[id, default: []].append(action) }
            for told in [id] + others where told == id || tables.inbox[told] != nil && !tables.isTaken(action, of: told) {
                tables.actionsTaken[told, default: []].append(action)
                tables.note(.acted, of: user, now: now) { $0.id == told }
            }
            if let row { tables.close(besides: row.delivery, now: now) }
            return taken
        }
    }

    public func doneByOthers(among ids: [DeliveryID], of user: UserID) -> Set<DeliveryID> {
        let tables = tables
        return Set(ids.filter { id in tables.queue[id].map { $0.delivery.recipient == user && tables.doer(besides: $0.delivery) != nil } ?? false })
    }
}

extension Tables {
    /// Whether a provider has been handed it, or is about to be.
    func mayBeTold(_ id: DeliveryID) -> Bool {
        queue[id]?.mayBeTold == true || transmissions.values.contains { $0.delivery == id }
    }

    /// Whether its app is about to be told of it: that is all that knows of a member of a broadcast.
    fileprivate func isAboutToBeTold(_ action: ActionID, of delivery: Delivery) -> Bool {
        (statusChanges[delivery.app] ?? []).suffix(StatusChange.latestCountMax)
            .contains { $0.delivery == delivery.id && $0.kind == .acted && $0.reason == action.text }
    }

    fileprivate func isTaken(_ action: ActionID, of id: DeliveryID) -> Bool { actionsTaken[id]?.contains(action) == true }

    /// What was ordered with it for the same person, over other channels.
    fileprivate func orderedBeside(_ id: DeliveryID) -> [DeliveryID] {
        guard let own = queue[id]?.delivery else { return [] }
        return queue.values.map(\.delivery).filter { other in
            other.id != id && other.recipient == own.recipient && other.createdAt == own.createdAt && other.app == own.app && other.member == own.member
                && other.payload.saysSame(as: own.payload)
        }.map(\.id).sorted()
    }

    /// What was opened and pressed of its order before it came: over another channel, or while it was on its way.
    fileprivate mutating func adoptEngagement(by message: InboxMessage) {
        let ordered = [message.id] + orderedBeside(message.id)
        if ordered.contains(where: { queue[$0]?.openedAt != nil }) { note(.opened, of: message.recipient, now: message.createdAt) { $0.id == message.id } }
        guard let offered = message.actions else { return }
        let taken = ordered.flatMap { actionsTaken[$0] ?? [] }.filter { offered[$0] != nil }
        guard !taken.isEmpty else { return }
        for action in taken where !isTaken(action, of: message.id) { actionsTaken[message.id, default: []].append(action) }
        note(.acted, of: message.recipient, now: message.createdAt) { $0.id == message.id }
    }

    fileprivate mutating func markRead(_ message: InboxMessage, now: Instant) {
        let first: Instant = message.readAt ?? now
        inbox[message.id] = message.changed(readAt: .some(first))
        takeBack(message.id, now: now)
        unreadAgain[message.id] = nil
    }

    /// What is put off is where it was, and as it was.
    mutating func takeBack(_ id: DeliveryID, now: Instant) {
        guard let message = inbox[id], message.isPutOff(at: now) else { return }
        inbox[id] = message.changed(laterUntil: .some(nil))
        if unreadAgain[id].map({ $0 > now }) ?? false { unreadAgain[id] = nil }
    }

    /// What others have of it in their inboxes is done.
    fileprivate mutating func close(besides delivery: Delivery, now: Instant) {
        let others = told(besides: delivery)
        for row in others { close(row.delivery.id, now: now) }
        noteRemovals(of: others, cause: .done, now: now)
    }

    fileprivate mutating func close(_ id: DeliveryID, now: Instant) {
        guard let message = inbox[id], message.retractedAt == nil else { return }
        inbox[id] = message.changed(retractedAt: .some(now), collapseID: InboxMessage.collapseIDOfDone)
        takeBack(id, now: now)
    }

    /// What told a person of an alert: also the summaries that it was merged into, which have the alert of their lead alone.
    mutating func note(_ engagement: EngagementStep, with alert: AlertID, of user: UserID, now: Instant) {
        let summaries = Set(queue.values.filter { $0.delivery.alert == alert && $0.delivery.recipient == user }.compactMap(\.mergedInto))
        note(engagement, of: user, now: now) { $0.alert == alert || summaries.contains($0.id) }
    }

    /// What a person did with some of their messages.
    fileprivate mutating func note(_ engagement: EngagementStep, of user: UserID, now: Instant, where isMeant: (InboxMessage) -> Bool) {
        for message in inbox.values.filter({ $0.recipient == user && isMeant($0) }) {
            markRead(message, now: now)
            if engagement == .acted { acted.insert(message.id) }
        }
    }
}

extension InboxMessage {
    /// What is nil stays as it is.
    fileprivate func changed(
        readAt: Instant?? = nil, retractedAt: Instant?? = nil, archivedAt: Instant?? = nil, laterUntil: Instant?? = nil, actionsTaken: [ActionID]? = nil,
        collapseID: String? = nil, doneBy: String? = nil
    ) -> InboxMessage {
        InboxMessage(
            id: id, recipient: recipient, member: member, app: app, alert: alert, category: category, content: content, createdAt: createdAt,
            readAt: readAt ?? self.readAt, retractedAt: retractedAt ?? self.retractedAt, archivedAt: archivedAt ?? self.archivedAt,
            laterUntil: laterUntil ?? self.laterUntil, language: language, link: link, actions: actions, image: image,
            actionsTaken: actionsTaken ?? self.actionsTaken, collapseID: collapseID ?? self.collapseID, doneBy: doneBy)
    }

    fileprivate func folder(at now: Instant) -> InboxFolder { archivedAt != nil ? .archive : isPutOff(at: now) ? .later : .inbox }

    /// The first moment stays.
    func retracted(at moment: Instant?) -> InboxMessage {
        let first: Instant? = retractedAt ?? moment
        return changed(retractedAt: .some(first))
    }

    /// The first moment stays. Whoever corrects data afterwards brings it back no more.
    func takenBack(at moment: Instant?) -> InboxMessage {
        let first: Instant? = retractedAt ?? moment
        return changed(retractedAt: .some(first), collapseID: InboxMessage.collapseIDOfTakenBack)
    }

    func reinstated() -> InboxMessage { changed(retractedAt: .some(nil)) }
}
