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

    /// Of those that go on, the highest level first: more than a household has at once.
    static let alertCountMax = 6
    /// Of what is over, only the latest few: the rest would stand between the family and what is new.
    static let endedAlertCountMax = 4
    /// Whose scores are drawn on one page: more than a household has, and a clinic turns the page.
    static let memberCountMax = 6
    /// Nobody turns so many pages.
    private static let placeMax = 10_000

    func add(to router: Router<AppContext>) {
        router.get("/") { request, _ in
            func place(_ name: Substring) -> Int { request.uri.queryParameters[name].flatMap { Int($0) }.map { min(max(0, $0), Self.placeMax) } ?? 0 }
            let (firstAlert, firstMember) = (place("alerts"), place("members"))
            return try await PageDesk(services: services).page(request) { visitor, part in
                page(try await compose(for: visitor, firstAlert: firstAlert, firstMember: firstMember), in: visitor.frame(.family), part: part)
            }
        }
        AlertPages(services: services).add(to: router)
    }

    /// - Parameters:
    ///   - firstAlert: how many alerts that go on are on the pages before.
    ///   - firstMember: how many members are on the pages before.
    func compose(for visitor: PageVisitor, firstAlert: Int = 0, firstMember: Int = 0) async throws -> FamilyPage {
        let person = visitor.person
        let families = try await services.store.families(of: person)
        let endAlert = firstAlert + Self.alertCountMax
        let alerts = try await services.store.alerts(visibleTo: person, countMax: endAlert + Self.endedAlertCountMax)
        let active = alerts.filter { $0.alert.status == .active }
        let ended = active.count > endAlert ? [] : alerts.filter { $0.alert.status == .resolved }.prefix(Self.endedAlertCountMax)
        let shown = active.dropFirst(firstAlert).prefix(Self.alertCountMax) + ended
        let told = try await services.insights.told(
            of: shown.map(\.alert), to: person, named: shown.names, in: visitor.language, now: visitor.now)
        let cards = AlertCards(services: services, visitor: visitor)
        var alertCards: [AlertCard] = []
        for overview in shown { alertCards.append(try await cards.card(overview, sentence: told[overview.alert.id]?.sentence ?? "")) }
        let endMember = firstMember + Self.memberCountMax
        return FamilyPage(
            personName: families.firstName(of: person) ?? person.text, familyName: families.first?.name, alerts: alertCards,
            alertPaths: .init(first: firstAlert > 0 ? "/" : nil, more: active.count > endAlert ? "/?alerts=\(endAlert)" : nil),
            scores: try await scoreCards(of: families.members(from: firstMember, countMax: Self.memberCountMax), for: visitor),
            memberPaths: .init(first: firstMember > 0 ? "/" : nil, more: families.memberCount > endMember ? "/?members=\(endMember)" : nil))
    }
}

extension [FamilyRecord] {
    /// What the first of them calls a person; nil where none says it.
    func firstName(of person: UserID) -> String? {
        lazy.flatMap(\.members).first { $0.user == person && !$0.firstName.isEmpty }?.firstName
    }

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
