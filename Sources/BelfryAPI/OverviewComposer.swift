import BelfryDashboard
import BelfryDelivery
import BelfryModel
import BelfryPhrases
import BelfryPlanning
import BelfryPorts
import BelfryTime
import Foundation

/// Gathers what a person may see, and words it for the page.
struct OverviewComposer {
    let services: Services

    static let alertCountMax = 20
    /// Of what is over, only the latest few: the rest would stand between the family and what is new.
    static let endedAlertCountMax = 4
    static let deliveryCountMax = 50
    static let messageCountMax = 30
    static let chartDayCount = 60
    /// The queue is late when its oldest due delivery has waited so long.
    static let lateAfter = Duration.seconds(60)

    func compose(for person: UserID) async throws -> OverviewPage {
        let zone = try await services.preferences(of: person).zone
        let today = zone.civil(at: services.now()).date
        let families = try await services.store.families(of: person)
        let own = families.lazy.flatMap(\.members).first { $0.user == person && !$0.firstName.isEmpty }
        var cards: [AlertCard] = []
        let alerts = try await services.store.alerts(visibleTo: person, countMax: Self.alertCountMax)
        let ended = alerts.filter { $0.alert.status == .resolved }
        let shown = alerts.filter { $0.alert.status == .active } + ended.prefix(Self.endedAlertCountMax)
        let told = try await services.insights.told(of: shown.map(\.alert), in: .english, now: services.now())
        for overview in shown {
            cards.append(try await card(overview, sentence: told[overview.alert.id]?.sentence ?? "", today: today, zone: zone))
        }
        let deliveries = try await services.store.deliveries(visibleTo: person, countMax: Self.deliveryCountMax)
        let messages = try await services.store.messages(of: person, countMax: Self.messageCountMax)
        return OverviewPage(
            personName: own.map(\.firstName) ?? person.text, familyName: families.first?.name, alerts: cards,
            scores: try await scoreCards(of: families, for: person, today: today), deliveries: deliveries.map { row($0, zone: zone) }, inbox: messages.map { row($0, zone: zone) }, backlog: try await backlog())
    }

    // MARK: Alerts

    private func card(_ overview: AlertOverview, sentence: String, today: CivilDate, zone: TimeZoneRules) async throws -> AlertCard {
        let alert = overview.alert
        let episode = alert.episode
        let since = episode.lastEvaluatedDate - (Self.chartDayCount - 1)
        let observations = try await services.store.observations(of: episode.metric, member: alert.member, since: since)
        let values = Dictionary(observations.map { ($0.date, $0.value) }, uniquingKeysWith: { _, last in last })
        let chart = (0..<Self.chartDayCount).map { (offset: Int) -> ChartPoint in
            let value = values[since + offset].flatMap { episode.metric.isMeasured($0) ? $0 : nil }
            return ChartPoint(
                dateText: Phrases.text(of: since + offset), value: value, valueText: value.map { Phrases.text(of: $0, episode.metric) } ?? "")
        }
        return AlertCard(
            id: alert.id.text, memberName: overview.memberName, title: Phrases.heading(of: episode.metric, episode.pattern),
            sentence: sentence,
            severity: alert.severity, levelText: "Day \(episode.dayCount) · level \(episode.level.rawValue)",
            statusText: Phrases.status(of: episode), isActive: alert.status == .active,
            snoozedText: alert.snoozeUntil.flatMap { $0 >= today ? "Snoozed through \(Phrases.text(of: $0))" : nil },
            dismissedText: alert.dismissedAt.map { "Dismissed on \(Phrases.text(of: zone.civil(at: $0).date))" },
            chart: chart.contains { $0.value != nil } ? chart : [], baseline: episode.baselineValue,
            baselineText: Phrases.text(of: episode.baselineValue, episode.metric))
    }

    // MARK: The queue

