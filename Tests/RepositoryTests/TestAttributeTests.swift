import Testing

/// Every test function carries `@Test`, so that it runs.
///
/// A function of a test file without the attribute is a helper only where something names it. One that nothing names, and
/// that either expects something or takes no parameters, is a test that lost its attribute.
enum TestAttributes {
    /// - Parameter rooms: files that may call a fake's function through its protocol, but are not looked at themselves.
    static func findings(in files: [SwiftFile], rooms: [SwiftFile] = []) -> [Finding] {
        let named = namedFunctions(in: files, rooms: rooms)
        return files.flatMap { file in
            let annotated = annotatedFunctions(in: file)
            return (file.positions["func"] ?? []).filter { index in
                !annotated.contains(index) && file.tokens[index + 1].kind == .word && !named.contains(file.text(at: index + 1))
                    && (takesNothing(at: index, in: file) || expects(at: index, in: file))
            }.map {
                file.finding(at: $0, "`\(file.text(at: $0 + 1))` never runs: write `@Test(\"…\")` in front, or delete it if nothing needs it")
            }
        }
    }

    /// Names that stand somewhere other than behind `func`; in the rooms, those behind a point.
    private static func namedFunctions(in files: [SwiftFile], rooms: [SwiftFile]) -> Set<String> {
        var names: Set = ["next", "makeIterator", "makeAsyncIterator"]  // named by every `for`
        for file in files {
            for (word, positions) in file.positions where positions.contains(where: { file.text(at: $0 - 1) != "func" }) { names.insert(word) }
        }
        for file in rooms {
            for (word, positions) in file.positions where positions.contains(where: { file.text(at: $0 - 1) == "." }) { names.insert(word) }
        }
        return names
    }

    /// The `func`s that `@Test`, its arguments, further attributes and modifiers lead to.
    private static func annotatedFunctions(in file: SwiftFile) -> Set<Int> {
        Set(
            file.occurrences(of: "@ Test").compactMap { start in
                var index = start + 2
                while index < file.tokens.count, file.text(at: index) != "func" {
                    switch file.text(at: index) {
                    case "(": index = file.group(openedAt: index).upperBound
                    case "{", "}": return nil
                    default: index += 1
                    }
                }
                return index < file.tokens.count ? index : nil
            })
    }

    private static func takesNothing(at index: Int, in file: SwiftFile) -> Bool {
        file.reads("( )", at: index + 2)
    }

    private static func expects(at index: Int, in file: SwiftFile) -> Bool {
        guard let body = file.body(ofDeclarationAt: index) else { return false }
        return body.contains {
            ["expect", "require"].contains(file.text(at: $0)) && file.text(at: $0 - 1) == "#" || file.reads("Issue . record", at: $0)
        }
    }
}

@Suite("Every test function carries @Test")
struct TestAttributeTests {
    private func findings(_ text: String, rooms: String = "") -> [String] {
        TestAttributes.findings(
            in: [SwiftFile(path: "Tests/ATests/A.swift", text: text)], rooms: [SwiftFile(path: "Sources/A/A.swift", text: rooms)]
        ).map(\.sentence)
    }

    @Test("a test that lost its attribute is found")
    func refuses() {
        #expect(findings("struct A { func b() { #expect(c == 1) } }").count == 1)
        #expect(findings("struct A { @Test func a() {}\n func b() { expectSame() }\n func expectSame() {} }").count == 1)
        #expect(findings("func b(_ c: Int) async throws { try #require(c == 1) }").count == 1)
        #expect(findings("@Test(\"a\", arguments: [1]) func a(_ b: Int) {}\nfunc c() { Issue.record() }").count == 1)
        #expect(findings("struct A { func testB() {} }").count == 1)
    }

    @Test("a test with its attribute, a helper that is named, and what another file calls, are left alone")
    func allows() {
        #expect(findings("@Test func a() { #expect(true) }") == [])
        #expect(findings("@Test(\"(\", arguments: [(1, 2)])\n@MainActor\nfunc a(_ b: (Int, Int)) async throws { #expect(true) }") == [])
        #expect(findings("@Test func a() { check(1) }\nfunc check(_ a: Int) { #expect(a == 1) }") == [])
        #expect(findings("struct Fake { func close() {} }", rooms: "door.close()") == [])
        #expect(findings("struct Fake { func send(_ a: Int) -> Int { a } }") == [])
    }

    @Test("every test function of the tree does")
    func tree() {
        let exams = Repository.sources.filter { $0.target == FloorPlan.examRoom }
        expectNone(TestAttributes.findings(in: Repository.tests + exams, rooms: Repository.sources.filter { $0.target != FloorPlan.examRoom }))
    }
}
