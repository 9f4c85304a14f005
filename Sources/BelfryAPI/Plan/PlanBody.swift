import BelfryDomains
import BelfryModel
import BelfryPhrases
import BelfryPlanning
import BelfryTime

/// A plan as JSON.
public struct PlanBody: Encodable {
    let now: Instant
    let timezone: String
    let platform: String
    /// How many requests may be pending; null where there is no limit.
    let budget: Int?
    let coverage: CoverageBody
    let lines: [LineBody]
    let leftOut: [LeftOutBody]
    /// What was refused, each with a stable code.
    let refused: [RefusedBody]
    /// What the tenants didn't ask for.
    let skipped: [SkippedBody]
    /// What is to be taken back, pending or delivered.
    let withdrawn: [NotificationScope]
    /// Budgets that are overspent and told of; to be handed in again as `bills.overspent`.
    let overspent: OverspentBudgets
    let calls: CallsBody?

    private enum CodingKeys: String, CodingKey {
        case now, timezone, platform, budget, coverage, lines, refused, skipped, withdrawn, overspent, calls
        case leftOut = "left_out"
    }

    /// - Parameter isExplained: whether each line has its sentence and the inputs of its decision.
    public init(_ document: PlannedDocument, isExplained: Bool) {
        let (plan, inputs, context, setting) = (document.plan, document.inputs, document.context, document.setting)
        now = inputs.now
        timezone = context.person.preferences.timezone
        platform = context.profile.name
        budget = context.profile.budget
        coverage = CoverageBody(plan.coverage)
        lines = plan.lines.map { LineBody($0, in: context, setting, isExplained: isExplained) }
        leftOut = plan.leftOut.map { LeftOutBody($0, in: context, setting, isExplained: isExplained) }
        refused = document.refused.map { RefusedBody(code: $0.code, field: $0.field, message: Phrases.sentence(for: $0)) }
        skipped = document.answer.plan.skipped.map { SkippedBody(subject: $0.subject, date: $0.date, reason: $0.reason) }
        withdrawn = document.answer.plan.withdrawn
        overspent = document.answer.overspent
        calls = document.calls.map(CallsBody.init)
    }

    struct SkippedBody: Encodable {
        let subject: String
        let date: CivilDate?
        let reason: SkipReason
    }

    struct RefusedBody: Encodable {
        let code: String
        let field: String?
        let message: String
    }

    /// `until` is null where everything asked for is planned.
    struct CoverageBody: Encodable {
        let until: Instant?

        init(_ coverage: Coverage) {
            until = if case .until(let moment) = coverage { moment } else { nil }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(until, forKey: .until)
        }

        private enum CodingKeys: String, CodingKey {
            case until
        }
    }

    struct LineBody: Encodable {
        let identifier: NotificationID
        let moment: Instant
        /// By the person's clock.
        let local: CivilDateTime
        let category: String
        let severity: Severity
        let title: String
        let body: String
        let reason: Reason
        /// With `identifier`, `moment` and `promises`, what the notification centre is asked to keep beside the request.
        let fingerprint: String
        let promises: [PendingRequest.Promise]
        let parts: [PartBody]
        let sentence: String?

        init(_ line: PlannedNotification, in context: PlanningContext, _ setting: Phrases.PlanSetting, isExplained: Bool) {
            let content = Phrases.content(of: line, in: setting.language)
            identifier = line.identifier
            moment = line.moment
            local = context.zone.civil(at: line.moment)
            category = line.category
            severity = line.severity
            title = content.title
            body = content.body
            reason = line.reason
            fingerprint = String(line.fingerprint, radix: 16)
            promises = line.promises
            parts = line.parts.map { part in
                let inputs = context.decisionInputs(of: part.identifier, due: part.due, expiresAt: part.expiresAt, severity: part.severity)
                return PartBody(
                    identifier: part.identifier, due: part.due, severity: part.severity, reason: part.reason,
                    inputs: isExplained ? inputs : nil)
            }
            sentence = isExplained ? Phrases.sentence(for: line, in: setting) : nil
        }
    }

    struct PartBody: Encodable {
        let identifier: NotificationID
        let due: Instant
        let severity: Severity
        let reason: Reason
        /// A line for `belfry decide`.
        let inputs: DecisionInputs?
    }

    struct LeftOutBody: Encodable {
        let identifier: NotificationID
        let due: Instant?
        let reason: Reason
        let inputs: DecisionInputs?
        let sentence: String?

        init(_ leftOut: LeftOutNotification, in context: PlanningContext, _ setting: Phrases.PlanSetting, isExplained: Bool) {
            identifier = leftOut.identifier
            due = leftOut.due
            reason = leftOut.reason
            inputs = leftOut.due.flatMap { due in
                isExplained
                    ? context.decisionInputs(of: leftOut.identifier, due: due, expiresAt: leftOut.expiresAt, severity: leftOut.severity) : nil
            }
            sentence = isExplained ? Phrases.sentence(for: leftOut, in: setting) : nil
        }
    }

    /// What the notification centre has to be called about.
    struct CallsBody: Encodable {
        let add: [NotificationID]
        let replace: [NotificationID]
        let remove: [NotificationID]

        init(_ diff: PendingDiff) {
            add = diff.adds.map(\.identifier)
            replace = diff.replaces.map(\.identifier)
            remove = diff.removes
        }
    }
}

/// What "what if" changes, as JSON.
public struct PlanComparisonBody: Encodable {
    let changes: [ChangeBody]
    let coverageBefore: PlanBody.CoverageBody
    let coverageAfter: PlanBody.CoverageBody

    private enum CodingKeys: String, CodingKey {
        case changes
        case coverageBefore = "coverage_before"
        case coverageAfter = "coverage_after"
    }

    struct ChangeBody: Encodable {
        /// `added`, `removed` or `moved`.
        let change: String
        let identifier: NotificationID
        let from: Instant?
        let to: Instant?
        let reason: Reason?
        let sentence: String
    }

    public init(_ comparison: PlanComparison, _ setting: Phrases.PlanSetting) {
        coverageBefore = PlanBody.CoverageBody(comparison.coverageBefore)
        coverageAfter = PlanBody.CoverageBody(comparison.coverageAfter)
        changes = comparison.changes.map { change in
            let sentence = Phrases.sentence(for: change, in: setting)
            return switch change.kind {
            case .added(let to):
                ChangeBody(change: "added", identifier: change.part.identifier, from: nil, to: to, reason: nil, sentence: sentence)
            case .removed(let from, let reason):
                ChangeBody(change: "removed", identifier: change.part.identifier, from: from, to: nil, reason: reason, sentence: sentence)
            case .moved(let from, let to):
                ChangeBody(change: "moved", identifier: change.part.identifier, from: from, to: to, reason: nil, sentence: sentence)
            }
        }
    }
}
