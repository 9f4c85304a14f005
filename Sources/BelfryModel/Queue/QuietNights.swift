import BelfryTime

/// Quiet hours of single nights in place of those of every day, by the day of the week on which they begin.
///
/// As JSON, and so as it is stored: `{"fri":"23:00-09:00","sun":null}`. Null is a night without; a day that isn't there has those of every day.
public struct QuietNights: Hashable, Sendable {
    /// An empty one is a night without.
    public let windows: [Weekday: DailyWindow]

    public init(_ windows: [Weekday: DailyWindow] = [:]) {
        self.windows = windows.mapValues { $0.isEmpty ? Self.without : $0 }
    }

    /// The window of a night without.
    public static let without = DailyWindow(start: .midnight, end: .midnight)

    public var isEmpty: Bool { windows.isEmpty }

    /// In the order of their names.
    private var sorted: [(day: Weekday, window: DailyWindow?)] {
        windows.sorted { $0.key.rawValue < $1.key.rawValue }.map { ($0.key, $0.value.isEmpty ? nil : $0.value) }
    }

    /// Its JSON; nil where no night has its own.
    public var text: String? {
        guard !isEmpty else { return nil }
        let members = sorted.map { day, window in "\"\(day.rawValue)\":" + (window.map { "\"\($0)\"" } ?? "null") }
        return "{" + members.joined(separator: ",") + "}"
    }

    /// Reads its JSON; nil where it is none, has another day or a window that can't be read.
    public init?(_ text: String) {
        var windows: [Weekday: DailyWindow] = [:]
        var isUsable = true
        let isObject = FlatJSON.read(text) { name, value in
            switch (Weekday(rawValue: name), value) {
            case (let day?, .null): windows[day] = Self.without
            case (let day?, .text(let text)):
                windows[day] = DailyWindow(text)
                isUsable = isUsable && windows[day] != nil
            default: isUsable = false
            }
        }
        guard isObject, isUsable else { return nil }
        self.init(windows)
    }
}

extension QuietNights: Codable {
    /// - Throws: ``Problem/unknownName(field:allowed:)`` where it has another member than the days, or `DecodingError` that names the day.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Weekday.self)
        let names = try decoder.container(keyedBy: TextKey.self).allKeys.sorted()
        if let other = names.first(where: { Weekday(rawValue: $0.stringValue) == nil }) {
            throw Problem.unknownName(field: Problem.path(container.codingPath + [other]), allowed: Weekday.allCases.map(\.rawValue))
        }
        self.init(try container.allKeys.reduce(into: [:]) { $0[$1] = try container.decodeIfPresent(DailyWindow.self, forKey: $1) ?? Self.without })
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Weekday.self)
        for (day, window) in sorted { try container.encode(window, forKey: day) }
    }
}
