/// The school of law that says how long a shadow is at asr.
public enum Madhab: String, CaseIterable, Hashable, Sendable {
    /// The shadow has grown by the length of the thing; also the rule of the Maliki, the Hanbali and the Ja'fari.
    case shafi
    /// It has grown by twice that length.
    case hanafi

    /// By how many lengths of the thing a shadow at asr is longer than at noon.
    var shadowLength: Double {
        switch self {
        case .shafi: 1
        case .hanafi: 2
        }
    }
}
