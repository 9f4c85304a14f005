import BelfryModel
import BelfryPorts
import BelfrySimulation
import BelfryTesting
import BelfryTime
import Testing

@Suite("The simulated centre")
struct SimulatedCentreTests {
    @Test("It passes the exam of notification centres", arguments: CentreConformance.all(with: [.foreignRequests]))
    func passes(_ behaviour: CentreConformance) async throws {
        for removalDelay in [0, 3] { try await behaviour.run(in: SimulatedHarness(removalDelay: removalDelay)) }
    }

    @Test("It refuses or loses the next requests where it is told to, and takes all others", arguments: SimulatedCentre.Fault.all)
    func faults(_ fault: SimulatedCentre.Fault) throws {
        let centre = SimulatedCentre(now: .noon)
        centre.fail(next: [fault])
        if case .refuses(let problem) = fault {
            #expect(throws: problem) { try centre.add(.bill(1)) }
        } else {
            try centre.add(.bill(1))
        }
        #expect(centre.pending().requests.isEmpty && centre.shown.isEmpty)
        try centre.add(.bill(1))
        #expect(centre.pending().requests.map(\.identifier) == [.bill(1)])
    }
}

private struct SimulatedHarness: CentreHarness {
    let simulated: SimulatedCentre

    init(removalDelay: Int) { simulated = SimulatedCentre(now: .noon, removalDelay: removalDelay) }

    var centre: any NotificationCentre { simulated }

    func advance(to moment: Instant) { simulated.advance(to: moment) }
    func settle() { for _ in 0..<4 { _ = simulated.pending() } }
    func clear(_ identifier: NotificationID) { simulated.removeDelivered([identifier]) }
    func set(_ permission: NotificationPermission) { simulated.set(permission: permission) }
    func addForeignRequests(count: Int) { simulated.set(otherCount: count) }

    // Not among its abilities.
    func respond(_ action: NotificationResponse.Action, to identifier: NotificationID) {}
    func responses() -> [NotificationResponse] { [] }
    func answerPrompts(with answer: Bool) {}
    func promptCount() -> Int { 0 }
    func set(capacity: Int) {}
    func actions(of category: String) -> [String]? { nil }
}
