import Testing

/// A test that doesn't run says why, and no test is commented out.
enum SkippedTests {
    /// Shorter ones are no reason.
    private static let reasonLengthMin = 10

    static func findings(in file: SwiftFile) -> [Finding] {
        silentTraits(in: file) + silentKnownIssues(in: file) + commentedOut(in: file)
    }

    /// `.disabled` and `.enabled(if:)` among the traits of a test or suite.
    private static func silentTraits(in file: SwiftFile) -> [Finding] {
        (file.occurrences(of: "@ Test (") + file.occurrences(of: "@ Suite (")).flatMap { start in
            file.group(openedAt: start + 2).filter { index in
                [". disabled", ". enabled"].contains { file.reads($0, at: index) } && !hasReason(behind: index + 1, in: file)
            }.map { file.finding(at: $0, "a test is skipped without a word: give `.\(file.text(at: $0 + 1))` a sentence that says why") }
        }
    }

    private static func silentKnownIssues(in file: SwiftFile) -> [Finding] {
        (file.positions["withKnownIssue"] ?? []).filter { !hasReason(behind: $0, in: file) }.map {
            file.finding(at: $0, "a failure is forgiven without a word: give `withKnownIssue` a sentence that says why")
        }
    }

    /// A documentation comment may show one as an example.
    private static func commentedOut(in file: SwiftFile) -> [Finding] {
        file.comments.filter { !$0.text.hasPrefix("///") && $0.text.drop { "/* \t\n".contains($0) }.hasPrefix("@Test") }.map {
            Finding(path: file.path, line: $0.line, sentence: "a test is commented out: make it pass, give it `.disabled(\"why\")`, or delete it")
        }
    }

    private static func hasReason(behind index: Int, in file: SwiftFile) -> Bool {
        guard file.text(at: index + 1) == "(" else { return false }
        return file.group(openedAt: index + 1).contains { file.tokens[$0].kind == .string && file.tokens[$0].text.count >= reasonLengthMin }
    }
}

@Suite("No test is silently skipped")
struct SkippedTestTests {
    private func findings(_ text: String) -> [Finding] {
        SkippedTests.findings(in: SwiftFile(path: "Tests/ATests/A.swift", text: text))
    }

    @Test(
        "each way to skip in silence is found",
        arguments: [
            "@Test(.disabled()) func a() {}", "@Test(\"a long enough name\", .disabled(\"\")) func a() {}",
            "@Suite(.enabled(if: isLinux)) struct A {}",
            "@Test(.disabled(if: isSlow)) func a() {}", "withKnownIssue { f() }", "// @Test func a() {}", "/*\n @Test(\"a\") func a() {}\n*/",
        ])
    func refuses(_ text: String) {
        #expect(findings(text).count == 1)
    }

    @Test(
        "a reason is enough",
        arguments: [
            "@Test(.disabled(\"needs a PostgreSQL server\")) func a() {}", "@Test(.enabled(if: isLinux, \"zdump is there on Linux\")) func a() {}",
            "withKnownIssue(\"the driver loses the second row\") { f() }", "///     @Test func example() {}", "// Every function carries `@Test`.",
            "button.disabled()",
        ])
    func allows(_ text: String) {
        #expect(findings(text) == [])
    }

    @Test("no test of the tree is")
    func tree() {
        expectNone((Repository.tests + Repository.sources.filter { $0.target == FloorPlan.examRoom }).flatMap(SkippedTests.findings))
    }
}
