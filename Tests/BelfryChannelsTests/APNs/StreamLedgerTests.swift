import BelfryPorts
import Testing

@testable import BelfryChannels

@Suite("The streams of a connection")
struct StreamLedgerTests {
    private typealias Ledger = StreamLedger<String>

    /// One that was greeted, and whose token was accepted by an answer to `first`.
    private func openLedger(streamCountMax: Int? = 100) -> Ledger {
        var ledger = Ledger()
        ledger.settle(streamCountMax: streamCountMax)
        answer(&ledger, ledger.open("first"), 200)
        return ledger
    }

    private func answer(_ ledger: inout Ledger, _ id: Int32?, _ status: Int) {
        guard let id else { return }
        ledger.head(of: id, status: status, headers: [:])
        _ = ledger.end(id)
    }

    @Test("Nothing is sent before the other side's settings came, and then one at a time until the token was accepted")
    func proving() {
        var ledger = Ledger()
        #expect(ledger.open("a") == nil)
        ledger.settle(streamCountMax: 1000)
        #expect(ledger.open("a") == 1)
        #expect(ledger.open("b") == nil)
        answer(&ledger, 1, 200)
        #expect(ledger.freeCount == 200)
        #expect(ledger.open("b") == 3)
        #expect(ledger.open("c") == 5)
    }

    @Test(
        "Any answer shows that the token was accepted, but one about the token or of a server that fails",
        arguments: [(200, true), (400, true), (410, true), (413, true), (429, true), (401, false), (403, false), (500, false), (503, false)])
    func accepted(status: Int, isOpen: Bool) {
        var ledger = Ledger()
        ledger.settle(streamCountMax: 100)
        answer(&ledger, ledger.open("a"), status)
        #expect((ledger.phase == .open) == isOpen)
        #expect(ledger.wasAnswered)
    }

    @Test(
        "No more streams are open than either side allows, also where the other changes its mind",
        arguments: [(nil, 200), (1000, 200), (100, 100), (0, 0)] as [(Int?, Int)])
    func limits(allowed: Int?, count: Int) {
        var ledger = openLedger()
        if allowed == nil { ledger = openLedger(streamCountMax: nil) }
        ledger.settle(streamCountMax: allowed)
        var opened = 0
        while ledger.open("x") != nil { opened += 1 }
        #expect(opened == count)
        ledger.settle(streamCountMax: 1)
        #expect(ledger.freeCount == (opened == 0 ? 1 : 0))
    }

    @Test("What was above the last stream at GOAWAY comes back in its order, the rest is answered, and nothing new begins")
    func goAway() {
        var ledger = openLedger()
        let ids = ["a", "b", "c", "d"].map { ledger.open($0) }
        #expect(ids == [3, 5, 7, 9])
        #expect(ledger.goAway(lastID: .max) == [])
        #expect(ledger.open("e") == nil)
        #expect(ledger.goAway(lastID: 5) == ["c", "d"])
        #expect(!ledger.isOver)
        ledger.head(of: 3, status: 200, headers: [:])
        #expect(ledger.end(3)?.request == "a")
        #expect(ledger.end(7) == nil)
        #expect(ledger.end() == ["b"])
        #expect(ledger.isOver)
    }

    @Test("A stream that the other side ended is heard of once")
    func drop() {
        var ledger = openLedger()
        let id = ledger.open("a") ?? 0
        #expect(ledger.drop(id) == "a")
        #expect(ledger.drop(id) == nil)
        #expect(ledger.end(id) == nil)
    }

    @Test("An answer has its status, the headers before it and its body, up to a bound")
    func answers() {
        var ledger = openLedger()
        let id = ledger.open("a") ?? 0
        ledger.head(of: id, status: 103, headers: ["early": "x"])
        ledger.head(of: id, status: 410, headers: ["retry-after": "5"])
        ledger.body(of: id, Array("gone".utf8))
        ledger.body(of: id, [UInt8](repeating: 0, count: 5000))
        ledger.head(of: id, status: 200, headers: [:])
        let response = ledger.end(id)?.response
        #expect(response?.status == 410)
        #expect(response?.headers == ["retry-after": "5"])
        #expect(response?.body == Array("gone".utf8))
    }

    @Test("A connection that says nothing while it owes answers is asked after 4 ticks, and dead after 8")
    func silence() {
        var ledger = openLedger()
        _ = ledger.open("a")
        let health = (1...8).map { _ in ledger.tick().health }
        #expect(health == [.good, .good, .good, .quiet, .good, .good, .good, .dead])
    }

    @Test("A connection that answers a PING, but no request for 9 ticks, is dead as well")
    func muteness() {
        var ledger = openLedger()
        _ = ledger.open("a")
        var late: [String] = []
        let health = (1...9).map { _ in
            let tick = ledger.tick()
            late += tick.late.map(\.request)
            ledger.heard()
            return tick.health
        }
        #expect(health.last == .dead)
        #expect(!health.dropLast().contains(.dead))
        #expect(late == ["a"])
    }

    @Test("One request without an answer is given up alone where others are answered")
    func oneLate() {
        var ledger = openLedger()
        _ = ledger.open("a")
        var late: [String] = []
        for _ in 1...9 {
            let tick = ledger.tick()
            #expect(tick.health == .good)
            late += tick.late.map(\.request)
            ledger.heard()
            answer(&ledger, ledger.open("b"), 200)
        }
        #expect(late == ["a"])
        #expect(ledger.phase == .open && ledger.openCount == 0)
    }

    @Test("A connection that owes nothing is asked now and then")
    func idle() {
        var ledger = openLedger()
        let health = (1...304).map { _ in ledger.tick().health }
        #expect(health.firstIndex(of: .quiet) == 299)
        #expect(health.last == .dead)
        #expect(health.count { $0 == .quiet } == 1)
    }

    @Test("A connection that never gets its greeting is dead")
    func noGreeting() {
        var ledger = Ledger()
        #expect((1...8).map { _ in ledger.tick().health }.last == .dead)
        #expect(!ledger.wasAnswered)
    }
}
