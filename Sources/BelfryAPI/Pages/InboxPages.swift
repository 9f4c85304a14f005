import BelfryDashboard
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import Foundation
import HTTPTypes
import Hummingbird

/// What a person was told in the app, and what they do with it.
struct InboxPages {
    let services: Services

    /// On one page, so that it weighs little however much a person was told.
    static let messageCountMax = 25
    /// Among so many of the alerts that a person sees those of the messages are looked for.
    private static let alertCountMax = 100

    func add(to router: Router<AppContext>) {
        let desk = PageDesk(services: services)
        router.get("/inbox") { request, _ in
            let folder = request.uri.queryParameters["folder"].flatMap { InboxFolder(rawValue: String($0)) } ?? .inbox
            let before = request.uri.queryParameters["before"].flatMap { InboxPlace(text: String($0)) }
            let done = done(request)
            return try await desk.page(request) { visitor, part in
                page(try await compose(folder, before: before, done, for: visitor), in: visitor.frame(.inbox), part: part)
            }
        }
        for act in InboxAct.allCases {
            router.post("/page/inbox/{id}/\(act.rawValue)") { request, context in
                let post = try await desk.post(request)
                let answer = try await InboxRoutes(services: services).carryOut(act, context, by: post.visitor.person)
                guard post.isForm else { return answer }
                let id: DeliveryID = try context.parameters.identifier("id", or: .unknownInboxMessage)
                return Response(status: .seeOther, headers: [.location: Self.path(after: post, did: act.rawValue, to: "message", id.text)])
            }
        }
        router.post("/page/inbox/{id}/\(InboxPage.laterAct)") { request, context in
            let post = try await desk.post(request)
            let asked = post.isForm ? LaterFields(when: post["when"], at: post["at"]) : try post.decode(LaterFields.self)
            let answer = try await LaterRoutes(services: services).putOff(context, until: try asked.moment, by: post.visitor.person)
            let id: DeliveryID = try context.parameters.identifier("id", or: .unknownInboxMessage)
            return try post.answer(answer, page: Self.path(after: post, did: InboxPage.laterAct, to: "message", id.text))
        }
        router.post("/page/inbox/{id}/\(InboxPage.backAct)") { request, context in
            let post = try await desk.post(request)
            let answer = try await LaterRoutes(services: services).takeBack(context, by: post.visitor.person)
            let id: DeliveryID = try context.parameters.identifier("id", or: .unknownInboxMessage)
            return try post.answer(answer, page: Self.path(after: post, did: InboxPage.backAct, to: "message", id.text))
        }
        router.post("/page/inbox/{id}/\(InboxPage.readThroughAct)") { request, context in
            let post = try await desk.post(request)
            let answer = try await InboxRoutes(services: services).markRead(through: context, by: post.visitor.person)
            return post.isForm ? Response(status: .seeOther, headers: [.location: "/inbox?did=\(InboxPage.readThroughAct)"]) : answer
        }
        router.post("/page/inbox/{id}/actions/{action}") { request, context in
            let post = try await desk.post(request)
            let action = try await DeliveryRoutes(services: services).take(context, by: post.visitor.person)
            let id: DeliveryID = try context.parameters.identifier("id", or: .unknownInboxMessage)
            if post.isForm, let link = services.linkOrigins.allowed(action.link) {
                let view = GoOnPage(link: link)
                var response = desk.html(page(view, in: post.visitor.frame(.inbox, isPlaceItself: false)))
                if let refresh = HTTPField.Name("refresh") { response.headers[refresh] = view.refresh }
                return response
            }
            return try post.answer(["success": true], page: Self.path(after: post, did: InboxPage.actedAct, to: "message", id.text))
        }
    }

    /// Leads a plain form of the inbox back to it, where it is said what was done.
    ///
    /// - Parameter subject: what it was done to, a message or an alert.
    static func path(after post: PagePost, did act: String, to subject: String, _ id: String) -> String {
        let folder = post["folder"].flatMap(InboxFolder.init).flatMap { $0 == .inbox ? nil : "folder=\($0.rawValue)&" } ?? ""
        return "/inbox?\(folder)did=\(act)&\(subject)=\(inAddress(id))"
    }

    /// What the address says was just done: it is told once more where the page is loaded again, and to take it back twice does nothing.
    private func done(_ request: Request) -> InboxPage.Done? {
        let values = request.uri.queryParameters
        if values["did"].map({ String($0) }) == InboxPage.readThroughAct { return .readThrough }
        if values["did"].map({ String($0) }) == InboxPage.actedAct { return .acted }
        if let alert = values["alert"].flatMap({ AlertID(String($0)) }) {
            return switch values["did"].map({ String($0) }) {
            case "snooze": .snooze(alert: alert.text)
            case "restore": .restore(alert: alert.text)
            default: nil
            }
        }
        if let id = values["message"].flatMap({ DeliveryID(String($0)) }) {
            switch values["did"].map({ String($0) }) {
            case InboxPage.laterAct: return .later(id: id.text)
            case InboxPage.backAct: return .back
            default: break
            }
        }
        guard let act = values["did"].flatMap({ InboxAct(rawValue: String($0)) }), let id = values["message"].flatMap({ DeliveryID(String($0)) })
        else { return nil }
        return .message(act, id: id.text)
    }

