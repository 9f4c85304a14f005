import BelfryModel
import BelfryPorts
import Foundation

/// A person's facts as one document, in the shape that `belfry plan` reads, for whoever brings them to a device at once.
///
/// `{"person": {…}, "bills": {"settings": {…}, "items": […]}, "study": {…}, "pantry": {…}, "prayer": {"settings": {…}}}`. Keys that are no
/// columns, such as `now`, are passed over and named.
public struct FactDocument: Sendable {
    public private(set) var edits = FactEdits()
    /// What was passed over, such as `bills.items.colour`.
    public private(set) var unknown: Set<String> = []

    /// - Throws: `Problem.malformedJSON`, or `Problem.wrongType` where it is no object.
    public init(_ data: Data) throws(Problem) {
        guard let value = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) else { throw .malformedJSON }
        guard let root = value as? [String: Any] else { throw .wrongType(field: "", expected: "an object") }
        add([root["person"]], to: .profile, path: "person")
        for tenant in FactDocument.tenants {
            guard let part = root[tenant.key] as? [String: Any] else { continue }
            add([part["settings"]], to: tenant.settings, path: "\(tenant.key).settings")
            guard let items = tenant.items else { continue }
            add(part["items"] as? [Any] ?? [], to: items, path: "\(tenant.key).items")
        }
    }

    private static let tenants: [(key: String, settings: FactTable, items: FactTable?)] = [
        ("bills", .notificationSettings, .budgetItems), ("study", .studySettings, .studyWords), ("pantry", .pantrySettings, .pantryItems),
        ("prayer", .prayerSettings, nil),
    ]

    private mutating func add(_ objects: [Any?], to table: FactTable, path: String) {
        for (position, object) in objects.enumerated() {
            // A word to learn may be nothing but the day on which it is due.
            let fields = object as? [String: Any] ?? (object as? String).map { ["due": $0] } ?? [:]
            guard !fields.isEmpty else { continue }
            let own = (fields["id"] as? String) ?? (fields["id"] as? Int).map(String.init)
            let id = table.isOfSettings ? FactTable.settingsID : own ?? String(position + 1)
            var record = FactRecord(id: id)
            for (name, value) in fields where name != "id" {
                if let column = table.columns.first(where: { $0.name == name }) {
                    record.columns[name] = column.value(of: value)
                } else {
                    unknown.insert("\(path).\(name)")
                }
            }
            edits.saved[table, default: []].append(record)
        }
    }
}

extension FactColumn {
    /// What a column holds for a value of JSON; nil where JSON can't say it.
    fileprivate func value(of json: Any) -> FactValue? {
        if json is NSNull { return .null }
        switch kind {
        case .flag: return (json as? Bool).map(FactValue.flag)
        case .whole: return (json as? Int).map(FactValue.whole)
        case .real: return (json as? Double).map(FactValue.real)
        case .text: return (json as? String).map(FactValue.text)
        case .json:
            guard let data = try? JSONSerialization.data(withJSONObject: json, options: [.fragmentsAllowed, .sortedKeys]) else { return nil }
            return .text(String(decoding: data, as: UTF8.self))
        }
    }
}
