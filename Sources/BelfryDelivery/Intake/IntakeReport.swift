import BelfryModel
import BelfryPhrases
import Foundation

/// A program that reports something in a form of its own. The raw value stands at the end of the address that it posts to.
public enum IntakeSource: String, CaseIterable, Sendable {
    case alertmanager, grafana
    case uptimeKuma = "uptime-kuma"
    case text

    /// The category of what it reports; nil for none.
    var category: String? { self == .text ? nil : rawValue }
}

/// What a program has reported at once.
public struct IntakeReport: Hashable, Sendable {
    let source: IntakeSource
    /// What there is to tell, one by one.
    let each: [IntakeNotice]
    /// The same in one; nil where it is only ever told one by one.
    var asOne: IntakeNotice?
    /// Whether there is more than there is to tell one by one: the program has left some out.
    var isPartial = false

    /// More are told as one.
    static let eachCountMax = 10
    /// Whether they are many, so that they are told as one.
    var isLarge: Bool { isPartial || each.count > Self.eachCountMax }

    /// What a program posted, which is a document of JSON.
    ///
    /// - Throws: ``Problem`` that names the field.
    public init(from source: IntakeSource, _ body: Data) throws(Problem) {
        self.source = source
        do {
            let decoder = JSONDecoder()
            switch source {
            case .alertmanager, .grafana:
                let group = try decoder.decode(AlertGroup.self, from: body)
                if source == .alertmanager { try group.checkVersion() }
                (each, asOne, isPartial) = (group.notices(from: source), group.summary, group.isPartial)
            case .uptimeKuma: each = [try decoder.decode(UptimeReport.self, from: body).notice]
            case .text: each = [try decoder.decode(GotifyMessage.self, from: body).message.notice()]
            }
        } catch let problem as Problem {
            throw problem
        } catch let error as DecodingError {
            throw Problem(error)
        } catch {
            throw .malformedJSON
        }
    }

    /// What stands in a body and in fields beside it.
    ///
    /// - Throws: ``Problem`` that names the field.
    public init(_ message: PlainMessage) throws(Problem) {
        source = .text
        each = [try message.notice()]
    }
}

/// One thing that a program reports, in words that may be told.
struct IntakeNotice: Hashable, Sendable {
    /// What it is about, the same from its beginning to its end; nil where it stands alone.
    var subject: [String]?
    /// What makes it another than the last of its subject: the same is told once.
    var turn: [String] = []
    /// Whether what it is about has ended.
    var isOver = false
    /// Whether the program says itself that it has reported it before: then it is told only where that wasn't.
    var isRepeated = false
    var payload = Payload()
    /// Nil for what its severity asks for.
    var priority: DeliveryPriority?

    /// So much of a title is kept that what is said before and behind it has room.
    private static let titleLengthMax = 200

    /// - Parameters:
    ///   - title: of anybody's, as `body`; nil where there is none.
    ///   - otherTitle: in its place.
    ///   - links: of which the first is taken that may be one.
    init(
        subject: [String]? = nil, turn: [String] = [], isOver: Bool = false, title: String?, or otherTitle: String, body: String?, severity: Severity?,
        links: [String?] = []
    ) {
        (self.subject, self.turn, self.isOver) = (subject, turn, isOver)
        let title = IntakeText.line(title, lengthMax: Self.titleLengthMax) ?? otherTitle
        let body = IntakeText.lines(body)
        payload.severity = severity
        payload.link = links.lazy.compactMap { $0.flatMap { NotificationLink($0) } }.first
        say { isOver ? Phrases.over(title, in: $0) : title } body: { _ in body }
    }

    /// Of many at once.
    ///
    /// - Parameters:
    ///   - name: what they have in common; nil where that is nothing.
    ///   - titles: of some of them.
    init(
        subject: [String], turn: [String], name: String?, openCount: Int, overCount: Int, titles: [String], severity: Severity
    ) {
        (self.subject, self.turn, isOver) = (subject, turn, openCount == 0)
        let name = IntakeText.line(name, lengthMax: Self.titleLengthMax)
        let isOver = isOver
        payload.severity = severity
        say { language in
            let heading = Phrases.heading(ofAlerts: name, count: openCount + overCount, in: language)
            return isOver ? Phrases.over(heading, in: language) : heading
        } body: { language in
            ([Phrases.counts(ofAlertsOpen: openCount, over: overCount, in: language)] + titles.map { "• \($0)" }).joined(separator: "\n")
        }
    }

    /// In English, and in every other language where that is worded otherwise.
    private mutating func say(_ title: (Language) -> String, body: (Language) -> String?) {
        (payload.title, payload.body) = (title(.english), body(.english))
        var texts: [Language: TextsByLanguage.Text] = [:]
        for language in Language.allCases where language != .english && (title(language) != payload.title || body(language) != payload.body) {
            texts[language] = TextsByLanguage.Text(title: title(language), body: body(language))
        }
        payload.texts = TextsByLanguage(texts)
    }

    init(payload: Payload, priority: DeliveryPriority?) {
        (self.payload, self.priority) = (payload, priority)
    }

    /// What is to be told to whom, as an app would order it. That something is over wakes nobody: it is never critical.
    func order(to target: IntakeTarget, from source: IntakeSource, collapseKey: CollapseKey?) -> NotificationOrder {
        var payload = payload
        payload.kind = target.category ?? source.category
        payload.severity = target.severity ?? payload.severity
        if isOver { payload.severity = payload.severity.map { min($0, .attention) } }
        payload.collapseKey = collapseKey
        payload.isOver = isOver ? true : nil
        return NotificationOrder(
            member: nil, payload: payload, channels: target.channels, fallbackChannels: [], deliverAfter: nil, expiresAt: nil,
            priority: priority ?? DeliveryPriority(of: payload.severity), digest: nil, app: nil)
    }
}
