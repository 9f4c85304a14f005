import BelfryModel
import BelfryTime
import Foundation

/// A parameter as it goes over the line: single values as text, whose type the statement says, and lists in PostgreSQL's binary form,
/// which needs no quotation.
enum SQLValue {
    case null
    case text(String)
    case binary([UInt8])
}

protocol SQLConvertible {
    var sql: SQLValue { get }
}

extension String: SQLConvertible {
    /// PostgreSQL keeps no NUL.
    var sql: SQLValue { .text(withoutNUL) }

    var withoutNUL: String { hasNUL ? String(map { $0 == "\0" ? "\u{FFFD}" : $0 }) : self }

    private var hasNUL: Bool {
        var text = self
        return text.withUTF8 { bytes in bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false }
    }
}

extension Int: SQLConvertible {
    var sql: SQLValue { .text(String(self)) }
}

extension Int64: SQLConvertible {
    var sql: SQLValue { .text(String(self)) }
}

extension Double: SQLConvertible {
    var sql: SQLValue { .text(String(self)) }
}

extension Bool: SQLConvertible {
    var sql: SQLValue { .text(self ? "t" : "f") }
}

extension Instant: SQLConvertible {
    var sql: SQLValue { .text(fixedWidthText) }
}

extension CivilDate: SQLConvertible {
    var sql: SQLValue { .text(description) }
}

extension Identifier: SQLConvertible {
    var sql: SQLValue { text.sql }
}

extension Optional: SQLConvertible where Wrapped: SQLConvertible {
    var sql: SQLValue { map(\.sql) ?? .null }
}

// MARK: Lists

/// What may stand in a list: it knows its type's number (`pg_type.oid`) and its binary form.
protocol SQLElement {
    static var typeNumber: UInt32 { get }
    /// Appends its length in bytes and then itself.
    func append(to bytes: inout [UInt8])
}

extension Array: SQLConvertible where Element: SQLElement {
    /// One dimension, perhaps with nulls, from index 1 on (`array_recv` in PostgreSQL's source).
    var sql: SQLValue {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20 + count * 24)
        bytes.append(bigEndian: UInt32(isEmpty ? 0 : 1))
        bytes.append(bigEndian: UInt32(1))
        bytes.append(bigEndian: Element.typeNumber)
        if !isEmpty {
            bytes.append(bigEndian: UInt32(count))
            bytes.append(bigEndian: UInt32(1))
        }
        for element in self { element.append(to: &bytes) }
        return .binary(bytes)
    }
}

extension [UInt8] {
    fileprivate mutating func append(bigEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
}

extension Optional: SQLElement where Wrapped: SQLElement {
    static var typeNumber: UInt32 { Wrapped.typeNumber }

    func append(to bytes: inout [UInt8]) {
        switch self {
        case .some(let value): value.append(to: &bytes)
        case .none: bytes.append(bigEndian: Int32(-1))
        }
    }
}

extension String: SQLElement {
    static var typeNumber: UInt32 { 25 }

    func append(to bytes: inout [UInt8]) {
        let text = withoutNUL
        bytes.append(bigEndian: UInt32(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }
}

extension Identifier: SQLElement {
    static var typeNumber: UInt32 { String.typeNumber }

    func append(to bytes: inout [UInt8]) { text.append(to: &bytes) }
}

extension Int: SQLElement {
    static var typeNumber: UInt32 { 20 }

    func append(to bytes: inout [UInt8]) {
        bytes.append(bigEndian: UInt32(8))
        bytes.append(bigEndian: Int64(self))
    }
}

extension Double: SQLElement {
    static var typeNumber: UInt32 { 701 }

    func append(to bytes: inout [UInt8]) {
        bytes.append(bigEndian: UInt32(8))
        bytes.append(bigEndian: bitPattern)
    }
}

extension Bool: SQLElement {
    static var typeNumber: UInt32 { 16 }

    func append(to bytes: inout [UInt8]) {
        bytes.append(bigEndian: UInt32(1))
        bytes.append(self ? 1 : 0)
    }
}

extension Instant: SQLElement {
    static var typeNumber: UInt32 { 1184 }
    static let year2000 = Instant(secondsSinceEpoch: 946_684_800)

    /// Microseconds since 2000.
    func append(to bytes: inout [UInt8]) {
        bytes.append(bigEndian: UInt32(8))
        bytes.append(bigEndian: (millisecondsSinceEpoch - Instant.year2000.millisecondsSinceEpoch) * 1000)
    }
}

extension CivilDate: SQLElement {
    static var typeNumber: UInt32 { 1082 }
    static let daysUntilYear2000 = 10_957

    /// Days since 2000.
    func append(to bytes: inout [UInt8]) {
        bytes.append(bigEndian: UInt32(4))
        bytes.append(bigEndian: Int32(clamping: Int(daysSinceEpoch) - CivilDate.daysUntilYear2000))
    }
}
