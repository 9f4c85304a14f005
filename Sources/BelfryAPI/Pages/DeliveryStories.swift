import BelfryDashboard
import BelfryDelivery
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import Foundation

/// Tells one delivery's whole story.
struct DeliveryStories {
    let services: Services
    let visitor: PageVisitor

    private var words: PageWords { visitor.words }

    /// Nil where there is no such delivery.
    func compose(_ id: DeliveryID) async throws -> DeliveryPage? {
        guard let row = try await services.store.delivery(id),
            let overview = try await services.explainer.held([row], in: services.store, now: visitor.now).first
        else { return nil }
        let transmissions = try await services.store.transmissions(of: id)
        let content = overview.content(with: try await services.store.deliveries(mergedInto: id), in: visitor.language)
        return DeliveryPage(
            row: DeliveryRows(services: services, visitor: visitor).row(overview), title: content.title, body: content.body,
            changeText: services.explainer.explain(overview, in: visitor.language).whatWouldChange, steps: steps(overview),
            transmissions: transmissions.flatMap(steps), canBeRedriven: overview.status == Delivery.Status.failed.rawValue,
            canBeCalledOff: overview.status == Delivery.Status.pending.rawValue,
            canBeBroughtForward: overview.status == Delivery.Status.pending.rawValue && overview.retractedAt == nil
                && (overview.nextAttemptAt ?? overview.delivery.ageBeginsAt) > visitor.now,
            canBeTakenBack: overview.retractedAt == nil && overview.status == Delivery.Status.sent.rawValue,
            alertPath: overview.delivery.alert.map { path("alerts", $0.text) })
    }

    private func path(_ place: String, _ id: String) -> String { "/\(place)/\(id.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }

    private func steps(_ overview: DeliveryOverview) -> [DeliveryPage.Step] {
        let reason = services.explainer.explain(overview, in: visitor.language).sentence
        var dated: [(Instant, DeliveryPage.Step)] = []
        func add(_ moment: Instant?, _ text: String, detail: String? = nil) {
            guard let moment else { return }
            dated.append((moment, DeliveryPage.Step(timeText: visitor.text(of: moment), text: text, detail: detail)))
        }
        add(overview.delivery.createdAt, words(OperatorWord.queued))
        add(overview.delivery.heldSince, words(OperatorWord.heldSince))
        add(overview.decidedAt, words(OperatorWord.decided), detail: reason)
        add(overview.sentAt, words(OperatorWord.sentAt))
        add(overview.retractedAt, overview.retractedBy.map { words(OperatorWord.retractedBy, ["name": $0]) } ?? words(OperatorWord.withdrawn))
        add(overview.changedAt, words(OperatorWord.changedBy, ["name": overview.changedBy ?? ""]))
        add(overview.pause?.since, words(OperatorWord.paused), detail: overview.pause?.why)
        if overview.status == Delivery.Status.pending.rawValue { add(overview.nextAttemptAt, words(OperatorWord.nextAttempt)) }
        var steps = dated.sorted { $0.0 < $1.0 }.map(\.1)
        if overview.redriveCount > 0 { steps.append(DeliveryPage.Step(timeText: nil, text: words(OperatorWord.redrives, count: overview.redriveCount))) }
        if let merged = overview.mergedInto {
            let text = words(OperatorWord.mergedInto, ["id": merged.text])
            steps.append(DeliveryPage.Step(timeText: nil, text: text, path: path("deliveries", merged.text)))
        }
        if overview.isCalledOff {
            steps.append(DeliveryPage.Step(timeText: nil, text: words(TimelineWord.calledOff)))
        } else if let error = overview.lastError {
            steps.append(DeliveryPage.Step(timeText: nil, text: words(OperatorWord.givenUpWith), detail: error))
        }
        return steps
    }

    private func steps(_ transmission: Transmission) -> [DeliveryPage.Step] {
        func step(_ moment: Instant?, _ text: String, _ detail: String?) -> DeliveryPage.Step {
            DeliveryPage.Step(timeText: moment.map(visitor.text(of:)), text: "\(transmission.provider.rawValue) · \(text)", detail: detail)
        }
        let told = step(transmission.updatedAt, Phrases.name(of: transmission.status, in: visitor.language), transmission.why)
        if let moment = transmission.removedAt { return [told, step(moment, words(OperatorWord.removed), nil)] }
        if let why = transmission.staysBecause { return [told, step(nil, words(OperatorWord.stays), why)] }
        return [told]
    }
}

extension DeliveryOverview {
    /// What it told or will tell, in a reader's words.
    ///
    /// - Parameter merged: what became part of its summary, the earliest first. What was withdrawn before it was sent is not told.
    func content(with merged: [DeliveryOverview], in language: Language) -> NotificationContent {
        let told = merged.filter { one in one.retractedAt.map { retractedAt in sentAt.map { $0 <= retractedAt } ?? false } ?? true }
        return Phrases.content(of: named, merged: told.map(\.named), severity: delivery.payload.severity ?? .watch, in: language)
    }

    /// With the member's name where its app gave none.
    private var named: Delivery {
        var delivery = delivery
        delivery.payload.memberName = delivery.payload.memberName ?? memberName
        return delivery
    }
}
