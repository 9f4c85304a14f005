import BelfryPhrases

// BelfryDashboard: pages as functions. View values with finished sentences go in, HTML comes out; nothing here reads a store or a clock.

extension HTML.StringInterpolation {
    /// At most one decimal, and none where it is zero: "430", "61.5".
    mutating func appendInterpolation(_ number: Double) {
        let rounded = (number * 10).rounded() / 10
        let text = Int(exactly: rounded).map(String.init) ?? String(rounded)
        appendInterpolation(text)
    }
}
