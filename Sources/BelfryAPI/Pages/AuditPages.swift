import BelfryDashboard
import BelfryModel
import BelfryPhrases
import BelfryPorts
import Hummingbird

/// Who did what, for whoever runs Belfry.
struct AuditPages {
    let services: Services

    private static let path = "/audit"
    private static let (actionName, beforeName) = ("action", "before")
    private static let countMax = 50

    func add(to router: Router<AppContext>) {
        let desk = PageDesk(services: services)
        router.get("\(Self.path)") { request, _ in
            try await desk.operatorPage(request) { visitor, part in
                page(try await compose(request, for: visitor), in: visitor.frame(.audit), part: part)
            }
        }
    }

    private func compose(_ request: Request, for visitor: PageVisitor) async throws -> AuditPage {
        let subject = request.sought(AuditPage.subjectField)
        // One more than is shown, to know whether there are older ones.
        var selection = AuditSelection(countMax: Self.countMax + 1)
        selection.subject = subject.isEmpty ? nil : subject
        selection.action = AuditEntry.Action(rawValue: request.sought(Self.actionName))
        selection.before = AuditEntryID(request.sought(Self.beforeName))
        let action = selection.action?.rawValue ?? ""
        let found = try await services.store.auditEntries(selection)
        let shown = found.prefix(Self.countMax)
        func path(_ place: String) -> String {
            pagePath(Self.path, [AuditPage.subjectField: subject, Self.actionName: action, Self.beforeName: place])
        }
        let every = DeliverySearch.Choice(value: "", name: visitor.words(AuditWord.anyAction))
        let choices = AuditEntry.Action.allCases.map { DeliverySearch.Choice(value: $0.rawValue, name: $0.rawValue) }
        return AuditPage(
            subject: subject,
            filter: DeliverySearch.Filter(name: Self.actionName, label: visitor.words(AuditWord.action), choices: [every] + choices, chosen: action),
            lines: shown.map { line($0, for: visitor) }, furtherPath: found.count > shown.count ? shown.last.map { path($0.id.text) } : nil,
            beginningPath: selection.before == nil ? nil : path(""))
    }

    private func line(_ entry: AuditEntry, for visitor: PageVisitor) -> AuditPage.Line {
        let words = visitor.words
        let facts = [
            entry.person.map { OperatorItem.Fact(words(AuditWord.whose), $0.text) }, entry.subject.map { OperatorItem.Fact(words(AuditWord.subject), $0) },
            entry.changedCount.map { OperatorItem.Fact(words(AuditWord.count), Phrases.text(of: $0, in: visitor.language)) },
        ].compactMap { $0 }
        // Codes and names, as the API has them.
        let details = AuditEntry.Detail.allCases.compactMap { detail in entry.details[detail].map { OperatorItem.Fact(detail.rawValue, $0) } }
        return AuditPage.Line(
            action: entry.actionName, who: who(entry.actor, words), at: visitor.text(of: entry.at), isRefused: entry.outcome == .refused,
            facts: facts + details)
    }

    private func who(_ actor: AuditEntry.Actor, _ words: PageWords) -> String {
        switch actor {
        case .admin: words(AuditWord.admin)
        case .operator(let user): words(AuditWord.operatorOnPages, ["name": user.text])
        case .app(let name): words(AuditWord.app, ["name": name])
        case .person(let user): words(AuditWord.person, ["name": user.text])
        case .commandLine(let name): words(AuditWord.account, ["name": name])
        }
    }
}
