import BelfryPorts
import Testing

@testable import BelfryDelivery

@Suite("What goes past what is under way")
struct OvertakingTests {
    @Test("The batches leave room while something goes past them, and until a round has ended without")
    func room() async {
        let overtaking = Overtaking(bell: Doorbell())
        await overtaking.beside {
            #expect(!overtaking.nextRound().isOvertaken)
            #expect(overtaking.begin() == .allBut([]))
            #expect(overtaking.nextRound().isOvertaken, "it is under way")
            _ = overtaking.end(nil)
            #expect(overtaking.begin() == .allBut([]))
            _ = overtaking.end(nil)
            #expect(overtaking.nextRound().isOvertaken, "it was, since the last round")
            #expect(!overtaking.nextRound().isOvertaken)
        }
    }

    @Test("Where nothing is under way there is nothing to go past")
    func nothing() {
        let overtaking = Overtaking(bell: Doorbell())
        #expect(overtaking.begin() == nil)
        #expect(!overtaking.nextRound().isOvertaken)
    }
}
