import Testing

@testable import BelfryAPI

@Suite("Text of calendars")
struct ICalendarTextTests {
    @Test("No line is longer than 75 octets, and none is split within a letter", arguments: ["a", "é", "€", "🔔"])
    func folding(letter: String) {
        let text = String(repeating: letter, count: 200)
        let folded = ICalendarText.folded("SUMMARY:\(text)")
        let lines = folded.split(separator: "\r\n")
        #expect(lines.count > 1 && lines.allSatisfy { $0.utf8.count <= 75 } && lines.dropFirst().allSatisfy { $0.hasPrefix(" ") })
        #expect(folded.replacing("\r\n ", with: "") == "SUMMARY:\(text)")
        #expect(ICalendarText.folded(String(repeating: "a", count: 75)) == String(repeating: "a", count: 75))
    }

    @Test(
        "What somebody wrote is a text and nothing else",
        arguments: [
            (#"a,b;c\d"#, #"a\,b\;c\\d"#), ("one\ntwo\r\nthree", #"one\ntwo\nthree"#), ("bell\u{7}\u{0}tab\t", "belltab\t"),
            ("END:VEVENT\r\nBEGIN:VALARM", #"END:VEVENT\nBEGIN:VALARM"#), ("x\u{2028}y\rz", #"x\nyz"#),
        ])
    func escaping(text: String, escaped: String) {
        #expect(ICalendarText.escaped(text) == escaped)
    }
}
