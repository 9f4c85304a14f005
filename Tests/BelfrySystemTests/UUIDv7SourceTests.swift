import BelfrySystem
import BelfryTime
import Testing

struct UUIDv7SourceTests {
    private let now = Instant(millisecondsSinceEpoch: 0x0197_B2A4_7C01)

    @Test("An identifier has the form, version and variant of a UUID of version 7, and begins with its millisecond")
    func form() {
        let source = UUIDv7Source()
        for _ in 0..<1000 {
            let uuid = source.next(now: now)
            #expect(uuid.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
            #expect(uuid.hasPrefix("0197b2a4-7c01-7"))
        }
    }

    @Test("Early moments are padded with zeros")
    func padding() {
        #expect(UUIDv7Source().next(now: Instant(millisecondsSinceEpoch: 1)).hasPrefix("00000000-0001-7"))
    }

    @Test("Ten thousand of one millisecond differ and sort in the order they were made")
    func order() {
        let source = UUIDv7Source()
        let uuids = (0..<10_000).map { _ in source.next(now: now) }
        #expect(uuids == uuids.sorted())
        #expect(Set(uuids).count == uuids.count)
        // The next millisecond comes after those that the counter borrowed.
        #expect(source.next(now: now + .milliseconds(1)) > uuids[9999])
    }

    @Test("When the clock is set back, the order goes on")
    func clockSetBack() {
        let source = UUIDv7Source()
        let before = source.next(now: now)
        let after = (1...100).map { source.next(now: now - .seconds($0)) }
        #expect(([before] + after).sorted() == [before] + after)
        #expect(source.next(now: now + .milliseconds(1)) > after[99])
    }

    @Test("Two sources of one moment make different identifiers")
    func twoSources() {
        let (first, second) = (UUIDv7Source(), UUIDv7Source())
        #expect(Set((0..<1000).flatMap { _ in [first.next(now: now), second.next(now: now)] }).count == 2000)
    }
}
