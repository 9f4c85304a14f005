import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

@Suite("Snoozes that are over")
struct EndedSnoozesTests {
    private func snoozes(
        until: CivilDate = .sunday, timezone: String = "UTC", at now: Instant, levels: [EpisodeLevel] = [.days7], told: EpisodeLevel? = nil,
        alert: Alert = .example(1, level: .days14), after changes: [AlertChange] = []
    ) -> EndedSnoozes {
        let left = levels.enumerated().map { index, level in
            MemberHistory.HiddenDelivery(
                id: .example(index + 1), alert: alert.id, recipient: .ana, channelName: "push", level: level, toldLevel: told)
        }
        let history = MemberHistory(
            member: .ben, memberName: nil, reports: [:], alerts: [alert], familyAdmins: [.ana], timezone: "UTC",
            snoozes: [.init(alert: alert.id, recipient: .ana, until: until, timezone: timezone)], hiddenDeliveries: left)
        return EndedSnoozes(in: history, after: changes, zones: SystemTimeZoneDatabase(), now: now)
    }

    @Test(
        "A snooze ends with the last minute of its day where the recipient is",
        arguments: [("UTC", "2026-01-26T00:00:00Z"), ("America/Los_Angeles", "2026-01-26T08:00:00Z"), ("Asia/Tokyo", "2026-01-25T15:00:00Z")])
    func end(timezone: String, end: String) throws {
        let end = try instant(end)
        let before = snoozes(timezone: timezone, at: end - .seconds(1))
        #expect(before.requeued == [] && before.nextEnd == end)
        let after = snoozes(timezone: timezone, at: end)
        #expect(after.requeued == [.example(1)] && after.nextEnd == nil)
    }

    @Test("Of several levels the highest is told, if it is above what was told already")
    func highest() {
        let later = Instant.noon + .seconds(86_400)
        #expect(snoozes(at: later, levels: [.days7, .days14]).requeued == [.example(2)])
        #expect(snoozes(at: later, levels: [.days7], told: .days3).requeued == [.example(1)])
        #expect(snoozes(at: later, levels: [.days7], told: .days7).requeued == [])
        #expect(snoozes(at: later, levels: [.days7], told: .days14).requeued == [])
    }

    @Test("What is over or dismissed is not told")
    func gone() {
        let later = Instant.noon + .seconds(86_400)
        #expect(snoozes(at: later, alert: .example(1, level: .days14, resolved: .recovered)).requeued == [])
        let dismissed = Alert(id: .example(1), member: .ben, episode: .example(1, level: .days14), engine: "v2", dismissedAt: .noon)
        #expect(snoozes(at: later, alert: dismissed).requeued == [])
        #expect(snoozes(at: .noon, alert: dismissed).nextEnd == nil)
    }

    @Test("What ends together with the snooze is not told, nor is a level that a correction lowers; where a higher one is told, that is enough")
    func changedMeanwhile() {
        let later = Instant.noon + .seconds(86_400)
        func requeued(_ alert: Alert, _ deliveries: Delivery...) -> [DeliveryID] {
            snoozes(at: later, after: [AlertChange(alert: alert, deliveries: deliveries)]).requeued
        }
        let risen = Alert.example(1, level: .days21)
        #expect(requeued(.example(1, level: .days14, resolved: .recovered)) == [])
        #expect(requeued(.example(1, level: .days3)) == [])
        #expect(requeued(risen, .example(9, of: 1, to: .ana, level: .days21)) == [])
        #expect(requeued(risen, .example(9, of: 1, to: .ben, level: .days21)) == [.example(1)])
        #expect(snoozes(at: .noon, after: [AlertChange(alert: .example(1, resolved: .recovered), deliveries: [])]).nextEnd == nil)
    }
}
