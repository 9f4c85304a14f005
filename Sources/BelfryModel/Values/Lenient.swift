/// A part of a document that may be refused without the others: an element of a list, or one of several objects.
package struct Lenient<Value: Decodable>: Decodable {
    package let result: Result<Value, Problem>

    package init(from decoder: any Decoder) throws {
        do {
            result = .success(try Value(from: decoder))
        } catch let problem as Problem {
            result = .failure(problem)
        } catch let error as DecodingError {
            result = .failure(Problem(error))
        }
    }
}

extension Lenient {
    /// The value, if it can be used; else its problem is added to a list.
    package func usable(refusing problems: inout [Problem]) -> Value? {
        switch result {
        case .success(let value): return value
        case .failure(let problem):
            problems.append(problem)
            return nil
        }
    }
}

extension Array {
    /// The values that can be used; the problems of the others are added to a list.
    package func usable<Value>(refusing problems: inout [Problem]) -> [Value] where Element == Lenient<Value> {
        compactMap { $0.usable(refusing: &problems) }
    }
}

extension KeyedDecodingContainer {
    /// A whole number within limits; nil where it is missing or null.
    ///
    /// - Throws: `Problem.numberOutOfRange`, `Problem.wrongType` for a fraction, or `DecodingError` where it is no number.
    package func number(_ key: Key, in range: ClosedRange<Int>) throws -> Int? {
        let limits = Double(range.lowerBound)...Double(range.upperBound)
        guard let number = try decimal(key, in: limits) else { return nil }
        guard let whole = Int(exactly: number) else {
            throw Problem.wrongType(field: Problem.path(codingPath + [key]), expected: "a whole number")
        }
        return whole
    }

    /// A number within limits; nil where it is missing or null.
    ///
    /// - Throws: `Problem.numberOutOfRange`, or `DecodingError` where it is no number.
    package func decimal(_ key: Key, in range: ClosedRange<Double>) throws -> Double? {
        guard let number = try decodeIfPresent(Double.self, forKey: key) else { return nil }
        guard range.contains(number) else {
            throw Problem.numberOutOfRange(field: Problem.path(codingPath + [key]), range: range)
        }
        return number
    }
}
