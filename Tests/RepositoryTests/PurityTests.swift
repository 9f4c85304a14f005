import Testing

/// Floors 0 and 1 never wait: no `async`, no `await`. The protocols of BelfryPorts alone may promise something that waits.
enum Purity {
    static func findings(in file: SwiftFile) -> [Finding] {
        guard let floor = FloorPlan.floor(of: file.target), floor < 2 else { return [] }
        let promises = file.target == "BelfryPorts" ? protocolBodies(in: file) : []
        let waiting = (file.positions["async"] ?? []).filter { index in !promises.contains { $0.contains(index) } } + (file.positions["await"] ?? [])
        return waiting.sorted().map {
            file.finding(
                at: $0, "floors 0 and 1 don't wait: take what is awaited as an argument, or move the step that waits to a room of floor 2")
        }
    }

    private static func protocolBodies(in file: SwiftFile) -> [Range<Int>] {
        (file.positions["protocol"] ?? []).compactMap { file.body(ofDeclarationAt: $0) }
    }
}

@Suite("The lower floors don't wait")
struct PurityTests {
    private func findings(_ text: String, in room: String) -> [Finding] {
        Purity.findings(in: SwiftFile(path: "Sources/\(room)/A.swift", text: text))
    }

    @Test("code that waits is found")
    func refuses() {
        #expect(findings("func a() async {}", in: "BelfryPlanning").count == 1)
        #expect(findings("let a = await b()", in: "BelfryTime").count == 1)
        #expect(findings("protocol A { func b() async }\nextension A { func c() async { await b() } }", in: "BelfryPorts").map(\.line) == [2, 2])
    }

    @Test("a promise of a protocol, and the upper floors, are left alone")
    func allows() {
        #expect(findings("public protocol A: Sendable { func b() async throws -> Int }", in: "BelfryPorts") == [])
        #expect(findings("func a() async { await b() }", in: "BelfryDelivery") == [])
        #expect(findings("// we await nothing", in: "BelfryModel") == [])
    }

    @Test("nothing on the lower floors waits")
    func tree() {
        expectNone(Repository.sources.flatMap(Purity.findings))
    }
}
