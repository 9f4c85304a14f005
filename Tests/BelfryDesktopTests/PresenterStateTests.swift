import BelfryModel
import BelfryPorts
import BelfryTesting
import Testing

@testable import BelfryDesktop

@Suite("What the presenter does next")
struct PresenterStateTests {
    private var state = PresenterState(application: DesktopApplication(), shown: [])

    /// Brings it to a bus with a service that has the usual capabilities.
    private mutating func arrive(bus: String = "bus", owner: String = ":1.1") {
        _ = state.handle(.rang)
        _ = state.handle(.connected)
        _ = state.handle(.answered(state.awaited ?? 0, .values([.string(bus)])))
        _ = state.handle(.answered(state.awaited ?? 0, .values([.string(owner)])))
        _ = state.handle(.command(.probe, 0))
        _ = state.handle(.answered(state.awaited ?? 0, .values([.strings(["actions", "body"])])))
    }

    /// Answers the call that is awaited.
    private mutating func answer(_ values: BusValue...) -> [PresenterState.Action] {
        state.handle(.answered(state.awaited ?? 0, .values(values)))
    }

    private func replaced(_ actions: [PresenterState.Action]) -> [UInt32] {
        actions.compactMap {
            guard case .call(_, let call) = $0, call.member == "Notify", case .uint32(let number) = call.arguments[1] else {
                return nil
            }
            return number
        }
    }

    private func shown(_ number: UInt32, _ identifier: NotificationID = .rent, service: String = "bus/:1.1") -> ShownNotification {
        ShownNotification(identifier: identifier, moment: .noon, parts: [identifier], service: service, number: number)
    }

    @Test("Coming to a bus: it subscribes, asks which bus it is, and who the service is")
    mutating func arriving() {
        #expect(state.alarm == .reconnect(failureCount: 0))
        #expect(state.handle(.rang) == [.connect])
        let greeting = state.handle(.connected)
        #expect(greeting == NotificationsService.subscriptions.map { .send($0) } + [.call(1, .getBusID)])
        #expect(state.alarm == .patience(1))
        #expect(answer(.string("bus")) == [.call(2, NotificationsService.getOwner)])
        #expect(answer(.string(":1.1")) == [])
        #expect(state.alarm == nil)
    }

    @Test("Without a bus each command tries once more, and the alarm counts the failures")
    mutating func noBus() {
        _ = state.handle(.rang)
        _ = state.handle(.disconnected)
        #expect(state.alarm == .reconnect(failureCount: 1))
        #expect(state.handle(.command(.show(.sample(), [], openTitle: "Open"), 1)) == [.connect])
        #expect(state.handle(.disconnected) == [.answer(1, .unavailable)])
        #expect(state.alarm == .reconnect(failureCount: 2))
    }

    @Test("Of two of the same notification the second waits, and replaces the first")
    mutating func order() {
        arrive()
        #expect(replaced(state.handle(.command(.show(.sample(), [], openTitle: "Open"), 1))) == [0])
        #expect(state.handle(.command(.show(.sample(number: 1), [], openTitle: "Open"), 2)) == [])
        #expect(state.handle(.command(.close(.rent), 3)) == [])
        let next = answer(.uint32(5))
        #expect(next.prefix(2) == [.keep(shown(5)), .answer(1, nil)])
        #expect(replaced(next) == [5])
        let last = answer(.uint32(5))
        #expect(last.contains(.answer(2, nil)))
        #expect(last.last == .call(state.awaited ?? 0, NotificationsService.close(5)))
        #expect(answer() == [.forget([.rent]), .answer(3, nil)])
    }

    @Test("A late answer is kept, and the next one of the same notification displaces it")
    mutating func late() {
        arrive()
        _ = state.handle(.command(.show(.sample(), [], openTitle: "Open"), 1))
        let first = state.awaited ?? 0
        #expect(state.handle(.rang) == [.answer(1, .unavailable)])
        #expect(replaced(state.handle(.command(.show(.sample(), [], openTitle: "Open"), 2))) == [0])
        #expect(state.handle(.answered(first, .values([.uint32(5)]))) == [.keep(shown(5))])
        #expect(answer(.uint32(6)) == [.keep(shown(6)), .send(NotificationsService.close(5)), .answer(2, nil)])
    }

