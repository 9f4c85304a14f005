import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

@Suite("Who wakes up")
struct WakeWatchTests {
    /// Looks at these seconds, and tells until which it waits for others.
    private func waits(_ seconds: Int...) -> [Int?] {
        var watch = WakeWatch(now: .noon)
        return seconds.map { second in
            let end = watch.look(now: .noon + .seconds(second), length: .seconds(20))
            return end.map { Int(($0 - .noon).milliseconds / 1000) }
        }
    }

    @Test("Waits for others after so long a time, and not after a shorter one")
    func longTime() {
        #expect(waits(0, 20, 40, 3600, 3610, 3619, 3620, 3640) == [nil, nil, nil, 3620, 3620, 3620, nil, nil])
    }

    @Test("Where each round takes long, waits in every second one at most")
    func slowRounds() {
        #expect(waits(30, 60, 90, 120) == [50, nil, 110, nil])
    }

    @Test("A clock that is put back has nobody waited for")
    func putBack() {
        #expect(waits(100, -3600, -3590) == [120, nil, nil])
    }
}
