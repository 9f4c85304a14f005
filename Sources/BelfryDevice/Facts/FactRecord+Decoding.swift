import BelfryModel
import Foundation

extension FactRecord {
    /// What a domain makes of a row, whose columns are the keys of its JSON form.
    func decoded<Fact: Decodable>(as type: Fact.Type, from table: FactTable) -> Result<Fact, Problem> {
        do {
            return try JSONDecoder().decode(Lenient<Fact>.self, from: Data(json(table).utf8)).result
        } catch {
            return .failure(.wrongType(field: table.rawValue, expected: "values that JSON can hold"))
        }
    }

    /// Written by hand: thousands of rows are read when an app starts, and a writer of any object takes longer than all the rest.
    private func json(_ table: FactTable) -> String {
        var text = "{\"id\":"
        text.append(jsonString: id)
        for column in table.columns {
            guard let value = columns[column.name], value != .null else { continue }
            text += ",\"\(column.name)\":"
            column.append(value, to: &text)
        }
        return text + "}"
    }
}

extension FactColumn {
    fileprivate func append(_ value: FactValue, to json: inout String) {
        switch (kind, value) {
        case (_, .null): json += "null"
        // SQLite has no switches of its own.
        case (.flag, .whole(let number)): json += number != 0 ? "true" : "false"
        case (.json, .text(let text)) where FactColumn.isJSON(text): json += text
        case (_, .flag(let flag)): json += flag ? "true" : "false"
        case (_, .whole(let number)): json += String(number)
        case (_, .real(let number)): json += number.isFinite ? String(number) : "null"
        case (_, .text(let text)): json.append(jsonString: text)
        }
    }

    private static func isJSON(_ text: String) -> Bool {
        (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) != nil
    }
}

extension String {
    /// Appends text as a JSON string (RFC 8259, section 7).
    fileprivate mutating func append(jsonString text: String) {
        append("\"")
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                unicodeScalars.append("\\")
                unicodeScalars.append(scalar)
            case ..<" ":
                let digits = String(scalar.value, radix: 16)
                append("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits)
            default: unicodeScalars.append(scalar)
            }
        }
        append("\"")
    }
}
