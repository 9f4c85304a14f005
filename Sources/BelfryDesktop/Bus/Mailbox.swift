import CDBus
import Glibc
import Synchronization

/// What other threads hand to a thread that waits in `poll`.
final class Mailbox<Item: Sendable>: Sendable {
    private let items = Mutex<[Item]>([])
    /// Readable while there is something to take.
    let descriptor: Int32

    init() throws(SystemProblem) {
        descriptor = try SystemProblem.check("eventfd", eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)))
    }

    deinit {
        Glibc.close(descriptor)
    }

    func post(_ item: Item) {
        items.withLock { $0.append(item) }
        eventfd_write(descriptor, 1)
    }

    /// Everything that was posted and not taken, in the order of posting.
    func takeAll() -> [Item] {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
        return items.withLock { items in
            defer { items = [] }
            return items
        }
    }
}

/// Rings once after a while, for a thread that waits in `poll`.
final class AlarmClock: Sendable {
    /// Readable once it rings.
    let descriptor: Int32

    init() throws(SystemProblem) {
        descriptor = try SystemProblem.check(
            "timerfd_create", timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK)))
    }

    deinit {
        Glibc.close(descriptor)
    }

    /// Rings this long from now on, instead of when it was set before; never where nil.
    func set(in length: Duration?) {
        var time = itimerspec()
        if let length {
            let (seconds, attoseconds) = max(length, .milliseconds(1)).components
            time.it_value = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        }
        timerfd_settime(descriptor, 0, &time, nil)
    }

    /// Whether it has rung since this was asked last.
    func hasRung() -> Bool {
        var count: UInt64 = 0
        return read(descriptor, &count, MemoryLayout<UInt64>.size) == MemoryLayout<UInt64>.size
    }
}

/// The system refused something without which nothing can begin.
public struct SystemProblem: Error, Hashable, Sendable {
    /// The function of the C library.
    public let function: String
    /// Its `errno`.
    public let code: Int32

    static func check(_ function: String, _ result: Int32) throws(SystemProblem) -> Int32 {
        guard result >= 0 else { throw SystemProblem(function: function, code: errno) }
        return result
    }
}