    private func row(_ overview: DeliveryOverview, zone: TimeZoneRules) -> DeliveryRow {
        let delivery = overview.delivery
        let explanation = services.explainer.explain(overview)
        return DeliveryRow(
            id: delivery.id.text, recipientName: overview.recipientName ?? delivery.recipient.text,
            memberName: overview.memberName ?? delivery.member.text,
            channelText: delivery.channel.map(Phrases.name(of:)) ?? delivery.channelName,
            statusText: statusText(overview, zone: zone), status: Delivery.Status(rawValue: overview.status),
            reasonSentence: explanation.sentence, decidedText: overview.decidedAt.map { moment($0, zone: zone) },
            attemptsText: "\(delivery.attemptCount) of \(Delivery.attemptCountMax) attempts", errorText: overview.lastError,
            inputs: inputs(explanation))
    }

    private func statusText(_ overview: DeliveryOverview, zone: TimeZoneRules) -> String {
        switch Delivery.Status(rawValue: overview.status) {
        case .pending where overview.delivery.heldSince != nil && overview.nextAttemptAt != nil:
            "Held until \(overview.nextAttemptAt.map { moment($0, zone: zone) } ?? "quiet hours end")"
        case .pending where overview.nextAttemptAt != nil:
            "To be tried again at \(overview.nextAttemptAt.map { moment($0, zone: zone) } ?? "")"
        case .pending: "Waiting"
        case .sending: "Being sent"
        case .sent:
            "Sent\(overview.sentAt.map { " on \(moment($0, zone: zone))" } ?? "")" + (overview.retractedAt == nil ? "" : ", withdrawn since")
        case .skipped: "Not sent"
        case .failed: "Given up"
        case .cancelled: "Cancelled: corrected data show that it never was"
        case .shadow: "Not sent: patterns are only watched"
        case nil: overview.status
        }
    }

    /// The stored inputs as pairs of names and values, in the order of the names, and the proof that they lead to the verdict.
    private func inputs(_ explanation: Explanation) -> [DeliveryRow.Input] {
        guard let text = explanation.inputs,
            let object = try? JSONDecoder().decode([String: InputValue].self, from: Data(text.utf8))
        else { return [] }
        let inputs = object.sorted { $0.key < $1.key }.map { DeliveryRow.Input(name: $0.key, value: $0.value.text) }
        let proof = explanation.isReplayedAlike.map { DeliveryRow.Input(name: "replayed", value: $0 ? "to the same verdict" : "to another verdict") }
        return inputs + (proof.map { [$0] } ?? [])
    }

    /// Whatever stands in the inputs, as text.
    private struct InputValue: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let flag = try? container.decode(Bool.self) {
                text = flag ? "yes" : "no"
            } else if let list = try? container.decode([String].self) {
                text = list.joined(separator: ", ")
            } else {
                text = container.decodeNil() ? "–" : try container.decode(String.self)
            }
        }
    }

    private func backlog() async throws -> BacklogLine {
        let backlog = try await services.store.backlog(now: services.now())
        let isLate = backlog.oldestDueAt.map { services.now() - $0 > Self.lateAfter } ?? false
        let waiting = backlog.pendingCount == 0 ? "Nothing waits" : "\(backlog.pendingCount) waiting"
        let sending = backlog.sendingCount == 0 ? "" : ", \(backlog.sendingCount) being sent"
        return BacklogLine(sentence: waiting + sending + (isLate ? ". The queue is late: is a worker running?" : "."), isLate: isLate)
    }

    // MARK: The inbox

    private func row(_ message: InboxMessage, zone: TimeZoneRules) -> InboxRow {
        InboxRow(
            id: message.id.text, title: (message.retractedAt == nil ? "" : "Withdrawn: ") + message.content.title,
            body: message.content.body, severity: message.content.severity,
            timeText: moment(message.createdAt, zone: zone), isRead: message.readAt != nil)
    }

    private func moment(_ instant: Instant, zone: TimeZoneRules) -> String {
        let civil = zone.civil(at: instant)
        return "\(Phrases.text(of: civil.date)), \(civil.time.shortText)"
    }
}
