import BelfryModel
import BelfryPorts

/// What came back for a call.
enum BusAnswer: Hashable, Sendable {
    case values([BusValue])
    case error(name: String?)
}

// How the bus and the service come and go, and what they answer and signal.
extension PresenterState {
    mutating func greet() {
        link = .greeting
        actions += NotificationsService.subscriptions.map(Action.send)
        call(.getBusID, for: .bus)
    }

    /// What is shown is kept: whether it still is, is known once there is a bus again.
    mutating func lose() {
        if case .connecting(let failureCount) = link {
            link = .down(failureCount: failureCount + 1)
        } else {
            link = .down(failureCount: 0)
        }
        (owner, capabilities, calls) = (nil, nil, [:])
        finishAll()
    }

    mutating func losePatience() {
        guard let number = awaited else { return connect() }
        switch calls[number] {
        case .bus, .owner: leave()
        default: finishAll()
        }
    }

    /// The bus itself doesn't answer, or not as a bus does.
    private mutating func leave() {
        actions.append(.disconnect)
        lose()
    }

    /// Names this run of the service among all runs on all buses: a bus gives no unique name twice.
    private var service: String? {
        guard case .up(let bus) = link, let owner else { return nil }
        return "\(bus)/\(owner)"
    }

    /// Somebody has the name of the service from now on, or nobody.
    mutating func adopt(_ newOwner: String?) {
        if newOwner != owner {
            capabilities = nil
            if owner != nil { owesNews = true }
        }
        owner = newOwner
        let gone = shown.forgetOthers(than: service)
        if !gone.isEmpty {
            owesNews = true
            actions.append(.forget(gone))
        }
        guard newOwner != nil, owesNews else { return }
        owesNews = false
        if shown.isEmpty { actions.append(.tell(.restarted)) }
    }

    mutating func take(_ answer: BusAnswer, to number: CallNumber) {
        guard let purpose = calls.removeValue(forKey: number) else { return }
        let isAwaited = number == awaited
        if isAwaited { awaited = nil }
        switch (purpose, answer) {
        case (.bus, .values(let values)):
            guard case .string(let bus) = values.first else { return leave() }
            link = .up(bus: bus)
            call(NotificationsService.getOwner, for: .owner)
        case (.bus, .error): leave()
        case (.owner, .values(let values)):
            if case .string(let name) = values.first { adopt(name) }
        case (.owner, .error):
            adopt(nil)
        case (.capabilities, .values(let values)):
            if case .strings(let names) = values.first {
                capabilities = ServiceCapabilities(names)
            } else if isAwaited {
                finishAll()
            }
        case (.capabilities, .error):
            if isAwaited { finishAll() }
        case (.notify(let notification, _), .values(let values)):
            if case .uint32(let shownNumber) = values.first { record(notification, number: shownNumber) }
            if isAwaited { finish(nil) }
        case (.notify(let notification, var arguments), .error(let name)):
            guard isAwaited else { return }
            guard arguments.replaces != 0 else { return finish(NotificationsService.problem(named: name)) }
            // Some services refuse the number of one that has gone, or that an earlier connection of ours was given.
            arguments.replaces = 0
            call(NotificationsService.notify(arguments), for: .notify(notification, arguments))
        case (.close(let identifier), _):
            // An error says that it wasn't there, which is as good; some services say so by nothing at all.
            if shown.remove(identifier) != nil { actions.append(.forget([identifier])) }
            if isAwaited { finish(nil) }
        }
    }

    /// Remembers what the service shows, and under which number; 0, which the specification rules out, names nothing.
    private mutating func record(_ notification: ScheduledNotification, number: UInt32) {
        guard number != 0, let service else { return }
        let entry = ShownNotification(
            identifier: notification.identifier, moment: notification.moment, parts: notification.parts, service: service,
            number: number)
        let displaced = shown.insert(entry)
        actions.append(.keep(entry))
        if let earlier = displaced.earlier { actions.append(.send(NotificationsService.close(earlier.number))) }
        if let other = displaced.other { actions += [.forget([other.identifier]), .tell(.closed(other.identifier))] }
    }

    mutating func take(_ signal: NotificationsService.Signal) {
        switch signal {
        case .actionInvoked(let number, let key):
            guard let entry = shown[number: number], let action = ActionKey.action(of: key) else { return }
            forget(entry, telling: .responded(response(to: entry, action)))
            // It is answered. Some services leave it there all the same.
            if !isReplacing(entry.identifier) { actions.append(.send(NotificationsService.close(number))) }
        case .closed(let number, let reason):
            guard let entry = shown[number: number] else { return }
            if isClosing(entry.identifier) {
                forget(entry, telling: nil)
            } else {
                forget(entry, telling: reason == .dismissed ? .responded(response(to: entry, .dismiss)) : .closed(entry.identifier))
            }
        }
    }

    private mutating func forget(_ entry: ShownNotification, telling event: PresenterEvent?) {
        shown.remove(entry.identifier)
        actions.append(.forget([entry.identifier]))
        if let event { actions.append(.tell(event)) }
    }

    private func response(to entry: ShownNotification, _ action: NotificationResponse.Action) -> NotificationResponse {
        NotificationResponse(identifier: entry.identifier, moment: entry.moment, action: action, parts: entry.parts)
    }

    private func isReplacing(_ identifier: NotificationID) -> Bool {
        guard let awaited, case .notify(let notification, _) = calls[awaited] else { return false }
        return notification.identifier == identifier
    }

    private func isClosing(_ identifier: NotificationID) -> Bool {
        guard let awaited, case .close(identifier) = calls[awaited] else { return false }
        return true
    }
}
