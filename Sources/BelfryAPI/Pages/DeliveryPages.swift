import BelfryDashboard
import BelfryDelivery
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import Foundation
import HTTPTypes
import Hummingbird

/// How deliveries fare and what became of each, for whoever runs Belfry.
struct DeliveryPages {
    let services: Services

    static let deliveryCountMax = 50
    static let csvRowCountMax = 5_000
    /// So many are looked through for a page of what is rare; a link goes on from there.
    static let lookCountMax = 5_000
    /// Over so many of the latest that were sent it is told how late they left.
    static let latenessCount = 200

    func add(to router: Router<AppContext>) {
        let desk = PageDesk(services: services)
        router.get("/deliveries") { request, _ in
            let selection = DeliveryPageSelection(request)
            return try await desk.operatorPage(request) { visitor, part in
                page(try await compose(selection, for: visitor), in: visitor.frame(.deliveries), part: part)
            }
        }
        router.get("/deliveries.csv") { request, _ in
            guard try await desk.visitor(request).isOperator else { throw Problem.notFound }
            return csv(try await csvText(DeliveryPageSelection(request)), named: "deliveries.csv")
        }
        router.get("/deliveries/figures.csv") { request, _ in
            guard try await desk.visitor(request).isOperator else { throw Problem.notFound }
            return csv(try await DeliveryAnalytics(from: services.store, on: days, by: DeliveryAnalytics.Dimension.allCases).csv, named: "figures.csv")
        }
        // All that is chosen by the address, as the list has it, or one delivery.
        for change in Change.allCases {
            router.post("/page/deliveries/\(change.rawValue)") { request, _ in
                let post = try await desk.operatorPost(request)
                let selection = DeliveryPageSelection(request)
                guard let chosen = try await selection.change(in: services.store) else { throw Problem.notFound }
                return try await make(change, of: chosen, post, page: selection.path("/deliveries"))
            }
            router.post("/page/deliveries/{id}/\(change.rawValue)") { request, context in
                let id: DeliveryID = try context.parameters.identifier("id", or: .unknownDelivery)
                let path = "/deliveries/\(context.parameters.get("id") ?? "")"
                return try await make(change, of: DeliverySelection(ids: [id]), try await desk.operatorPost(request), page: path)
            }
        }
        router.post("/page/deliveries/{id}/now") { request, context in
            let id: DeliveryID = try context.parameters.identifier("id", or: .unknownDelivery)
            let (post, now) = (try await desk.operatorPost(request), services.now())
            var change = DeliveryChange()
            change.deliverAfter = now
            let changed = try await services.store.change(
                DeliverySelection(ids: [id]), to: change, by: post.visitor.person.text, isDryRun: false, now: now)
            if !changed.changed.isEmpty { services.doorbell.ring() }
            return try post.answer(["success": true], page: "/deliveries/\(context.parameters.get("id") ?? "")")
        }
        router.post("/page/deliveries/{id}/retract") { request, context in
            let id: DeliveryID = try context.parameters.identifier("id", or: .unknownDelivery)
            let post = try await desk.operatorPost(request)
            _ = try await services.store.retract(DeliverySelection(ids: [id]), by: post.visitor.person.text, now: services.now())
            return try post.answer(["success": true], page: "/deliveries/\(context.parameters.get("id") ?? "")")
        }
        PausePosts(services: services).add(to: router)
        router.get("/deliveries/{id}") { request, context in
            try await desk.operatorPage(request) { visitor, part in
                guard let id: DeliveryID = try? context.parameters.identifier("id", or: .unknownDelivery),
                    let view = try await DeliveryStories(services: services, visitor: visitor).compose(id)
                else { return nil }
                return page(view, in: visitor.frame(.deliveries, isPlaceItself: false), part: part)
            }
        }
    }

    /// What an operator does to deliveries, by the name that it has in addresses.
    private enum Change: String, CaseIterable {
        case redrive, cancel
    }

