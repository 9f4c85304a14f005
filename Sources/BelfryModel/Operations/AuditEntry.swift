import BelfryTime

public typealias AuditEntryID = Identifier<AuditEntry>

/// A line of the audit log: who did what, to what and to whom, and when.
///
/// It never holds what somebody was told, an address, a key or any text that somebody chose, but for the names of apps, people and things.
public struct AuditEntry: Hashable, Sendable {
    /// Sorts by the moment.
    public let id: AuditEntryID
    public let at: Instant
    public let actor: Actor
    public let action: Action
    /// As it is stored and told: of what a later version has noted, its own word for it.
    public let actionName: String
    /// The thing that was changed or read, such as a delivery or the app of a key; nil where it was none, or several.
    public let subject: String?
    /// Whose things they were; nil where it was nobody's, or several persons'. ``UserID/erased`` once they are.
    public let person: UserID?
    public let outcome: Outcome
    /// How many were changed, as far as the store counts them; nil where it doesn't.
    public var changedCount: Int?
    public let details: [Detail: String]
    /// By which a proxy or the caller knows the request (`X-Request-ID`); nil where none was said.
    public let request: String?

    public init(
        id: AuditEntryID, at: Instant, by actor: Actor, _ action: Action, of subject: String? = nil, person: UserID? = nil, outcome: Outcome = .done,
        changedCount: Int? = nil, details: [Detail: String] = [:], request: String? = nil
    ) {
        self.init(
            id: id, at: at, by: actor, actionName: action.rawValue, of: subject, person: person, outcome: outcome, changedCount: changedCount,
            details: details, request: request)
    }

    /// - Parameter actionName: one that isn't known here is read as ``Action/other``.
    public init(
        id: AuditEntryID, at: Instant, by actor: Actor, actionName: String, of subject: String?, person: UserID?, outcome: Outcome, changedCount: Int?,
        details: [Detail: String], request: String?
    ) {
        (self.id, self.at, self.actor, self.subject, self.person) = (id, at, actor, subject, person)
        (self.action, self.actionName) = (Action(rawValue: actionName) ?? .other, actionName)
        (self.outcome, self.changedCount, self.details, self.request) = (outcome, changedCount, details, request)
    }

    /// Who did it.
    public enum Actor: Hashable, Sendable {
        /// Whoever holds the admin secret: they have no other name.
        case admin
        /// Who runs this Belfry, on the pages.
        case `operator`(UserID)
        /// An app, by the name of its key.
        case app(String)
        /// Somebody who did it to somebody else, as an admin of a family does.
        case person(UserID)
        /// An account of the machine on which a command was typed.
        case commandLine(String)

        /// As it is stored and told.
        public enum Kind: String, CaseIterable, Sendable {
            case admin, app, person
            case `operator`
            case commandLine = "command_line"
        }

        public var kind: Kind {
            switch self {
            case .admin: .admin
            case .operator: .operator
            case .app: .app
            case .person: .person
            case .commandLine: .commandLine
            }
        }

        /// What it is called, where it is no person.
        public var name: String? {
            switch self {
            case .app(let name), .commandLine(let name): name
            case .admin, .operator, .person: nil
            }
        }

        public var person: UserID? {
            switch self {
            case .operator(let user), .person(let user): user
            case .admin, .app, .commandLine: nil
            }
        }

        /// Reads what is stored; nil where it is nobody that is known here.
        public init?(kind: String, name: String?, person: UserID?) {
            switch (Kind(rawValue: kind), name, person) {
            case (.admin, _, _): self = .admin
            case (.operator, _, let user?): self = .operator(user)
            case (.person, _, let user?): self = .person(user)
            case (.app, let name?, _): self = .app(name)
            case (.commandLine, let name?, _): self = .commandLine(name)
            default: return nil
            }
        }
    }

    /// What was done. The codes are stable; what stands before the dot is the kind of thing that it was done to.
    public enum Action: String, CaseIterable, Hashable, Sendable {
        case appChanged = "app.changed"
        case audienceChanged = "audience.changed"
        case broadcastCancelled = "broadcast.cancelled"
        case broadcastOrdered = "broadcast.ordered"
        case categoryChanged = "category.changed"
        case deliveriesCancelled = "delivery.cancelled"
        case deliveriesChanged = "delivery.changed"
        case deliveriesRead = "delivery.read"
        case deliveriesRedriven = "delivery.redriven"
        case deliveriesRetracted = "delivery.retracted"
        case familyChanged = "family.changed"
        case familyRead = "family.read"
        case heartbeatChanged = "heartbeat.changed"
        case hookChanged = "hook.changed"
        case templateChanged = "template.changed"
        case keyChanged = "key.changed"
        case keyCreated = "key.created"
        case keyReplaced = "key.replaced"
        case keyRevoked = "key.revoked"
        case auditRead = "log.read"
        case addressesChanged = "person.addresses_changed"
        case personErased = "person.erased"
        case personExported = "person.exported"
        case peopleImported = "person.imported"
        case linkMade = "person.link_made"
        case personRead = "person.read"
        case settingsChanged = "person.settings_changed"
        /// An operator to the pages; refused also whoever showed what isn't the admin secret.
        case signedIn = "person.signed_in"
        case queuePaused = "queue.paused"
        case queueResumed = "queue.resumed"
        case rotaChanged = "rota.changed"
        case scheduleChanged = "schedule.changed"
        case notificationSent = "send.by_hand"
        case storeCopied = "store.copied"
        case storeMigrated = "store.migrated"
        case storePruned = "store.pruned"
        /// What would be none of these, and was refused; or what a later version calls otherwise.
        case other

        /// Whether nothing is changed by it.
        public var isReading: Bool { [.deliveriesRead, .familyRead, .auditRead, .personRead].contains(self) }
    }

    public enum Outcome: String, CaseIterable, Hashable, Sendable {
        case done, refused
    }

    /// What may stand beside the rest: a closed list, so that nothing else ever does.
    public enum Detail: String, CaseIterable, Hashable, Sendable {
        /// The route of the API, as its document names it: `DELETE /v1/people/{user_id}`.
        case route
        /// Why it was refused: the code of a problem.
        case problem
        /// What a key may from then on.
        case scopes
        /// Until when a key counts, or something is paused.
        case until
        /// Which settings were changed, by their names.
        case fields
        /// The migrations that were applied.
        case migrations
        /// By what somebody signed in to the pages: `link`, or `provider`.
        case way
    }
}
