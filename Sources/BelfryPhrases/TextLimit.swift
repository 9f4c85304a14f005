extension Phrases {
    /// Text within a limit of UTF-8 bytes: whole, or cut between two characters as a person counts them, with `…` at its end.
    ///
    /// Isolates that the cut leaves open are closed. Nothing is left where not even `…` has room.
    public static func cut(_ text: String, toByteCount byteCountMax: Int) -> String {
        guard text.utf8.count > byteCountMax else { return text }
        let ellipsis = "…"
        var (byteCount, openCount) = (ellipsis.utf8.count, 0)
        guard byteCount <= byteCountMax else { return "" }
        var end = text.startIndex
        for (index, character) in zip(text.indices, text) {
            byteCount += character.utf8.count
            if character == TypedText.isolateStart { openCount += 1 }
            if character == TypedText.isolateEnd { openCount = max(0, openCount - 1) }
            guard byteCount + openCount * TypedText.isolateEnd.utf8.count <= byteCountMax else { break }
            end = text.index(after: index)
        }
        return closingIsolates(text[..<end].trimmedAtEnd) + ellipsis
    }

    /// What is left of a text, with the isolates closed that are open at its end, so that they turn around nothing that comes behind it.
    package static func closingIsolates(_ text: Substring) -> String {
        let openCount = text.reduce(0) { count, character in
            character == TypedText.isolateStart ? count + 1 : character == TypedText.isolateEnd ? max(0, count - 1) : count
        }
        return text + String(repeating: TypedText.isolateEnd, count: openCount)
    }
}

extension Substring {
    fileprivate var trimmedAtEnd: Substring {
        lastIndex { !$0.isWhitespace }.map { self[...$0] } ?? ""
    }
}
