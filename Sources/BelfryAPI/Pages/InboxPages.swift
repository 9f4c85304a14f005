import BelfryDashboard
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import HTTPTypes
import Hummingbird

/// What a person was told in the app, and what they do with it.
struct InboxPages {
    let services: Services

    static let messageCountMax = 100

    func add(to router: Router<AppContext>) {
        let desk = PageDesk(services: services)
        router.get("/inbox") { request, _ in
            let folder: InboxFolder = request.uri.queryParameters["folder"] == "archive" ? .archive : .inbox
            return try await desk.page(request) { visitor, part in
                let rows = try await rows(in: folder, for: visitor)
                return page(InboxPage(messages: rows, isArchive: folder == .archive), in: visitor.frame(.inbox), part: part)
            }
        }
        for act in InboxAct.allCases {
            router.post("/page/inbox/{id}/\(act.rawValue)") { request, context in
                let post = try await desk.post(request)
                let answer = try await InboxRoutes(services: services).carryOut(act, context, by: post.visitor.person)
                let page = act == .unarchive ? "/inbox?folder=archive" : "/inbox"
                return post.isForm ? Response(status: .seeOther, headers: [.location: page]) : answer
            }
        }
    }

    private func rows(in folder: InboxFolder, for visitor: PageVisitor) async throws -> [InboxRow] {
        let messages = try await services.store.messages(of: visitor.person, in: folder, countMax: Self.messageCountMax)
        let alerts = try await services.store.alerts(visibleTo: visitor.person, countMax: Self.messageCountMax)
        let known = Dictionary(alerts.map { ($0.alert.id, $0.alert) }) { first, _ in first }
        return messages.map { row($0, $0.alert.flatMap { known[$0] }, for: visitor) }
    }

    /// - Parameter alert: what the message is about; nil where the visitor has no such alert, or has too many.
    private func row(_ message: InboxMessage, _ alert: Alert?, for visitor: PageVisitor) -> InboxRow {
        let title = message.content.title
        let isHidden = alert.map { $0.dismissedAt != nil || ($0.snoozeUntil.map { $0 >= visitor.today } ?? false) } ?? true
        return InboxRow(
            id: message.id.text, title: message.retractedAt == nil ? title : visitor.words(DeliveryWord.withdrawnTitle, ["title": title]),
            body: message.content.body, severity: message.content.severity, timeText: visitor.text(of: message.createdAt),
            isRead: message.readAt != nil, isArchived: message.archivedAt != nil,
            alert: alert.map { InboxRow.Alert(id: $0.id.text, canBeSnoozed: $0.status == .active && !isHidden) })
    }
}
