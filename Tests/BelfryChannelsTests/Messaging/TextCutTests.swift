import Testing

@testable import BelfryChannels

@Suite("Words that are cut")
struct TextCutTests {
    /// A name that runs the other way stands between U+2068 and U+2069, so that it turns nothing around beside it.
    private static let text = "Due: \u{2068}مريم العزيزة\u{2069} today"
    private static let cut = "Due: \u{2068}مريم\u{2069}…"

    @Test("A name that is cut still turns nothing around behind it, where characters are counted")
    func characters() {
        #expect(TextCut.cut(Self.text) { $0.utf16.count <= 12 } == Self.cut)
    }

    @Test("A name that is cut still turns nothing around behind it, where a message is filled")
    func bytes() {
        let fitting = FittingText.fit(title: "", body: Self.text, byteCountMax: 22) { Array(($0 + $1).utf8) }
        #expect(fitting == Array(Self.cut.utf8))
    }
}
