import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import HTTPTypes
import Hummingbird
import Synchronization

/// What is known of a request for the audit log: what its route does, and, once they are known, by whom and to whom.
///
/// Who is asking, and which of several things are meant, is found out on the way: whoever finds it says it here.
final class AuditTrail: Sendable {
    @TaskLocal static var current: AuditTrail?

    private struct State {
        var actor: AuditEntry.Actor?
        var subject: String?
        var person: UserID?
        var details: [AuditEntry.Detail: String]
        var isSignInRefused = false
        /// One for all of a request, whichever transaction leaves it.
        var identity: (id: AuditEntryID, at: Instant)?
    }

    private let rule: AuditedRoutes.Rule?
    private let request: String?
    private let makeIdentity: @Sendable () -> (id: AuditEntryID, at: Instant)?
    private let state: Mutex<State>

    init(_ request: Request, _ context: some RequestContext, _ services: Services) {
        let path = context.endpointPath ?? ""
        rule = AuditedRoutes.rule(request.method, path)
        self.request = request.headers.value(named: "x-request-id").flatMap { Self.isPlain($0) ? $0 : nil }
        makeIdentity = {
            let now = services.now()
            return AuditEntryID(services.intake.evaluator.identifiers.next(now: now)).map { ($0, now) }
        }
        let parameters = context.parameters
        let person = parameters.get("user_id")?.removingPercentEncoding.flatMap(UserID.init)
        let name = ["id", "audience", "category", "name", "key", "family_id"].lazy.compactMap { parameters.get($0)?.removingPercentEncoding }.first
        state = Mutex(
            State(
                subject: name.flatMap { Self.isStorable($0) ? $0 : nil }, person: person?.text == "me" ? nil : person,
                details: [.route: AuditedRoutes.name(request.method, path)]))
    }

    /// Whether it may stand in a log as it is: it is the caller's word.
    private static func isPlain(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }

    private static func isStorable(_ text: String) -> Bool { AuditEntryID(text) != nil }

    // MARK: What is found out on the way

    func note(actor: AuditEntry.Actor) { state.withLock { $0.actor = actor } }

    /// Nil where there are several, or none in particular.
    func note(subject: String?) { state.withLock { $0.subject = subject } }

    func note(person: UserID?) { state.withLock { $0.person = person } }

    /// Of several only how many they were is told, and whose where it is one person's.
    func note(_ selection: DeliverySelection) {
        state.withLock { state in
            state.subject = selection.onlyOne
            state.person = selection.recipient
        }
    }

    func note(_ pause: QueuePause) {
        state.withLock { state in
            state.subject = pause.app?.text
            state.details[.until] = pause.until?.description
        }
    }

    /// Somebody has shown what would make them this, and doesn't: of what they asked for nothing is kept, as nobody knows who they are.
    func noteRefusedSignIn(as actor: AuditEntry.Actor) {
        state.withLock { state in
            (state.actor, state.subject, state.person, state.isSignInRefused) = (actor, nil, nil, true)
        }
    }

    func note(_ detail: AuditEntry.Detail, _ text: String) { state.withLock { $0.details[detail] = text } }

    // MARK: What is left

    var isSignInRefused: Bool { state.withLock { $0.isSignInRefused } }

    /// What it leaves where it is carried out; nil where nobody has to answer for it, or it isn't known yet who.
    var line: AuditEntry? {
        guard let rule, let action = rule.action else { return nil }
        return state.withLock { state in
            switch (rule, state.actor) {
            case _ where state.isSignInRefused: return nil
            case (_, nil), (.notedOfOperators, .app), (.notedOfOperators, .person): return nil
            // Their own.
            case (_, .person(let user)) where state.person == nil || state.person == user: return nil
            default: return entry(action, .done, &state)
            }
        }
    }

    /// The same where it was refused; nil where it isn't known to whom.
    func refused(_ problem: Problem) -> AuditEntry? {
        state.withLock { state in
            state.details[.problem] = problem.code
            return entry(state.isSignInRefused ? .signedIn : rule?.action ?? .other, .refused, &state)
        }
    }

