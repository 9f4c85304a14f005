import Testing

/// Nothing outside the machine's own adapters reads a clock, throws a die or asks for the machine's zone.
enum HiddenInputs {
    /// The room that offers these things, and the executable that hands them in; with their tests.
    static let allowedTargets: Set = ["BelfrySystem", "BelfrySystemTests", "belfry", "belfryTests", "belfry-providers"]

    /// Where a library for apps, under which there is no room of the machine, takes of it what an app doesn't hand in.
    static let allowedFiles: Set = ["Sources/BelfryClient/Calls/ClientMachine+System.swift"]

    static func findings(in file: SwiftFile) -> [Finding] {
        guard !allowedTargets.contains(file.target), !allowedFiles.contains(file.path) else { return [] }
        let findings = calls(in: file) + implicitMembers(in: file) + dice(in: file)
        return drawsSeeds(file) ? findings.filter { !$0.sentence.hasSuffix(chance) } : findings
    }

    /// A random test draws its seed by chance, in a file that names the setting with which the seed can be given again.
    private static func drawsSeeds(_ file: SwiftFile) -> Bool {
        let isForTests = file.target.hasSuffix("Tests") || file.target == FloorPlan.examRoom
        return isForTests && file.tokens.contains { $0.kind == .string && $0.text.contains("SEED") }
    }

    private static let clock = "reads a clock: take `now` as an argument, read once at the top of a step; in a test name the moment"
    private static let identifier = "makes an identifier by chance: take an `IdentifierSource`, or the identifier itself"
    private static let chance = "throws dice: take a generator as an argument (`using:`), seeded in tests"
    private static let place = "depends on where the machine stands: take the zone or the language of the person as an argument"

    /// What is forbidden wherever it stands.
    private static let forbidden: [(pattern: String, why: String)] = [
        ("Date ( )", clock), ("Date . init ( )", clock), ("timeIntervalSinceNow", clock), ("Date . now", clock), ("DispatchTime . now", clock),
        ("DispatchWallTime . now", clock), ("NIODeadline . now", clock), ("ContinuousClock . now", clock), ("SuspendingClock . now", clock),
        ("ContinuousClock ( )", clock), ("SuspendingClock ( )", clock), ("clock_gettime", clock), ("gettimeofday", clock), ("time ( nil )", clock),
        ("systemUptime", clock), ("systemNow ( )", clock),
        ("UUID ( )", identifier), ("UUID . init ( )", identifier),
        ("SystemRandomNumberGenerator", chance), ("arc4random", chance), ("arc4random_uniform", chance), ("drand48", chance),
        ("TimeZone . current", place), ("TimeZone . autoupdatingCurrent", place), ("Calendar . current", place),
        ("Calendar . autoupdatingCurrent", place), ("Locale . current", place), ("Locale . autoupdatingCurrent", place),
        ("timeZone : . current", place), ("timeZone = . current", place), ("calendar : . current", place), ("calendar = . current", place),
        ("locale : . current", place), ("locale = . current", place),
    ]

    private static func calls(in file: SwiftFile) -> [Finding] {
        forbidden.flatMap { rule in
            file.occurrences(of: rule.pattern).map { file.finding(at: $0, "`\(rule.pattern.filter { $0 != " " })` \(rule.why)") }
        }
    }

    /// `.now` without a name in front is a clock's, unless it is a key or a case.
    private static func implicitMembers(in file: SwiftFile) -> [Finding] {
        let leaders: Set = ["(", "[", "{", ",", ":", "=", "?", "+", "-", "<", ">", "return", "in", "else", "try", "await", "&"]
        return file.occurrences(of: ". now").filter { index in
            let isKey = file.reads("forKey :", at: index - 2) || file.reads("for :", at: index - 2)
            let isMember = file.tokens[index].isGlued && ["?", ">"].contains(file.text(at: index - 1))
            return leaders.contains(file.text(at: index - 1)) && !isKey && !isMember
        }.map { file.finding(at: $0, "`.now` \(clock)") }
    }

    private static func dice(in file: SwiftFile) -> [Finding] {
        [". random (", ". randomElement (", ". shuffled (", ". shuffle ("].flatMap { pattern in
            file.occurrences(of: pattern).filter { index in
                !file.group(openedAt: index + 2).contains { file.reads("using :", at: $0) }
            }.map { file.finding(at: $0, "`\(pattern.filter { $0 != " " })` \(chance)") }
        }
    }
}

@Suite("Clock, dice and place are arguments")
struct HiddenInputTests {
    private func findings(_ text: String, path: String = "Sources/BelfryPlanning/Planner.swift") -> [Finding] {
        HiddenInputs.findings(in: SwiftFile(path: path, text: text))
    }

    @Test(
        "each hidden input is found",
        arguments: [
            "let now = Date()", "let now = Date.now", "f(at: .now)", "let now: Date = .now + 5", "guard let x, at < .now else { return .now }",
            "ContinuousClock.now", "ContinuousClock().measure { }", "DispatchTime.now()", "let id = UUID()", "Int.random(in: 0...5)",
            "list.shuffled()", "list.randomElement()", "var g = SystemRandomNumberGenerator()", "TimeZone.current", "calendar.timeZone = .current",
            "Calendar\n    .current", "Instant.systemNow()", "clock_gettime(CLOCK_REALTIME, &time)", "\"it is \\(Date())\"",
        ])
    func refuses(_ text: String) {
        #expect(findings(text).count >= 1)
    }

    @Test(
        "what only looks like one is left alone",
        arguments: [
            "let now = inputs.now", "try container.decode(Instant.self, forKey: .now)", "\\DecisionInputs.now", "inputs?.now", "list[0].now",
            "Int.random(in: 0...5, using: &generator)", "list.shuffled(using: &generator)", "let clock = Instant.systemNow", "// Date()",
            "print(\"Date()\")", "func f(now: Instant)", "UUID(uuidString: text)", "Date(timeIntervalSince1970: 0)", "let candiDate = lastUpdate()",
        ])
    func allows(_ text: String) {
        #expect(findings(text) == [])
    }

    @Test("the room of the machine and the executable may")
    func adapters() {
        #expect(findings("Date()", path: "Sources/BelfrySystem/Clock.swift") == [])
        #expect(findings("Date()", path: "Sources/belfry/Serve.swift") == [])
        #expect(findings("SystemRandomNumberGenerator()", path: "Sources/BelfryClient/Calls/ClientMachine+System.swift") == [])
        #expect(findings("SystemRandomNumberGenerator()", path: "Sources/BelfryClient/AppClient.swift").count == 1)
        #expect(findings("let now = Date()\n\nDate()", path: "Tests/BelfryModelTests/A.swift").map(\.line) == [1, 3])
    }

    @Test("a random test may draw its seed where the seed can be given again, but read no clock")
    func seeds() {
        let text = "let seed = environment[\"BELFRY_SEED\"] ?? SystemRandomNumberGenerator().next()"
        #expect(findings(text, path: "Tests/BelfryTimeTests/Seed.swift") == [])
        #expect(findings(text).count == 1)
        #expect(findings(text + "\nDate()", path: "Tests/BelfryTimeTests/Seed.swift").map(\.line) == [2])
    }

    @Test("the tree has none")
    func tree() {
        expectNone((Repository.sources + Repository.tests).flatMap(HiddenInputs.findings))
    }
}
