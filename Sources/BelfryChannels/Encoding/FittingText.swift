import BelfryPhrases

/// Shortens words until a message with them fits where a provider limits its bytes.
enum FittingText {
    /// A message with as much of title and body as fits; the body is cut first.
    ///
    /// - Parameter encoded: the message with these words, as it is sent.
    /// - Returns: nil where it doesn't even fit without any.
    static func fit<Failure: Error>(
        title: String, body: String, byteCountMax: Int, encoded: (_ title: String, _ body: String) throws(Failure) -> [UInt8]
    ) throws(Failure) -> [UInt8]? {
        let whole = try encoded(title, body)
        guard whole.count > byteCountMax else { return whole }
        let withBody = try longest(body, byteCountMax: byteCountMax) { text throws(Failure) in try encoded(title, text) }
        if let withBody { return withBody }
        return try longest(title, byteCountMax: byteCountMax) { text throws(Failure) in try encoded(text, "") }
    }

    /// By halves: how many bytes of a message a byte of text becomes depends on how it is escaped.
    private static func longest<Failure: Error>(
        _ text: String, byteCountMax: Int, encoded: (String) throws(Failure) -> [UInt8]
    ) throws(Failure) -> [UInt8]? {
        var best: [UInt8]?
        var range = 0..<text.utf8.count + 1
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            let candidate = try encoded(Phrases.cut(text, toByteCount: middle))
            if candidate.count <= byteCountMax {
                best = candidate
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return best
    }
}
