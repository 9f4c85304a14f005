/// The members of a JSON object whose values are texts, numbers, true, false and null, read and written without Foundation, which takes ten
/// times as long over as little: the queue reads and writes one of them for each delivery.
public enum FlatJSON {
    /// The value of a member.
    public enum Value: Equatable {
        case text(String)
        case number(Double)
        case flag(Bool)
        case null

        public var text: String? { if case .text(let text) = self { text } else { nil } }
        public var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
        public var number: Double? { if case .number(let number) = self { number } else { nil } }
        /// Nil also of a number with a fraction.
        public var integer: Int? { number.flatMap { Int(exactly: $0) } }
    }

    /// Calls `take` for each member, in their order.
    ///
    /// - Returns: false where the text is no such object, or has escapes in it: then somebody else has to read it, from the beginning.
    public static func read(_ text: String, _ take: (_ name: String, _ value: Value) -> Void) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var reader = Reader(bytes: bytes)
            return reader.object(take)
        }
    }

    /// The texts of a list, in their order; nil where it is no list of texts, or has escapes in it.
    public static func texts(in list: String) -> [String]? {
        var list = list
        return list.withUTF8 { bytes in
            var reader = Reader(bytes: bytes)
            return reader.texts()
        }
    }

    private struct Reader {
        let bytes: UnsafeBufferPointer<UInt8>
        var place = 0

        init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

        mutating func object(_ take: (String, Value) -> Void) -> Bool {
            guard skip(UInt8(ascii: "{")) else { return false }
            if skip(UInt8(ascii: "}")) { return isAtEnd() }
            repeat {
                guard let name = string(), skip(UInt8(ascii: ":")), let value = value() else { return false }
                take(name, value)
            } while skip(UInt8(ascii: ","))
            return skip(UInt8(ascii: "}")) && isAtEnd()
        }

        mutating func texts() -> [String]? {
            var texts: [String] = []
            guard skip(UInt8(ascii: "[")) else { return nil }
            guard !skip(UInt8(ascii: "]")) else { return isAtEnd() ? texts : nil }
            repeat {
                guard let text = string() else { return nil }
                texts.append(text)
            } while skip(UInt8(ascii: ","))
            return skip(UInt8(ascii: "]")) && isAtEnd() ? texts : nil
        }

        private mutating func skipSpaces() {
            while place < bytes.count, bytes[place] <= 0x20, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
        }

        private mutating func skip(_ byte: UInt8) -> Bool {
            skipSpaces()
            guard place < bytes.count, bytes[place] == byte else { return false }
            place += 1
            return true
        }

        private mutating func isAtEnd() -> Bool {
            skipSpaces()
            return place == bytes.count
        }

        /// Nil also where it has an escape, or a control character, which must not stand there.
        private mutating func string() -> String? {
            guard skip(UInt8(ascii: "\"")) else { return nil }
            let start = place
            while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
                guard bytes[place] >= 0x20, bytes[place] != UInt8(ascii: "\\") else { return nil }
                place += 1
            }
            guard place < bytes.count else { return nil }
            defer { place += 1 }
            return String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<place]), as: UTF8.self)
        }

        private mutating func value() -> Value? {
            skipSpaces()
            guard place < bytes.count else { return nil }
            switch bytes[place] {
            case UInt8(ascii: "\""): return string().map(Value.text)
            case UInt8(ascii: "t"): return word("true") ? .flag(true) : nil
            case UInt8(ascii: "f"): return word("false") ? .flag(false) : nil
            case UInt8(ascii: "n"): return word("null") ? .null : nil
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return number().map(Value.number)
            default: return nil
            }
        }

        private mutating func word(_ word: StaticString) -> Bool {
            guard place + word.utf8CodeUnitCount <= bytes.count else { return false }
            for index in 0..<word.utf8CodeUnitCount where bytes[place + index] != word.utf8Start[index] { return false }
            place += word.utf8CodeUnitCount
            return true
        }

        /// As JSON writes numbers (RFC 8259, 6): no sign of plus, no zeros in front, digits on both sides of the point.
        private mutating func number() -> Double? {
            let start = place
            var digits = Digits()
            let isNegative = bytes[place] == UInt8(ascii: "-")
            if isNegative { place += 1 }
            let firstDigit = place
            guard read(&digits) > 0, place - firstDigit == 1 || bytes[firstDigit] != UInt8(ascii: "0") else { return nil }
            let wholeCount = digits.count
            if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
                place += 1
                guard read(&digits) > 0 else { return nil }
            }
            let hasExponent = place < bytes.count && bytes[place] | 0x20 == UInt8(ascii: "e")
            if hasExponent {
                place += 1
                if place < bytes.count, bytes[place] == UInt8(ascii: "-") || bytes[place] == UInt8(ascii: "+") { place += 1 }
                var exponent = Digits()
                guard read(&exponent) > 0 else { return nil }
            } else if let magnitude = digits.number(wholeCount: wholeCount) {
                return isNegative ? -magnitude : magnitude
            }
            let isWhole = digits.count == wholeCount && !hasExponent
            let number = Double(String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<place]), as: UTF8.self))
            // Beyond it a Double doesn't tell one whole number from the next.
            return number.flatMap { $0.isFinite && (!isWhole || $0.magnitude < Double(1 << 53)) ? $0 : nil }
        }

        /// - Returns: how many there are.
        private mutating func read(_ digits: inout Digits) -> Int {
            let start = place
            while place < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[place]) {
                digits.add(bytes[place] - UInt8(ascii: "0"))
                place += 1
            }
            return place - start
        }
    }
}

