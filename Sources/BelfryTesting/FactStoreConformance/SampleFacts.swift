import BelfryModel

extension FactColumn.Kind {
    /// A value that a store may spoil if it is careless.
    var sample: FactValue {
        switch self {
        case .flag: .flag(true)
        case .whole: .whole(9_007_199_254_740_993)
        case .real: .real(0.1)
        case .text: .text("22:00 ’ 🕯")
        case .json: .text(#"{"a":[1,null]}"#)
        }
    }
}
