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
    /// Whose scores are drawn on one page: more than a household has, and a clinic turns the page.
    static let memberCountMax = 8

    func add(to router: Router<AppContext>) {
        router.get("/") { request, _ in
            let first = request.uri.queryParameters["members"].flatMap { Int($0) }.map { max(0, $0) } ?? 0
            return try await PageDesk(services: services).page(request) { visitor, part in
                page(try await compose(for: visitor, firstMember: first), in: visitor.frame(.family), part: part)
            }
        }
        AlertPages(services: services).add(to: router)
    }

    /// - Parameter firstMember: how many members are on the pages before.
    func compose(for visitor: PageVisitor, firstMember: Int = 0) async throws -> FamilyPage {
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
        let end = firstMember + Self.memberCountMax
        return FamilyPage(
            personName: own.map(\.firstName) ?? person.text, familyName: families.first?.name, alerts: alertCards,
            scores: try await scoreCards(of: families.members(from: firstMember, countMax: Self.memberCountMax), for: visitor),
            firstMembersPath: firstMember > 0 ? "/" : nil, moreMembersPath: families.memberCount > end ? "/?members=\(end)" : nil)
    }
}

extension [FamilyRecord] {
    fileprivate var memberCount: Int { reduce(0) { $0 + $1.members.count } }

    /// The families with those of their members alone that are on one page.
    fileprivate func members(from first: Int, countMax: Int) -> [FamilyRecord] {
        var position = 0
        return compactMap { family in
            defer { position += family.members.count }
            let members = family.members.dropFirst(Swift.max(0, first - position)).prefix(Swift.max(0, first + countMax - Swift.max(first, position)))
            return members.isEmpty ? nil : FamilyRecord(id: family.id, name: family.name, members: [FamilyMember](members))
        }
    }
}
