import BelfryModel
import Foundation

/// Finds the places of a batch's recipients by their names, byte for byte, as PostgreSQL compares them.
///
/// A table of its own, because a dictionary of as many texts takes as long to build as all else that is done with them.
struct RecipientPlaces {
    private let recipients: [UserID]
    /// By what is left of a hash: the first place of whoever stands there; -1 for nobody. Half of them are empty at least.
    private let slots: [Int32]
    /// By place: the next of the same name; -1 after the last.
    private let following: [Int32]

    init(_ recipients: [UserID]) {
        var size = 16
        while size < recipients.count * 2 { size *= 2 }
        var (slots, following) = ([Int32](repeating: -1, count: size), [Int32](repeating: -1, count: recipients.count))
        for place in recipients.indices.reversed() {
            let slot = recipients[place].withBytes { Self.slot(of: $0, among: recipients, slots) }
            following[place] = slots[slot]
            slots[slot] = Int32(place)
        }
        (self.recipients, self.slots, self.following) = (recipients, slots, following)
    }

    var count: Int { recipients.count }

    /// Calls `take` with each place of a name, in their order.
    func forEach(of name: UnsafeBufferPointer<UInt8>, _ take: (Int) -> Void) {
        var place = slots[Self.slot(of: name, among: recipients, slots)]
        while place >= 0 {
            take(Int(place))
            place = following[Int(place)]
        }
    }

    func forEach(of name: String, _ take: (Int) -> Void) {
        var name = name
        name.withUTF8 { forEach(of: $0, take) }
    }

    /// Where a name stands, or else would stand.
    private static func slot(of name: UnsafeBufferPointer<UInt8>, among recipients: [UserID], _ slots: [Int32]) -> Int {
        var slot = hash(name) & (slots.count - 1)
        while slots[slot] >= 0 {
            if recipients[Int(slots[slot])].withBytes({ $0.isSame(as: name) }) { break }
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }

    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int(truncatingIfNeeded: hash ^ (hash >> 32))
    }
}

extension [UserID] {
    /// The first and the last, in the order of the database; nil where there are none.
    var ends: (first: UserID, last: UserID)? {
        guard let first = self.min(), let last = self.max() else { return nil }
        return (first, last)
    }
}

extension Identifier {
    fileprivate func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var text = text
        return text.withUTF8(body)
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate func isSame(as other: Self) -> Bool {
        guard count == other.count, let own = baseAddress, let others = other.baseAddress else { return false }
        return memcmp(own, others, count) == 0
    }
}