/// The digits of a decimal number, as one whole number.
private struct Digits {
    private(set) var count = 0
    private var value: UInt64 = 0

    /// So many at most make a whole number that a Double has exactly, as it has these powers of ten; and one division of the two is
    /// rounded as the number itself would be (W. D. Clinger, How to Read Floating Point Numbers Accurately, 1990).
    private static let exactCountMax = 15
    private static let powersOfTen: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15]

    mutating func add(_ digit: UInt8) {
        count += 1
        if count <= Self.exactCountMax { value = value * 10 + UInt64(digit) }
    }

    /// Nil where there are too many.
    ///
    /// - Parameter wholeCount: how many stand before the point.
    func number(wholeCount: Int) -> Double? {
        count <= Self.exactCountMax ? Double(value) / Self.powersOfTen[count - wholeCount] : nil
    }
}

extension FlatJSON {
    /// Writes members in the order in which they are added, as Foundation's encoder writes them without escaping slashes.
    public struct Writer {
        private var bytes: [UInt8] = []

        public init() {
            bytes.reserveCapacity(512)
            bytes.append(UInt8(ascii: "{"))
        }

        public mutating func add(_ name: StaticString, _ text: String?) {
            begin(name)
            guard let text else { return write("null") }
            FlatJSON.append(quoted: text, to: &bytes)
        }

        public mutating func add(_ name: StaticString, _ flag: Bool) {
            begin(name)
            write(flag ? "true" : "false")
        }

        public mutating func add(_ name: StaticString, _ number: Int) {
            begin(name)
            write(number)
        }

        /// - Parameter number: is finite.
        public mutating func add(_ name: StaticString, _ number: Double) {
            begin(name)
            // Where there is nothing behind the point, none is written.
            if let whole = Int(exactly: number), whole.magnitude < 1 << 53, whole != 0 { return write(whole) }
            let text = number.description
            bytes.append(contentsOf: (text.hasSuffix(".0") ? text.dropLast(2) : text[...]).utf8)
        }

        /// - Parameter json: stands as it is.
        public mutating func add(_ name: StaticString, json: String) {
            begin(name)
            bytes.append(contentsOf: json.utf8)
        }

        public mutating func add(_ name: StaticString, _ texts: [String]) {
            list(name, texts) { FlatJSON.append(quoted: $0, to: &$1.bytes) }
        }

        public mutating func add(_ name: StaticString, _ numbers: [Int]) {
            list(name, numbers) { $1.write($0) }
        }

        /// An object of texts, in the order of their names.
        public mutating func add(_ name: StaticString, texts: [String: String]) {
            begin(name)
            write("{")
            for (index, (name, text)) in texts.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                FlatJSON.append(quoted: name, to: &bytes)
                write(":")
                FlatJSON.append(quoted: text, to: &bytes)
            }
            write("}")
        }

        /// A list of objects.
        public mutating func add<Element>(_ name: StaticString, _ elements: [Element], _ add: (Element, inout Writer) -> Void) {
            list(name, elements) { element, writer in
                writer.write("{")
                add(element, &writer)
                writer.write("}")
            }
        }

        /// An object of objects, by their names.
        public mutating func add<Element>(_ name: StaticString, objects: [(String, Element)], _ add: (Element, inout Writer) -> Void) {
            begin(name)
            write("{")
            for (index, (name, element)) in objects.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                FlatJSON.append(quoted: name, to: &bytes)
                write(":{")
                add(element, &self)
                write("}")
            }
            write("}")
        }

        public consuming func finish() -> String {
            bytes.append(UInt8(ascii: "}"))
            return String(decoding: bytes, as: UTF8.self)
        }

        private mutating func list<Element>(_ name: StaticString, _ elements: [Element], _ write: (Element, inout Writer) -> Void) {
            begin(name)
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                write(element, &self)
            }
            bytes.append(UInt8(ascii: "]"))
        }

        private mutating func begin(_ name: StaticString) {
            write(bytes.last == UInt8(ascii: "{") ? "\"" : ",\"")
            write(name)
            write("\":")
        }

        private mutating func write(_ text: StaticString) {
            bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        }

        private mutating func write(_ number: Int) {
            guard number >= 0 else { return bytes.append(contentsOf: number.description.utf8) }
            if number > 9 { write(number / 10) }
            bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
        }
    }

    /// A list of texts.
    public static func list(of texts: some Collection<String>) -> String {
        var bytes: [UInt8] = []
        for text in texts {
            bytes.append(UInt8(ascii: bytes.isEmpty ? "[" : ","))
            append(quoted: text, to: &bytes)
        }
        return bytes.isEmpty ? "[]" : String(decoding: bytes + [UInt8(ascii: "]")], as: UTF8.self)
    }

    /// Quotation marks, backslashes and control characters are escaped (RFC 8259, section 7).
    public static func append(quoted text: String, to bytes: inout [UInt8]) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { utf8 in
            var start = 0
            for (place, byte) in utf8.enumerated() where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<place]))
                append(escaped: byte, to: &bytes)
                start = place + 1
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func append(escaped byte: UInt8, to bytes: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
        case 0x08: bytes.append(contentsOf: "\\b".utf8)
        case 0x09: bytes.append(contentsOf: "\\t".utf8)
        case 0x0A: bytes.append(contentsOf: "\\n".utf8)
        case 0x0C: bytes.append(contentsOf: "\\f".utf8)
        case 0x0D: bytes.append(contentsOf: "\\r".utf8)
        default:
            let digits = Array("0123456789abcdef".utf8)
            bytes.append(contentsOf: "\\u00".utf8)
            bytes += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }
}
