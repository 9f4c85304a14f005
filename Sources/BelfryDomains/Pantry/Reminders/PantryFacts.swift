import BelfryModel
import BelfryTime

/// What is known of a person's things: the object `pantry` of a ``DomainFacts`` document.
public struct PantryFacts: Sendable {
    public var settings: PantrySettings
    public var items: [PantryItem]
    /// What is wrong with the items that were refused.
    public var refused: [Problem]

    public init(settings: PantrySettings, items: [PantryItem], refused: [Problem] = []) {
        self.settings = settings
        self.items = items
        self.refused = refused
    }
}

/// What a person wants to be told of their things. The hour is their own for reminders, which ``Person`` has.
public struct PantrySettings: Hashable, Sendable {
    public var tellsExpiration = true
    public var tellsWarranty = true
    public var tellsMaintenance = true

    public init() {}
}

extension PantrySettings: Decodable {
    private enum Key: String, CodingKey {
        case tellsExpiration = "expiration_reminders_enabled"
        case tellsWarranty = "warranty_reminders_enabled"
        case tellsMaintenance = "maintenance_reminders_enabled"
    }

    /// What is missing or null keeps its default.
    public init(from decoder: any Decoder) throws {
        self.init()
        let container = try decoder.container(keyedBy: Key.self)
        tellsExpiration = try container.flag(.tellsExpiration, default: tellsExpiration)
        tellsWarranty = try container.flag(.tellsWarranty, default: tellsWarranty)
        tellsMaintenance = try container.flag(.tellsMaintenance, default: tellsMaintenance)
    }
}

extension PantryFacts: Decodable {
    private enum Key: String, CodingKey {
        case settings, items
    }

    /// - Throws: `DecodingError` or `Problem` where something besides the items can't be used.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        var refused: [Problem] = []
        self.init(
            settings: try container.decodeIfPresent(PantrySettings.self, forKey: .settings) ?? PantrySettings(),
            items: try container.items(.items, id: \.id, refusing: &refused))
        self.refused = refused
    }
}
