import Testing

@testable import BelfryChannels

@Suite("What was used last")
struct RecentlyUsedTests {
    @Test("Who is used again and again stays, however many others come")
    func staying() {
        var kept = RecentlyUsed<String, Int>(countMax: 3)
        kept.keep(0, under: "used")
        for number in 1...100 {
            kept.keep(number, under: "\(number)")
            let used = kept.use("used")
            #expect(used == 0)
        }
        #expect(kept.values.sorted() == [0, 99, 100])
    }

    @Test("What is worth more stays, though it was used longer ago")
    func worth() {
        var kept = RecentlyUsed<String, Int>(countMax: 2)
        kept.keep(7, under: "worth more")
        for number in 1...100 { kept.keep(number % 2, under: "\(number)") { $0 } }
        #expect(kept.values.sorted() == [0, 7])
        kept.keep(8, under: "worth most") { $0 }
        #expect(kept.values.sorted() == [7, 8])
    }

    @Test("One that is kept anew takes its own place, and no other's")
    func anew() {
        var kept = RecentlyUsed<String, Int>(countMax: 2)
        for (number, key) in ["a", "b", "a"].enumerated() { kept.keep(number, under: key) }
        #expect(kept.values.sorted() == [1, 2])
        kept.keep(3, under: "c")
        let (again, gone) = (kept.use("a"), kept.use("b"))
        #expect(again == 2 && gone == nil)
    }
}
