import BelfryModel
import BelfryPorts
import Foundation

/// What each column of a table of people is, by its name in the first line.
public struct PeopleColumns: Sendable {
    private let columns: [Column]

    private enum Column: Sendable {
        case user
        case preference(Preferences.Key)
        case address(DeliveryChannel)
        /// Whether they want anything at the address over a channel.
        case isSubscribed(DeliveryChannel)
        case token(DeviceToken.Platform)
        /// Categories, with a semicolon between: each over all channels, or with one behind a colon.
        case unsubscribed
    }

    private static let named: [String: Column] = {
        // What has parts of its own has no place in a cell.
        let keys = Preferences.Key.allCases.filter { $0 != .quietHoursByWeekday && $0 != .digestByCategory }
        var named: [String: Column] = [PersonLine.CodingKeys.user.rawValue: .user, "unsubscribed": .unsubscribed]
        for key in keys { named[key.rawValue] = .preference(key) }
        for platform in DeviceToken.Platform.allCases { named["\(platform.rawValue)_token"] = .token(platform) }
        for channel in ContactPoint.channels {
            named[channel.rawValue] = .address(channel)
            named["\(channel.rawValue)_subscribed"] = .isSubscribed(channel)
        }
        return named
    }()

    /// What a table may have.
    public static let names: [String] = named.keys.sorted()

    /// - Throws: `Problem.unknownName` for a column that isn't read, `.missingField` where none says who it is, `.malformedLine` where one is there twice,
    ///   or lines end otherwise than with LF.
    init(_ names: [String]) throws(Problem) {
        guard !names.contains(where: { $0.contains(where: \.isNewline) }) else { throw .malformedLine(number: 1, expected: "lines that end with LF") }
        guard Set(names).count == names.count else { throw .malformedLine(number: 1, expected: "each column once") }
        let user = PersonLine.CodingKeys.user.rawValue
        guard names.contains(user) else { throw .missingField(user) }
        var columns: [Column] = []
        for name in names {
            guard let column = Self.named[name] else { throw .unknownName(field: String(name.prefix(TextKey.shownLengthMax)), allowed: Self.names) }
            columns.append(column)
        }
        self.columns = columns
    }

    /// What a line of the table has, as an object of JSON. An empty cell says nothing.
    func object(_ cells: [String], number: Int) -> Result<Data, Problem> {
        guard cells.dropFirst(columns.count).allSatisfy(\.isEmpty) else {
            return .failure(.malformedLine(number: number, expected: "no more cells than the first line has names"))
        }
        var object: [String: Any] = [:]
        var points: [DeliveryChannel: [String: Any]] = [:]
        var (devices, subscriptions) = ([[String: Any]](), [[String: Any]]())
        for (column, cell) in zip(columns, cells) where !cell.isEmpty {
            switch column {
            case .user: object[PersonLine.CodingKeys.user.rawValue] = cell
            case .preference(let key): object[key.rawValue] = Self.value(cell, of: key)
            case .address(let channel): points[channel, default: ["channel": channel.rawValue]]["value"] = cell
            case .isSubscribed(let channel): points[channel, default: ["channel": channel.rawValue]]["subscribed"] = Self.flag(cell)
            case .token(let platform): devices.append(["platform": platform.rawValue, "token": cell])
            case .unsubscribed: subscriptions = cell.split(separator: ";").map(Self.switchedOff)
            }
        }
        // Whoever writes that somebody wants nothing there means an address: without one they would be told at the next that they get.
        let lacking = points.filter { $0.value["value"] == nil && $0.value["subscribed"] as? Bool == false }.keys.map(\.rawValue).min()
        if let lacking { return .failure(.missingField(lacking)) }
        let named = points.filter { $0.value["value"] != nil }.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
        if !named.isEmpty { object[PersonLine.CodingKeys.points.rawValue] = named }
        if !devices.isEmpty { object[PersonLine.CodingKeys.devices.rawValue] = devices }
        if !subscriptions.isEmpty { object[PersonLine.CodingKeys.subscriptions.rawValue] = subscriptions }
        guard let data = try? JSONSerialization.data(withJSONObject: object) else { return .failure(.malformedJSON) }
        return .success(data)
    }

    /// What is no such value stays as it is, to be refused as that.
    private static func value(_ cell: String, of key: Preferences.Key) -> Any {
        switch key {
        case .dailyCountMax: if let number = Int(cell) { number } else { cell }
        case .notifyInApp, .notifyPush, .notifyEmail, .championNotifyEmail, .championNotifySMS: flag(cell)
        default: cell
        }
    }

    private static func flag(_ cell: String) -> Any {
        switch cell.lowercased() {
        case "true", "yes", "1": true
        case "false", "no", "0": false
        default: cell
        }
    }

    private static func switchedOff(_ text: Substring) -> [String: Any] {
        let text = text.trimmingCharacters(in: .whitespaces)
        let parts = text.split(separator: ":")
        guard parts.count > 1, let channel = parts.last.flatMap({ DeliveryChannel(rawValue: String($0)) }) else {
            return ["category": text, "subscribed": false]
        }
        return ["category": parts.dropLast().joined(separator: ":"), "channel": channel.rawValue, "subscribed": false]
    }
}
