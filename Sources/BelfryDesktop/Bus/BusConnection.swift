import CDBus
import Glibc

/// A connection to a bus, for one thread alone: nothing here waits, and nobody else may touch it.
///
/// libdbus names the descriptors that it wants to be watched, so that the thread can wait for them together with its own.
final class BusConnection {
    private let connection: OpaquePointer
    private let watches = Watches()

    /// What libdbus wants to be watched; it calls back to add and remove.
    private final class Watches {
        var all: [OpaquePointer] = []
    }

    /// Opens a connection of its own and introduces itself to the bus.
    /// - Parameter address: as D-Bus writes it, such as `unix:path=/run/user/1000/bus`.
    /// - Returns: nil where there is no bus.
    init?(address: String) {
        // What SIGPIPE does is the process's business; libdbus writes so that it isn't raised.
        dbus_connection_set_change_sigpipe(0)
        guard let connection = dbus_connection_open_private(address, nil) else { return nil }
        self.connection = connection
        dbus_connection_set_exit_on_disconnect(connection, 0)
        let added = dbus_connection_set_watch_functions(
            connection,
            { watch, data in
                guard let watch, let data else { return 0 }
                Unmanaged<Watches>.fromOpaque(data).takeUnretainedValue().all.append(watch)
                return 1
            },
            { watch, data in
                guard let watch, let data else { return }
                Unmanaged<Watches>.fromOpaque(data).takeUnretainedValue().all.removeAll { $0 == watch }
            },
            nil, Unmanaged.passUnretained(watches).toOpaque(), nil)
        guard added != 0, send(.toBus("Hello")) != nil else { return nil }
    }

    deinit {
        close()
        dbus_connection_unref(connection)
    }

    /// Leaves the bus; again where it has been left already.
    func close() {
        dbus_connection_close(connection)
    }

    /// For `poll`.
    var descriptors: [pollfd] {
        watches.all.filter { dbus_watch_get_enabled($0) != 0 }.map { watch in
            let flags = dbus_watch_get_flags(watch)
            let events =
                (flags & DBUS_WATCH_READABLE.rawValue != 0 ? POLLIN : 0) | (flags & DBUS_WATCH_WRITABLE.rawValue != 0 ? POLLOUT : 0)
            return pollfd(fd: dbus_watch_get_unix_fd(watch), events: Int16(events), revents: 0)
        }
    }

    /// Reads and writes what can be, once `poll` has answered.
    func handle(_ answered: [pollfd]) {
        for descriptor in answered where descriptor.revents != 0 {
            for watch in watches.all
            where watches.all.contains(watch) && dbus_watch_get_enabled(watch) != 0 && dbus_watch_get_unix_fd(watch) == descriptor.fd {
                let ready = BusConnection.watchFlags(descriptor.revents) & (dbus_watch_get_flags(watch) | BusConnection.troubleFlags)
                if ready != 0 { dbus_watch_handle(watch, ready) }
            }
        }
    }

    private static let troubleFlags = DBUS_WATCH_ERROR.rawValue | DBUS_WATCH_HANGUP.rawValue

    private static func watchFlags(_ events: Int16) -> UInt32 {
        [
            (POLLIN, DBUS_WATCH_READABLE), (POLLOUT, DBUS_WATCH_WRITABLE), (POLLERR, DBUS_WATCH_ERROR), (POLLHUP, DBUS_WATCH_HANGUP),
        ].reduce(0) { Int32(events) & Int32($1.0) != 0 ? $0 | $1.1.rawValue : $0 }
    }

    /// The next message that has arrived; nil where none has.
    func nextMessage() -> BusMessage? {
        dbus_connection_pop_message(connection).map(BusMessage.init(owning:))
    }

    var isConnected: Bool { dbus_connection_get_is_connected(connection) != 0 }

    /// Sends, or keeps it to be sent as soon as the bus takes it.
    /// - Returns: the number that the answer will name; nil where it can't be sent.
    func send(_ message: BusMessage) -> UInt32? {
        var serial: dbus_uint32_t = 0
        return isConnected && dbus_connection_send(connection, message.pointer, &serial) != 0 ? serial : nil
    }

    @discardableResult
    func send(_ call: BusCall) -> UInt32? {
        call.message().flatMap { send($0) }
    }
}

extension BusCall {
    /// A call to the bus itself. Source: D-Bus Specification, "Message Bus Messages".
    static func toBus(_ member: String, _ arguments: BusValue...) -> BusCall {
        BusCall(
            destination: BusCall.busName, path: "/org/freedesktop/DBus", interface: busName, member: member, arguments: arguments)
    }

    /// Answers with a name for this run of the bus, which no other has.
    static let getBusID = toBus("GetId")

    static let busName = "org.freedesktop.DBus"
}
