import BelfryDomains
import BelfryModel
import BelfryPorts
import Foundation

/// A person's facts as one document, in the shape that `belfry plan` reads, for whoever brings them to a device at once.
///
/// `{"person": {…}, "bills": {"settings": {…}, "items": […]}, "study": {…}, "pantry": {…}, "prayer": {"settings": {…}}, "reminders": {"items": […]}}`.
/// Keys that stand for nothing that a device keeps, such as `now`, are passed over and named.
public struct FactDocument: Sendable {
    public private(set) var edits = FactEdits()
    /// What was passed over, such as `requests` or `bills.items.colour`.
    public private(set) var unknown: Set<String> = []
    /// What couldn't be taken, because it isn't of the kind that belongs there, such as `bills.items.amount`.
    public private(set) var unusable: Set<String> = []
    /// The rows that no device keeps, such as one with too long a text; the others are in ``edits``.
    public private(set) var refused: [RefusedFact] = []

    /// - Throws: `Problem.malformedJSON`, or `Problem.wrongType` where it is no object.
    public init(_ data: Data) throws(Problem) {
        guard let value = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) else { throw .malformedJSON }
        guard let root = value as? [String: Any] else { throw .wrongType(field: "", expected: "an object") }
        add([root["person"]], to: .profile, path: "person")
        unknown.formUnion(root.keys.filter { $0 != "person" && Tenant(rawValue: $0) == nil })
        for tenant in Tenant.allCases {
            let (name, tables) = (tenant.rawValue, tenant.tables)
            guard let part: [String: Any] = usable(root[name], path: name) else { continue }
            if let settings = tables.settings { add([part["settings"]], to: settings, path: "\(name).settings") }
            if let items = tables.items {
                let rows: [Any]? = usable(part["items"], path: "\(name).items")
                add(rows ?? [], to: items, path: "\(name).items")
            }
            let known = [tables.settings.map { _ in "settings" }, tables.items.map { _ in "items" }]
            unknown.formUnion(part.keys.filter { !known.contains($0) }.map { "\(name).\($0)" })
        }
    }

    /// Nil where there is nothing, or something of another kind.
    private mutating func usable<Value>(_ value: Any?, path: String) -> Value? {
        guard let value, !(value is NSNull) else { return nil }
        guard let wanted = value as? Value else {
            unusable.insert(path)
            return nil
        }
        return wanted
    }

    private mutating func add(_ objects: [Any?], to table: FactTable, path: String) {
        for (position, object) in objects.enumerated() {
            // A word to learn may be nothing but the day on which it is due.
            let due: [String: Any]? = (object as? String).map { ["due": $0] }
            guard let fields = due ?? usable(object, path: path), !fields.isEmpty else { continue }
            let own = (fields["id"] as? String) ?? (fields["id"] as? Int).map(String.init)
            let id = table.isOfSettings ? FactTable.settingsID : own ?? String(position + 1)
            var record = FactRecord(id: id)
            for (name, value) in fields where name != "id" {
                if let column = table.columns.first(where: { $0.name == name }) {
                    record.columns[name] = column.value(of: value)
                    if record.columns[name] == nil { unusable.insert("\(path).\(name)") }
                } else {
                    unknown.insert("\(path).\(name)")
                }
            }
            do throws(Problem) {
                edits.saved[table, default: []].append(try table.checkedEdit(record))
            } catch {
                refused.append(RefusedFact(table: table, id: id, problem: error))
            }
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
