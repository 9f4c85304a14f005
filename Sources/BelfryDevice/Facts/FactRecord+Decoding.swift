import BelfryModel
import Foundation

extension FactRecord {
    /// What a domain makes of a row, whose columns are the keys of its JSON form.
    func decoded<Fact: Decodable>(as type: Fact.Type, from table: FactTable) -> Result<Fact, Problem> {
        do {
            let data = try JSONSerialization.data(withJSONObject: object(table))
            return try JSONDecoder().decode(Lenient<Fact>.self, from: data).result
        } catch {
            return .failure(.wrongType(field: table.rawValue, expected: "values that JSON can hold"))
        }
    }

    private func object(_ table: FactTable) -> [String: Any] {
        var object: [String: Any] = ["id": id]
        for column in table.columns {
            guard let value = columns[column.name] else { continue }
            object[column.name] = column.json(value)
        }
        return object
    }
}

extension FactColumn {
    /// The value as JSON has it; nil for null.
    fileprivate func json(_ value: FactValue) -> Any? {
        switch (kind, value) {
        case (_, .null): nil
        // SQLite has no switches of its own.
        case (.flag, .whole(let number)): number != 0
        case (.json, .text(let text)): (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) ?? text
        case (_, .flag(let flag)): flag
        case (_, .whole(let number)): number
        case (_, .real(let number)): number.isFinite ? number : nil
        case (_, .text(let text)): text
        }
    }
}
