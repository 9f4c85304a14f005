import BelfryModel
import BelfryTime
import CLibpq

/// In which form a statement brings its values.
enum ValueForm: Int32 {
    /// As PostgreSQL writes them.
    case text = 0
    /// As it keeps them: quicker both to write and to read, for types that ``ColumnValue`` knows.
    case binary = 1
}

/// One value of a row that isn't null, where libpq has it.
struct ColumnValue {
    let bytes: UnsafeRawBufferPointer
    /// The number of its type (`pg_type.oid`).
    let type: Oid
    let form: ValueForm

    /// In its binary form only texts, JSON, numbers, true and false have one; nil for others.
    var text: String? {
        switch (form, type) {
        case (.text, Oid(Bool.typeNumber)): bytes.first == UInt8(ascii: "t") ? "true" : "false"
        case (.binary, Oid(Bool.typeNumber)): bytes.first == 1 ? "true" : "false"
        case (.text, _), (.binary, Oid(String.typeNumber)), (.binary, Self.json): String(decoding: bytes, as: UTF8.self)
        // Before it stands the number of its version (`jsonb_send` in PostgreSQL's source).
        case (.binary, Self.jsonb): String(decoding: bytes.dropFirst(), as: UTF8.self)
        case (.binary, _): integer.map { String($0) }
        }
    }

    /// Nil where it isn't a whole number in its binary form.
    var integer: Int? {
        guard form == .binary, [Self.smallint, Self.integer, Oid(Int.typeNumber)].contains(type) else { return nil }
        return number
    }

    /// Nil of `infinity`, and outside of the years that a moment may have.
    var instant: Instant? {
        guard type == Oid(Instant.typeNumber), let microseconds = number else { return nil }
        // Rounded down, as its text is cut off. Far from where it could overflow, whatever stands there.
        let milliseconds = microseconds / 1000 - (microseconds % 1000 < 0 ? 1 : 0)
        let instant = Instant(millisecondsSinceEpoch: Int64(milliseconds) + Instant.year2000.millisecondsSinceEpoch)
        return (Instant.min...Instant.max).contains(instant) ? instant : nil
    }

    var date: CivilDate? {
        guard type == Oid(CivilDate.typeNumber), let days = number.map({ $0 + CivilDate.daysUntilYear2000 }) else { return nil }
        let known = CivilDateTime(utc: .min).date...CivilDateTime(utc: .max).date
        return Int32(exactly: days).map(CivilDate.init(daysSinceEpoch:)).flatMap { known.contains($0) ? $0 : nil }
    }

    /// Of two, four or eight bytes, the highest first.
    private var number: Int? {
        guard let first = bytes.first, bytes.count <= 8 else { return nil }
        return bytes.reduce(first >= 0x80 ? -1 : 0) { $0 << 8 | Int($1) }
    }

    private static let (smallint, integer, json, jsonb): (Oid, Oid, Oid, Oid) = (21, 23, 114, 3802)
}