    private func compose(_ folder: InboxFolder, before: InboxPlace?, _ done: InboxPage.Done?, for visitor: PageVisitor) async throws -> InboxPage {
        // One more than is shown, to know whether there are older ones.
        let found = try await services.store.messages(of: visitor.person, in: folder, before: before, countMax: Self.messageCountMax + 1, now: visitor.now)
        let messages = found.prefix(Self.messageCountMax)
        let alerts = messages.contains { $0.alert != nil } ? try await services.store.alerts(visibleTo: visitor.person, countMax: Self.alertCountMax) : []
        let known = Dictionary(alerts.map { ($0.alert.id, $0.alert) }) { first, _ in first }
        let newestPath = folder == .inbox ? "/inbox" : "/inbox?folder=\(folder.rawValue)"
        let choices = LaterChoice.allCases.compactMap { choice in
            choice.moment(after: visitor.now, in: visitor.zone, quiet: visitor.preferences.quietWeek)
                .map { InboxRow.LaterOffer(choice: choice, timeText: choice == .inAnHour ? nil : visitor.text(of: $0)) }
        }
        let last = found.count > messages.count ? messages.last : nil
        let senders = try await ShownSenders(of: messages.map(\.app), in: services, for: visitor)
        return InboxPage(
            messages: messages.map { row($0, of: senders.mark(of: $0.app), $0.alert.flatMap { known[$0] }, choices, for: visitor) },
            unreadCount: folder != .inbox ? 0 : try await services.store.unreadCount(of: visitor.person, now: visitor.now), isArchive: folder == .archive,
            isLater: folder == .later, newestPath: before == nil ? nil : newestPath,
            olderPath: last.map { newestPath + (folder == .inbox ? "?" : "&") + "before=\(Self.inAddress($0.place.text))" }, done: done)
    }

    private static func inAddress(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }

    /// - Parameter alert: what the message is about; nil where the visitor has no such alert, or has too many.
    private func row(
        _ message: InboxMessage, of sender: SenderMark?, _ alert: Alert?, _ choices: [InboxRow.LaterOffer], for visitor: PageVisitor
    ) -> InboxRow {
        let title = message.content.title
        let isHidden = alert.map { $0.dismissedAt != nil || ($0.snoozeUntil.map { $0 >= visitor.today } ?? false) } ?? true
        let later = message.laterUntil.map { moment in
            InboxRow.Later(moment: moment.description, timeText: visitor.text(of: moment), isToCome: message.isPutOff(at: visitor.now))
        }
        return InboxRow(
            id: message.id.text,
            title: message.retractedAt == nil || message.doneAt != nil
                ? title : visitor.words(message.isReplaced && !message.isTakenBack ? DeliveryWord.replacedTitle : .withdrawnTitle, ["title": title]),
            body: message.isTakenBack ? "" : message.content.body, severity: message.content.severity, sender: sender,
            timeText: visitor.text(of: message.createdAt), isRead: message.readAt != nil, isReplaced: message.isReplaced, isArchived: message.archivedAt != nil,
            titleLanguage: message.retractedAt == nil || message.doneAt != nil ? message.language : nil, bodyLanguage: message.language,
            alert: alert.map { InboxRow.Alert(id: $0.id.text, canBeSnoozed: $0.status == .active && !isHidden) },
            link: message.retractedAt == nil ? services.linkOrigins.allowed(message.link) : nil,
            actions: message.retractedAt == nil ? message.actions?.shown(within: services.linkOrigins) ?? [] : [],
            image: message.isTakenBack ? nil : services.imageOrigins.allowed(message.image), actionsTaken: message.actionsTaken,
            doneText: message.doneAt.map { moment in
                let name = message.doneBy.map { ["name": $0] } ?? [:]
                let time = ["time": visitor.text(of: moment)]
                return visitor.words(message.doneBy == nil ? InboxWord.doneByOther : .doneByName, time.merging(name) { $1 })
            }, later: later, laterOffers: choices)
    }
}

/// What the forms that put a message off, and the script that reads them, have of it.
private struct LaterFields: Decodable {
    /// Of the button that names a time; nil where a day and a time were chosen.
    let when: String?
    let at: String?

    /// - Throws: ``Problem`` where there is none.
    var moment: LaterRoutes.Moment {
        get throws {
            if let when {
                guard let choice = LaterChoice(rawValue: when) else {
                    throw Problem.unknownValue(field: "when", allowed: LaterChoice.allCases.map(\.rawValue))
                }
                return .choice(choice)
            }
            guard let at, !at.isEmpty else { throw Problem.missingField("at") }
            guard let civil = CivilDateTime(at) else { throw Problem.wrongType(field: "at", expected: "a day and a time, such as 2026-01-31T09:00") }
            return .civil(civil, field: "at")
        }
    }
}
