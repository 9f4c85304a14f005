import BelfryTime

/// Who is told next where nobody of those who were told before has reacted: "Mum didn't, so tell Dad".
public struct Escalation: Hashable, Sendable {
    public let steps: [Step]
    /// What counts as a reaction, so that nobody further is told.
    public let until: Reaction

    /// Who is told together.
    public struct Step: Hashable, Sendable {
        public let recipients: [UserID]
        /// Whoever is on duty by these when it is told, beside them.
        public let rotas: [RotaID]
        /// How long after those whom the order itself names.
        public let after: Duration
        /// Who that is, by each of them; none until it is looked up.
        public let onDuty: [RotaID: UserID]

        public init(recipients: [UserID], rotas: [RotaID] = [], after: Duration, onDuty: [RotaID: UserID] = [:]) {
            (self.recipients, self.rotas, self.after, self.onDuty) = (recipients, rotas, after, onDuty)
        }

        /// Everybody whom it tells, and by which rota. Somebody may be there by several: until it is told that may change.
        public var told: [(user: UserID, rota: RotaID?)] {
            let holders = onDuty.sorted { $0.key < $1.key }
            return recipients.map { (user: $0, rota: RotaID?.none) } + holders.map { (user: $0.value, rota: RotaID?.some($0.key)) }
        }
    }

    /// What somebody did with what they were told.
    public enum Reaction: String, CaseIterable, Codable, Sendable {
        /// They opened it.
        case read
        /// They pressed a button of it, or said otherwise that they have acted on it.
        case acknowledged
    }

    /// Where a delivery to somebody further stands: beside its ``DeliveryRoute/Place``, whose key it has in common with all of its order.
    public struct Place: Hashable, Codable, Sendable {
        /// The first of the steps that are told together; those of the people before have smaller numbers. From 1.
        public let fromStep: Int
        public let until: Reaction

        enum CodingKeys: String, CodingKey {
            case until
            case fromStep = "from_step"
        }

        public init(fromStep: Int, until: Reaction) {
            self.fromStep = fromStep
            self.until = until
        }

        /// The same JSON as by `Codable`, with its keys in the order of the alphabet.
        var json: String {
            var writer = FlatJSON.Writer()
            writer.add("from_step", fromStep)
            writer.add("until", until.rawValue)
            return writer.finish()
        }
    }

    public init(steps: [Step], until: Reaction) {
        self.steps = steps
        self.until = until
    }

    public static let stepCountMax = 10
    /// So many rotas one step names at most.
    public static let rotaCountMax = 10
    /// In minutes; the longest is a day.
    public static let minutesRange = 1...24 * 60

    /// How many it tells at most.
    public var recipientCountMax: Int { steps.map { $0.recipients.count + $0.rotas.count }.reduce(0, +) }

    /// By which step each is told, from 1.
    public var places: [UserID: Int] {
        let named = steps.enumerated().flatMap { number, step in step.recipients.map { ($0, number + 1) } }
        return Dictionary(named) { first, _ in first }
    }

    /// The same steps, by which others are told; who is in none isn't told.
    public func telling(_ places: [UserID: Int]) -> Escalation {
        let steps = steps.enumerated().map { number, step in
            Step(recipients: places.filter { $0.value == number + 1 }.keys.sorted(), rotas: step.rotas, after: step.after)
        }
        return Escalation(steps: steps, until: until)
    }

    /// - Parameter recipients: who is told first.
    /// - Throws: `Problem.missingField` where a step names neither people nor rotas, `Problem.wrongType` where it names somebody who is told before.
    public func check(beside recipients: [UserID]) throws(Problem) {
        var known = Set(recipients)
        for (number, step) in steps.enumerated() {
            let field = "escalation.steps[\(number)].recipients"
            guard !step.recipients.isEmpty || !step.rotas.isEmpty else { throw .missingField(field) }
            for recipient in step.recipients where !known.insert(recipient).inserted {
                throw .wrongType(field: field, expected: "people who aren’t told before")
            }
        }
    }

    /// The same with whoever is on duty in each step.
    public func joined(byOnDuty onDuty: [[RotaID: UserID]]) -> Escalation {
        let joined = zip(steps, onDuty).map { Step(recipients: $0.recipients, rotas: $0.rotas, after: $0.after, onDuty: $1) }
        return Escalation(steps: joined + steps.dropFirst(onDuty.count), until: until)
    }

    /// Without those who are told already: each is told once, by the first step that names them. Nil where nobody is left.
    ///
    /// Whoever is on duty stays, and keeps nobody else from being told: that may be somebody else by then. Where that is nobody, the next step comes at
    /// the moment of theirs.
    public func beyond(_ told: [UserID]) -> Escalation? {
        var (known, vacantAfter) = (Set(told), Duration?.none)
        let left = steps.compactMap { step -> Step? in
            let recipients = step.recipients.filter { known.insert($0).inserted }
            guard !recipients.isEmpty || !step.onDuty.isEmpty else {
                if !step.rotas.isEmpty { vacantAfter = vacantAfter ?? step.after }
                return nil
            }
            defer { vacantAfter = nil }
            return Step(recipients: recipients, rotas: step.rotas, after: vacantAfter ?? step.after, onDuty: step.onDuty)
        }
        return left.isEmpty ? nil : Escalation(steps: left, until: until)
    }
}

