import BelfryPhrases

/// Shortens texts for places that hold no more, between characters as people see them.
enum TextCut {
    /// The text, or as much of its beginning as fits with `ellipsis` behind it.
    ///
    /// - Parameter fits: whether a text fits; where one does, every beginning of it does too.
    static func cut(_ text: String, ellipsis: String = "…", toFit fits: (String) -> Bool) -> String {
        guard !fits(text) else { return text }
        let characters = Array(text)
        var (low, high) = (0, characters.count)
        while low < high {
            let middle = (low + high + 1) / 2
            if fits(shortened(characters, to: middle, ellipsis)) { low = middle } else { high = middle - 1 }
        }
        let cut = shortened(characters, to: low, ellipsis)
        return low > 0 && fits(cut) ? cut : ""
    }

    /// No white space stands before the ellipsis, and no isolate stays open.
    private static func shortened(_ characters: [Character], to count: Int, _ ellipsis: String) -> String {
        var kept = characters.prefix(count)
        while kept.last?.isWhitespace == true { kept.removeLast() }
        return Phrases.closingIsolates(Substring(kept)) + ellipsis
    }
}
