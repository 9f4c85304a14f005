import BelfryModel
import BelfryTime

/// What Alertmanager and Grafana post: a group of alerts, some of which fire and some of which are over.
///
/// Source: Prometheus, "Alerting", Configuration, `webhook_config`, version 4 of the document
/// (<https://prometheus.io/docs/alerting/latest/configuration/#webhook_config>); Grafana, "Configure webhook notifications"
/// (<https://grafana.com/docs/grafana/latest/alerting/configure-notifications/manage-contact-points/integrations/webhook-notifier/>), whose document has
/// the same members and some more. What isn't read is passed over.
struct AlertGroup: Decodable {
    private let version: String?
    private let groupKey: String
    private let status: Status
    private let groupLabels: AlertLabels
    private let commonLabels: AlertLabels
    /// How many more there are than are shown.
    private let truncatedCount: Int
    private let alerts: [ReportedAlert]

    enum Status: String, CaseIterable {
        case firing, resolved
    }

    private enum CodingKeys: String, CodingKey {
        case version, groupKey, status, groupLabels, commonLabels, alerts
        case truncatedCount = "truncatedAlerts"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        version = try container.decodeIfPresent(String.self, forKey: .version)
        groupKey = try container.decode(String.self, forKey: .groupKey)
        status = try container.status(.status)
        groupLabels = try container.decodeIfPresent(AlertLabels.self, forKey: .groupLabels) ?? AlertLabels()
        commonLabels = try container.decodeIfPresent(AlertLabels.self, forKey: .commonLabels) ?? AlertLabels()
        truncatedCount = min(max(try container.decodeIfPresent(Int.self, forKey: .truncatedCount) ?? 0, 0), Self.truncatedCountMax)
        alerts = try container.decode([ReportedAlert].self, forKey: .alerts)
        guard !alerts.isEmpty else { throw Problem.missingField(CodingKeys.alerts.rawValue) }
    }

    /// Whatever is said beyond counts for so many, so that sums of them stay numbers.
    private static let truncatedCountMax = 1_000_000
    /// So many of a group have their titles in what is told of all.
    private static let titleCountMax = 10
    private static let knownVersion = "4"

    /// - Throws: ``Problem`` where it is of another version than Alertmanager has had since its 0.6.
    func checkVersion() throws(Problem) {
        guard let version else { throw .missingField(CodingKeys.version.rawValue) }
        guard version == Self.knownVersion else { throw .unknownValue(field: CodingKeys.version.rawValue, allowed: [Self.knownVersion]) }
    }

    var isPartial: Bool { truncatedCount > 0 }

    func notices(from source: IntakeSource) -> [IntakeNotice] {
        alerts.map { $0.notice(or: source.rawValue) }
    }

    /// All in one.
    var summary: IntakeNotice {
        let firing = alerts.filter { $0.status == .firing }
        let openCount = firing.count + (status == .firing ? truncatedCount : 0)
        let name = groupLabels["alertname"] ?? commonLabels["alertname"] ?? (groupLabels.isEmpty ? nil : groupLabels.text(without: []))
        var titles: [String] = []
        for alert in firing.isEmpty ? alerts : firing where titles.count < Self.titleCountMax {
            if let title = alert.title, !titles.contains(title) { titles.append(title) }
        }
        return IntakeNotice(
            subject: ["group", groupKey], turn: alerts.map { $0.state.joined(separator: " ") }.sorted() + ["\(truncatedCount)"], name: name,
            openCount: openCount, overCount: alerts.count + truncatedCount - openCount, titles: titles,
            severity: (firing.isEmpty ? alerts : firing).map(\.severity).max() ?? .attention)
    }
}

/// One alert of a group.
struct ReportedAlert: Decodable {
    let status: AlertGroup.Status
    private let labels: AlertLabels
    private let annotations: AlertLabels
    private let startsAt: Instant
    private let fingerprint: String?
    private let links: [String?]

    private enum CodingKeys: String, CodingKey {
        case status, labels, annotations, startsAt, fingerprint, dashboardURL, panelURL, generatorURL, valueString
    }

    /// Of Grafana's alerts, what was measured, where nothing else is said of them.
    private let valueText: String?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        status = try container.status(.status)
        labels = try container.decode(AlertLabels.self, forKey: .labels)
        annotations = try container.decodeIfPresent(AlertLabels.self, forKey: .annotations) ?? AlertLabels()
        startsAt = try container.decode(Instant.self, forKey: .startsAt)
        fingerprint = try container.decodeIfPresent(String.self, forKey: .fingerprint)
        valueText = try container.decodeIfPresent(String.self, forKey: .valueString)
        links = try [.dashboardURL, .panelURL, .generatorURL].map { try container.decodeIfPresent(String.self, forKey: $0) }
    }

    /// What it is told under: its labels have a fingerprint, which older ones don't say.
    private var subject: [String] { ["alert", fingerprint ?? labels.text(without: [])] }

    /// Since when it fires, and whether it still does.
    var state: [String] { subject + [startsAt.description, status.rawValue] }

    /// Nil where it has no name.
    var title: String? { IntakeText.line(annotations["summary"] ?? labels["alertname"], lengthMax: 120) }

    var severity: Severity { Severity(reported: labels["severity"]) }

    func notice(or name: String) -> IntakeNotice {
        let rest = labels.text(without: ["alertname", "severity"])
        return IntakeNotice(
            subject: subject, turn: state, isOver: status == .resolved, title: annotations["summary"] ?? labels["alertname"], or: name,
            body: annotations["description"] ?? annotations["message"] ?? (rest.isEmpty ? valueText : rest), severity: severity, links: links)
    }
}

extension Severity {
    /// How grave something is by the word of a program, for which there is no list but what they usually say. What says nothing that is known asks for
    /// attention.
    init(reported name: String?) {
        switch name?.lowercased() {
        case "critical", "page", "emergency", "fatal", "disaster", "p1": self = .critical
        case "watch", "info", "information", "informational", "notice", "low", "minor", "debug", "none", "ok", "p4", "p5": self = .watch
        default: self = .attention
        }
    }
}

/// Labels or annotations: texts by their names.
struct AlertLabels: Decodable {
    private var texts: [String: String] = [:]

    init() {}

    /// - Throws: `Problem.wrongType` where one is no text.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: TextKey.self)
        for key in container.allKeys {
            guard let text = try? container.decode(String.self, forKey: key) else {
                throw Problem.wrongType(field: Problem.path(decoder.codingPath + [key.shown]), expected: "text")
            }
            texts[key.stringValue] = text
        }
    }

    var isEmpty: Bool { texts.isEmpty }

    /// Nil also where it is empty.
    subscript(name: String) -> String? { texts[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// All of them in the order of their names, as `instance=web-1, job=node`.
    func text(without names: Set<String>) -> String {
        texts.filter { !names.contains($0.key) }.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
    }
}

extension KeyedDecodingContainer {
    fileprivate func status(_ key: Key) throws -> AlertGroup.Status {
        guard let status = try choice(AlertGroup.Status.self, for: key) else { throw Problem.missingField(Problem.path(codingPath + [key])) }
        return status
    }
}
