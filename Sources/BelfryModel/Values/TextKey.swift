/// A key of an object whose keys are data.
package struct TextKey: CodingKey, Comparable {
    package let stringValue: String
    package var intValue: Int? { nil }

    /// So many characters of a name that isn't known are shown to whoever sent it.
    package static let shownLengthMax = 64

    package init(_ text: String) { stringValue = text }
    package init(stringValue: String) { self.stringValue = stringValue }
    package init?(intValue: Int) { nil }

    /// As it is shown to whoever sent it.
    package var shown: TextKey { TextKey(String(stringValue.prefix(Self.shownLengthMax))) }

    package static func < (left: TextKey, right: TextKey) -> Bool { left.stringValue < right.stringValue }
}

package extension Decoder {
    /// Refuses what isn't read.
    ///
    /// - Parameter allowed: what whoever sent it may use; nil for all that is known.
    /// - Throws: `Problem.unknownName` where an object has a member that isn't among those that are known; `DecodingError` where it is no object.
    func checkMembers(_ known: [String], allowed: [String]? = nil) throws {
        let names = try container(keyedBy: TextKey.self).allKeys.sorted()
        guard let other = names.first(where: { !known.contains($0.stringValue) }) else { return }
        throw Problem.unknownName(field: Problem.path(codingPath + [other.shown]), allowed: allowed ?? known)
    }
}
