/// Whom an order tells, and what counts for each of them: of every order but a broadcast.
///
/// Written as a list where people are named: `["ana", "ben"]`.
public struct OrderAudience: Hashable, Sendable {
    /// Each is told once, however often they are named.
    public var people: [Recipient]
    /// Whoever is in them when it is taken in.
    public var families: [WholeFamily]
    /// Whoever is on duty by these when it is told.
    public var rotas: [String]
    /// How many of its kind each is told at most.
    public var throttle: Throttle?
    /// Who is told where nobody of those before reacts.
    public var escalation: Escalation?
    /// Whether only one of all whom it tells has to do it: once one has, the others are told no more.
    public var isForOneOfUs: Bool

    public init(
        _ people: [Recipient] = [], families: [WholeFamily] = [], rotas: [String] = [], throttle: Throttle? = nil, escalation: Escalation? = nil,
        isForOneOfUs: Bool = false
    ) {
        (self.people, self.families, self.rotas) = (people, families, rotas)
        (self.throttle, self.escalation, self.isForOneOfUs) = (throttle, escalation, isForOneOfUs)
    }

    /// People by their identifiers.
    public static func people(_ users: some Sequence<String>) -> OrderAudience { OrderAudience(users.map { Recipient($0) }) }
    /// One person by their identifier.
    public static func person(_ user: String) -> OrderAudience { OrderAudience([Recipient(user)]) }
    /// Whoever is in a family: of these roles, or all where none is named.
    public static func family(_ family: String, roles: [FamilyRole] = []) -> OrderAudience {
        OrderAudience(families: [WholeFamily(family, roles: roles)])
    }
    /// Whoever is on duty by a rota when it is told.
    public static func onDuty(by rota: String) -> OrderAudience { OrderAudience(rotas: [rota]) }

    /// So many are told at most under a key of the app's own, within so many minutes; what is beyond is left out, but for what is critical.
    public struct Throttle: Hashable, Sendable, Encodable {
        public var key: String
        /// 1 to 100.
        public var countMax: Int
        /// 1 to 10,080, which is a week.
        public var minutes: Int

        public init(key: String, countMax: Int, withinMinutes minutes: Int) {
            (self.key, self.countMax, self.minutes) = (key, countMax, minutes)
        }

        enum CodingKeys: String, CodingKey, CaseIterable {
            case key
            case countMax = "max"
            case minutes = "within_minutes"
        }
    }

    /// Who is told next where nobody of those before has reacted.
    public struct Escalation: Hashable, Sendable, Codable {
        /// What counts as a reaction.
        public enum Reaction: String, Hashable, Sendable, Encodable {
            /// Somebody opened it.
            case read
            /// Somebody pressed a button of it, or said otherwise that they act on it.
            case acknowledged
        }

        public struct Step: Hashable, Sendable, Codable {
            /// None of them is told before.
            public var people: [String]
            /// Whoever is on duty by these when the step is told.
            public var rotas: [String]
            /// After the order's own recipients: 1 to 1,440, and more in every step.
            public var minutes: Int

            public init(_ people: [String] = [], rotas: [String] = [], afterMinutes minutes: Int) {
                (self.people, self.rotas, self.minutes) = (people, rotas, minutes)
            }

            enum CodingKeys: String, CodingKey, CaseIterable {
                case people = "recipients"
                case rotas
                case minutes = "after_minutes"
            }

            public init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                people = try container.decodeIfPresent([String].self, forKey: .people) ?? []
                rotas = try container.decodeIfPresent([String].self, forKey: .rotas) ?? []
                minutes = try container.decode(Int.self, forKey: .minutes)
            }

            public func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(people, unlessEmptyFor: .people)
                try container.encode(rotas, unlessEmptyFor: .rotas)
                try container.encode(minutes, forKey: .minutes)
            }
        }

        public var steps: [Step]
        public var until: Reaction?

        public init(_ steps: [Step], until: Reaction? = nil) {
            (self.steps, self.until) = (steps, until)
        }

        enum CodingKeys: String, CodingKey, CaseIterable { case steps, until }

        /// A reaction that a newer server knows is none here.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            steps = try container.decode([Step].self, forKey: .steps)
            until = try container.decodeIfPresent(String.self, forKey: .until).flatMap(Reaction.init)
        }
    }
}

extension OrderAudience: ExpressibleByArrayLiteral {
    public init(arrayLiteral people: Recipient...) { self.init(people) }
}

extension OrderAudience: Encodable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case people = "recipients"
        case families, rotas, throttle, escalation
        case isForOneOfUs = "one_of_us"
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(people, unlessEmptyFor: .people)
        try container.encode(families, unlessEmptyFor: .families)
        try container.encode(rotas, unlessEmptyFor: .rotas)
        try container.encodeIfPresent(throttle, forKey: .throttle)
        try container.encodeIfPresent(escalation, forKey: .escalation)
        try container.encode(ifTrue: isForOneOfUs, for: .isForOneOfUs)
    }
}

/// A person who is told, with what they have of their own in its words.
public struct Recipient: Hashable, Sendable {
    public var user: String
    /// Stand for `{{name}}` in the words of an order that is personalised.
    public var values: [String: PersonalValue]

    public init(_ user: String, values: [String: PersonalValue] = [:]) {
        (self.user, self.values) = (user, values)
    }
}

extension Recipient: ExpressibleByStringLiteral {
    public init(stringLiteral user: String) { self.init(user) }
}

extension Recipient: Encodable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case user = "user_id"
        case values
    }

    public func encode(to encoder: any Encoder) throws {
        guard !values.isEmpty else {
            var container = encoder.singleValueContainer()
            return try container.encode(user)
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(user, forKey: .user)
        try container.encode(values, forKey: .values)
    }
}

/// What a person has under a name: text, a number, or whether it is so.
public enum PersonalValue: Hashable, Sendable {
    case text(String)
    case whole(Int)
    case number(Double)
    case flag(Bool)
}

extension PersonalValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral {
    public init(stringLiteral text: String) { self = .text(text) }
    public init(integerLiteral whole: Int) { self = .whole(whole) }
    public init(floatLiteral number: Double) { self = .number(number) }
    public init(booleanLiteral flag: Bool) { self = .flag(flag) }
}

extension PersonalValue: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .whole(let whole): try container.encode(whole)
        case .number(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        }
    }
}

/// Whoever is in a family, or those of some roles.
public struct WholeFamily: Hashable, Sendable {
    public var family: String
    /// All where there are none.
    public var roles: [FamilyRole]

    public init(_ family: String, roles: [FamilyRole] = []) {
        (self.family, self.roles) = (family, roles)
    }
}

extension WholeFamily: Codable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case family = "family_id"
        case roles
    }

    public init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: CodingKeys.self) else {
            (family, roles) = (try decoder.singleValueContainer().decode(String.self), [])
            return
        }
        family = try container.decode(String.self, forKey: .family)
        roles = try container.decodeIfPresent([FamilyRole].self, forKey: .roles) ?? []
    }

    public func encode(to encoder: any Encoder) throws {
        guard !roles.isEmpty else {
            var container = encoder.singleValueContainer()
            return try container.encode(family)
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(family, forKey: .family)
        try container.encode(roles, forKey: .roles)
    }
}

public enum FamilyRole: String, CaseIterable, Hashable, Sendable, Codable {
    case superadmin, admin, member
}
