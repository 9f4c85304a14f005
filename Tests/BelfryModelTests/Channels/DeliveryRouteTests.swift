import BelfryModel
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@Suite("Routes")
struct DeliveryRouteTests {
    private func rules(_ json: String) throws -> [DeliveryRoutes.Rule] {
        try JSONDecoder().decode([DeliveryRoutes.Rule].self, from: Data(json.utf8))
    }

    @Test("The first rule that fits counts, and the standard where none does")
    func first() throws {
        let written = try rules(
            """
            [{"category": "pattern_alert", "severity": "critical", "steps": [{"channels": ["push", "in_app"]}, {"channels": ["sms"], "after_minutes": 10}]},
             {"category": "pattern_alert", "until": "accepted", "steps": [{"channels": ["in_app"]}]}]
            """)
        let routes = DeliveryRoutes(rules: written, standard: DeliveryRoute(channels: [.email]))
        let critical = routes.route(category: "pattern_alert", severity: .critical)
        #expect(critical.steps.map(\.channels) == [[.push, .inApp], [.sms]] && critical.steps[1].after == .seconds(600) && critical.until == .read)
        #expect(routes.route(category: "pattern_alert", severity: .watch).until == .accepted)
        #expect(routes.route(category: "bill_reminder", severity: .critical).steps.map(\.channels) == [[.email]])
        #expect(routes.channels == [.push, .inApp, .sms, .email])
    }

    @Test(
        "What can't be a route is refused, with the field that is wrong",
        arguments: [
            (#"[{"steps": []}]"#, "channels"), (#"[{"steps": [{"channels": []}]}]"#, "channels"),
            (#"[{"steps": [{"channels": ["pigeon"]}]}]"#, "channels"), (#"[{"until": "dreamt", "steps": [{"channels": ["push"]}]}]"#, "until"),
            (#"[{"steps": [{"channels": ["push"], "after_minutes": 5}]}]"#, "after_minutes"),
            (#"[{"steps": [{"channels": ["push"]}, {"channels": ["sms"]}]}]"#, "after_minutes"),
            (#"[{"steps": [{"channels": ["push"]}, {"channels": ["sms"], "after_minutes": 20000}]}]"#, "after_minutes"),
        ])
    func refused(json: String, field: String) throws {
        let problem = #expect(throws: Problem.self) { try rules(json) }
        #expect(problem?.field?.contains(field) == true)
    }
}
