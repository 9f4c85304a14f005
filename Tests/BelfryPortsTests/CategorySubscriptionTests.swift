import BelfryModel
import BelfryPorts
import Testing

struct CategorySubscriptionTests {
    private func kind(_ number: Int) -> CategorySubscription { CategorySubscription(category: "kind-\(number)", channel: .push) }

    @Test("What is switched on makes room for what is switched off, what is off already takes none, and who has too much off gains none")
    func bounds() throws {
        let full = Set((1...CategorySubscription.switchedOffCountMax).map(kind))
        try CategorySubscription.check([kind(0): false], insteadOf: full.subtracting([kind(1)]))
        try CategorySubscription.check([kind(0): false, kind(1): true], insteadOf: full)
        try CategorySubscription.check([kind(1): false], insteadOf: full)
        let tooMuch = Problem.tooManySwitchedOff(countMax: CategorySubscription.switchedOffCountMax)
        #expect(throws: tooMuch) { try CategorySubscription.check([kind(0): false], insteadOf: full) }
        #expect(throws: tooMuch) { try CategorySubscription.check([kind(0): false, kind(-1): true], insteadOf: full) }
        let over = full.union([kind(501)])
        try CategorySubscription.check([kind(0): false, kind(1): true], insteadOf: over)
        #expect(throws: tooMuch) { try CategorySubscription.check([kind(0): false], insteadOf: over) }
    }
}
