import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

@Suite("An alert in plain words")
struct InsightDeskTests {
    private static let off = [Double].sixWeeks + Array(repeating: 7, count: 9)
    private static let usual = [Double].sixWeeks + Array(repeating: 10, count: 9)

    private func sentences(of household: WatchedHousehold, in language: Language = .english) async throws -> [String] {
        let desk = InsightDesk(store: household.store, zones: household.evaluator.zones)
        let alerts = await household.alerts
        let told = try await desk.told(of: alerts, in: language, now: .noon + .seconds(86_400))
        return alerts.compactMap { told[$0.id]?.sentence.replacing("\u{A0}", with: " ") }
    }

    @Test("It says that no other metric is off where others are known, and nothing of them where none is")
    func others() async throws {
        let household = try await WatchedHousehold()
        try await household.take(.days(Self.off))
        #expect(try await sentences(of: household) == ["Sleep has been 27% below Ben's usual 7 h for 9 days."])
        try await household.take(.days(Self.usual, of: .steps, usual: 8000))
        #expect(try await sentences(of: household) == ["Sleep has been 27% below Ben's usual 7 h for 9 days; no other metric is unusual."])
    }

    @Test("Thirteen days of another metric don't say whether it is off")
    func fewDays() async throws {
        let household = try await WatchedHousehold()
        try await household.take(.days(Self.off) + .days(Array(repeating: 10, count: 13), of: .steps, usual: 8000))
        #expect(try await sentences(of: household) == ["Sleep has been 27% below Ben's usual 7 h for 9 days."])
    }

    @Test("Two metrics that are off name each other")
    func both() async throws {
        let household = try await WatchedHousehold()
        try await household.take(.days(Self.off) + .days(Self.off, of: .hrv, usual: 50))
        let sentences = try await sentences(of: household)
        #expect(sentences.contains("Sleep has been 27% below Ben's usual 7 h for 9 days; also unusual: heart rate variability."))
        #expect(sentences.contains { $0.hasSuffix("; also unusual: sleep.") })
    }

    @Test("Of exercise only that counts which fell into the episode")
    func exercise() async throws {
        let household = try await WatchedHousehold()
        try await household.take(.days(Self.off))
        let sessions = [-40, -3, -2].map { day in
            ExerciseSession(
                user: .ben, source: "watch", startedAt: .noon + .seconds(86_400 * day), date: .sunday + day, kind: nil, durationSeconds: 1800)
        }
        _ = await household.store.store(sessions, now: .noon)
        #expect(try await sentences(of: household).first?.hasSuffix("There was exercise on 2 days.") == true)
    }

    @Test("To the member it speaks of their own usual, to others of the member's")
    func own() async throws {
        let household = try await WatchedHousehold()
        try await household.take(.days(Self.off))
        let desk = InsightDesk(store: household.store, zones: household.evaluator.zones)
        for (reader, whose) in [(UserID.ben, "your"), (.ana, "Ben's")] {
            let told = try await desk.told(of: await household.alerts, to: reader, in: .english, now: .noon + .seconds(86_400))
            let sentences = told.values.map { $0.sentence.replacing("\u{A0}", with: " ") }
            #expect(sentences == ["Sleep has been 27% below \(whose) usual 7 h for 9 days."])
            #expect(told.values.map(\.memberName) == ["Ben"])
        }
    }

    @Test("It speaks the reader's language")
    func language() async throws {
        let household = try await WatchedHousehold()
        try await household.take(.days(Self.off))
        #expect(try await sentences(of: household, in: .german).first?.hasPrefix("Der Schlaf liegt seit 9 Tagen 27 % unter") == true)
    }
}
