import BelfryModel
import BelfryPorts
import BelfryTesting
import Testing

@testable import BelfryChannels

@Suite("Mailboxes")
struct MailboxTests {
    @Test(
        "What the address book takes, mail goes to; what mail can't go to is refused when it is given",
        arguments: [
            ("ana@example.org", true), ("ana.linden+belfry@mail.example.org", true), ("o'hara_1@xn--bcher-kva.example", true), ("ANA@EXAMPLE.ORG", true),
            ("ana@bücher.example", false), ("änne@example.org", false), ("\"ana linden\"@example.org", false), ("ana@exa_mple.org", false),
            ("ana@-example.org", false), ("ana@example-.org", false), ("ana@example..org", false), ("ana@.org", false), ("ana@[127.0.0.1]", false),
            ("ana@example.org\r\nBcc: eve@example.org", false), ("ana@example.org@example.org", false), ("@example.org", false), ("ana@", false),
            ("\(String(repeating: "a", count: 65))@example.org", false), ("ana@\(String(repeating: "a", count: 64)).org", false),
        ] as [(String, Bool)])
    func taken(value: String, isTaken: Bool) {
        let draft = try? ContactPoint.Draft(id: AddressID(literal: "mailbox"), channel: .email, value: value)
        #expect((draft != nil) == isTaken && (Mailbox(value) != nil) == isTaken)
    }

    @Test("Mail may come from this machine, and nobody is reached at it")
    func machine() {
        let draft = try? ContactPoint.Draft(id: AddressID(literal: "mailbox"), channel: .email, value: "belfry@localhost")
        #expect(draft == nil && Mailbox("belfry@localhost") != nil)
    }
}
