import BelfryModel
import Testing

@testable import BelfryChannels

@Suite("The words that end and resume messages")
struct OptOutWordsTests {
    @Test(
        "A message that is one of the words counts, however it is written",
        arguments: [
            ("STOP", .optedOut), ("stop", .optedOut), (" Stop. ", .optedOut), ("STOP!", .optedOut), ("Stop all", .optedOut), ("UNSUBSCRIBE", .optedOut),
            ("opt-out", .optedOut), ("Arrêt", .optedOut), ("ARRET", .optedOut), ("stopp", .optedOut), ("BAJA", .optedOut), ("Durdur", .optedOut),
            ("إيقاف", .optedOut), ("START", .optedIn), ("unstop", .optedIn), ("Başla", .optedIn),
        ] as [(String, AddressFate)])
    func words(message: String, wish: AddressFate) {
        #expect(OptOutWords.wish(in: message) == wish)
    }

    @Test(
        "A message that says more, or something else, doesn't",
        arguments: ["", "Please don't stop", "stop it, Ben", "yes", "ok", "🛑", "Bus stop", String(repeating: "stop", count: 100)])
    func others(message: String) {
        #expect(OptOutWords.wish(in: message) == nil)
    }
}

@Suite("Telephone numbers")
struct PhoneNumberTests {
    @Test("With and without a plus", arguments: [("+4915112345678", "+4915112345678"), ("4915112345678", "+4915112345678"), ("+12345678", "+12345678")])
    func numbers(text: String, number: String) {
        #expect(PhoneNumber(text)?.e164 == number)
    }

    @Test(
        "Where a line is written in two ways, both are known",
        arguments: [
            ("+5215512345678", "+525512345678"), ("+5491112345678", "+541112345678"), ("+5511912345678", nil), ("+5511987654321", "+551187654321"),
            ("+551123456789", nil), ("+4915112345678", nil), ("+15005550006", nil), ("+521234567", nil),
        ] as [(String, String?)])
    func spellings(number: String, other: String?) {
        #expect(PhoneNumber(number)?.otherSpelling?.e164 == other)
        if let other { #expect(PhoneNumber(other)?.otherSpelling?.e164 == number) }
    }

    @Test("What is no number", arguments: ["", "+", "+0123456789", "+1234567", "+1234567890123456", "+49 151 1234567", "whatsapp:+4915112345678", "+٤٩١٥١١٢٣٤٥"])
    func refused(text: String) {
        #expect(PhoneNumber(text) == nil)
    }
}
