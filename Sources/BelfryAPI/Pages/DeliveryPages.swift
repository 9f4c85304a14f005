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
        router.post("/page/deliveries/redrive") { request, _ in
            try await redrive(nil, try await desk.post(request), page: "/deliveries")
        }
        router.post("/page/deliveries/{id}/redrive") { request, context in
            let id: DeliveryID = try context.parameters.identifier("id", or: .unknownDelivery)
            return try await redrive([id], try await desk.post(request), page: "/deliveries/\(context.parameters.get("id") ?? "")")
        }
        router.get("/deliveries/{id}") { request, context in
            try await desk.operatorPage(request) { visitor, part in
                guard let id: DeliveryID = try? context.parameters.identifier("id", or: .unknownDelivery),
                    let view = try await DeliveryStories(services: services, visitor: visitor).compose(id)
                else { return nil }
                return page(view, in: visitor.frame(.deliveries, isPlaceItself: false), part: part)
            }
        }
    }

    /// - Parameter ids: nil for all that were given up, as many as may be changed at once.
    private func redrive(_ ids: [DeliveryID]?, _ post: PagePost, page path: String) async throws -> Response {
        guard post.visitor.isOperator else { throw Problem.notFound }
        if try await !services.store.redrive(DeliverySelection(ids: ids), now: services.now()).isEmpty { services.doorbell.ring() }
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
        let rows = DeliveryRows(services: services, visitor: visitor)
        let texts = DeliveryFigureTexts(words: words)
        let lookedAt = found.continuesBefore.map { _ in words(OperatorWord.noneSoFar, ["n": Phrases.text(of: Self.lookCountMax, in: words.language)]) }
        return DeliveriesPage(
            findings: await services.checkup.findings(), backlog: texts.line(backlog, pauses, now: visitor.now), latenessText: try await lateness(words),
            figures: texts.table(channels), quietHours: texts.quietHours(channels.total.quietHours),
            engagement: texts.engagement(channels.total, settledCount: settledCount),
            search: search(selection, kinds, words), deliveries: found.deliveries.map { rows.row($0.held(by: pauses)) },
            noneFoundText: lookedAt ?? words(OperatorWord.noneFound),
            olderPath: found.continuesBefore.map { selection.path("/deliveries", before: $0) }, isOlder: selection.before != nil,
            canRedriveAll: selection.status == .failed && !found.deliveries.isEmpty)
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
            csvPath: selection.path("/deliveries.csv", before: nil))
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
