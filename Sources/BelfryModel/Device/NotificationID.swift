import BelfryTime

/// Names what is asked for: a domain, the thing in it, and the rule that asks, as `bills|rent|due_day`.
///
/// The parts are free of `|` and control characters and not empty; the whole is at most 200 bytes long.
public struct RequestID: Hashable, Comparable, Sendable {
    public let domain: String
    public let text: String
    /// Orders requests where nothing else does: arbitrary, but the same everywhere, and quicker to compare than the text.
    public let order: UInt64

    public init?(domain: String, entity: String, rule: String) {
        let parts = [domain, entity, rule]
        guard parts.allSatisfy(RequestID.isPart) else { return nil }
        self.domain = domain
        text = parts.joined(separator: "|")
        var hash = StableHash()
        hash.add(text)
        order = hash.value
        guard text.utf8.count <= RequestID.byteCountMax else { return nil }
    }

    static let byteCountMax = 200

    public var entity: String { part(1) }
    public var rule: String { part(2) }

    /// Byte by byte: an accent behind a bar makes one character of both.
    private func part(_ place: Int) -> String { String(Substring(text.utf8.split(separator: UInt8(ascii: "|"))[place])) }

    public static func < (left: RequestID, right: RequestID) -> Bool {
        left.order == right.order ? left.text < right.text : left.order < right.order
    }

    public static func == (left: RequestID, right: RequestID) -> Bool { left.order == right.order && left.text == right.text }

    public func hash(into hasher: inout Hasher) { hasher.combine(order) }

    static func isPart(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "|") }
    }
}

/// Names one planned notification, the same on every planning: what asks for it and the civil day it is for, as
/// `bills|rent|due_day|2026-11-30`, with the time where a schedule has several moments a day.
///
/// Summaries are named by what they gather: `digest|bill_reminder|2026-11-30T09:00`.
public struct NotificationID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// A request's identifier, or what a summary gathers.
    public let subject: String
    public let date: CivilDate
    public let time: CivilTime?

    public init(subject: String, date: CivilDate, time: CivilTime? = nil) {
        self.subject = subject
        self.date = date
        self.time = time
    }

    public var description: String {
        "\(subject)|\(date)" + (time.map { "T\($0.second == 0 ? $0.shortText : $0.description)" } ?? "")
    }

    /// By day first, so that lists read like a calendar.
    public static func < (left: NotificationID, right: NotificationID) -> Bool {
        if left.date != right.date { return left.date < right.date }
        if left.time != right.time { return left.time ?? .midnight < right.time ?? .midnight }
        return left.subject < right.subject
    }
}

extension NotificationID: LosslessStringConvertible {
    /// Nil where the text is not `subject|date` or `subject|dateTtime`.
    public init?(_ description: String) {
        guard let bar = description.utf8.lastIndex(of: UInt8(ascii: "|")), bar > description.startIndex else { return nil }
        let day = description[description.utf8.index(after: bar)...]
        let subject = String(description[..<bar])
        guard let mark = day.utf8.firstIndex(of: UInt8(ascii: "T")) else {
            guard let date = CivilDate(String(day)) else { return nil }
            self.init(subject: subject, date: date)
            return
        }
        guard let date = CivilDate(String(day[..<mark])), let time = CivilTime(String(day[day.utf8.index(after: mark)...])) else { return nil }
        self.init(subject: subject, date: date, time: time)
    }
}

extension NotificationID: Codable {
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText(NotificationID.init, as: "an identifier such as bills|rent|due_day|2026-11-30")
    }

    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeText(description)
    }
}

/// What a mute or a dismissal covers: a domain, a thing, a rule or one notification; whatever begins with these parts.
public struct NotificationScope: Hashable, Sendable {
    /// `study`, `pantry|milk`, `bills|rent|due_day` or a whole ``NotificationID``.
    public let text: String

    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
        guard !text.isEmpty, parts.allSatisfy({ RequestID.isPart(String(Substring($0))) }) else { return nil }
        let (former, present) = NotificationScope.digestOfBills
        let rest = Substring(text.utf8.dropFirst(former.utf8.count))
        let isFormer = text.utf8.starts(with: former.utf8) && (rest.isEmpty || rest.utf8.first == UInt8(ascii: "|"))
        self.text = isFormer ? present + rest : text
    }

    /// Once the weekly digest of bills was called as if it were a bill's, and what covers it may be written so still.
    private static let digestOfBills = (former: "bills|week|weekly_digest", present: "bills|*|weekly_digest")

    /// Whether it covers all that a request asks for, or one day of it. Byte by byte, as parts are told apart.
    public func covers(_ notification: NotificationID) -> Bool {
        let (scope, subject) = (text.utf8, notification.subject.utf8)
        guard subject.count < scope.count else {
            return subject.starts(with: scope) && (subject.count == scope.count || subject.dropFirst(scope.count).first == UInt8(ascii: "|"))
        }
        return scope.elementsEqual(notification.description.utf8)
    }
}

extension NotificationScope: Codable {
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText(NotificationScope.init, as: "a scope such as study, pantry|milk or bills|rent|due_day")
    }

    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeText(text)
    }
}
