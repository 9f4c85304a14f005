import BelfryPorts
import BelfrySystem
import BelfryTime
import Testing

@Suite("The system's alarm")
struct SystemAlarmTests {
    @Test("It rings at its moment, also for one that has passed")
    func due() async throws {
        let alarm = try SystemAlarm()
        #expect(await event(of: alarm, at: .systemNow() + .milliseconds(20)) == .due)
        #expect(await event(of: alarm, at: .systemNow() - .seconds(60)) == .due)
        #expect(await event(of: alarm, at: .min) == .due)
    }

    /// What it tells, but for the clock being set: a machine that has just started may do that at any moment.
    private func event(of alarm: SystemAlarm, at moment: Instant) async -> AlarmEvent {
        while true {
            let event = await alarm.wait(until: moment)
            if event != .clockChanged { return event }
        }
    }

    @Test("Who waits is woken, and a wake while nobody waits is remembered")
    func woken() async throws {
        let alarm = try SystemAlarm()
        alarm.wake()
        #expect(await alarm.wait(until: .max) == .woken)
        async let event = alarm.wait(until: .max)
        alarm.wake()
        #expect(await event == .woken)
    }

    @Test("A cancelled task is woken")
    func cancelled() async throws {
        let alarm = try SystemAlarm()
        let task = Task { await alarm.wait(until: .max) }
        task.cancel()
        #expect(await task.value == .woken)
    }
}
