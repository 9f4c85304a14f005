import Testing

@testable import BelfryPhrases

@Suite("HTML")
struct HTMLTests {
    @Test("A text from outside is escaped, for text and for attributes")
    func escaping() {
        let name = #"<script>alert(1)</script>"'&"#
        let html: HTML = "<b title=\"\(name)\">\(name)</b>"
        let escaped = "&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;"
        #expect(html.text == "<b title=\"\(escaped)\">\(escaped)</b>")
    }

    @Test("A quote that carries an accent is escaped like a bare one")
    func escapingWithinACharacter() {
        let name = "\"\u{301}<\u{338}"
        let html: HTML = "\(name)"
        #expect(html.text == "&quot;\u{301}&lt;\u{338}")
    }

    @Test("HTML within HTML is left as it is, a list is joined, and nothing leaves nothing")
    func nesting() {
        let part: HTML = "<i>&amp;</i>"
        let nothing: HTML? = nil
        let html: HTML = "<p>\(part)\([part, part])\(nothing)</p>"
        #expect(html.text == "<p><i>&amp;</i><i>&amp;</i><i>&amp;</i></p>")
    }

    @Test("A literal within an interpolation is markup, and what it interpolates is escaped")
    func literals() {
        let name = "<b>"
        let html: HTML = "\(name.isEmpty ? "" : "<i>\(name)</i>")"
        #expect(html.text == "<i>&lt;b&gt;</i>")
    }
}