    /// As many as may be changed at once.
    private func make(_ change: Change, of selection: DeliverySelection, _ post: PagePost, page path: String) async throws -> Response {
        switch change {
        case .redrive: if try await !services.store.redrive(selection, now: services.now()).isEmpty { services.doorbell.ring() }
        case .cancel: _ = try await services.store.cancel(selection, now: services.now())
        }
        return try post.answer(["success": true], page: path)
    }

    // MARK: The page

    private func compose(_ selection: DeliveryPageSelection, for visitor: PageVisitor) async throws -> DeliveriesPage {
        let (words, days) = (visitor.words, days)
        let found = try await selection.found(in: services.store, countMax: Self.deliveryCountMax, lookCountMax: Self.lookCountMax)
        let statistics = try await services.store.statistics(on: days)
        let channels = DeliveryAnalytics(statistics, on: days, by: [.channel])
        let settledCount = DeliveryAnalytics.settledInboxCount(statistics, today: days.upperBound)
        let kinds = DeliveryAnalytics(statistics, on: days, by: [.category]).rows.compactMap(\.names.first)
        let backlog = try await services.store.backlog(countMax: DeliveryFigureTexts.backlogCountMax + 1, now: visitor.now)
        let pauses = try await services.store.pauses(now: visitor.now)
        let senders = try await ShownSenders(of: found.deliveries.map(\.delivery.app), in: services, for: visitor)
        let rows = DeliveryRows(services: services, visitor: visitor, senders: senders)
        let act = try await act(on: selection, found.deliveries, words)
        let texts = DeliveryFigureTexts(words: words)
        let lookedAt = found.continuesBefore.map { _ in words(OperatorWord.noneSoFar, ["n": Phrases.text(of: Self.lookCountMax, in: words.language)]) }
        return DeliveriesPage(
            findings: await services.checkup.findings(), backlog: texts.line(backlog, pauses, now: visitor.now), latenessText: try await lateness(words),
            figures: texts.table(channels), quietHours: texts.quietHours(channels.total.quietHours),
            engagement: texts.engagement(channels.total, settledCount: settledCount),
            search: search(selection, kinds, words), deliveries: found.deliveries.map { rows.row($0.held(by: pauses)) },
            noneFoundText: lookedAt ?? words(OperatorWord.noneFound),
            olderPath: found.continuesBefore.map { selection.path("/deliveries", before: $0) }, isOlder: selection.before != nil,
            pauses: pauses.map { PausePosts.line($0, for: visitor) }, act: act)
    }

    /// What can be done to all that is chosen, where one state is that has something done to it.
    ///
    /// - Parameter found: those of them that are shown.
    private func act(on selection: DeliveryPageSelection, _ found: [DeliveryOverview], _ words: PageWords) async throws -> DeliveriesPage.Act? {
        guard let status = selection.status, status == .failed || status == .pending, found.contains(where: { $0.status == status.rawValue })
        else { return nil }
        guard let chosen = try await selection.change(in: services.store) else { return .notAtOnce }
        guard status == .pending else { return .redrive(path: selection.path("/page/deliveries/redrive")) }
        guard selection.isAskingToCallOff else { return .callOff(askPath: selection.path("/deliveries", asksToCallOff: true) + "#queue") }
        let count = try await services.store.waitingCount(chosen)
        let question =
            count < DeliverySelection.countMaxOfChange
            ? words(OperatorWord.callOffQuestion, count: count)
            : words(OperatorWord.callOffMost, ["n": Phrases.text(of: count, in: words.language)])
        return .askedToCallOff(
            question: question, path: selection.path("/page/deliveries/cancel"), backPath: selection.path("/deliveries") + "#queue")
    }

    /// Of which the figures are, by the calendar of UTC.
    private var days: ClosedRange<CivilDate> {
        let today = TimeZoneRules.utc.civil(at: services.now()).date
        return (today - (DeliveryAnalytics.standardDayCount - 1))...today
    }

