import Testing

/// No test waits for a time: it waits for a signal, or moves a clock of its own.
enum Waiting {
    static func findings(in file: SwiftFile) -> [Finding] {
        let named = ["Task . sleep", "Thread . sleep", "ContinuousClock ( ) . sleep", "usleep (", "nanosleep (", ". asyncAfter ("]
            .flatMap { file.occurrences(of: $0) }
        let bare = file.occurrences(of: "sleep (").filter { ![".", "func"].contains(file.text(at: $0 - 1)) }
        return (named + bare).sorted().map {
            file.finding(at: $0, "a test must not sleep: await the signal that the thing gives, or hand in a clock that the test moves")
        }
    }
}

@Suite("Tests wait for a signal, never for a second")
struct WaitingTests {
    private func findings(_ text: String) -> [Finding] {
        Waiting.findings(in: SwiftFile(path: "Tests/BelfryDeliveryTests/WorkerTests.swift", text: text))
    }

    @Test(
        "each way to sleep is found",
        arguments: [
            "try await Task.sleep(for: .seconds(1))", "Thread.sleep(forTimeInterval: 1)", "sleep(1)", "_ = usleep(10)",
            "queue.asyncAfter(deadline: soon) { }",
        ])
    func refuses(_ text: String) {
        #expect(findings(text).count == 1)
    }

    @Test("a clock of the test's own may sleep, and a sentence may speak of it", arguments: ["try await clock.sleep(until: noon)", "// sleep(1)"])
    func allows(_ text: String) {
        #expect(findings(text) == [])
    }

    @Test("no test sleeps")
    func tree() {
        expectNone((Repository.tests + Repository.sources.filter { $0.target == "BelfryTesting" }).flatMap(Waiting.findings))
    }
}
