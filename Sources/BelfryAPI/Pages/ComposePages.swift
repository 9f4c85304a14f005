import BelfryDashboard
import BelfryDelivery
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import Foundation
import HTTPTypes
import Hummingbird

/// Something that whoever runs Belfry has told by hand: first what would become of it, and then it goes.
struct ComposePages {
    let services: Services

    /// So many deliveries are looked at for a preview, and so many rows stand in it.
    static let lookCountMax = BroadcastPreview.deliveryCountMax
    static let rowCountMax = 50

    private var desk: PageDesk { PageDesk(services: services) }

    private var orders: OrderDesk {
        let evaluator = services.intake.evaluator
        return OrderDesk(
            store: services.store, zones: services.zones, routes: evaluator.routes, identifiers: evaluator.identifiers,
            imageOrigins: services.imageOrigins)
    }

    private var broadcasts: BroadcastDesk {
        let authenticator = services.authenticator
        return BroadcastDesk(
            store: services.store, identifiers: services.intake.evaluator.identifiers, imageOrigins: services.imageOrigins
        ) { authenticator.erasureMark(of: $0) }
    }

    func add(to router: Router<AppContext>) {
        router.get("/send") { request, _ in
            try await desk.operatorPage(request) { visitor, part in
                // What the script asks for again is what changes by itself, and that is nothing.
                guard part == .whole else { return "" }
                return page(try await view(ComposeForm(request), for: visitor), in: visitor.frame(.send))
            }
        }
        router.post("/send") { request, _ in
            let post = try await desk.operatorPost(request)
            let (form, visitor) = (ComposeForm(post), post.visitor)
            do {
                guard post[ComposePage.Step.field] == ComposePage.Step.send.rawValue else {
                    let preview = try await preview(of: try form.order(for: visitor, isNew: true), for: visitor)
                    return desk.html(page(try await view(form, preview: preview, for: visitor), in: visitor.frame(.send)))
                }
                let order = try form.order(for: visitor, isNew: false)
                let path = try await send(order, under: try post.idempotencyKey(of: order.app, body: order.body), for: visitor)
                return Response(status: .seeOther, headers: [.location: path])
            } catch {
                let told = (error as? Problem).map { ComposeForm.fault(of: $0, visitor.words) } ?? error
                guard let fault = told as? ComposeForm.Fault else { throw error }
                let view = try await view(form, faults: [fault.field: fault.text], for: visitor)
                return desk.html(page(view, in: visitor.frame(.send)), status: .unprocessableContent)
            }
        }
    }

    private func view(
        _ form: ComposeForm, faults: [ComposePage.Field: String] = [:], preview: ComposePage.Preview? = nil, for visitor: PageVisitor
    ) async throws -> ComposePage {
        let lists = OperatorLists(services: services, visitor: visitor)
        let usual = ComposePage.Choice(value: "", name: visitor.words(ComposeWord.asUsual))
        let channels = DeliveryChannel.allCases.map { ComposePage.Choice(value: $0.rawValue, name: Phrases.name(of: $0, in: visitor.language)) }
        return ComposePage(
            values: form.values, faults: faults, apps: lists.choices(try await lists.apps(), AppID(form[.app])), channels: [usual] + channels, preview: preview)
    }

    // MARK: Trying out

    /// Takes nothing in.
    private func preview(of order: ComposeForm.Order, for visitor: PageVisitor) async throws -> ComposePage.Preview {
        let (words, language, now) = (visitor.words, visitor.language, visitor.now)
        switch order.target {
        case .named(let request):
            let deliveries = try await orders.deliveries(of: request, by: order.app, now: now)
            let answers = try await services.rehearsal.answers(
                on: Array(deliveries.prefix(Self.lookCountMax)), digestWindow: nil, now: now, in: language)
            let head = [
                words(ComposeWord.peopleCount, count: Set(deliveries.map(\.recipient)).count), words(ComposeWord.deliveryCount, count: deliveries.count),
            ]
            return preview(head, answers, isWhole: answers.count == deliveries.count, showing: request.order.payload.image, for: visitor)
        case .audience(let id, let wanted):
            let preview = try await broadcasts.preview(of: wanted, of: order.app, to: BroadcastTarget<ListedRecipients>.audience(id), now: now)
            let answers = try await services.rehearsal.answers(on: preview, now: now, in: language)
            return self.preview(
                [words(ComposeWord.peopleCount, count: preview.recipientCount)], answers, isWhole: answers.count == preview.recipientCount,
                showing: wanted.payload.image, for: visitor)
        }
    }

    private func preview(
        _ head: [String], _ answers: [RehearsedDelivery], isWhole: Bool, showing image: NotificationImage?, for visitor: PageVisitor
    ) -> ComposePage.Preview {
        let words = visitor.words
        let looked = isWhole ? nil : words(ComposeWord.lookedAt, ["n": Phrases.text(of: answers.count, in: visitor.language)])
        let rows = answers.prefix(Self.rowCountMax).map { row($0, for: visitor) }
        let counts = Fate.allCases.compactMap { fate -> String? in
            let count = answers.count { Fate($0.judgement) == fate }
            return count == 0 ? nil : words(fate.word) + words.colon + Phrases.text(of: count, in: visitor.language)
        }
        return ComposePage.Preview(summary: head + [looked].compactMap(\.self) + counts, rows: rows, image: image, key: services.makeCode())
    }

    private func row(_ answer: RehearsedDelivery, for visitor: PageVisitor) -> ComposePage.Row {
        let (delivery, fate) = (answer.delivery, Fate(answer.judgement))
        let channel = delivery.channel.map { Phrases.name(of: $0, in: visitor.language) } ?? delivery.channelName
        let moment = answer.dueAt > visitor.now ? visitor.words(ComposeWord.dueAt, ["at": visitor.text(of: answer.dueAt)]) : nil
        return ComposePage.Row(
            recipient: delivery.recipient.text, detail: [channel, moment].compactMap(\.self).joined(separator: " · "),
            state: .init(visitor.words(fate.word), shape: fate.shape), sentence: answer.explanation.sentence)
    }

    /// What a worker would do with a delivery.
    private enum Fate: CaseIterable {
        case sent, held, skipped, failed

        init(_ judgement: Verdict.Judgement) {
            switch RehearsedBody.Action(judgement) {
            case .send: self = .sent
            case .hold: self = .held
            case .skip: self = .skipped
            case .fail: self = .failed
            }
        }

        var word: ComposeWord {
            switch self {
            case .sent: .sends
            case .held: .holds
            case .skipped: .skips
            case .failed: .fails
            }
        }

        var shape: Delivery.Status {
            switch self {
            case .sent: .sent
            case .held: .pending
            case .skipped: .skipped
            case .failed: .failed
            }
        }
    }

    // MARK: Sending

    /// - Returns: the page on which it is seen.
    private func send(_ order: ComposeForm.Order, under key: IdempotencyKey, for visitor: PageVisitor) async throws -> String {
        switch order.target {
        case .named(let request):
            let receipt = try await orders.take(request, by: order.app, under: key, now: visitor.now).receipt
            if !receipt.isRepeated { services.doorbell.ring() }
            return receipt.deliveries.count == 1 ? "/deliveries/\(pathPart(receipt.deliveries[0].text))" : "/deliveries#queue"
        case .audience(let id, let wanted):
            let (progress, isRepeated) = try await broadcasts.take(
                wanted, of: order.app, to: BroadcastTarget<ListedRecipients>.audience(id), under: key, now: visitor.now)
            if !isRepeated { services.doorbell.ring() }
            return BroadcastPages.path(of: progress.broadcast.id)
        }
    }
}
