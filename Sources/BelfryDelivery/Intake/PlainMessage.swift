import BelfryModel
import Foundation

/// Words that a script or a program sends as they are, with fields beside them as ntfy names them.
///
/// Source: ntfy, "Publishing", "List of all parameters" (<https://docs.ntfy.sh/publish/#list-of-all-parameters>): each field is a header or a parameter
/// of the address, by several names.
public struct PlainMessage: Hashable, Sendable {
    private var title: String?
    private var body: String?
    private var grade = Grade()
    private var tags: [String] = []
    private var link: NotificationLink?

    private struct Grade: Hashable {
        var severity = Severity.watch
        var priority: DeliveryPriority?
    }

    private enum Field: String, CaseIterable {
        case title, priority, tags, click, message

        /// The longest first.
        var names: [String] {
            switch self {
            case .title: ["x-title", "title", "ti", "t"]
            case .priority: ["x-priority", "priority", "prio", "p"]
            case .tags: ["x-tags", "tags", "tag", "ta"]
            case .click: ["x-click", "click"]
            case .message: ["x-message", "message", "m"]
            }
        }
    }

    /// What the fields are called, in small letters, as headers and as parameters.
    public static let fieldNames = Field.allCases.flatMap(\.names)

    /// - Parameters:
    ///   - text: the words; where they are empty the field `message` has them.
    ///   - field: what stands under one of ``fieldNames``; nil where nothing does.
    /// - Throws: ``Problem`` that names the field.
    public init(_ text: String, field: (String) -> String?) throws(Problem) {
        func value(_ wanted: Field) -> String? { wanted.names.lazy.compactMap(field).first { !$0.isEmpty } }
        title = value(.title)
        body = text.isEmpty ? value(.message) : text
        tags = value(.tags).map { $0.split(separator: ",").map { $0.filter { $0 != " " } }.filter { !$0.isEmpty } } ?? []
        if let click = value(.click) {
            guard let link = NotificationLink(click) else { throw .wrongType(field: Field.click.rawValue, expected: NotificationLink.expectation) }
            self.link = link
        }
        // Browsers and proxies have a header of that name for something else (RFC 9218, section 5).
        if let priority = value(.priority), !priority.hasPrefix("u="), priority != "i" { grade = try Self.grade(named: priority) }
    }

    /// What Gotify's clients send.
    init(title: String?, body: String, gotifyPriority: Int?) {
        (self.title, self.body) = (title, body)
        switch gotifyPriority {
        case let priority? where priority >= 10: grade.severity = .critical
        case let priority? where priority >= 8: grade.severity = .attention
        case let priority? where priority <= 3: grade.priority = .low
        default: break
        }
    }

    private static let priorityNames = ["1", "min", "2", "low", "3", "default", "4", "high", "5", "max", "urgent"]

    private static func grade(named name: String) throws(Problem) -> Grade {
        switch name.lowercased() {
        case "1", "min", "2", "low": Grade(priority: .low)
        case "3", "default": Grade()
        case "4", "high": Grade(severity: .attention)
        case "5", "max", "urgent": Grade(severity: .critical)
        default: throw .unknownValue(field: Field.priority.rawValue, allowed: priorityNames)
        }
    }

    /// - Throws: `Problem.missingField` where it says nothing.
    func notice() throws(Problem) -> IntakeNotice {
        var (title, body) = (IntakeText.line(title), IntakeText.lines(body))
        if title == nil, let whole = body {
            // The first line stands alone where it can be read in whole.
            let lines = whole.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: true)
            title = lines.first.flatMap { IntakeText.line(String($0)) }
            let isWhole = lines.first.map { $0.unicodeScalars.count <= NotificationOrder.titleLengthMax } ?? false
            if isWhole { body = lines.count > 1 ? IntakeText.lines(String(lines[1])) : nil }
        }
        guard let title else { throw .missingField(Field.message.rawValue) }
        let pictures = tags.compactMap { Self.pictures[$0] }.joined()
        let others = tags.filter { Self.pictures[$0] == nil }.map { "#\($0)" }.joined(separator: " ")
        var payload = Payload()
        payload.severity = grade.severity
        payload.link = link
        payload.title = IntakeText.line(pictures.isEmpty ? title : "\(pictures) \(title)")
        payload.body = IntakeText.lines([body, others].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "\n"))
        return IntakeNotice(payload: payload, priority: grade.priority)
    }

    /// Tags that ntfy shows as pictures; of hundreds those that its documentation names. The others are told as words.
    private static let pictures = [
        "+1": "👍", "-1": "👎", "partying_face": "🥳", "tada": "🎉", "heavy_check_mark": "✔️", "white_check_mark": "✅", "loudspeaker": "📢",
        "warning": "⚠️", "rotating_light": "🚨", "triangular_flag_on_post": "🚩", "skull": "💀", "facepalm": "🤦", "no_entry": "⛔",
        "no_entry_sign": "🚫", "cd": "💿", "computer": "💻", "x": "❌", "fire": "🔥",
    ]
}

/// What clients of Gotify send, and others that post `title` and `message`.
///
/// Source: Gotify, REST API, `POST /message` (<https://gotify.net/api-docs>): `message`, and perhaps `title`, and `priority` from 0 to 10. What else
/// there is, as `extras`, is passed over.
struct GotifyMessage: Decodable {
    private let title: String?
    private let body: String
    private let priority: Int?

    private enum CodingKeys: String, CodingKey {
        case title, priority
        case body = "message"
    }

    var message: PlainMessage { PlainMessage(title: title, body: body, gotifyPriority: priority) }
}
