import Testing

/// The auditor finds what it is there to find.
@Suite("The auditor")
struct AuditorTests {
    private func report(
        accepted: Set<String> = ["ana"], _ receptions: [(id: String, sender: String)] = [("1", "worker.0")], rows: [Auditor.Row] = [row("1", of: "ana")],
        faults: [Auditor.Fault] = []
    ) -> Auditor.Report {
        Auditor(
            accepted: accepted, receptions: receptions.map { Auditor.Reception(id: $0.id, sender: $0.sender, isTaken: true) }, rows: rows,
            faults: faults
        ).report()
    }

    private static func row(_ id: String, of member: String, _ status: String = "sent") -> Auditor.Row {
        Auditor.Row(id: id, member: member, status: status, attemptCount: 1)
    }

    @Test("Nothing is wrong where each was accepted, recorded and received once")
    func clean() {
        #expect(report() == Auditor.Report())
    }

    @Test("It finds what was accepted and isn't there, what is there twice, and what was never sent")
    func lost() {
        #expect(report(accepted: ["ana", "ben"]).lost == ["ben"])
        #expect(report([("1", "a"), ("2", "a")], rows: [Self.row("1", of: "ana"), Self.row("2", of: "ana")]).doubled == ["ana"])
        #expect(report([], rows: [Self.row("1", of: "ana", "pending")]).unsent == ["1: pending"])
        #expect(!report([]).isClean, "recorded as sent, and never received")
        #expect(report([("1", "a"), ("2", "a")]).unknown == ["2"])
    }

    @Test("Twice is too often, unless something had happened to a sender meanwhile that could have lost the answer")
    func repeated() {
        let twice = [("1", "worker.0"), ("1", "worker.1")]
        func fault(_ victim: String, since: Int = 0, _ begin: Int, _ end: Int) -> Auditor.Fault {
            Auditor.Fault(kind: "kill", victims: [victim], since: since, begin: begin, end: end)
        }
        #expect(report(twice).repeated == ["1: worker.0, worker.1"])
        #expect(report(twice, faults: [fault("worker.2", 0, 2)]).repeated.count == 1, "it happened to another")
        #expect(report(twice, faults: [fault("worker.0", 2, 3)]).repeated.count == 1, "it happened afterwards")
        #expect(report([("2", "worker.0")] + twice, faults: [fault("worker.0", 0, 0)]).repeated.count == 1, "it happened before")
        #expect(report(twice, faults: [fault("worker.0", since: 1, 1, .max)]).repeated.count == 1, "the first was recorded long before")
        let excused = report(twice, faults: [fault("worker.0", 1, .max)])
        #expect(excused.repeated == [] && excused.ambiguousCount == 1)
    }
}
