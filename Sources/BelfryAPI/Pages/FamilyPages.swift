import BelfryDashboard
import BelfryDelivery
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import HTTPTypes
import Hummingbird

/// The family's page: what a person may see of everybody's alerts and scores, worded for them.
struct FamilyPages {
    let services: Services

    static let alertCountMax = 20
    /// Of what is over, only the latest few: the rest would stand between the family and what is new.
    static let endedAlertCountMax = 4

    func add(to router: Router<AppContext>) {
        router.get("/") { request, _ in
            try await PageDesk(services: services).page(request) { visitor, part in
                page(try await compose(for: visitor), in: visitor.frame(.family), part: part)
            }
        }
        AlertPages(services: services).add(to: router)
    }

    func compose(for visitor: PageVisitor) async throws -> FamilyPage {
        let person = visitor.person
        let families = try await services.store.families(of: person)
        let own = families.lazy.flatMap(\.members).first { $0.user == person && !$0.firstName.isEmpty }
        let alerts = try await services.store.alerts(visibleTo: person, countMax: Self.alertCountMax)
        let ended = alerts.filter { $0.alert.status == .resolved }
        let shown = alerts.filter { $0.alert.status == .active } + ended.prefix(Self.endedAlertCountMax)
        let told = try await services.insights.told(of: shown.map(\.alert), in: visitor.language, now: visitor.now)
        let cards = AlertCards(services: services, visitor: visitor)
        var alertCards: [AlertCard] = []
        for overview in shown { alertCards.append(try await cards.card(overview, sentence: told[overview.alert.id]?.sentence ?? "")) }
        return FamilyPage(
            personName: own.map(\.firstName) ?? person.text, familyName: families.first?.name, alerts: alertCards,
            scores: try await scoreCards(of: families, for: visitor))
    }
}
