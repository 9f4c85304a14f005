/// Text that another program sends, made fit to be a title or a body: what comes from there is only ever text.
///
/// Control characters are left out, and so are marks that would turn the text around it; what is too long is cut, as nobody is there to shorten it.
enum IntakeText {
    /// In one line; nil where nothing is left.
    static func line(_ text: String?, lengthMax: Int = NotificationOrder.titleLengthMax) -> String? {
        text.flatMap { cleaned($0, keepsLines: false, lengthMax: lengthMax) }
    }

    /// With its lines; nil where nothing is left.
    static func lines(_ text: String?) -> String? {
        text.flatMap { cleaned($0, keepsLines: true, lengthMax: NotificationOrder.bodyLengthMax) }
    }

    /// - Parameter lengthMax: in Unicode scalars, as orders count. Of what is longer no more is looked at.
    private static func cleaned(_ text: String, keepsLines: Bool, lengthMax: Int) -> String? {
        var kept = String.UnicodeScalarView()
        var (count, isCut) = (0, false)
        for scalar in text.unicodeScalars {
            guard let scalar = shown(scalar, keepsLines: keepsLines), count > 0 || !scalar.properties.isWhitespace else { continue }
            guard count < lengthMax else {
                isCut = true
                break
            }
            kept.append(scalar)
            count += 1
        }
        var cleaned = String(kept)
        if isCut {
            // A whole character gives its place to the mark, as the last may be half of one.
            cleaned.removeLast()
            cleaned += "…"
        }
        while let last = cleaned.last, last.isWhitespace { cleaned.removeLast() }
        return cleaned.isEmpty ? nil : cleaned
    }

    /// What stands in its place; nil for nothing.
    private static func shown(_ scalar: Unicode.Scalar, keepsLines: Bool) -> Unicode.Scalar? {
        switch scalar.properties.generalCategory {
        case .lineSeparator, .paragraphSeparator: return keepsLines ? "\n" : " "
        case .control:
            if scalar == "\n" { return keepsLines ? "\n" : " " }
            return scalar == "\t" ? " " : nil
        default:
            let isDirectional = (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
            return isDirectional ? nil : scalar
        }
    }
}
