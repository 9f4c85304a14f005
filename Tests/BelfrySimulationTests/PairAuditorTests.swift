import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfrySimulation

@Suite("Who watches two devices of one person")
struct PairAuditorTests {
    private let rent = NotificationID(subject: "bills|rent|due_day", date: CivilDate(daysSinceEpoch: 20_000))

    private func shown(_ category: String = "bill_reminder") -> [SimulatedCentre.Shown] {
        let request = PendingRequest(identifier: rent, moment: .noon, fingerprint: 1)
        let notification = ScheduledNotification(
            request: request, title: "Rent", body: "", category: category, thread: "bills", severity: .watch, parts: [rent], expiresAt: nil)
        return [SimulatedCentre.Shown(notification: notification, at: .noon)]
    }

    private func pass(on device: Int, _ auditor: inout PairAuditor) {
        auditor.endPass(on: device, settled: auditor.beginPass(on: device), isWhole: true)
    }

    @Test("Whoever tells what both have synced is heard of, and nobody else", arguments: 0...4)
    func twice(stepCount: Int) {
        var auditor = PairAuditor()
        auditor.watch(shown(), on: 0, passAt: nil)
        let steps: [(inout PairAuditor) -> Void] = [
            { pass(on: 0, &$0) }, { $0.synced(0) }, { $0.synced(1) }, { pass(on: 1, &$0) },
        ]
        for step in steps.prefix(stepCount) { step(&auditor) }
        auditor.watch(shown(), on: 1, passAt: nil)
        #expect(auditor.complaints.isEmpty == (stepCount < steps.count))
    }

    @Test("What a pass shows late must follow from what was synced before it")
    func late() {
        var auditor = PairAuditor()
        auditor.watch(shown(), on: 0, passAt: nil)
        pass(on: 0, &auditor)
        auditor.synced(0)
        auditor.synced(1)
        auditor.watch(shown(), on: 1, passAt: .noon)
        #expect(auditor.complaints.count == 1)
    }

    @Test("What was snoozed may be told again, and each tells when its own plan ends")
    func allowed() {
        for category in ["canary", "bill_reminder"] {
            var auditor = PairAuditor()
            auditor.watch(shown(category), on: 0, passAt: nil)
            pass(on: 0, &auditor)
            auditor.synced(0)
            auditor.synced(1)
            pass(on: 1, &auditor)
            if category != "canary" { auditor.snoozed([rent], on: 1) }
            auditor.watch(shown(category), on: 1, passAt: nil)
            #expect(auditor.complaints.isEmpty)
        }
    }

    @Test("That the plan of one ends is nothing of which the other has to hear")
    func ownPlan() {
        var auditor = PairAuditor()
        auditor.watch(shown("canary"), on: 0, passAt: nil)
        auditor.compare([], of: 1, since: .noon)
        #expect(auditor.complaints.isEmpty)
    }

    @Test("What counts as told and was not shown, and what was shown and counts as nothing, are heard of")
    func receipts() {
        var auditor = PairAuditor()
        auditor.compare([rent], of: 0, since: .noon)
        #expect(auditor.complaints.count == 1)
        auditor.watch(shown(), on: 0, passAt: nil)
        auditor.compare([], of: 1, since: .noon)
        #expect(auditor.complaints.count == 2)
        auditor.compare([rent], of: 1, since: .noon)
        auditor.compare([], of: 1, since: .noon + .seconds(1))
        #expect(auditor.complaints.count == 2)
    }
}
