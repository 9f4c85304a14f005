import CDBus

/// A message on the bus: a call, an answer or a signal.
final class BusMessage {
    let pointer: OpaquePointer

    /// Takes over a message that libdbus has handed out.
    init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        dbus_message_unref(pointer)
    }

    enum Kind {
        case call, answer, error, signal
    }

    var kind: Kind? {
        switch dbus_message_get_type(pointer) {
        case 1: .call
        case 2: .answer
        case 3: .error
        case 4: .signal
        default: nil
        }
    }

    /// The unique name of who sent it; the bus itself writes it, so that nobody can pass for another.
    var sender: String? { dbus_message_get_sender(pointer).map { String(cString: $0) } }
    var interface: String? { dbus_message_get_interface(pointer).map { String(cString: $0) } }
    var member: String? { dbus_message_get_member(pointer).map { String(cString: $0) } }
    var errorName: String? { dbus_message_get_error_name(pointer).map { String(cString: $0) } }
    /// Which call it answers.
    var replySerial: UInt32 { dbus_message_get_reply_serial(pointer) }

    var arguments: [BusValue] {
        var values: [BusValue] = []
        var iterator = DBusMessageIter()
        guard dbus_message_iter_init(pointer, &iterator) != 0 else { return [] }
        repeat { values.append(BusValue(at: &iterator)) } while dbus_message_iter_next(&iterator) != 0
        return values
    }
}

/// A call to an object on the bus.
struct BusCall: Hashable, Sendable {
    let destination: String
    let path: String
    let interface: String
    let member: String
    var arguments: [BusValue] = []
    var wantsAnswer = true

    var withoutAnswer: BusCall {
        var call = self
        call.wantsAnswer = false
        return call
    }

    /// Nil where memory is short.
    func message() -> BusMessage? {
        guard let pointer = dbus_message_new_method_call(destination, path, interface, member) else { return nil }
        let message = BusMessage(owning: pointer)
        if !wantsAnswer { dbus_message_set_no_reply(pointer, 1) }
        return message.append(arguments) ? message : nil
    }
}

extension BusMessage {
    /// False where memory is short.
    func append(_ arguments: [BusValue]) -> Bool {
        var iterator = DBusMessageIter()
        dbus_message_iter_init_append(pointer, &iterator)
        return arguments.allSatisfy { $0.append(to: &iterator) }
    }
}
