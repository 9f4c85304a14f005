import CLibpq
import Foundation
import Synchronization

/// Carries the news that there is work from process to process, by `NOTIFY`, on a connection and a thread of its own.
///
/// It rings outside of any transaction, because `NOTIFY` takes a lock of the whole server at commit; what rings while it is at it is
/// rung once. News may be lost with a connection: workers look by themselves too.
final class Bell: Sendable {
    private let address: PostgresAddress
    private let state = Mutex(State())
    /// Ends of a pipe by which callers wake the thread.
    private let wakeEnd: Int32
    private let callEnd: Int32

    private struct State {
        var hasThread = false
        var isRinging = false
        var isStopping = false
        var onWork: (@Sendable () -> Void)?
    }

    static let channel = "belfry_work"
    private static let retryMilliseconds: ClosedRange<Int32> = 100...5000
    /// How often it looks whether its connection still lives, when nobody says anything.
    private static let probeMilliseconds: Int32 = 30_000

    init(_ address: PostgresAddress) {
        self.address = address
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        (wakeEnd, callEnd) = (ends[0], ends[1])
    }

    deinit {
        close(wakeEnd)
        close(callEnd)
    }

    /// From now on others who ring have `onWork` called, on a thread of its own.
    func listen(_ onWork: @escaping @Sendable () -> Void) {
        state.withLock { $0.onWork = onWork }
        start()
        call()
    }

    private func start() {
        let isFirst = state.withLock { state in
            defer { state.hasThread = true }
            return !state.hasThread && !state.isStopping
        }
        guard isFirst else { return }
        let thread = Thread { [self] in run() }
        thread.name = "belfry-postgres-bell"
        thread.start()
    }

    /// Tells the others; returns at once.
    func ring() {
        state.withLock { $0.isRinging = true }
        start()
        call()
    }

    /// What was rung before is still told.
    func stop() {
        state.withLock { $0.isStopping = true }
        call()
    }

    private func call() {
        var byte: UInt8 = 1
        _ = write(callEnd, &byte, 1)
    }

    private func run() {
        var pause = Self.retryMilliseconds.lowerBound
        while true {
            do {
                let connection = try Connection(address)
                pause = Self.retryMilliseconds.lowerBound
                try serve(connection)
                return
            } catch {
                guard !state.withLock(\.isStopping) else { return }
                wait(for: nil, atMost: pause)
                pause = min(pause * 2, Self.retryMilliseconds.upperBound)
            }
        }
    }

    /// Until it is to stop.
    private func serve(_ connection: Connection) throws {
        var isListening = false
        while true {
            let (isRinging, isStopping, onWork) = state.withLock { state in
                defer { state.isRinging = false }
                return (state.isRinging, state.isStopping, state.onWork)
            }
            if !isListening, let onWork {
                try connection.runScript("LISTEN \(Self.channel)", within: Connection.silenceMillisecondsMax)
                isListening = true
                // What was queued while nobody listened.
                onWork()
            }
            if isRinging {
                do {
                    try connection.runScript("NOTIFY \(Self.channel)", within: Connection.silenceMillisecondsMax)
                } catch {
                    state.withLock { $0.isRinging = true }
                    throw error
                }
            }
            if hear(connection) { onWork?() }
            if isStopping { return }
            let isSilent = !wait(for: connection, atMost: Self.probeMilliseconds)
            if isSilent { try connection.runScript("SELECT 1", within: Connection.silenceMillisecondsMax) }
            guard PQconsumeInput(connection.handle) == 1 else { throw PostgresError.lost }
        }
    }

    /// Whether others have rung; what we said ourselves doesn't count.
    private func hear(_ connection: Connection) -> Bool {
        var isCalled = false
        while let note = PQnotifies(connection.handle) {
            isCalled = isCalled || note.pointee.be_pid != connection.processNumber
            PQfreemem(note)
        }
        return isCalled
    }

    /// - Returns: false where nothing came.
    @discardableResult
    private func wait(for connection: Connection?, atMost milliseconds: Int32) -> Bool {
        var events = [pollfd(fd: wakeEnd, events: Int16(POLLIN), revents: 0)]
        if let connection { events.append(pollfd(fd: connection.socket, events: Int16(POLLIN), revents: 0)) }
        let count = poll(&events, nfds_t(events.count), milliseconds)
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(wakeEnd, &bytes, bytes.count) > 0 {}
        return count > 0
    }
}
