import BelfryModel
import BelfryTesting
import Testing

@testable import BelfryChannels

@Suite("Segments of short messages")
struct SMSSegmentsTests {
    @Test(
        "So many messages in so many places",
        arguments: [
            ("", .gsm7, 0, 1),
            (String(repeating: "a", count: 160), .gsm7, 160, 1),
            (String(repeating: "a", count: 161), .gsm7, 161, 2),
            (String(repeating: "a", count: 306), .gsm7, 306, 2),
            (String(repeating: "a", count: 307), .gsm7, 307, 3),
            // From the extension table: two places each.
            (String(repeating: "€", count: 80), .gsm7, 160, 1),
            (String(repeating: "€", count: 81), .gsm7, 162, 2),
            // 152 places and a sign that takes two: it isn't torn apart.
            (String(repeating: "a", count: 152) + "€" + String(repeating: "a", count: 152), .gsm7, 306, 3),
            (String(repeating: "a", count: 151) + "€" + String(repeating: "a", count: 153), .gsm7, 306, 2),
            (String(repeating: "я", count: 70), .ucs2, 70, 1),
            (String(repeating: "я", count: 71), .ucs2, 71, 2),
            (String(repeating: "я", count: 134), .ucs2, 134, 2),
            (String(repeating: "я", count: 135), .ucs2, 135, 3),
            // Outside of the Basic Multilingual Plane: two places each.
            (String(repeating: "🕌", count: 35), .ucs2, 70, 1),
            (String(repeating: "🕌", count: 36), .ucs2, 72, 2),
            // 66 places and one that takes two: it goes into the next part, and so does one at its end.
            (String(repeating: "я", count: 66) + "🕌" + String(repeating: "я", count: 66), .ucs2, 134, 3),
            // One sign outside of the alphabet makes all of it wide.
            (String(repeating: "a", count: 70) + "ş", .ucs2, 71, 2),
        ] as [(String, SMSSegments.Encoding, Int, Int)])
    func counts(text: String, encoding: SMSSegments.Encoding, units: Int, count: Int) {
        let segments = SMSSegments(of: text)
        #expect(segments.encoding == encoding)
        #expect(segments.unitCount == units)
        #expect(segments.count == count)
    }

    @Test("The alphabet is the one that Perl's Encode::GSM0338 has, over all characters")
    func alphabet() throws {
        let script = """
            use Encode; for my $code (1..0xD7FF, 0xE000..0xFFFF) { next if $code == 0x1B; my $text = chr $code;
            my $bytes = eval { encode("gsm0338", $text, Encode::FB_CROAK) }; print "$code:", length $bytes, " " if defined $bytes && length $bytes; }
            """
        let theirs = Set(try OtherProgram.output("/usr/bin/perl", ["-e", script]).split(separator: " ").map(String.init))
        let ours = Set(
            (1...0xFFFF).compactMap { Unicode.Scalar($0 as Int) }.compactMap { scalar in
                GSMAlphabet.septetCount(of: scalar).map { "\(scalar.value):\($0)" }
            })
        #expect(ours == theirs)
        #expect(ours.count == 137)
    }
}

extension Unicode.Scalar {
    fileprivate init?(_ value: Int) { self.init(UInt32(value)) }
}

@Suite("The words of short messages")
struct SMSTextTests {
    private func text(_ title: String, _ body: String, link: String? = nil, max: Int = 1) -> String {
        SMSText.text(of: NotificationContent(title: title, body: body, severity: .watch), link: link, segmentCountMax: max)
    }

    @Test("Title, body and link, a line each; what is empty has none")
    func lines() {
        #expect(text("Ben", "Steps are down.", link: "https://b.example") == "Ben\nSteps are down.\nhttps://b.example")
        #expect(text("Ben", "") == "Ben")
    }

    @Test("The body gives way, and the link stays whole")
    func cut() {
        let cut = text("Ben", String(repeating: "word ", count: 100), link: "https://b.example/x", max: 1)
        #expect(SMSSegments(of: cut).count == 1)
        #expect(cut.hasPrefix("Ben\nword word ") && cut.hasSuffix("...\nhttps://b.example/x"))
        #expect(SMSSegments(of: cut).unitCount >= 155, "what fits is used")
        #expect(!cut.contains(" ..."))
    }

    @Test("In wide letters fewer fit, and no sign is torn apart", arguments: 1...4)
    func wide(max: Int) {
        let cut = text("Бен", String(repeating: "👨‍👩‍👧🕌я", count: 100), max: max)
        let segments = SMSSegments(of: cut)
        #expect(segments.encoding == .ucs2 && segments.count == max)
        #expect(cut.hasSuffix("…"))
        #expect(cut.dropFirst(4).dropLast().allSatisfy { "👨‍👩‍👧🕌я".contains($0) })
    }

    @Test("A title that is too long by itself is cut too")
    func longTitle() {
        let cut = text(String(repeating: "a", count: 300), "body", link: "https://b.example")
        #expect(SMSSegments(of: cut).count == 1 && cut.hasSuffix("...\nhttps://b.example"))
    }

    @Test("Typographic signs become those of the alphabet where that makes it narrow, and stay where it doesn't")
    func plain() {
        #expect(text("“Ben’s” steps – 35\u{A0}%…", "") == "\"Ben's\" steps - 35 %...")
        #expect(text("“Бен”…", "") == "“Бен”…")
        #expect(text("\u{2068}Ben\u{2069}", "") == "Ben")
        #expect(text("Call \u{202A}+49 151 1234\u{2007}5678\u{202C}", "") == "Call +49 151 1234 5678")
        #expect(text("Sonnen\u{AD}blume", "5′ `now´") == "Sonnenblume\n5' 'now'")
    }

    @Test("Control characters go, and line breaks are one kind")
    func clean() {
        #expect(text("a\u{0}\u{7}b\r\n\u{85}c", "") == "ab\nc")
    }
}
