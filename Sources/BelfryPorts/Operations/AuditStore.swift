import BelfryModel
import BelfryTime

/// Keeps who did what: `audit_log`. Lines are added and forgotten by age, and never changed, but for the names of who was erased.
///
/// What changes something leaves its line in the same transaction, see ``Audit``.
public protocol AuditStore: Sendable {
    /// Keeps a line of what changes nothing here: somebody has read something, or was refused.
    func note(_ entry: AuditEntry) async throws
    /// The latest first; where it begins behind a line, the oldest first.
    func auditEntries(_ selection: AuditSelection) async throws -> [AuditEntry]
}

/// Who answers for what is done, while it is done.
///
/// Whoever does something that belongs into the log says so around it, and every transaction that a store commits in it leaves the line. Where it
/// takes several transactions the first leaves it, and those after it add to its count. Where nobody has to answer for anything, as for all that
/// apps order and workers do, it costs one look at a variable.
public enum Audit {
    /// Asked as a transaction begins; nil, and giving nil, where it leaves no line.
    @TaskLocal public static var line: Line?

    /// Says which line a transaction leaves.
    ///
    /// A type around the function: of a task's value that is a function itself the compiler forgets the type where it optimizes (Swift 6.3.1), and
    /// whoever sets it crashes.
    public struct Line: Sendable {
        private let entry: @Sendable () -> AuditEntry?

        public init(_ entry: @escaping @Sendable () -> AuditEntry?) { self.entry = entry }

        public func callAsFunction() -> AuditEntry? { entry() }
    }

    /// How many a transaction says that it has changed: one where it says that it did, and none where it says that it didn't; nil where it says nothing of it.
    public static func count<Result>(of result: Result) -> Int? {
        switch result {
        case let isDone as Bool: isDone ? 1 : 0
        case let count as Int: count
        case let deliveries as [DeliveryID]: deliveries.count
        case let receipt as EnqueueReceipt: receipt.isRepeated ? 0 : receipt.deliveries.count
        case let changes as ChangedDeliveries: changes.changed.count
        case let result as SyncPushResult: result == .taken ? 1 : 0
        case let retraction as Retraction: retraction.calledOff.count + retraction.retracted.count
        case let fates as [ImportedPerson.Fate]: fates.count { $0.isChange }
        case let result as ContactPoint.VerificationResult: result == .verified ? 1 : 0
        default: nil
        }
    }
}

/// Which lines of the log.
public struct AuditSelection: Hashable, Sendable {
    /// A person, an app or an account of a machine.
    public var actor: String?
    public var kind: AuditEntry.Actor.Kind?
    public var action: AuditEntry.Action?
    /// A thing, or whose things they were.
    public var subject: String?
    public var outcome: AuditEntry.Outcome?
    public var from: Instant?
    /// Excluded.
    public var until: Instant?
    /// Only those that are older than this line.
    public var before: AuditEntryID?
    /// Only those that are younger than this line, the oldest first.
    public var after: AuditEntryID?
    public var countMax: Int

    public static let countMaxOfPage = 1000

    public init(countMax: Int = countMaxOfPage) { self.countMax = countMax }

    /// Who it was, whatever they are: nobody has a name beside an identifier. An index has it in these words.
    public static let actorColumn = "coalesce(actor_name, actor_user_id)"

    /// Which value one of these columns of the log has to have; of each there is an index in the order of lines. What leaves the fewest lines comes first.
    public var filters: [(columns: [String], value: String)] {
        let filters = [
            (["subject", "user_id"], subject), ([Self.actorColumn], actor), (["action"], action?.rawValue), (["actor_kind"], kind?.rawValue),
        ]
        return filters.compactMap { columns, value in value.map { (columns: columns, value: $0) } }
    }

    /// Whether a store finds the lines by the first of ``filters``, and only looks at what else they are; else by the order of all, or of what was
    /// refused, of which there are few.
    public var isFoundByFilter: Bool { subject != nil || actor != nil || outcome != .refused && !filters.isEmpty }

