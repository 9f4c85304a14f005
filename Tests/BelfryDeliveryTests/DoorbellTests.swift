import BelfryTesting
import Testing

@testable import BelfryDelivery

@Suite("The doorbell", .timeLimit(.minutes(10)))
struct DoorbellTests {
    /// Longer than any test may take: a wait that ends was ended by a ring.
    private static let forEver = Duration.seconds(3600)

    @Test("A ring before the wait is remembered")
    func remembered() async {
        let doorbell = Doorbell()
        doorbell.ring()
        await doorbell.wait(atMost: Self.forEver)
    }

    @Test("A ring wakes who waits, as often as it rings")
    func wakes() async {
        let doorbell = Doorbell()
        for _ in 0..<1000 {
            async let waiting: Void = doorbell.wait(atMost: Self.forEver)
            doorbell.ring()
            await waiting
        }
    }

    @Test("Without a ring the wait ends by itself")
    func endsByItself() async {
        let doorbell = Doorbell()
        await doorbell.wait(atMost: .milliseconds(1))
        doorbell.ring()
        await doorbell.wait(atMost: Self.forEver)
        #expect(!doorbell.isStopping)
    }

    @Test("Once told to stop, no wait lasts")
    func stops() async {
        let doorbell = Doorbell()
        async let waiting: Void = doorbell.wait(atMost: Self.forEver)
        doorbell.stop()
        await waiting
        #expect(doorbell.isStopping)
        await doorbell.wait(atMost: Self.forEver)
        await doorbell.wait(atMost: Self.forEver)
    }

    @Test("However many ring at once, whoever looks after each wait sees all that was brought")
    func noLostWakeUp() async {
        let doorbell = Doorbell()
        let brought = Notes<Int>()
        let (ringerCount, ringCount) = (8, 500)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<ringerCount {
                group.addTask {
                    for number in 0..<ringCount {
                        brought.add(number)
                        doorbell.ring()
                        await Task.yield()
                    }
                }
            }
            group.addTask {
                // A wake-up that is lost leaves it waiting.
                while brought.all.count < ringerCount * ringCount { await doorbell.wait(atMost: Self.forEver) }
            }
        }
        #expect(brought.all.count == ringerCount * ringCount)
    }
}
