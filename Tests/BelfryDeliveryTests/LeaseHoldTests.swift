import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

@Suite("How a worker stands with what it has leased")
struct LeaseHoldTests {
    private let hold = LeaseHold(until: .noon + .seconds(60))

    @Test("It is prolonged as long as it lasts")
    func renewed() {
        hold.renew(until: .noon + .seconds(119), now: .noon + .seconds(59))
        #expect(hold.until == .noon + .seconds(119))
    }

    @Test("What has run out isn't prolonged, since others may have it")
    func late() {
        hold.renew(until: .noon + .seconds(120), now: .noon + .seconds(60))
        #expect(hold.until == .noon + .seconds(60))
    }

    @Test("What is lost stays lost, though the answer to a renewal comes after it")
    func lost() {
        hold.lose()
        hold.renew(until: .noon + .seconds(80), now: .noon + .seconds(20))
        #expect(hold.until < .noon)
    }
}
