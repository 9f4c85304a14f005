import BelfryModel

/// Finds the places of a batch's recipients by their names, byte for byte, as PostgreSQL compares them.
///
/// A table of its own, because a dictionary of as many texts takes as long to build as all else that is done with them.
struct RecipientPlaces {
    private let recipients: [UserID]
    /// By what is left of a hash: the first place of whoever stands there; -1 for nobody. Half of them are empty at least.
    private var slots: [Int32]
    /// By place: the next of the same name; -1 after the last.
    private var following: [Int32]
    private let mask: Int

    init(_ recipients: [UserID]) {
        self.recipients = recipients
        var size = 16
        while size < recipients.count * 2 { size *= 2 }
        mask = size - 1
        slots = Array(repeating: -1, count: size)
        following = Array(repeating: -1, count: recipients.count)
        for place in recipients.indices.reversed() {
            let (slot, first) = recipients[place].withBytes { find($0) }
            if let first { following[place] = Int32(first) }
            slots[slot] = Int32(place)
        }
    }

    var count: Int { recipients.count }

    /// Calls `take` with each place of a name, in their order.
    func forEach(of name: UnsafeBufferPointer<UInt8>, _ take: (Int) -> Void) {
        var place = find(name).first ?? -1
        while place >= 0 {
            take(place)
            place = Int(following[place])
        }
    }

    func forEach(of name: String, _ take: (Int) -> Void) {
        var name = name
        name.withUTF8 { forEach(of: $0, take) }
    }

    /// Where a name stands, or else would stand.
    private func find(_ name: UnsafeBufferPointer<UInt8>) -> (slot: Int, first: Int?) {
        var slot = Self.hash(name) & mask
        while slots[slot] >= 0 {
            let place = Int(slots[slot])
            if recipients[place].withBytes({ $0.elementsEqual(name) }) { return (slot, place) }
            slot = (slot + 1) & mask
        }
        return (slot, nil)
    }

    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int(truncatingIfNeeded: hash ^ (hash >> 32))
    }
}

extension [UserID] {
    /// The first and the last by their bytes, which is the order of the database; nil where there are none.
    var ends: (first: UserID, last: UserID)? {
        guard var first, var last = self.first else { return nil }
        for name in dropFirst() {
            if name.precedes(first) {
                first = name
            } else if last.precedes(name) {
                last = name
            }
        }
        return (first, last)
    }
}

extension Identifier {
    fileprivate func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var text = text
        return text.withUTF8(body)
    }

    fileprivate func precedes(_ other: Self) -> Bool {
        withBytes { own in other.withBytes { own.lexicographicallyPrecedes($0) } }
    }
}
