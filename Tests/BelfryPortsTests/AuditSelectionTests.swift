import BelfryPorts
import BelfryTime
import Testing

@Suite("Which lines of the audit log")
struct AuditSelectionTests {
    @Test("Lines since a moment are found by what their identifiers begin with, and those of its first millisecond are among them")
    func firstIdentifier() throws {
        var selection = AuditSelection()
        #expect(selection.firstIdentifier == nil)
        selection.from = Instant(secondsSinceEpoch: 1_769_342_400)
        let first = try #require(selection.firstIdentifier)
        #expect(first == "019bf506-7600")
        #expect(first < "019bf506-7600-7000-8000-000000000000" && first > "019bf506-75ff-7fff-bfff-ffffffffffff")
        selection.until = selection.from
        let last = try #require(selection.lastIdentifier)
        #expect(last == "019bf53d-6480" && last > "019bf53d-647f-7fff-bfff-ffffffffffff", "an hour later")
        selection.until = .max
        #expect(selection.lastIdentifier == nil)
        selection.from = .min
        #expect(selection.firstIdentifier == nil)
    }
}
