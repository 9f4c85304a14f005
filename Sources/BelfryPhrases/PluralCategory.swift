import BelfryModel

/// Which form a word takes beside a number.
///
/// The names are those of the Unicode CLDR and mean other numbers in each language: in Arabic `few` is 3 to 10, 103 to 110 and so on.
public enum PluralCategory: String, CaseIterable, Sendable {
    case zero, one, two, few, many, other

    /// The category of a whole number; one below zero has that of its magnitude.
    ///
    /// Source: Unicode CLDR 47, `supplemental/plurals.xml`, the cardinal rules, where for a whole number `i = n`, `v = 0` and `e = 0`.
    public init(_ count: Int, in language: Language) {
        let n = count.magnitude
        self =
            switch language {
            case .english, .german, .turkish: n == 1 ? .one : .other
            case .spanish: n == 1 ? .one : Self.isMillions(n) ? .many : .other
            case .french: n <= 1 ? .one : Self.isMillions(n) ? .many : .other
            case .arabic: Self.arabic(n)
            }
    }

    /// 1,000,000 and its multiples, which take "de" before their noun in French and Spanish.
    private static func isMillions(_ n: UInt) -> Bool {
        n != 0 && n % 1_000_000 == 0
    }

    private static func arabic(_ n: UInt) -> PluralCategory {
        switch (n, n % 100) {
        case (0, _): .zero
        case (1, _): .one
        case (2, _): .two
        case (_, 3...10): .few
        case (_, 11...99): .many
        default: .other
        }
    }
}
