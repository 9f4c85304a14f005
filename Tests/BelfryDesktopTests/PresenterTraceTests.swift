import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDesktop

@Suite("Whatever bus and service do")
struct PresenterTraceTests {
    @Test("Every command is answered once, the journal says what is known, and nothing is told of what isn't shown")
    func traces() {
        var generator = SeededGenerator(seed: .seed())
        for number in 1...2_000 {
            var trace = PresenterTrace()
            for _ in 1...60 { trace.step(using: &generator) }
            trace.end()
            #expect(trace.complaints == [], "trace \(number)")
            guard trace.complaints.isEmpty else { return }
        }
    }
}

/// A presenter's state between a caller, a bus and a service that do anything at any time.
struct PresenterTrace {
    private(set) var complaints: [String] = []
    private var state = PresenterState(application: DesktopApplication(), shown: [])
    private var journal: [NotificationID: ShownNotification] = [:]
    private var openTickets: Set<Int> = []
    private var ticketCount = 0
    private var isConnected = false
    private var openCalls: [(number: Int, call: BusCall)] = []
    private var ownerCount = 0
    private var owner: String?

    private static let identifiers: [NotificationID] = [.rent, .milk, NotificationID(literal: "study|words|daily|2026-11-30")]

    mutating func step(using generator: inout SeededGenerator) {
        let identifier = PresenterTrace.identifiers.randomElement(using: &generator) ?? .rent
        let number = UInt32.random(in: 0...6, using: &generator)
        switch Int.random(in: 0..<12, using: &generator) {
        case 0, 1, 2: command(.show(.sample(identifier), [], openTitle: "Open"))
        case 3: command(Bool.random(using: &generator) ? .close(identifier) : .probe)
        case 4: if state.alarm != nil { handle(.rang) }
        case 5: if isConnected, Int.random(in: 0..<5, using: &generator) == 0 { disconnect() }
        case 6: changeOwner(isThere: .random(using: &generator))
        case 7: handle(.signal(.actionInvoked(number, key: Bool.random(using: &generator) ? "default" : "x"), sender: owner))
        case 8: handle(.signal(.closed(number, .init(rawValue: .random(in: 1...4, using: &generator)) ?? .undefined), sender: owner))
        default: answerOne(number, using: &generator)
        }
    }

    /// Lets everybody lose patience, and looks whether somebody still waits.
    mutating func end() {
        for _ in 0..<10 { if state.alarm != nil { handle(.rang) } }
        disconnect()
        if !openTickets.isEmpty { complaints.append("never answered: \(openTickets.sorted())") }
    }

    private mutating func command(_ command: PresenterState.Command) {
        ticketCount += 1
        openTickets.insert(ticketCount)
        handle(.command(command, ticketCount))
    }

    private mutating func disconnect() {
        (isConnected, openCalls) = (false, [])
        handle(.disconnected)
    }

    private mutating func changeOwner(isThere: Bool) {
        guard isConnected else { return }
        ownerCount += 1
        owner = isThere ? ":1.\(ownerCount)" : nil
        handle(.ownerChanged(owner))
    }

    private mutating func answerOne(_ number: UInt32, using generator: inout SeededGenerator) {
        guard let index = openCalls.indices.randomElement(using: &generator) else { return }
        let (callNumber, call) = openCalls.remove(at: index)
        let isFine = Int.random(in: 0..<4, using: &generator) > 0
        let answer: BusAnswer =
            switch call.member {
            case "GetId": .values([.string("bus")])
            case "GetNameOwner": owner.map { .values([.string($0)]) } ?? .error(name: "org.freedesktop.DBus.Error.NameHasNoOwner")
            case "GetCapabilities": isFine ? .values([.strings(["body"])]) : .error(name: nil)
            case "Notify": isFine ? .values([.uint32(number)]) : .error(name: "org.freedesktop.DBus.Error.InvalidArgs")
            default: isFine ? .values([]) : .error(name: nil)
            }
        handle(.answered(callNumber, answer))
    }

    private mutating func handle(_ event: PresenterState.Event) {
        for action in state.handle(event) { perform(action) }
        let known = Set(PresenterTrace.identifiers.filter { state.shown[$0] != nil })
        if known != Set(journal.keys) { complaints.append("known are \(known), kept are \(journal.keys)") }
        if !openTickets.isEmpty, state.alarm == nil { complaints.append("\(openTickets.sorted()) wait for nothing") }
    }

    private mutating func perform(_ action: PresenterState.Action) {
        switch action {
        case .connect:
            isConnected = true
            handle(.connected)
        case .disconnect: (isConnected, openCalls) = (false, [])
        case .call(let number, let call): openCalls.append((number, call))
        case .send: break
        case .answer(let ticket, _):
            if openTickets.remove(ticket) == nil { complaints.append("\(ticket) is answered twice") }
        case .tell(.responded(let response)): forgotten(response.identifier)
        case .tell(.closed(let identifier)): forgotten(identifier)
        case .tell(.restarted): if !journal.isEmpty { complaints.append("news, though \(journal.keys) are shown") }
        case .keep(let notification): journal[notification.identifier] = notification
        case .forget(let identifiers):
            for identifier in identifiers where journal.removeValue(forKey: identifier) == nil {
                complaints.append("\(identifier) is forgotten, though it wasn't kept")
            }
        }
    }

    private mutating func forgotten(_ identifier: NotificationID) {
        if journal[identifier] != nil { complaints.append("\(identifier) is told of, and still kept") }
    }
}