    @Test("A number that another notification of ours has is that other's no longer")
    mutating func sameNumber() {
        arrive()
        _ = state.handle(.command(.show(.sample(), [], openTitle: "Open"), 1))
        _ = answer(.uint32(5))
        _ = state.handle(.command(.show(.sample(.milk), [], openTitle: "Open"), 2))
        #expect(answer(.uint32(5)) == [.keep(shown(5, .milk)), .forget([.rent]), .tell(.closed(.rent)), .answer(2, nil)])
        #expect(state.handle(.signal(.closed(5, .expired), sender: ":1.1")) == [.forget([.milk]), .tell(.closed(.milk))])
    }

    @Test("Number 0 and an answer of another form name nothing")
    mutating func noNumber() {
        arrive()
        for (ticket, value) in [BusValue.uint32(0), .string("5"), .other].enumerated() {
            _ = state.handle(.command(.show(.sample(), [], openTitle: "Open"), ticket))
            #expect(answer(value) == [.answer(ticket, nil)])
        }
        #expect(state.handle(.command(.close(.rent), 9)) == [.answer(9, nil)])
    }

    @Test("An action while its notification is being replaced doesn't close the replacement")
    mutating func answeredWhileReplaced() {
        arrive()
        _ = state.handle(.command(.show(.sample(), [], openTitle: "Open"), 1))
        _ = answer(.uint32(5))
        _ = state.handle(.command(.show(.sample(number: 1), [], openTitle: "Open"), 2))
        #expect(
            state.handle(.signal(.actionInvoked(5, key: "default"), sender: ":1.1")) == [
                .forget([.rent]), .tell(.responded(.sample(.open))),
            ])
        #expect(state.handle(.signal(.actionInvoked(5, key: "default"), sender: ":1.1")) == [])
    }

    @Test("Only the service itself is believed")
    mutating func foreignSender() {
        arrive()
        _ = state.handle(.command(.show(.sample(), [], openTitle: "Open"), 1))
        _ = answer(.uint32(5))
        for sender in [":1.2", NotificationsService.name, "", nil] {
            #expect(state.handle(.signal(.actionInvoked(5, key: "default"), sender: sender)) == [])
            #expect(state.handle(.signal(.closed(5, .dismissed), sender: sender)) == [])
        }
    }

    @Test("A bus that doesn't answer is left")
    mutating func deafBus() {
        _ = state.handle(.rang)
        _ = state.handle(.connected)
        _ = state.handle(.command(.probe, 1))
        #expect(state.handle(.rang) == [.disconnect, .answer(1, .unavailable)])
        #expect(state.alarm == .reconnect(failureCount: 0))
    }

    @Test("A close that nobody answers is sent once more for a service that only sleeps")
    mutating func closeUnanswered() {
        arrive()
        _ = state.handle(.command(.show(.sample(), [], openTitle: "Open"), 1))
        _ = answer(.uint32(5))
        _ = state.handle(.command(.close(.rent), 2))
        #expect(state.handle(.rang) == [.forget([.rent]), .send(NotificationsService.close(5)), .answer(2, nil)])
    }

    @Test("A journal of this run of the service is taken over, and the service isn't news")
    mutating func takenOver() {
        state = PresenterState(application: DesktopApplication(), shown: [shown(5), shown(6, .milk, service: "bus/:1.0")])
        _ = state.handle(.rang)
        _ = state.handle(.connected)
        _ = answer(.string("bus"))
        #expect(answer(.string(":1.1")) == [.forget([.milk])])
        #expect(state.handle(.signal(.closed(6, .expired), sender: ":1.1")) == [])
        #expect(state.handle(.signal(.closed(5, .expired), sender: ":1.1")) == [.forget([.rent]), .tell(.closed(.rent))])
    }
}
