import BelfryModel
import BelfryTime

// {"from", "to", "by": […], "rows": [{"day", "channel", "category", …figures}], "total": {…figures}}

extension DeliveryAnalytics: Encodable {
    private enum Key: String, CodingKey {
        case from, to, by, rows, total
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(days.lowerBound, forKey: .from)
        try container.encode(days.upperBound, forKey: .to)
        try container.encode(dimensions.map(\.rawValue), forKey: .by)
        try container.encode(rows.map { NamedRow(dimensions: dimensions, row: $0) }, forKey: .rows)
        try container.encode(total, forKey: .total)
    }

    private struct NamedRow: Encodable {
        let dimensions: [Dimension]
        let row: Row

        private enum Key: String, CodingKey {
            case day, channel, category
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            for (dimension, name) in zip(dimensions, row.names) {
                switch dimension {
                case .day: try container.encode(name, forKey: .day)
                case .channel: try container.encode(name, forKey: .channel)
                case .category: try container.encode(name, forKey: .category)
                }
            }
            try row.figures.encode(to: encoder)
        }
    }
}

extension DeliveryFigures: Encodable {
    private enum Key: String, CodingKey {
        case unread
        case errorRate = "error_rate"
        case readRate = "read_rate"
        case actionRate = "action_rate"
        case skipReasons = "skip_reasons"
        case quietHours = "quiet_hours"
    }

    /// Every event is there, also those that never happened; a rate of nothing is null.
    public func encode(to encoder: any Encoder) throws {
        var events = encoder.container(keyedBy: TextKey.self)
        for event in DeliveryEvent.allCases { try events.encode(count(event), forKey: TextKey(event.rawValue)) }
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(unreadCount, forKey: .unread)
        try container.encode(errorRate, forKey: .errorRate)
        try container.encode(readRate, forKey: .readRate)
        try container.encode(actionRate, forKey: .actionRate)
        try container.encode(skipReasons, forKey: .skipReasons)
        try container.encode(quietHours, forKey: .quietHours)
    }
}

extension QuietHoursFigures: Encodable {
    private enum Key: String, CodingKey {
        case held, skipped
        case heldNotCritical = "held_not_critical"
        case skippedNotCritical = "skipped_not_critical"
        case criticalPassed = "critical_passed"
        case allPassed = "all_passed"
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(heldCount, forKey: .held)
        try container.encode(heldNotCriticalCount, forKey: .heldNotCritical)
        try container.encode(skippedCount, forKey: .skipped)
        try container.encode(skippedNotCriticalCount, forKey: .skippedNotCritical)
        try container.encode(criticalPassedCount, forKey: .criticalPassed)
        try container.encode(allPassedCount, forKey: .allPassed)
    }
}
