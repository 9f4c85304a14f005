import BelfryModel
import BelfryTime

extension Phrases {
    /// What is wrong with a recurrence rule and what to do about it. Contains nothing of the rule's text.
    public static func sentence(for problem: RecurrenceProblem) -> String {
        let part = problem.part.rawValue
        return switch problem.cause {
        case .malformed: "It is not made of parts NAME=VALUE with semicolons between them. Write it as FREQ=DAILY;INTERVAL=2."
        case .unknownPart: "It has a part that RFC 5545 doesn't know. Use: \(list(RecurrenceProblem.Part.names))."
        case .repeated: "\(part) is there more than once. Write it once."
        case .missing: "\(part) is missing. Add it."
        case .empty: "\(part) has an empty value. Give one, or leave the part out."
        case .notANumber: "\(part) has something that is not a number. Give whole numbers."
        case .outOfRange(let range, let orNegative):
            "\(part) has a number out of range. Give \(numbers(range))"
                + (orNegative ? ", or the same below zero to count from the end." : ".")
        case .unknownValue(let allowed): "\(part) has a value that is not known. Use one of: \(list(allowed))."
        case .notSupported(let supported): "\(part) has a value that Belfry does not support. Use one of: \(list(supported))."
        case .notADate: "\(part) is not a date. Write it as 20260131, 20260131T090000 or 20260131T080000Z."
        case .notWith(let other): "\(part) can't stand beside \(other.rawValue). Leave one of them out."
        case .onlyWithFrequencies(let frequencies): "\(part) has no place in a rule of this FREQ. Use it with: \(names(frequencies))."
        case .ordinalsOnlyWithFrequencies(let frequencies):
            "\(part) has numbered weekdays, such as 2TU, that this FREQ has no use for. Use them with: \(names(frequencies))."
        case .ordinalsNotWith(let other):
            "\(part) has numbered weekdays, such as 2TU, that can't stand beside \(other.rawValue). "
                + "Leave out the numbers or \(other.rawValue)."
        case .alone: "\(part) selects from what other parts yield, and there are none. Add one, such as BYDAY, or leave \(part) out."
        }
    }

    private static func list(_ values: [String]) -> String {
        values.joined(separator: ", ")
    }

    private static func names(_ frequencies: [RecurrenceRule.Frequency]) -> String {
        list(frequencies.map(\.rawValue))
    }

    private static func numbers(_ range: ClosedRange<Int>) -> String {
        "\(grouped(Double(range.lowerBound))) to \(grouped(Double(range.upperBound)))"
    }
}

extension RecurrenceProblem.Part {
    /// Those that a rule is made of.
    fileprivate static var names: [String] { allCases.filter { $0 != .rule }.map(\.rawValue) }
}
