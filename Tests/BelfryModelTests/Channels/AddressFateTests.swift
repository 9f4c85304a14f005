import BelfryModel
import BelfryTime
import Testing

@Suite("The fate of an address")
struct AddressFateTests {
    @Test(
        "As a report that waits keeps it, it is read again",
        arguments: [
            ("gone", .gone(since: nil)), ("gone 2026-01-25T12:00:00.000Z", .gone(since: Instant("2026-01-25T12:00:00Z"))),
            ("opted_out", .optedOut), ("opted_in", .optedIn), ("bounced", .bounced), ("complained", .complained),
            ("works_in sandbox", .worksIn(.sandbox)), ("works_in production", .worksIn(.production)),
        ] as [(String, AddressFate)])
    func stored(_ text: String, _ fate: AddressFate) {
        #expect(fate.stored == text)
        #expect(AddressFate(stored: text) == fate)
    }

    @Test("When a person wrote is kept with it; without a moment it says nothing, and nor does what nobody knows")
    func wrote() throws {
        let moment = try #require(Instant("2026-01-25T12:00:00.250Z"))
        #expect(AddressFate.wrote(at: moment).stored == "wrote 2026-01-25T12:00:00.250Z")
        #expect(AddressFate(stored: "wrote 2026-01-25T12:00:00.250Z") == .wrote(at: moment))
        for text in ["wrote", "wrote today", "works_in", "works_in nowhere", "", "moved"] { #expect(AddressFate(stored: text) == nil) }
    }
}
