import BelfryPorts
import BelfryTime
import Synchronization

#if os(Linux)
    import CTimer
    import Dispatch
    import Foundation
#endif

/// The system's own alarm.
///
/// On Linux a timer of the real-time clock, which fires as soon as the machine is awake again and says when the clock was set:
/// timerfd_create(2), `TFD_TIMER_CANCEL_ON_SET`. Elsewhere it looks at the clock once a second.
public final class SystemAlarm: Alarm {
    private struct State {
        var waiter: CheckedContinuation<AlarmEvent, Never>?
        var hasRung = false
    }

    private let state = Mutex(State())

    public func wake() { finish(.woken) }

    public func wait(until moment: Instant) async -> AlarmEvent {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let hasRung = state.withLock { state in
                    defer { state.hasRung = false }
                    if !state.hasRung { state.waiter = continuation }
                    return state.hasRung
                }
                if hasRung { continuation.resume(returning: .woken) } else { arm(for: moment) }
            }
        } onCancel: {
            wake()
        }
    }

    private func finish(_ event: AlarmEvent) {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            if state.waiter == nil, event == .woken { state.hasRung = true }
            return state.waiter
        }
        waiter?.resume(returning: event)
    }

    #if os(Linux)
        private let timer: CInt
        // Dispatch says of its own that they may be used from anywhere.
        private nonisolated(unsafe) let source: any DispatchSourceRead

        /// - Throws: `POSIXError` where the system has no timer left.
        public init() throws {
            timer = belfry_timer_make()
            guard timer >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EMFILE) }
            source = DispatchSource.makeReadSource(fileDescriptor: timer, queue: .global())
            let timer = timer
            source.setCancelHandler { close(timer) }
            source.setEventHandler { [weak self] in
                var count: UInt64 = 0
                let read = read(timer, &count, MemoryLayout<UInt64>.size)
                if read > 0 { self?.finish(.due) } else if errno == ECANCELED { self?.finish(.clockChanged) }
            }
            source.resume()
        }

        deinit { source.cancel() }

        private func arm(for moment: Instant) {
            // Zero would switch the timer off.
            _ = belfry_timer_arm(timer, max(1, moment.millisecondsSinceEpoch))
        }
    #else
        public init() throws {}

        private func arm(for moment: Instant) {
            Task { [weak self] in
                while Instant.systemNow() < moment { try? await Task.sleep(for: .seconds(1)) }
                self?.finish(.due)
            }
        }
    #endif
}
