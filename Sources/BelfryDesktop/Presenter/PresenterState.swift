import BelfryModel
import BelfryPorts

/// Decides what the presenter does next: what is asked, answered and signalled goes in, what is to be done comes out.
///
/// Commands are carried out one after the other, so that two of the same notification can't overtake each other. It knows no bus and no
/// clock: ``PresenterThread`` carries out its actions and rings its alarm.
struct PresenterState {
    typealias Ticket = Int
    typealias CallNumber = Int

    /// What is asked of the presenter.
    enum Command: Hashable, Sendable {
        case show(ScheduledNotification, [DescribedCategory.Action], openTitle: String)
        case close(NotificationID)
        /// Whether there is a service.
        case probe
    }

    enum Event {
        case command(Command, Ticket)
        case connected
        /// There is no bus, or it has gone.
        case disconnected
        case ownerChanged(String?)
        case answered(CallNumber, BusAnswer)
        case signal(NotificationsService.Signal, sender: String?)
        /// What ``alarm`` asked for.
        case rang
    }

    enum Action: Hashable {
        /// Leads to `connected` or `disconnected`.
        case connect
        /// Leads to nothing more.
        case disconnect
        /// Leads to `answered`.
        case call(CallNumber, BusCall)
        /// Nobody waits for its answer.
        case send(BusCall)
        case answer(Ticket, CentreProblem?)
        case tell(PresenterEvent)
        case keep(ShownNotification)
        case forget([NotificationID])
    }

    /// When to say `rang`: each value once, from the moment it stands here.
    enum Alarm: Hashable {
        /// The call goes unanswered.
        case patience(CallNumber)
        /// There was no bus this often.
        case reconnect(failureCount: Int)
    }

    enum Link: Hashable {
        case down(failureCount: Int)
        case connecting(failureCount: Int)
        /// Connected, and not told yet which bus it is.
        case greeting
        case up(bus: String)
    }

    /// A call that hasn't been answered.
    enum Purpose {
        case bus
        case owner
        case capabilities
        case notify(ScheduledNotification, NotifyArguments)
        case close(NotificationID)
    }

    let application: DesktopApplication
    var link = Link.down(failureCount: 0)
    /// Who has the name of the service; nil for nobody, or as long as it isn't known.
    var owner: String?
    /// Nil as long as the owner hasn't told.
    var capabilities: ServiceCapabilities?
    var shown: ShownTable
    /// Something was lost or refused since the service was there last, so that its coming is news.
    var owesNews = false
    /// The first is being carried out.
    var waiting: [(command: Command, ticket: Ticket)] = []
    var calls: [CallNumber: Purpose] = [:]
    private var callCount = 0
    /// The call without whose answer nothing goes on; the others come late, if at all.
    var awaited: CallNumber?
    var actions: [Action] = []

    init(application: DesktopApplication, shown: [ShownNotification]) {
        self.application = application
        self.shown = ShownTable(shown)
    }

    var alarm: Alarm? {
        if let awaited { return .patience(awaited) }
        if case .down(let failureCount) = link { return .reconnect(failureCount: failureCount) }
        return nil
    }

    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .command(let command, let ticket): waiting.append((command, ticket))
        case .connected: greet()
        case .disconnected: lose()
        case .ownerChanged(let owner): adopt(owner)
        case .answered(let number, let answer): take(answer, to: number)
        case .signal(let signal, let sender): if sender == owner { take(signal) }
        case .rang: losePatience()
        }
        proceed()
        defer { actions = [] }
        return actions
    }

    /// Takes the next step for the first command that waits.
    private mutating func proceed() {
        while awaited == nil, let (command, _) = waiting.first {
            switch link {
            case .connecting, .greeting: return
            case .down: return connect()
            case .up: begin(command)
            }
        }
    }

    private mutating func begin(_ command: Command) {
        switch command {
        case .close(let identifier):
            guard let number = shown[identifier]?.number else { return finish(nil) }
            call(NotificationsService.close(number), for: .close(identifier))
        case .probe:
            guard capabilities == nil else { return finish(nil) }
            call(NotificationsService.getCapabilities, for: .capabilities)
        case .show(let notification, let buttons, let openTitle):
            guard let capabilities else { return call(NotificationsService.getCapabilities, for: .capabilities) }
            let arguments = NotifyArguments(
                notification, actions: buttons, openTitle: openTitle, application: application, capabilities: capabilities,
                replaces: shown[notification.identifier]?.number ?? 0)
            call(NotificationsService.notify(arguments), for: .notify(notification, arguments))
        }
    }

    mutating func call(_ call: BusCall, for purpose: Purpose) {
        callCount += 1
        calls[callCount] = purpose
        awaited = callCount
        actions.append(.call(callCount, call))
    }

    mutating func connect() {
        guard case .down(let failureCount) = link else { return }
        link = .connecting(failureCount: failureCount)
        actions.append(.connect)
    }

    /// The first command is done.
    mutating func finish(_ problem: CentreProblem?) {
        guard !waiting.isEmpty else { return }
        let (command, ticket) = waiting.removeFirst()
        if problem == .unavailable { owesNews = true }
        // Whoever closes isn't told: what can't be reached shows nothing.
        if case .close = command { return actions.append(.answer(ticket, nil)) }
        actions.append(.answer(ticket, problem))
    }

    /// Nobody answers: nobody who waits shall wait longer.
    mutating func finishAll() {
        awaited = nil
        while let (command, _) = waiting.first {
            if case .close(let identifier) = command, case .up = link, let gone = shown.remove(identifier) {
                // The bus keeps it for a service that only sleeps.
                actions += [.forget([identifier]), .send(NotificationsService.close(gone.number))]
            }
            finish(.unavailable)
        }
    }
}
