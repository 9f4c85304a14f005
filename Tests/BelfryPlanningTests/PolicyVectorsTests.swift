import BelfryModel
import BelfryPlanning
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@Suite("Ten thousand golden vectors, for device and server alike")
struct PolicyVectorsTests {
    /// A question to the policy, and its answer.
    private struct Vector {
        let line: String
        let due: Instant
        let preferences: Preferences
        let severity: Severity
        let isDismissed: Bool
        let mutedUntil: Instant?
        let expiresAt: Instant?
        let told: Told

        init(_ line: String) throws {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            try #require(cells.count == 13, "\(line)")
            self.line = line
            due = try instant(cells[0])
            var preferences = Preferences()
            preferences.timezone = cells[1]
            preferences.quietHours = DailyWindow(start: CivilTime(cells[2]), end: CivilTime(cells[3]))
            preferences.quietHoursLevel = try #require(QuietHoursLevel(rawValue: cells[4]))
            preferences.quietHoursAction = try #require(QuietHoursAction(rawValue: cells[5]))
            preferences.notifyPush = cells[7] == "1"
            self.preferences = preferences
            severity = try #require(Severity(rawValue: cells[6]))
            isDismissed = cells[8] == "1"
            mutedUntil = Instant(cells[9])
            expiresAt = Instant(cells[10])
            told = Told(at: Instant(cells[11]), reason: try #require(Reason(rawValue: cells[12])))
        }
    }

    private struct Told: Equatable {
        /// Nil where it is not told.
        let at: Instant?
        let reason: Reason
    }

    private func vectors() throws -> [Vector] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures/policy-vectors.tsv")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
        return try lines.map { try Vector(String($0)) }
    }

    /// Calls `answer` with each vector and the rules of its zone.
    private func hold(_ answer: (Vector, TimeZoneRules) -> Told) throws {
        let vectors = try vectors()
        #expect(vectors.count == 10_000)
        let zones = try Dictionary(uniqueKeysWithValues: Set(vectors.map(\.preferences.timezone)).map { ($0, try zone($0)) })
        let wrong = vectors.filter { vector in zones[vector.preferences.timezone].map { answer(vector, $0) != vector.told } ?? true }
        #expect(wrong.isEmpty, "\(wrong.count) differ, the first is \(wrong.first?.line ?? "")")
    }

    @Test("a server decides each as it should, and once more when quiet hours are over")
    func server() throws {
        try hold { vector, zone in
            var preferences = vector.preferences
            preferences.mutedUntil = vector.mutedUntil
            var inputs = DecisionInputs(
                now: vector.due, channel: .push, preferences: preferences, severity: vector.severity,
                dismissedAt: vector.isDismissed ? vector.due : nil, expiresAt: vector.expiresAt)
            let decision = PolicyPipeline.standard.decide(inputs, in: zone)
            guard case .defer(let reason, let until) = decision else {
                return Told(at: decision.action == .send ? vector.due : nil, reason: decision.reason)
            }
            inputs.now = until
            inputs.heldSince = vector.due
            let later = PolicyPipeline.standard.decide(inputs, in: zone)
            return later.action == .send ? Told(at: until, reason: reason) : Told(at: nil, reason: later.reason)
        }
    }

    @Test("a device plans each as the server decides it, whether all is muted or all that there is", arguments: [true, false])
    func device(mutesEverything: Bool) throws {
        let everything = try #require(NotificationScope("bills"))
        try hold { vector, zone in
            var preferences = vector.preferences
            if mutesEverything { preferences.mutedUntil = vector.mutedUntil }
            let request = NotificationRequest(
                id: requestID("bills", "rent"), trigger: .moment(vector.due), content: .same(.words(title: "Rent", body: "")),
                category: "bills", severity: vector.severity, validFor: vector.expiresAt.map { $0 - vector.due })
            let person = Person(
                preferences: preferences, mutes: mutesEverything ? [] : vector.mutedUntil.map { [Mute(scope: everything, until: $0)] } ?? [],
                dismissals: vector.isDismissed ? [Dismissal(scope: everything, at: vector.due)] : [])
            let context = PlanningContext(person: person, zone: zone, profile: .linux)
            let plan = Planner().plan([request], in: context, now: vector.due - .seconds(60))
            if let line = plan.lines.first { return Told(at: line.moment, reason: line.reason) }
            return Told(at: nil, reason: plan.leftOut.first?.reason ?? .noFurtherMoment)
        }
    }
}
