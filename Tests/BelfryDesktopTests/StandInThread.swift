import CDBus
import Glibc

@testable import BelfryDesktop

/// The thread on which a ``StandInService`` waits for its calls.
final class StandInThread {
    private let connection: BusConnection
    private var manners: StandInService.Manners
    private let calls: AsyncStream<StandInService.Call>.Continuation
    private var unanswered: [BusMessage] = []
    private var lastCaller = ""
    private var count: UInt32 = 0
    var isStopped = false
    var atEnd: () -> Void = {}

    init?(address: String, manners: StandInService.Manners, calls: AsyncStream<StandInService.Call>.Continuation) {
        guard let connection = BusConnection(address: address) else { return nil }
        self.connection = connection
        self.manners = manners
        self.calls = calls
    }

    /// Whether it is the service from now on.
    func takeName() -> Bool {
        let request = connection.send(.toBus("RequestName", .string(NotificationsService.name), .uint32(0)))
        while true {
            guard connection.isConnected else { return false }
            wait(for: connection.descriptors)
            while let message = connection.nextMessage() {
                if message.replySerial == request { return message.arguments == [.uint32(1)] }
            }
        }
    }

    func run(_ mailbox: Mailbox<@Sendable (StandInThread) -> Void>) {
        while !isStopped, connection.isConnected {
            wait(for: connection.descriptors + [pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)])
            while let message = connection.nextMessage() { take(message) }
            for errand in mailbox.takeAll() { errand(self) }
        }
        connection.close()
        calls.finish()
        atEnd()
    }

    private func wait(for wanted: [pollfd]) {
        var descriptors = wanted
        _ = poll(&descriptors, nfds_t(descriptors.count), -1)
        connection.handle(descriptors)
    }

    private func take(_ message: BusMessage) {
        guard message.kind == .call, message.interface == NotificationsService.name, let member = message.member else { return }
        lastCaller = message.sender ?? ""
        calls.yield(StandInService.Call(member: member, arguments: message.arguments, caller: lastCaller))
        if member == "Notify", manners.isSilent { unanswered.append(message) } else { answer(message) }
    }

    func speak() {
        manners.isSilent = false
        for message in unanswered { answer(message) }
        unanswered = []
    }

    private func answer(_ message: BusMessage) {
        switch message.member {
        case "GetCapabilities": reply(to: message, [.strings(manners.capabilities)])
        case "CloseNotification": reply(to: message, [], error: manners.closingError)
        case "Notify":
            guard case .uint32(let replaces) = message.arguments[1] else { return }
            let error = manners.error ?? (replaces == 0 ? nil : manners.replacingError)
            if error == nil { count += 1 }
            reply(to: message, [.uint32(manners.number(replaces, count))], error: error)
        default: break
        }
    }

    private func reply(to message: BusMessage, _ arguments: [BusValue], error: String? = nil) {
        let pointer = error.map { dbus_message_new_error(message.pointer, $0, nil) } ?? dbus_message_new_method_return(message.pointer)
        if let pointer { send(pointer, error == nil ? arguments : []) }
    }

    func signal(_ member: String, _ arguments: [BusValue]) {
        guard let pointer = dbus_message_new_signal("/org/freedesktop/Notifications", NotificationsService.name, member) else { return }
        dbus_message_set_destination(pointer, lastCaller)
        send(pointer, arguments)
    }

    private func send(_ pointer: OpaquePointer, _ arguments: [BusValue]) {
        let message = BusMessage(owning: pointer)
        if message.append(arguments) { _ = connection.send(message) }
    }
}
