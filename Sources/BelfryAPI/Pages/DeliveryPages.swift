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
    /// Over so many of the latest that were sent it is told how late they left.
    static let latenessCount = 200
    /// The queue is late when its oldest due delivery has waited so long.
    static let lateAfter = Duration.seconds(60)

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
            return csv(try await analytics(by: DeliveryAnalytics.Dimension.allCases).csv, named: "figures.csv")
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
        let words = visitor.words
        // One more than is shown, to know whether there are older ones.
        let found = try await selection.found(in: services.store, countMax: Self.deliveryCountMax + 1)
        let shown = found.prefix(Self.deliveryCountMax)
        let analytics = try await analytics(by: [.channel])
        let rows = DeliveryRows(services: services, visitor: visitor)
        return DeliveriesPage(
            findings: await services.checkup(), backlog: try await backlog(words), latenessText: try await lateness(words),
            figures: DeliveryFigureTexts(words: words).table(analytics), quietHours: DeliveryFigureTexts(words: words).quietHours(analytics.total),
            engagement: DeliveryFigureTexts(words: words).engagement(analytics.total), search: search(selection, words),
            deliveries: shown.map(rows.row),
            olderPath: found.count > shown.count ? shown.last.map { selection.path("/deliveries", before: $0.delivery.id) } : nil,
            isOlder: selection.before != nil, canRedriveAll: selection.status == .failed && !shown.isEmpty)
    }

    private func analytics(by dimensions: [DeliveryAnalytics.Dimension]) async throws -> DeliveryAnalytics {
        let today = TimeZoneRules.utc.civil(at: services.now()).date
        let days = (today - (DeliveryAnalytics.standardDayCount - 1))...today
        return try await DeliveryAnalytics(from: services.store, on: days, by: dimensions)
    }

    private func backlog(_ words: PageWords) async throws -> BacklogLine {
        let backlog = try await services.store.backlog(now: services.now())
        let isLate = backlog.oldestDueAt.map { services.now() - $0 > Self.lateAfter } ?? false
        var parts = [
            backlog.pendingCount == 0
                ? words(DeliveryWord.nothingWaits) : words(DeliveryWord.waitingCount, ["n": Phrases.text(of: backlog.pendingCount, in: words.language)])
        ]
        if backlog.sendingCount > 0 { parts.append(words(DeliveryWord.sendingCount, ["n": Phrases.text(of: backlog.sendingCount, in: words.language)])) }
        let sentence = parts.joined(separator: words.language == .arabic ? "، " : ", ") + "."
        return BacklogLine(sentence: isLate ? sentence + " " + words(DeliveryWord.queueLate) : sentence, isLate: isLate)
    }

    /// What was held is left out: it waited because it should.
    private func lateness(_ words: PageWords) async throws -> String {
        let sent = try await services.store.deliveries(matching: DeliveryQuery(status: .sent, countMax: Self.latenessCount))
        let waits = sent.compactMap { overview -> Duration? in
            guard overview.delivery.heldSince == nil, let sentAt = overview.sentAt else { return nil }
            return max(.zero, sentAt - max(overview.delivery.createdAt, overview.delivery.deliverAfter ?? overview.delivery.createdAt))
        }.sorted()
        guard let longest = waits.last else { return words(OperatorWord.noLateness) }
        func share(_ share: Double) -> Duration { waits[min(waits.count - 1, Int((Double(waits.count) * share).rounded(.up)) - 1)] }
        return words(
            OperatorWord.latenessText,
            [
                "count": Phrases.text(of: waits.count, in: words.language), "median": Phrases.text(of: share(0.5)), "high": Phrases.text(of: share(0.95)),
                "max": Phrases.text(of: longest),
            ])
    }

    private func search(_ selection: DeliveryPageSelection, _ words: PageWords) -> DeliverySearch {
        let statuses = Delivery.Status.allCases.map { DeliverySearch.Choice(value: $0.rawValue, name: DeliveryFigureTexts(words: words).name(of: $0)) }
        let channels = DeliveryChannel.allCases.map { DeliverySearch.Choice(value: $0.rawValue, name: Phrases.name(of: $0, in: words.language)) }
        return DeliverySearch(
            text: selection.text, status: selection.status?.rawValue ?? "", channel: selection.channel?.rawValue ?? "",
            statuses: [DeliverySearch.Choice(value: "", name: words(OperatorWord.anyStatus))] + statuses,
            channels: [DeliverySearch.Choice(value: "", name: words(OperatorWord.anyChannel))] + channels,
            csvPath: selection.path("/deliveries.csv", before: nil))
    }

    // MARK: CSV

    /// The newest of those that are asked for, by their codes and not their words.
    private func csvText(_ selection: DeliveryPageSelection) async throws -> String {
        let found = try await selection.found(in: services.store, countMax: Self.csvRowCountMax)
        let head = ["id", "created_at", "recipient_user_id", "member_user_id", "channel", "status", "reason", "attempts", "decided_at", "sent_at", "last_error"]
        let rows = found.map { overview -> [String] in
            let delivery = overview.delivery
            return [
                delivery.id.text, delivery.createdAt.description, delivery.recipient.text, delivery.member.text, delivery.channelName, overview.status,
                overview.reason?.rawValue ?? "", "\(delivery.attemptCount)", overview.decidedAt?.description ?? "", overview.sentAt?.description ?? "",
                overview.lastError ?? "",
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

/// What an operator looks for, as the page's address says it.
struct DeliveryPageSelection {
    /// A person's identifier, or a delivery's.
    let text: String
    let status: Delivery.Status?
    let channel: DeliveryChannel?
    let before: DeliveryID?

    init(_ request: Request) {
        let values = request.uri.queryParameters
        text = String((values["q"] ?? "").prefix(128)).trimmingCharacters(in: .whitespaces)
        status = values["status"].flatMap { Delivery.Status(rawValue: String($0)) }
        channel = values["channel"].flatMap { DeliveryChannel(rawValue: String($0)) }
        before = values["before"].flatMap { DeliveryID(String($0)) }
    }

    /// The delivery of that identifier, or those of the person; the newest first.
    func found(in store: any Store, countMax: Int) async throws -> [DeliveryOverview] {
        if !text.isEmpty, let id = DeliveryID(text), let overview = try await store.delivery(id) { return [overview] }
        let recipient = text.isEmpty ? nil : UserID(text)
        if !text.isEmpty, recipient == nil { return [] }
        return try await store.deliveries(
            matching: DeliveryQuery(recipient: recipient, status: status, channelName: channel?.rawValue, before: before, countMax: countMax))
    }

    func path(_ path: String, before: DeliveryID?) -> String {
        let values = [("q", text), ("status", status?.rawValue ?? ""), ("channel", channel?.rawValue ?? ""), ("before", before?.text ?? "")]
        let query = values.filter { !$0.1.isEmpty }.map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
        }
        return query.isEmpty ? path : path + "?" + query.joined(separator: "&")
    }
}
