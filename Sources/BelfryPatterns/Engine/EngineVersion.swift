/// The two engines by the name under which a command asks for them.
public enum EngineVersion: String, CaseIterable, Codable, Sendable {
    case v1, v2

    /// The engine with the thresholds that are built in.
    public var engine: any PatternEngine {
        switch self {
        case .v1: CompatibleRules()
        case .v2: RobustRules()
        }
    }
}
