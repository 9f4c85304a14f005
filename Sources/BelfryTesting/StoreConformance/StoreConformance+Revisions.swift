import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// Which of several reports of a day counts.
    static let revisions: [StoreConformance] = [
        StoreConformance("Of a day's revisions the newest by the provider's moment counts, whatever comes first") { store in
            for (steps, minute) in [(7000, 2), (3000, 1), (9000, 3), (5000, 2)] {
                let report = try await store.ingest([.revision(steps, minute: minute)], now: .noon + .seconds(steps)) { _ in .nothing }
                #expect(report.changedDayCount == (steps == 3000 || steps == 5000 ? 0 : 1), "\(steps)")
            }
            #expect(try await store.steps == [9000])
        },
        StoreConformance("At the same moment the later version counts, then what came later, then the payload") { store in
            _ = try await store.ingest([.revision(1000, minute: 1, version: 2)], now: .noon) { _ in .nothing }
            _ = try await store.ingest([.revision(2000, minute: 1, version: 1)], now: .evening) { _ in .nothing }
            #expect(try await store.steps == [1000])
            _ = try await store.ingest([.revision(3000, minute: 1, version: 2, received: .evening)], now: .evening) { _ in .nothing }
            #expect(try await store.steps == [3000])
            _ = try await store.ingest([.revision(4000, minute: 1, version: 2, received: .evening, hash: 9)], now: .evening) { _ in .nothing }
            _ = try await store.ingest([.revision(5000, minute: 1, version: 2, received: .evening, hash: 8)], now: .evening) { _ in .nothing }
            #expect(try await store.steps == [4000])
        },
        StoreConformance("A document that has precedence is not overruled by a later one without") { store in
            _ = try await store.ingest([.revision(1000, minute: 1, precedence: 1)], now: .noon) { _ in .nothing }
            _ = try await store.ingest([.revision(2000, minute: 2)], now: .evening) { _ in .nothing }
            #expect(try await store.steps == [1000])
        },
        StoreConformance("The same value again moves its revision on, and changes nothing else") { store in
            _ = try await store.ingest([.revision(1000, minute: 1)], now: .noon) { _ in .nothing }
            let again = try await store.ingest([.revision(1000, minute: 3)], now: .noon) { _ in .nothing }
            #expect(again.changedDayCount == 0 && again.unchangedDayCount == 1)
            let late = try await store.ingest([.revision(2000, minute: 2)], now: .evening) { _ in .nothing }
            #expect(late.unchangedDayCount == 1, "it is older than the repetition")
            #expect(try await store.steps == [1000])
        },
        StoreConformance("That a day is final is a change, and is remembered") { store in
            _ = try await store.ingest([.revision(1000, minute: 1)], now: .noon) { _ in .nothing }
            let seen = Notes<Bool>()
            let report = try await store.ingest([.revision(1000, minute: 2, isFinal: true)], now: .noon) { history in
                history.reports[.steps]?.forEach { seen.add($0.revision.isFinal) }
                return .nothing
            }
            #expect(report.changedDayCount == 1 && seen.all == [true])
        },
        StoreConformance("A night takes the place of a nap of the same length, by a document and by an app that sends none") { store in
            let revision = Revision(precedence: Revision.napPrecedence, sourceUpdatedAt: .noon, receivedAt: .noon)
            let naps = [CivilDate.sunday - 1, .sunday].map { date in
                DailyMetrics(user: .ben, date: date, source: "watch", values: [.steps: 1000], revision: revision)
            }
            _ = try await store.ingest(naps, now: .noon) { _ in .nothing }
            let seen = Notes<Bool>()
            let nights: [DailyMetrics] = [.steps(1000, of: .ben, on: .sunday - 1), .revision(1000, minute: 1, precedence: 2)]
            let report = try await store.ingest(nights, now: .noon) { history in
                history.reports[.steps]?.forEach { seen.add($0.revision.isOfNap) }
                return .nothing
            }
            #expect(report.changedDayCount == 2 && seen.all == [false, false])
        },
        StoreConformance("A nap is one, however long ago it was") { store in
            let revision = Revision(precedence: Revision.napPrecedence, sourceUpdatedAt: .morning, receivedAt: .morning)
            let nap = DailyMetrics(user: .ben, date: .sunday - 30, source: "watch", values: [.steps: 1000], revision: revision)
            _ = try await store.ingest([nap, .steps(2000, of: .ben, on: .sunday - 29), .steps(4000, of: .ben)], now: .noon) { _ in .nothing }
            let all = try await store.history(of: .ben, since: .sunday - 30)
            #expect(all.reports[.steps]?.map(\.revision.isOfNap) == [true, false, false])
            let later = try await store.history(of: .ben, since: .sunday - 29)
            #expect(later.reports[.steps]?.map(\.value) == [2000, 4000])
        },
        StoreConformance("A revision is kept as it came, for each metric its own") { store in
            let revision = Revision(
                precedence: 1, sourceUpdatedAt: .morning, version: 7, receivedAt: .noon, payloadHash: .max - 3, isFinal: true)
            let (seen, stepsUpdatedAt) = (Notes<Revision>(), Notes<Instant>())
            _ = try await store.ingest([.revision(1000, minute: 1)], now: .noon) { _ in .nothing }
            let night = DailyMetrics(user: .ben, date: .sunday, source: "watch", values: [.sleepMinutes: 400], revision: revision)
            _ = try await store.ingest([night], now: .noon) { history in
                history.reports[.sleepMinutes]?.forEach { seen.add($0.revision) }
                history.reports[.steps]?.forEach { stepsUpdatedAt.add($0.revision.sourceUpdatedAt) }
                return .nothing
            }
            #expect(seen.all == [revision])
            #expect(stepsUpdatedAt.all == [.morning + .seconds(60)])
        },
        StoreConformance("Sessions of exercise are kept once, brought up to date, and found from a day on") { store in
            func session(_ hour: Int, minutes: Int, source: String = "watch") -> ExerciseSession {
                ExerciseSession(
                    user: .ben, source: source, startedAt: .morning + .seconds(3600 * hour), date: .sunday + hour / 24, kind: "running",
                    durationSeconds: 60 * minutes)
            }
            let first = try await store.store([session(1, minutes: 30), session(25, minutes: 20)], now: .noon)
            let again = try await store.store([session(1, minutes: 30), session(25, minutes: 25), session(1, minutes: 5, source: "ring")], now: .noon)
            #expect(first == 2 && again == 2)
            #expect(try await store.sessions(of: .ben, since: .sunday + 1) == [session(25, minutes: 25)])
            let all = try await store.sessions(of: .ben, since: .sunday)
            #expect(all == [session(1, minutes: 5, source: "ring"), session(1, minutes: 30), session(25, minutes: 25)])
            #expect(try await store.sessions(of: .ana, since: .sunday) == [])
        },
    ]
}

extension DailyMetrics {
    /// Ben's steps of Sunday, as they were known some minutes after the morning.
    fileprivate static func revision(
        _ steps: Int, minute: Int, version: Int = 0, precedence: Int = 0, received: Instant = .noon, hash: UInt64 = 0, isFinal: Bool = false
    ) -> DailyMetrics {
        DailyMetrics(
            user: .ben, date: .sunday, source: "watch", values: [.steps: Double(steps)],
            revision: Revision(
                precedence: precedence, sourceUpdatedAt: .morning + .seconds(60 * minute), version: version, receivedAt: received,
                payloadHash: hash, isFinal: isFinal))
    }
}

extension OverviewStore {
    fileprivate var steps: [Double] {
        get async throws { try await observations(of: .steps, member: .ben, since: .sunday).map(\.value) }
    }
}
