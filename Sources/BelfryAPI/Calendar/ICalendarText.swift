import BelfryTime

/// Text in the format of calendars, iCalendar (RFC 5545).
struct ICalendarText {
    private var lines: [String] = []

    /// How it is sent.
    static let mediaType = "text/calendar; charset=utf-8"

    /// With CRLF at the end of each line (section 3.1).
    var text: String { lines.joined(separator: "\r\n") + "\r\n" }

    /// One property.
    ///
    /// - Parameters:
    ///   - name: with its parameters, as `DTSTART;VALUE=DATE`.
    ///   - value: as it stands in the file.
    mutating func add(_ name: String, _ value: String) {
        lines.append(Self.folded("\(name):\(value)"))
    }

    /// One property whose value is a text that somebody wrote.
    mutating func add(_ name: String, text: String) { add(name, Self.escaped(text)) }

    /// A component with what is in it.
    mutating func add(component name: String, _ content: (inout ICalendarText) -> Void) {
        add("BEGIN", name)
        content(&self)
        add("END", name)
    }

    /// Section 3.3.11: backslashes, semicolons, commas and line breaks are escaped, and no other control character but a tab may stand in a text.
    static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.replacing("\r\n", with: "\n").unicodeScalars {
            switch scalar {
            case "\\", ";", ",": escaped.append(contentsOf: ["\\", scalar])
            case "\n", "\u{2028}", "\u{2029}": escaped.append(contentsOf: ["\\", "n"])
            case "\t": escaped.append(scalar)
            default: if scalar.properties.generalCategory != .control { escaped.append(scalar) }
            }
        }
        return String(escaped)
    }

    /// Section 3.1: no line has more than 75 octets without its end; one that goes on begins with a space. No letter is split.
    static func folded(_ line: String) -> String {
        guard line.utf8.count > octetCountMax else { return line }
        var folded = String.UnicodeScalarView()
        var count = 0
        for scalar in line.unicodeScalars {
            let length = UTF8.width(scalar)
            if count + length > octetCountMax {
                folded.append(contentsOf: ["\r", "\n", " "])
                count = 1
            }
            folded.append(scalar)
            count += length
        }
        return String(folded)
    }

    private static let octetCountMax = 75
}

// MARK: Values

extension CivilDate {
    /// `20260131` (section 3.3.4).
    var iCalendar: String { description.filter { $0 != "-" } }
}

extension CivilDateTime {
    /// `20260131T090000`, in no zone of its own (section 3.3.5).
    var iCalendar: String { "\(date.iCalendar)T\(time.description.filter { $0 != ":" })" }
}

extension Instant {
    /// `20260131T080000Z` (section 3.3.5); a fraction of a second is dropped.
    var iCalendar: String { CivilDateTime(utc: self).iCalendar + "Z" }
}
