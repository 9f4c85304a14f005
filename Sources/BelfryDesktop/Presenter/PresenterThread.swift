import BelfryModel
import BelfryPorts
import Glibc

/// Carries out what ``PresenterState`` decides, on a thread of its own: the bus, the journal and waiting for both are here alone.
final class PresenterThread {
    /// What the presenter posts.
    enum Letter: Sendable {
        case command(PresenterState.Command, @Sendable (CentreProblem?) -> Void)
        case stop
    }

    private let settings: PresenterSettings
    private let journal: any ShownJournal
    private let mailbox: Mailbox<Letter>
    private let events: AsyncStream<PresenterEvent>.Continuation
    private let alarm: AlarmClock

    private var state: PresenterState
    private var connection: BusConnection?
    /// Which call an answer of the bus belongs to, by the number that the answer names.
    private var callNumbers: [UInt32: PresenterState.CallNumber] = [:]
    private var answers: [PresenterState.Ticket: (CentreProblem?) -> Void] = [:]
    private var ticketCount = 0
    private var alarmSet: PresenterState.Alarm?
    private var isStopped = false

    init(
        settings: PresenterSettings, journal: any ShownJournal, mailbox: Mailbox<Letter>, alarm: AlarmClock,
        events: AsyncStream<PresenterEvent>.Continuation
    ) {
        self.settings = settings
        self.journal = journal
        self.mailbox = mailbox
        self.alarm = alarm
        self.events = events
        state = PresenterState(application: settings.application, shown: journal.shown())
    }

    /// Goes on until it is told to stop.
    func run() {
        handle(.rang)
        while !isStopped {
            var descriptors = [mailbox.descriptor, alarm.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            descriptors += connection?.descriptors ?? []
            guard poll(&descriptors, nfds_t(descriptors.count), -1) >= 0 else { continue }
            connection?.handle(Array(descriptors[2...]))
            readMessages()
            if alarm.hasRung() {
                alarmSet = nil
                handle(.rang)
            }
            for letter in mailbox.takeAll() { open(letter) }
        }
        for answer in answers.values { answer(.unavailable) }
        events.finish()
    }

    private func open(_ letter: Letter) {
        switch letter {
        case .stop: isStopped = true
        case .command(let command, let answer):
            ticketCount += 1
            answers[ticketCount] = answer
            handle(.command(command, ticketCount))
        }
    }

    private func readMessages() {
        while let message = connection?.nextMessage() {
            if let owner = NotificationsService.newOwner(in: message) {
                handle(.ownerChanged(owner))
            } else if let signal = NotificationsService.signal(in: message) {
                handle(.signal(signal, sender: message.sender))
            } else if let number = callNumbers.removeValue(forKey: message.replySerial) {
                handle(.answered(number, message.kind == .answer ? .values(message.arguments) : .error(name: message.errorName)))
            }
        }
        if let connection, !connection.isConnected { disconnect() }
    }

    private func disconnect() {
        close()
        handle(.disconnected)
    }

    private func close() {
        connection = nil
        callNumbers = [:]
    }

    private func handle(_ event: PresenterState.Event) {
        var following = [event]
        while !following.isEmpty {
            for action in state.handle(following.removeFirst()) { perform(action).map { following.append($0) } }
        }
        guard state.alarm != alarmSet else { return }
        alarmSet = state.alarm
        alarm.set(in: alarmSet.map(settings.length))
    }

    /// - Returns: what follows from it at once.
    private func perform(_ action: PresenterState.Action) -> PresenterState.Event? {
        switch action {
        case .connect:
            connection = settings.busAddress.flatMap(BusConnection.init(address:))
            return connection == nil ? .disconnected : .connected
        case .disconnect: close()
        case .call(let number, let call):
            guard let serial = connection?.send(call) else { return .answered(number, .error(name: nil)) }
            callNumbers[serial] = number
        case .send(let call): connection?.send(call.withoutAnswer)
        case .answer(let ticket, let problem): answers.removeValue(forKey: ticket)?(problem)
        case .tell(let event): events.yield(event)
        case .keep(let notification): journal.keep(notification)
        case .forget(let identifiers): journal.forget(identifiers)
        }
        return nil
    }
}

/// What a presenter is told when it begins.
struct PresenterSettings: Sendable {
    let application: DesktopApplication
    let busAddress: String?
    let patience: Duration

    /// Doubles from a second to about a minute while there is no bus.
    func length(of alarm: PresenterState.Alarm) -> Duration {
        switch alarm {
        case .patience: patience
        case .reconnect(let failureCount): .seconds(1 << min(max(failureCount - 1, 0), 6))
        }
    }
}
