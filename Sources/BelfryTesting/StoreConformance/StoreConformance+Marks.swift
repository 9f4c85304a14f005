import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// Who is evaluated when, and that nobody is forgotten.
    static let marks: [StoreConformance] = [
        StoreConformance("What is taken in without an evaluation waits for one, once") { store in
            _ = try await store.ingest([.steps(4000, of: .ben), .steps(4100, of: .ben, on: .sunday - 1)], now: .morning, evaluate: nil)
            let next = try await store.nextEvaluationMoment()
            #expect(next == .morning)
            #expect(try await store.evaluated(at: .noon) == [.ben])
            #expect(try await store.evaluated(at: .noon) == [])
            let none = try await store.nextEvaluationMoment()
            #expect(none == nil)
        },
        StoreConformance("What changes nothing marks nobody") { store in
            _ = try await store.ingest([.steps(4000, of: .ben)], now: .morning) { _ in .nothing }
            _ = try await store.ingest([.steps(4000, of: .ben)], now: .noon, evaluate: nil)
            #expect(try await store.evaluated(at: .noon) == [])
        },
        StoreConformance("An evaluation says when the next one is due, and not before it is there is one") { store in
            _ = try await store.ingest([.steps(4000, of: .ben)], now: .morning) { _ in MemberEvaluation(changes: [], nextAt: .noon) }
            let next = try await store.nextEvaluationMoment()
            #expect(next == .noon)
            #expect(try await store.evaluated(at: .noon - .seconds(1)) == [])
            #expect(try await store.evaluated(at: .noon) == [.ben])
        },
        StoreConformance("Whoever moves to another zone is looked at anew, for days are over at other moments there") { store in
            _ = try await store.ingest([.steps(4000, of: .ben)], now: .morning) { _ in MemberEvaluation(changes: [], nextAt: .evening) }
            try await store.recordStay(of: .ben, from: .sunday, in: "Asia/Tokyo", before: "America/New_York")
            #expect(try await store.evaluated(at: .noon) == [.ben])
        },
        StoreConformance("Those that have waited longest come first, and no more than asked for; an earlier mark stays") { store in
            try await store.markForEvaluation([.ben], at: .morning)
            try await store.markForEvaluation([.ana, .stranger], at: .morning - .seconds(60))
            try await store.markForEvaluation([.ana, .ben], at: .noon)
            #expect(try await store.evaluated(2, at: .noon) == [.ana, .stranger])
            #expect(try await store.evaluated(2, at: .noon) == [.ben])
        },
        StoreConformance("What an evaluation finds later is kept and queued like what it finds at once") { store in
            try await store.save(.household, now: .morning)
            _ = try await store.ingest([.steps(4000, of: .ben)], now: .morning, evaluate: nil)
            let report = try await store.evaluateDue(countMax: 10, now: .noon) { _ in
                MemberEvaluation(changes: [AlertChange(alert: .example(1), deliveries: [.example(1)])])
            }
            #expect(report.memberCount == 1 && report.changedAlerts == [.example(1)] && report.queuedDeliveryCount == 1)
            let row = try await store.row(1)
            #expect(row.status == Delivery.Status.pending.rawValue)
        },
        StoreConformance("An evaluation that can't be kept leaves nothing, waits a while, and doesn't stand in the way of others") { store in
            try await store.accept(.example(1))
            let rival = Alert(id: .example(2), member: .ben, episode: .example(1), engine: "v2")
            try await store.markForEvaluation([.ben], at: .morning)
            try await store.markForEvaluation([.stranger], at: .noon)
            let report = try await store.evaluateDue(countMax: 10, now: .noon) { history in
                guard history.member == .ben else { return .nothing }
                return MemberEvaluation(changes: [
                    AlertChange(alert: .example(3), deliveries: [.example(3)]), AlertChange(alert: rival, deliveries: []),
                ])
            }
            #expect(report.memberCount == 1 && report.failedMemberCount == 1)
            let kept = try await store.delivery(.example(3))
            #expect(kept == nil)
            let next = try await store.nextEvaluationMoment()
            #expect(next == .noon + failedEvaluationWait)
        },
        StoreConformance("A day's round marks everybody with days once, goes on where it was cut off, and begins anew when asked to") { store in
            for user in [UserID.ana, .ben, .stranger] {
                _ = try await store.ingest([.steps(4000, of: user, on: .sunday - 1), .steps(4000, of: user)], now: .morning) { _ in .nothing }
            }
            let first = try await store.continueRound(of: .sunday, countMax: 2, again: true, now: .noon)
            #expect(first == RoundProgress(markedCount: 2, isThrough: false))
            #expect(try await store.evaluated(at: .noon) == [.ana, .ben])
            let second = try await store.continueRound(of: .sunday, countMax: 2, again: true, now: .noon)
            #expect(second == RoundProgress(markedCount: 1, isThrough: true))
            #expect(try await store.evaluated(at: .noon) == [.stranger])
            let none = try await store.continueRound(of: .sunday, countMax: 2, again: false, now: .evening)
            #expect(none == RoundProgress(markedCount: 0, isThrough: true))
            let again = try await store.continueRound(of: .sunday, countMax: 9, again: true, now: .evening)
            let next = try await store.continueRound(of: .sunday + 1, countMax: 9, again: false, now: .evening)
            #expect(again.markedCount == 3 && next.markedCount == 3)
        },
        StoreConformance("Whoever has an alert that goes on belongs to a day's round, though none of their days is stored any more") { store in
            try await store.accept(.example(1, about: .ana), .example(2, about: .stranger, resolved: .recovered))
            let round = try await store.continueRound(of: .sunday, countMax: 9, again: true, now: .noon)
            #expect(round == RoundProgress(markedCount: 2, isThrough: true))
            #expect(try await store.evaluated(at: .noon) == [.ana, .ben])
        },
        StoreConformance("What a shadow evaluation would tell is written down, and never leased") { store in
            try await store.save(.household, now: .morning)
            _ = try await store.ingest([.steps(4000, of: .ben)], now: .morning) { _ in
                MemberEvaluation(changes: [AlertChange(alert: .example(1), deliveries: [.example(1)])], isShadow: true)
            }
            let row = try await store.row(1)
            #expect(row.status == Delivery.Status.shadow.rawValue)
            #expect(try await store.candidates().isEmpty)
            let next = try await store.nextDueMoment()
            #expect(next == nil)
        },
    ]
}

extension MetricStore {
    /// Whom an evaluation of all that is due comes by, in its order.
    fileprivate func evaluated(_ countMax: Int = 10, at now: Instant) async throws -> [UserID] {
        let seen = Notes<UserID>()
        let report = try await evaluateDue(countMax: countMax, now: now) { history in
            seen.add(history.member)
            return .nothing
        }
        #expect(report.memberCount == seen.all.count)
        return seen.all
    }
}
