import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

/// One behaviour that every store of a schedule of our own has: a sentence, and its proof through the door alone.
///
/// A store passes the exam in its own test target:
///
///     @Test(arguments: ScheduleConformance.all) func passes(_ behaviour: ScheduleConformance) async throws {
///         try await behaviour.run(on: TrialSchedule())
///     }
public struct ScheduleConformance: Sendable {
    public let sentence: String
    private let proof: @Sendable (any ScheduleStore) async throws -> Void

    /// - Parameter store: a fresh one with nothing in it.
    public func run(on store: any ScheduleStore) async throws {
        try await proof(store)
    }

    private static func entry(_ number: Int, title: String = "Due today: Rent", shownAt: Instant? = nil) -> ScheduleEntry {
        ScheduleEntry(ScheduledNotification.example(number, title: title), shownAt: shownAt)
    }

    /// The whole exam.
    public static let all = [
        ScheduleConformance(sentence: "What was saved is there, to the last field") { store in
            let none = try await store.schedule()
            #expect(none == [])
            let saved = [entry(1), entry(2, shownAt: .evening)]
            try await store.changeSchedule(ScheduleChange(saved: saved))
            let schedule = try await store.schedule()
            #expect(schedule.count == 2 && Set(schedule) == Set(saved))
        },
        ScheduleConformance(sentence: "What is saved again takes the place of the first") { store in
            try await store.changeSchedule(ScheduleChange(saved: [entry(1)]))
            try await store.changeSchedule(ScheduleChange(saved: [entry(1, title: "Due tomorrow: Rent")]))
            let schedule = try await store.schedule()
            #expect(schedule == [entry(1, title: "Due tomorrow: Rent")])
        },
        ScheduleConformance(sentence: "One may wait while an earlier one of its identifier is still shown") { store in
            let (shown, waiting) = (entry(1, shownAt: .noon), entry(1))
            try await store.changeSchedule(ScheduleChange(saved: [shown, waiting]))
            let both = try await store.schedule()
            #expect(both.count == 2 && Set(both) == [shown, waiting])
            try await store.changeSchedule(ScheduleChange(removed: [waiting.key]))
            let schedule = try await store.schedule()
            #expect(schedule == [shown])
        },
        ScheduleConformance(sentence: "What is shown doesn't wait any more, in one change") { store in
            try await store.changeSchedule(ScheduleChange(saved: [entry(1), entry(2)]))
            try await store.changeSchedule(ScheduleChange(saved: [entry(1, shownAt: .noon)], removed: [entry(1).key]))
            let schedule = try await store.schedule()
            #expect(schedule.count == 2 && Set(schedule) == [entry(1, shownAt: .noon), entry(2)])
        },
        ScheduleConformance(sentence: "What is removed goes before what is saved, and what isn't there is passed over") { store in
            try await store.changeSchedule(ScheduleChange(saved: [entry(1), entry(2)]))
            let change = ScheduleChange(saved: [entry(1, title: "Due tomorrow: Rent")], removed: [entry(1).key, entry(2).key, entry(3).key])
            try await store.changeSchedule(change)
            let schedule = try await store.schedule()
            #expect(schedule == [entry(1, title: "Due tomorrow: Rent")])
            try await store.changeSchedule(ScheduleChange(removed: [entry(1).key]))
            let rest = try await store.schedule()
            #expect(rest == [])
        },
    ]
}

extension ScheduleConformance: CustomTestStringConvertible {
    public var testDescription: String { sentence }
}
