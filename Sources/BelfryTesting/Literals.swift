extension LosslessStringConvertible {
    /// A value from text that the author of a test wrote: `CivilDate(literal: "2026-01-25")`.
    ///
    /// Stops the test run where the text isn't one, because then the test itself is wrong.
    public init(literal text: String) {
        guard let value = Self(text) else { preconditionFailure("\"\(text)\" is no \(Self.self)") }
        self = value
    }
}
