import BelfryTime

/// A number of some texts, the same in every process and on every platform, which Swift's own hash is not.
///
/// Source: Fowler, Noll and Vo, FNV-1a, 64 bits (draft-eastlake-fnv). No protection against somebody who wants two to meet.
public struct StableHash {
    public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    public init() {}

    /// The text, and a byte that no text has, so that where one ends and the next begins counts.
    public mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        }
        value = (value ^ 0xFF) &* 0x0000_0100_0000_01B3
    }
}

extension StableHash {
    mutating func add(_ message: Message) {
        switch message {
        case .words(let title, let body):
            add(title)
            add(body)
        case .facts(let facts):
            add(facts.template)
            for (name, value) in facts.values.sorted(by: { $0.key < $1.key }) {
                add(name)
                add(value)
            }
        case .canary(let until): add(until.description)
        }
    }

    private mutating func add(_ value: MessageFacts.Value) {
        switch value {
        case .text(let text): add(text)
        case .count(let count): add(String(count))
        case .money(let minorUnits, let currency):
            add(String(minorUnits))
            add(currency)
        case .day(let date): add(date.description)
        case .time(let time): add(time.description)
        case .measure(let value, let metric):
            add(String(value.bitPattern))
            add(metric.rawValue)
        case .list(let items):
            add(String(items.count))
            for item in items { add(item) }
        }
    }
}
