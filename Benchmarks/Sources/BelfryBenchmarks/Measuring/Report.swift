import Foundation

/// Writes the results, as a table or as lines of JSON, each as soon as it is there.
struct Report {
    let isJSON: Bool

    private static let widths = [57, 11, 13, 7, 13, 7, 7]

    func begin(_ machine: Machine, _ settings: [(name: String, value: String)]) {
        if isJSON {
            write(["machine": machine.facts.reduce(into: [:]) { $0[$1.name] = $1.value }])
            write(["settings": settings.reduce(into: [:]) { $0[$1.name] = $1.value }])
        } else {
            for (name, value) in machine.facts + settings { print(Self.fitted(name, 12) + value) }
            print("")
            line(["name", "figure", "unit", "spread", "per CPU-s", "ratio", "by CPU"], "ratio to")
        }
    }

    func add(_ rows: [Row]) {
        for row in rows {
            if isJSON {
                write(row)
            } else {
                let goal = row.goal.map { " (goal: \(Self.text($0)))" } ?? ""
                line(
                    [
                        row.name, Self.text(row.figure), row.unit, "\(Int((row.spread * 100).rounded())) %", Self.text(row.operationsPerCPUSecond),
                        row.ratio.map(Self.text) ?? "", row.ratioByCPU.map(Self.text) ?? "",
                    ], (row.beside ?? "") + goal)
            }
        }
    }

    /// Why something was not measured.
    func note(_ text: String) {
        if isJSON { write(["note": text]) } else { print(text) }
    }

    /// At once, also where the output is a file or a pipe.
    private func print(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    private func line(_ cells: [String], _ last: String) {
        let fitted = zip(cells, Self.widths).enumerated().map { index, cell in
            Self.fitted(cell.0, cell.1, isNumber: index != 0 && index != 2)
        }
        print((fitted.joined(separator: " ") + "  " + last).trimmingCharacters(in: .whitespaces))
    }

    private func write(_ value: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else { fatalError("a result can't be written as JSON") }
        print(String(decoding: data, as: UTF8.self))
    }

    private static func fitted(_ text: String, _ width: Int, isNumber: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, width - text.count))
        return isNumber ? space + text : text + space
    }

    /// Three digits that count: `1,230,000`, `41.3`, `0.052`.
    static func text(_ number: Double) -> String {
        guard number.isFinite else { return "?" }
        guard number.magnitude >= 100 else {
            return String(format: number.magnitude >= 10 ? "%.1f" : number.magnitude >= 1 ? "%.2f" : "%.3f", number)
        }
        let unit = pow(10, floor(log10(number.magnitude)) - 2)
        return count(Int((number / unit).rounded() * unit))
    }

    /// All digits: `1,234,567`.
    static func count(_ number: Int) -> String {
        let digits = String(number)
        return String(digits.reversed().enumerated().flatMap { $0 > 0 && $0 % 3 == 0 ? [",", $1] : [$1] }.reversed())
    }
}
