import Testing

@Suite("A Swift file read as tokens")
struct SwiftFileTests {
    private func words(_ text: String) -> [String] {
        SwiftFile(path: "Sources/A/B.swift", text: text).tokens.filter { $0.kind == .word }.map(\.text)
    }

    @Test("comments are no code, nested ones neither")
    func comments() {
        #expect(words("a // b\nc /* d /* e */ f */ g") == ["a", "c", "g"])
    }

    @Test("a string is no code, but what is interpolated into it is")
    func strings() {
        #expect(words(#"a("b \(c("d \(e)")) f")"#) == ["a", "c", "e"])
        #expect(words(##"a(#"b " \(c) \#(d)"#)"##) == ["a", "d"])
        #expect(words("a(\"\"\"\n b \"c\" \\(d)\n \"\"\")") == ["a", "d"])
        #expect(words(#"a("\\") b("\"")"#) == ["a", "b"])
        #expect(words(##"a(#/b "/#) c"##) == ["a", "c"])
    }

    @Test("a token knows its line, behind a string of several lines too")
    func lines() {
        let file = SwiftFile(path: "", text: "a\n\"\"\"\nb\n\"\"\"\n/*\n*/ c")
        #expect(file.tokens.map(\.line) == [1, 2, 6])
    }

    @Test("a pattern is found whatever stands between its tokens")
    func patterns() {
        let file = SwiftFile(path: "", text: "Date ( /* now */ )\nUpdate()\n\"Date()\"")
        #expect(file.occurrences(of: "Date ( )") == [0])
    }

    @Test("a declaration's body is found behind its parameters, and a requirement has none")
    func bodies() {
        let file = SwiftFile(path: "", text: "func a(b: () -> Void = { c() }) { d() }\nfunc e()\nfunc f() {}")
        #expect(file.body(ofDeclarationAt: 0).map { file.tokens[$0].map(\.text) } == ["{", "d", "(", ")", "}"])
        #expect(file.occurrences(of: "func e").first.map { file.body(ofDeclarationAt: $0) } == .some(nil))
    }
}
