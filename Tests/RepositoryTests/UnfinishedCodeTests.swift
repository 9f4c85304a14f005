import Testing

/// Nothing in the rooms is left for later or stops the process.
enum UnfinishedCode {
    static func findings(in file: SwiftFile) -> [Finding] {
        notes(in: file) + traps(in: file) + functionsOfTasks(in: file)
    }

    private static func notes(in file: SwiftFile) -> [Finding] {
        file.comments.flatMap { comment in
            ["TODO", "FIXME", "XXX"].filter { comment.text.contains($0) }.map {
                Finding(path: file.path, line: comment.line, sentence: "`\($0)` in a comment: do it now, or say what holds today")
            }
        }
    }

    private static func traps(in file: SwiftFile) -> [Finding] {
        [
            ("fatalError (", "`fatalError` takes the whole service down: return a reason, throw, or make the state impossible to build"),
            ("try !", "`try!` takes the whole service down: throw on, or handle the error here"),
            ("as !", "`as!` takes the whole service down: use `as?` with a reason, or a type that needs no cast"),
        ].flatMap { pattern, sentence in
            file.occurrences(of: pattern).filter { pattern.hasSuffix("(") || file.tokens[$0 + 1].isGlued }.map { file.finding(at: $0, sentence) }
        }
    }

    /// Built without optimization it does no harm, so that no other test finds it.
    private static func functionsOfTasks(in file: SwiftFile) -> [Finding] {
        file.occurrences(of: "@ TaskLocal").compactMap { start in
            guard let name = file.tokens[start...].firstIndex(where: { $0.text == "var" }) else { return nil }
            let declared = file.tokens[name...].prefix { $0.line == file.tokens[name].line }
            let isFunction = declared.indices.contains { file.reads("- >", at: $0) }
            return isFunction ? file.finding(at: start, "a task's value that is a function crashes where it is optimized: put a type around it") : nil
        }
    }
}

@Suite("Nothing is left for later")
struct UnfinishedCodeTests {
    private func findings(_ text: String) -> [Finding] {
        UnfinishedCode.findings(in: SwiftFile(path: "Sources/BelfryModel/A.swift", text: text))
    }

    @Test(
        "each loose end is found",
        arguments: [
            "// TODO: later", "/* FIXME */", "/// XXX", "fatalError(\"never\")", "let a = try! f()", "let b = c as! Int",
            "@TaskLocal static var a: (@Sendable () -> Int)?", "@TaskLocal\n    static var a: @Sendable () -> Int = { 1 }",
        ])
    func refuses(_ text: String) {
        #expect(findings(text).count == 1)
    }

    @Test("ordinary code is left alone", arguments: [
        "let a = try? f()", "b as? Int", "print(\"TODO\")", "try !isEmpty()", "@TaskLocal static var a: Line?\n    func b() -> Int { 1 }",
    ])
    func allows(_ text: String) {
        #expect(findings(text) == [])
    }

    @Test("the rooms have none")
    func tree() {
        expectNone(Repository.sources.flatMap(UnfinishedCode.findings))
    }
}