    /// What was held is left out: it waited because it should.
    private func lateness(_ words: PageWords) async throws -> String {
        let query = DeliveryQuery(status: .sent, countMax: Self.latenessCount, lookCountMax: Self.lookCountMax)
        let sent = try await services.store.deliveries(matching: query).deliveries
        let waits = sent.compactMap { overview -> Duration? in
            guard overview.delivery.heldSince == nil, let sentAt = overview.sentAt else { return nil }
            return max(.zero, sentAt - max(overview.delivery.createdAt, overview.delivery.deliverAfter ?? overview.delivery.createdAt))
        }.sorted()
        guard let longest = waits.last else { return words(OperatorWord.noLateness) }
        func share(_ share: Double) -> Duration { waits[min(waits.count - 1, Int((Double(waits.count) * share).rounded(.up)) - 1)] }
        return words(
            OperatorWord.latenessText,
            [
                "count": Phrases.text(of: waits.count, in: words.language), "median": Phrases.text(of: share(0.5), in: words.language),
                "high": Phrases.text(of: share(0.95), in: words.language), "max": Phrases.text(of: longest, in: words.language),
            ])
    }

    /// - Parameter kinds: that were counted of late; another one that is looked for stands among them.
    private func search(_ selection: DeliveryPageSelection, _ kinds: [String], _ words: PageWords) -> DeliverySearch {
        typealias Choice = DeliverySearch.Choice
        func any(_ word: OperatorWord) -> [Choice] { [Choice(value: "", name: words(word))] }
        let statuses = Delivery.Status.allCases.map { Choice(value: $0.rawValue, name: DeliveryFigureTexts(words: words).name(of: $0)) }
        let channels = DeliveryChannel.allCases.map { Choice(value: $0.rawValue, name: Phrases.name(of: $0, in: words.language)) }
        let roles = [Choice(value: "", name: words(OperatorWord.told)), Choice(value: DeliveryPageSelection.aboutRole, name: words(OperatorWord.about))]
        let named = Set(kinds + [selection.kind].compactMap { $0 }).sorted().map { Choice(value: $0, name: Phrases.name(ofKind: $0, in: words.language)) }
        return DeliverySearch(
            text: selection.text,
            filters: [
                DeliverySearch.Filter(
                    name: "as", label: words(OperatorWord.role), choices: roles, chosen: selection.isAbout ? DeliveryPageSelection.aboutRole : ""),
                DeliverySearch.Filter(
                    name: "status", label: words(OperatorWord.status), choices: any(.anyStatus) + statuses, chosen: selection.status?.rawValue ?? ""),
                DeliverySearch.Filter(
                    name: "channel", label: words(OperatorWord.channel), choices: any(.anyChannel) + channels, chosen: selection.channel?.rawValue ?? ""),
                DeliverySearch.Filter(name: "kind", label: words(OperatorWord.kind), choices: any(.anyKind) + named, chosen: selection.kind ?? ""),
            ],
            csvPath: selection.path("/deliveries.csv"))
    }

    // MARK: CSV

    /// The newest of those that are asked for, by their codes and not their words.
    private func csvText(_ selection: DeliveryPageSelection) async throws -> String {
        let found = try await selection.found(in: services.store, countMax: Self.csvRowCountMax, lookCountMax: nil).deliveries
        let head = [
            "id", "created_at", "recipient_user_id", "member_user_id", "channel", "kind", "status", "reason", "attempts", "decided_at", "sent_at",
            "last_error",
        ]
        let rows = found.map { overview -> [String] in
            let delivery = overview.delivery
            return [
                delivery.id.text, delivery.createdAt.description, delivery.recipient.text, delivery.member.text, delivery.channelName,
                delivery.payload.category, overview.status, overview.reason?.rawValue ?? "", "\(delivery.attemptCount)",
                overview.decidedAt?.description ?? "", overview.sentAt?.description ?? "", overview.lastError ?? "",
            ]
        }
        return CSV.text(head: head, rows: rows)
    }

    private func csv(_ text: String, named name: String) -> Response {
        var response = Response.text(text, type: "text/csv; charset=utf-8; header=present")
        response.headers[.contentDisposition] = "attachment; filename=\"\(name)\""
        return response
    }
}
