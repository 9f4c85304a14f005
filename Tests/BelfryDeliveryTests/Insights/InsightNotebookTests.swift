import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

@Suite("A writer's words")
struct InsightNotebookTests {
    private static let template = "Sleep has been 27% below Ben's usual 7 h for 9 days."
    private static let days: [DailyMetrics] = .days(.sixWeeks + Array(repeating: 7, count: 9))
    private static let now = Instant.noon + .seconds(86_400)

    /// Answers as it is told to, and notes what it was asked.
    private struct Writer: InsightWriter {
        let answer: String?
        let asked = Notes<String>()

        struct Silence: Error {}

        func sentence(for draft: String, of insight: AlertInsight, in language: Language) async throws -> String {
            asked.add(draft.replacing("\u{A0}", with: " "))
            guard let answer else { throw Silence() }
            return answer
        }
    }

    private func sentence(by desk: InsightDesk, in household: WatchedHousehold) async throws -> String? {
        try await desk.told(of: await household.alerts, in: .english, now: Self.now).values.first?.sentence.replacing("\u{A0}", with: " ")
    }

    @Test("What is prepared after an evaluation is there when somebody reads; the name is filled in at home, and the writer never had it")
    func prepared() async throws {
        let household = try await WatchedHousehold()
        let writer = Writer(answer: "{name} sleeps far less\nthan usual.")
        let desk = InsightDesk(store: household.store, zones: household.evaluator.zones, writer: writer)
        let report = try await household.take(Self.days)
        try await desk.prepare(report.changedAlerts, now: Self.now)
        await desk.notebook?.finish()
        #expect(try await sentence(by: desk, in: household) == "Ben sleeps far less than usual.")
        #expect(writer.asked.all == ["Sleep has been 27% below {name}'s usual 7 h for 9 days."])
    }

    @Test(
        "A name is filled in as the template would: fit for a sentence, and none where it shows nothing",
        arguments: [
            ("\u{202E}Ben\n", "{name} is tired.", "Ben is tired.", "Sleep has been 27% below {name}'s usual 7 h for 9 days."),
            ("בן", "{name} is tired.", "\u{2068}בן\u{2069} is tired.", "Sleep has been 27% below {name}'s usual 7 h for 9 days."),
            (" ", "Short nights.", "Short nights.", "Sleep has been 27% below the usual 7 h for 9 days."),
        ])
    func names(firstName: String, answer: String, shown: String, asked: String) async throws {
        let household = try await WatchedHousehold()
        let members = FamilyRecord.household.members.map { member in
            FamilyMember(user: member.user, firstName: member.user == .ben ? firstName : member.firstName, role: member.role)
        }
        try await household.store.save(
            FamilyRecord(id: FamilyRecord.household.id, name: FamilyRecord.household.name, members: members), now: .morning)
        let writer = Writer(answer: answer)
        let desk = InsightDesk(store: household.store, zones: household.evaluator.zones, writer: writer)
        let report = try await household.take(Self.days)
        try await desk.prepare(report.changedAlerts, now: Self.now)
        await desk.notebook?.finish()
        #expect(try await sentence(by: desk, in: household) == shown)
        #expect(writer.asked.all == [asked])
    }

    @Test("Of an alert without figures, as somebody may write by hand, the template speaks, and no writer is asked", arguments: [Double.nan, .infinity])
    func withoutFigures(deviationPercent: Double) async {
        let writer = Writer(answer: "Short walks.")
        let notebook = InsightNotebook(writer)
        let insight = AlertInsight(metric: .steps, pattern: .dropVsBaseline, deviationPercent: deviationPercent, usualValue: 0, dayCount: 3)
        let draft = InsightNotebook.Draft(text: "Steps have been below the usual for 3 days.", insight: insight, language: .english)
        for _ in 0..<2 {
            let sentence = await notebook.sentence(for: draft)
            #expect(sentence == nil)
            await notebook.finish()
        }
        #expect(writer.asked.all.isEmpty)
    }

    @Test("Nobody waits: until the writer has answered, the template speaks, and the writer is asked once")
    func meanwhile() async throws {
        let household = try await WatchedHousehold()
        let writer = Writer(answer: "{name} is tired.")
        let desk = InsightDesk(store: household.store, zones: household.evaluator.zones, writer: writer)
        try await household.take(Self.days)
        #expect(try await sentence(by: desk, in: household) == Self.template)
        await desk.notebook?.finish()
        #expect(try await sentence(by: desk, in: household) == "Ben is tired.")
        #expect(writer.asked.all.count == 1)
    }

    @Test(
        "Where the writer fails, or says what can't be shown, the template's words stay",
        arguments: [nil, "", "  \n ", "Somebody sleeps less.", String(repeating: "{name} sleeps less. ", count: 30)])
    func failures(answer: String?) async throws {
        let household = try await WatchedHousehold()
        let writer = Writer(answer: answer)
        let desk = InsightDesk(store: household.store, zones: household.evaluator.zones, writer: writer)
        let report = try await household.take(Self.days)
        try await desk.prepare(report.changedAlerts, now: Self.now)
        await desk.notebook?.finish()
        #expect(try await sentence(by: desk, in: household) == Self.template)
        #expect(writer.asked.all.count == 1, "not asked again for the same figures")
    }

    @Test("An evaluation that upkeep makes has the sentences prepared too")
    func upkeep() async throws {
        let household = try await WatchedHousehold()
        let writer = Writer(answer: "{name} is tired.")
        let desk = InsightDesk(store: household.store, zones: household.evaluator.zones, writer: writer)
        _ = try await household.store.ingest(Self.days, now: Self.now, evaluate: nil)
        _ = try await Evaluations(store: household.store, evaluator: household.evaluator, insights: desk).step(now: Self.now)
        await desk.notebook?.finish()
        #expect(writer.asked.all.count == 1)
    }
}
