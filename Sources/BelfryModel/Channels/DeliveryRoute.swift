import BelfryTime

/// In which order a recipient is told over which channels: the first step at once, a later one where the ones before didn't reach them.
public struct DeliveryRoute: Hashable, Sendable {
    public let steps: [Step]
    /// What counts as reached, so that no further step is taken.
    public let until: Reach

    /// Channels that a recipient is told over at one time.
    public struct Step: Hashable, Sendable {
        /// One delivery each, all at once.
        public let channels: [DeliveryChannel]
        /// How long after the first step.
        public let after: Duration

        public init(channels: [DeliveryChannel], after: Duration = .zero) {
            self.channels = channels
            self.after = after
        }
    }

    public init(steps: [Step], until: Reach = .read) {
        self.steps = steps
        self.until = until
    }

    /// Over all of some channels at once, and nothing after that.
    public init(channels: [DeliveryChannel]) {
        self.init(steps: [Step(channels: channels)])
    }

    /// How sure it is that a recipient was reached.
    public enum Reach: String, CaseIterable, Codable, Sendable {
        /// A provider took it.
        case accepted
        /// It is on their device, in their mailbox or in their inbox.
        case delivered
        /// They opened it.
        case read
    }

    /// Where a delivery stands in its route.
    public struct Place: Hashable, Sendable {
        /// What all steps of one piece of news to one recipient have in common, and with an ``Escalation``, or where one does it for all, those of all
        /// whom its order tells.
        public let key: String
        /// From 0.
        public let step: Int
        public let until: Reach

        public init(key: String, step: Int, until: Reach) {
            self.key = key
            self.step = step
            self.until = until
        }
    }
}

/// Which route is taken for what.
public struct DeliveryRoutes: Hashable, Sendable {
    /// The first that fits counts.
    public let rules: [Rule]
    /// Taken where no rule fits.
    public let standard: DeliveryRoute

    /// What is told by a route of its own.
    public struct Rule: Hashable, Sendable {
        /// Nil for every category.
        public let category: String?
        /// Nil for every severity.
        public let severity: Severity?
        public let route: DeliveryRoute

        public init(category: String?, severity: Severity?, route: DeliveryRoute) {
            self.category = category
            self.severity = severity
            self.route = route
        }
    }

    public init(rules: [Rule] = [], standard: DeliveryRoute) {
        self.rules = rules
        self.standard = standard
    }

    /// The route of the first rule that fits, or else the standard one.
    public func route(category: String, severity: Severity) -> DeliveryRoute {
        let rule = rules.first { ($0.category ?? category) == category && ($0.severity ?? severity) == severity }
        return rule?.route ?? standard
    }

    /// Every channel that a route leads over.
    public var channels: Set<DeliveryChannel> {
        Set((rules.map(\.route) + [standard]).flatMap(\.steps).flatMap(\.channels))
    }
}

extension DeliveryRoutes.Rule: Decodable {
    private enum Key: String, CodingKey {
        case category, severity, until, steps
    }

    private struct WrittenStep: Decodable {
        let channels: [DeliveryChannel]
        let after: Duration

        enum Key: String, CodingKey {
            case channels
            case afterMinutes = "after_minutes"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            channels = try container.decode([String].self, forKey: .channels).map { name in
                guard let channel = DeliveryChannel(rawValue: name) else {
                    throw Problem.unknownValue(field: "channels", allowed: DeliveryChannel.allCases.map(\.rawValue))
                }
                return channel
            }
            let minutes = try container.decodeIfPresent(Int.self, forKey: .afterMinutes) ?? 0
            guard (0...7 * 24 * 60).contains(minutes) else { throw Problem.numberOutOfRange(field: "after_minutes", range: 0...10_080) }
            after = .seconds(minutes * 60)
        }
    }

    /// Reads `{"category": …, "severity": …, "until": "read", "steps": [{"channels": ["push"]}, {"channels": ["sms"], "after_minutes": 10}]}`.
    ///
    /// - Throws: `DecodingError` or ``Problem`` that names the field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let steps = try container.decode([WrittenStep].self, forKey: .steps)
        guard !steps.isEmpty, steps.allSatisfy({ !$0.channels.isEmpty }) else { throw Problem.missingField("channels") }
        guard steps[0].after == .zero, zip(steps, steps.dropFirst()).allSatisfy({ $0.after < $1.after }) else {
            throw Problem.wrongType(field: "after_minutes", expected: "0 in the first step and more in every further one")
        }
        self.init(
            category: try container.decodeIfPresent(String.self, forKey: .category),
            severity: try container.choice(Severity.self, for: .severity),
            route: DeliveryRoute(
                steps: steps.map { .init(channels: $0.channels, after: $0.after) },
                until: try container.choice(DeliveryRoute.Reach.self, for: .until) ?? .read))
    }
}