extension Escalation: Codable {
    private enum Key: String, CodingKey, CaseIterable {
        case steps, until
    }

    private struct WrittenStep: Codable {
        let step: Step

        enum Key: String, CodingKey, CaseIterable {
            case recipients, rotas
            case afterMinutes = "after_minutes"
        }

        init(from decoder: any Decoder) throws {
            try decoder.checkMembers(Key.allCases.map(\.rawValue))
            let container = try decoder.container(keyedBy: Key.self)
            let recipients = try container.decodeIfPresent([UserID].self, forKey: .recipients) ?? []
            let rotas = try container.decodeIfPresent([RotaID].self, forKey: .rotas) ?? []
            guard rotas.count <= Escalation.rotaCountMax else {
                throw Problem.wrongType(field: Problem.path(container.codingPath + [Key.rotas]), expected: "at most \(Escalation.rotaCountMax) rotas")
            }
            guard let minutes = try container.number(.afterMinutes, in: Escalation.minutesRange) else {
                throw Problem.missingField(Problem.path(container.codingPath + [Key.afterMinutes]))
            }
            step = Step(recipients: recipients, rotas: rotas, after: .seconds(minutes * 60))
        }

        init(_ step: Step) { self.step = step }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(step.recipients, forKey: .recipients)
            if !step.rotas.isEmpty { try container.encode(step.rotas, forKey: .rotas) }
            try container.encode(step.after.components.seconds / 60, forKey: .afterMinutes)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(steps.map(WrittenStep.init), forKey: .steps)
        try container.encode(until, forKey: .until)
    }

    /// Reads `{"until": "acknowledged", "steps": [{"recipients": ["ben"], "after_minutes": 15}]}`; without `until` it goes on until somebody
    /// acknowledges, and a step may have `rotas`. Whom it names, ``check(beside:)`` looks at: where an order is kept, they stand beside it.
    ///
    /// - Throws: `DecodingError` or ``Problem`` that names the field.
    public init(from decoder: any Decoder) throws {
        try decoder.checkMembers(Key.allCases.map(\.rawValue))
        let container = try decoder.container(keyedBy: Key.self)
        let steps = try container.decodeIfPresent([WrittenStep].self, forKey: .steps)?.map(\.step) ?? []
        let field = Problem.path(container.codingPath + [Key.steps])
        guard !steps.isEmpty else { throw Problem.missingField(field) }
        guard steps.count <= Self.stepCountMax else { throw Problem.wrongType(field: field, expected: "at most \(Self.stepCountMax) steps") }
        guard zip(steps, steps.dropFirst()).allSatisfy({ $0.after < $1.after }) else {
            throw Problem.wrongType(field: "\(field).after_minutes", expected: "more in every further step, all counted from the first people")
        }
        self.init(steps: steps, until: try container.choice(Reaction.self, for: .until) ?? .acknowledged)
    }
}

extension Escalation.Place {
    /// Behind everybody of its order: where one of them acts on it, they do so for all.
    fileprivate static let behindEverybody = Escalation.Place(fromStep: Int(Int32.max), until: .acknowledged)
}

extension Delivery {
    /// Behind whom it stands: a reaction of one of them ends it. Empty where nobody's does.
    public var endedBehind: [Escalation.Place] {
        guard route != nil else { return [] }
        let places = payload.oneOfUs == true ? [Escalation.Place.behindEverybody] : []
        return payload.escalation.map { [$0] + places } ?? places
    }

    /// What all have in common of whom one does it for all; nil where it is each one's own.
    public var sharedKey: String? { payload.oneOfUs == true ? route?.key : nil }
}

// MARK: The button

extension ActionID {
    /// Of the button by which people say that they see to it, where their app offers no others.
    public static let acknowledge = ActionID(known: "acknowledge")
}

extension OfferedActions {
    /// What an order with an escalation, or that one does for all, offers that offers nothing itself.
    public static let acknowledgement = OfferedActions(
        known: OfferedAction(known: .acknowledge, title: OfferedAction.acknowledgementTitle(in: .english)))

    /// That button as whoever reads a language is offered it; all others as they are.
    ///
    /// - Parameter isMarked: whether it says what its title is in.
    func acknowledgement(in language: Language, isMarked: Bool) -> OfferedActions {
        guard self == .acknowledgement else { return self }
        return titled([.acknowledge: OfferedAction.acknowledgementTitle(in: language)], saying: isMarked ? language : nil)
    }
}

extension OfferedAction {
    /// Here and not among the phrases: every channel has to word a notification's buttons, and the stores know them by their names alone.
    fileprivate static func acknowledgementTitle(in language: Language) -> String {
        switch language {
        case .english: "I’ll see to it"
        case .arabic: "سأتولى الأمر"
        case .german: "Ich kümmere mich darum"
        case .french: "Je m’en occupe"
        case .spanish: "Yo me encargo"
        case .turkish: "Ben ilgileniyorum"
        }
    }
}
