extension String {
    /// The text with some of its signs written otherwise, as where they would mean something.
    ///
    /// Scalars are looked at, not characters: some, as U+0600, are one character with whatever follows them (Unicode Standard Annex #29, rule GB9b), and
    /// whoever reads markup takes the sign for itself all the same.
    /// - Parameter spelling: of a sign, and of the one before it; nil where it stays.
    func spelled(_ spelling: (_ sign: Unicode.Scalar, _ last: Unicode.Scalar?) -> String?) -> String {
        var (spelled, last) = (String.UnicodeScalarView(), Unicode.Scalar?.none)
        for sign in unicodeScalars {
            if let other = spelling(sign, last) {
                spelled.append(contentsOf: other.unicodeScalars)
            } else {
                spelled.append(sign)
            }
            last = sign
        }
        return String(spelled)
    }
}
