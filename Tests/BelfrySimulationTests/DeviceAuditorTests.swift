import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfrySimulation

@Suite("Who watches a device")
struct DeviceAuditorTests {
    private let rent = NotificationID(subject: "bills|rent|due_day", date: CivilDate(daysSinceEpoch: 20_000))

    private func watch(_ auditor: inout DeviceAuditor, part: NotificationID? = nil, severity: Severity = .watch) {
        let part = part ?? rent
        let request = PendingRequest(identifier: part, moment: .noon, fingerprint: 1)
        let notification = ScheduledNotification(
            request: request, title: "Rent", body: "", category: "bill_reminder", thread: "bills", severity: severity, parts: [part],
            expiresAt: nil)
        auditor.watch([SimulatedCentre.Shown(notification: notification, at: .noon)], from: .noon, to: .noon, mayShow: true)
    }

    @Test("What is shown once is well, and twice is heard of")
    func twice() {
        var auditor = DeviceAuditor()
        watch(&auditor)
        #expect(auditor.complaints.isEmpty && auditor.shownCount == 1)
        watch(&auditor)
        #expect(auditor.complaints.count == 1)
    }

    @Test("Whoever tells of a bill that was paid when the last whole pass was made is heard of, and nobody else")
    func paid() {
        var auditor = DeviceAuditor()
        auditor.note(.init(bills: ["rent"]), at: .noon)
        watch(&auditor)
        #expect(auditor.complaints.isEmpty)
        auditor = DeviceAuditor()
        auditor.note(.init(bills: ["gym"]), at: .noon)
        watch(&auditor)
        #expect(auditor.complaints.count == 1)
        auditor = DeviceAuditor()
        auditor.note(.init(bills: ["gym"]), at: .noon)
        auditor.beginPass()
        watch(&auditor)
        #expect(auditor.complaints.isEmpty, "another pass has begun, of other facts")
        auditor = DeviceAuditor()
        auditor.note(.init(bills: ["gym"]), at: .noon + .seconds(30))
        watch(&auditor)
        #expect(auditor.complaints.isEmpty, "it was due before, and is being shown")
    }

    @Test(
        "Whoever tells of an own reminder that was done, switched off or gone then is heard of",
        arguments: [
            ("08:00|2026-01-01", nil, 0), ("08:00|2026-01-01", "2026-01-01T08:00", 1), ("08:00|2026-01-01", "2026-01-01T07:59", 0),
            ("08:00|2026-01-01T16:00", "2026-01-01T08:00", 0), ("reminder|2026-01-01", "2026-01-01T09:00", 0), ("reminder|2026-01-01", "2026-01-02T00:00", 1),
        ] as [(String, String?, Int)])
    func done(name: String, done: String?, complaintCount: Int) {
        var auditor = DeviceAuditor()
        let part = NotificationID(literal: "reminders|pills|\(name)")
        auditor.note(.init(reminders: ["pills": done.map(CivilDateTime.init(literal:))]), at: .noon)
        watch(&auditor, part: part)
        #expect(auditor.complaints.count == complaintCount)
        auditor = DeviceAuditor()
        auditor.note(.init(reminders: ["tea": nil]), at: .noon)
        watch(&auditor, part: part)
        #expect(auditor.complaints.count == 1)
    }

    @Test("A critical recall that nobody was shown is heard of")
    func recalls() {
        var auditor = DeviceAuditor()
        watch(&auditor)
        auditor.compare(recalls: [rent.subject])
        #expect(auditor.complaints.isEmpty)
        auditor.compare(recalls: ["pantry|openfda-F-1|recall"])
        #expect(auditor.complaints.count == 1)
    }

    @Test("What was asked for at a moment at which it is of no use any more is heard of")
    func noUse() {
        var auditor = DeviceAuditor()
        auditor.note(usefulUntil: [rent: .noon])
        watch(&auditor)
        #expect(auditor.complaints.isEmpty)
        auditor = DeviceAuditor()
        auditor.note(usefulUntil: [rent: Instant.noon - .seconds(1)])
        watch(&auditor)
        #expect(auditor.complaints.count == 1)
    }

    @Test("Whatever isn't critical is heard of in quiet hours, as long as it is known where the device is")
    func quietHours() {
        let noon = DailyWindow(start: CivilTime(literal: "11:00"), end: CivilTime(literal: "13:00"))
        let quiet = DeviceAuditor.QuietWeek(week: WeeklyWindow(everyDay: noon), zone: .utc)
        var auditor = DeviceAuditor()
        auditor.note(.init(bills: ["rent"]), at: .noon, quietWeek: quiet)
        watch(&auditor, severity: .critical)
        #expect(auditor.complaints.isEmpty)
        auditor = DeviceAuditor()
        auditor.note(.init(bills: ["rent"]), at: .noon, quietWeek: quiet)
        watch(&auditor)
        #expect(auditor.complaints.count == 1)
        auditor = DeviceAuditor()
        auditor.note(.init(bills: ["rent"]), at: .noon, quietWeek: quiet)
        auditor.forgetZone()
        watch(&auditor)
        #expect(auditor.complaints.isEmpty)
        // It is a Sunday.
        for (nights, count) in [([Weekday.sunday: QuietNights.without], 0), ([Weekday.monday: QuietNights.without], 1)] {
            auditor = DeviceAuditor()
            let week = WeeklyWindow(everyDay: noon, byWeekday: nights)
            auditor.note(.init(bills: ["rent"]), at: .noon, quietWeek: DeviceAuditor.QuietWeek(week: week, zone: .utc))
            watch(&auditor)
            #expect(auditor.complaints.count == count)
        }
    }
}