    private func entry(_ action: AuditEntry.Action, _ outcome: AuditEntry.Outcome, _ state: inout State) -> AuditEntry? {
        state.identity = state.identity ?? makeIdentity()
        guard let actor = state.actor, let (id, at) = state.identity else { return nil }
        // Of who is erased the line doesn't tell who it was.
        let person = action == .personErased && outcome == .done ? UserID.erased : state.person
        return AuditEntry(id: id, at: at, by: actor, action, of: state.subject, person: person, outcome: outcome, details: state.details, request: request)
    }
}

/// What is left beside what transactions leave: readings, and what was refused. Once an hour for each, so that nobody fills the log by asking.
final class AuditNotes: Sendable {
    private struct Key: Hashable {
        let actor: AuditEntry.Actor
        let action: AuditEntry.Action
        let subject: String?
        let person: UserID?
        let problem: String?

        init(_ entry: AuditEntry) {
            (actor, action) = (entry.actor, entry.action)
            // Whoever tries one name after the other is noted once.
            (subject, person) = entry.outcome == .refused ? (nil, nil) : (entry.subject, entry.person)
            problem = entry.details[.problem]
        }
    }

    private struct State {
        var notedAt: [Key: Instant] = [:]
        var refusedCount = 0
        var hour: Int64 = 0
    }

    private let state = Mutex(State())
    static let interval = Duration.seconds(3600)
    /// In an hour, of this process; all are counted in the metrics.
    static let refusedCountMax = 200

    /// Whether a line is to be left, and remembers that it is.
    func isDue(_ entry: AuditEntry) -> Bool {
        state.withLock { state in
            let (key, hour) = (Key(entry), entry.at.secondsSinceEpoch / 3600)
            if hour != state.hour {
                (state.hour, state.refusedCount) = (hour, 0)
                state.notedAt = state.notedAt.filter { entry.at - $0.value < Self.interval }
            }
            guard state.notedAt[key].map({ entry.at - $0 >= Self.interval }) ?? true else { return false }
            // Other refusals leave their room to who tries to sign in: admins and operators, so that there can't be many.
            if entry.outcome == .refused, entry.action != .signedIn {
                guard state.refusedCount < Self.refusedCountMax else { return false }
                state.refusedCount += 1
            }
            state.notedAt[key] = entry.at
            return true
        }
    }

    /// It wasn't kept: the next one is due.
    func forget(_ entry: AuditEntry) { state.withLock { _ = $0.notedAt.removeValue(forKey: Key(entry)) } }
}

extension Services {
    /// Carries a request out, so that whatever it changes leaves its line, and what it only reads is noted before it is handed out.
    ///
    /// A secret or a link that is refused is noted as other refusals are, and so once an hour: whoever tries one after the other fills nothing.
    func audited(_ request: Request, _ context: some RequestContext, _ body: () async throws -> Response) async throws -> Response {
        let trail = AuditTrail(request, context, self)
        do {
            let response = try await AuditTrail.$current.withValue(trail) {
                try await Audit.$line.withValue(Audit.Line { trail.line }) { try await body() }
            }
            if trail.isSignInRefused { await noteRefusal(.notAuthenticated, trail) }
            if request.method == .get || request.method == .head, response.status.code < 400, let entry = trail.line { try await noteReading(entry) }
            return response
        } catch let problem as Problem where problem.isRefusal || trail.isSignInRefused {
            await noteRefusal(problem, trail)
            throw problem
        }
    }

    /// What can't be noted isn't handed out.
    private func noteReading(_ entry: AuditEntry) async throws {
        guard !entry.action.isReading || auditNotes.isDue(entry) else { return }
        do {
            try await store.note(entry)
        } catch {
            auditNotes.forget(entry)
            throw error
        }
    }

    private func noteRefusal(_ problem: Problem, _ trail: AuditTrail) async {
        counters.addRefusal(problem)
        guard let entry = trail.refused(problem), auditNotes.isDue(entry) else { return }
        // It is refused all the same.
        do { try await store.note(entry) } catch { counters.addOutage(error) }
    }
}

extension Problem {
    /// Whether somebody who is known wanted what isn't theirs to do.
    fileprivate var isRefusal: Bool {
        switch self {
        case .notAuthorized, .needs, .needsScope: true
        default: false
        }
    }
}
