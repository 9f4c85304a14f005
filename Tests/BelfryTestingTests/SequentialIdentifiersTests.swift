import BelfryTesting
import BelfryTime
import Testing

@Suite("Counted identifiers")
struct SequentialIdentifiersTests {
    @Test("Identifiers sort in the order in which they were made, whatever the clock says")
    func order() {
        let source = SequentialIdentifiers(prefix: "delivery")
        let identifiers = [Instant.noon, .morning, .evening].map { source.next(now: $0) }
        #expect(identifiers == ["delivery-000001", "delivery-000002", "delivery-000003"])
    }
}