    /// Before it stands no line since ``from``, so that a store finds them in the order of its lines instead of looking at all; nil where it doesn't say when.
    ///
    /// Identifiers begin with the milliseconds of their making (RFC 9562, section 5.7), or a few later.
    public var firstIdentifier: String? { from.flatMap(Self.identifier) }

    /// Behind it stands no line from before ``until``, as long as no clock was put back by more than an hour; nil where it doesn't say when.
    public var lastIdentifier: String? { until.flatMap { $0 < .max - Self.aheadMax ? Self.identifier($0 + Self.aheadMax) : nil } }

    /// So far an identifier may be ahead: they never go back, also where a clock does.
    private static let aheadMax = Duration.seconds(3600)

    private static func identifier(_ moment: Instant) -> String? {
        let milliseconds = moment.millisecondsSinceEpoch
        guard milliseconds > 0 else { return nil }
        let digits = String(milliseconds, radix: 16)
        guard digits.count <= 12 else { return nil }
        let padded = String(repeating: "0", count: 12 - digits.count) + digits
        return "\(padded.prefix(8))-\(padded.dropFirst(8))"
    }

    /// Whether a line is one of them, wherever it stands.
    public func contains(_ entry: AuditEntry) -> Bool {
        let names = [entry.actor.name, entry.actor.person?.text]
        return (actor.map { names.contains($0) } ?? true) && (kind.map { $0 == entry.actor.kind } ?? true) && (action.map { $0 == entry.action } ?? true)
            && (subject.map { [entry.subject, entry.person?.text].contains($0) } ?? true) && (outcome.map { $0 == entry.outcome } ?? true)
            && (from.map { $0 <= entry.at } ?? true) && (until.map { $0 > entry.at } ?? true)
    }
}

extension DeliverySelection {
    /// The one delivery that it names, as the log has it; nil where it names several, or none.
    public var onlyOne: String? { ids?.count == 1 ? ids?.first?.text : nil }
}

extension AuditEntry {
    /// The line as a store keeps it: with how many were changed. Nil where that is none, and so nothing was done.
    public func counting(_ count: Int?) -> AuditEntry? {
        guard count != 0 else { return nil }
        var entry = self
        entry.changedCount = count
        return entry
    }

    /// The same line of a thing that got its name only as it was done.
    public func naming(_ subject: String) -> AuditEntry {
        AuditEntry(
            id: id, at: at, by: actor, actionName: actionName, of: subject, person: person, outcome: outcome, changedCount: changedCount, details: details,
            request: request)
    }

    /// Without somebody who was erased: what was done stays known, and not to or by whom.
    public func without(_ erased: UserID) -> AuditEntry {
        let actor: Actor =
            switch actor {
            case .operator(erased): .operator(.erased)
            case .person(erased): .person(.erased)
            default: actor
            }
        return AuditEntry(
            id: id, at: at, by: actor, actionName: actionName, of: subject, person: person == erased ? .erased : person, outcome: outcome,
            changedCount: changedCount, details: details, request: request)
    }

    /// The line as its row has it, with what is known here of its details; nil where a later version wrote of somebody, or of an end, that isn't.
    public init?(
        id: AuditEntryID?, at: Instant?, actor: Actor?, action: String?, subject: String?, person: UserID?, outcome: String?, changedCount: Int?,
        details: [String: String], request: String?
    ) {
        guard let id, let at, let actor, let action, let outcome = outcome.flatMap(Outcome.init) else { return nil }
        let known = details.compactMap { name, text in Detail(rawValue: name).map { ($0, text) } }
        self.init(
            id: id, at: at, by: actor, actionName: action, of: subject, person: person, outcome: outcome, changedCount: changedCount,
            details: Dictionary(uniqueKeysWithValues: known), request: request)
    }
}
