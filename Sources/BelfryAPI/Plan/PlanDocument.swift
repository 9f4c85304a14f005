import BelfryDomains
import BelfryModel
import BelfryPhrases
import BelfryPlanning
import BelfryPorts
import BelfryTime
import Foundation

/// The document of `belfry plan` and of `POST /v1/plan`, before it is understood, so that single settings can be changed in it.
public struct PlanDocument {
    private var root: [String: Any]

    /// - Throws: `Problem.malformedJSON`, or `Problem.wrongType` where it is no object.
    public init(_ data: Data) throws(Problem) {
        guard let value = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) else { throw .malformedJSON }
        guard let root = value as? [String: Any] else { throw .wrongType(field: "", expected: "an object") }
        self.root = root
    }

    /// For a document that anybody may have written: what is refused of a list is named item by item, in far more letters than an item has.
    ///
    /// - Throws: `Problem.tooManyItems` where a list in it is longer than all that a plan may come to, or more comes back by rules than ``ruleCountMax``.
    func checkListLengths() throws(Problem) {
        var ruleCount = 0
        try Self.checkListLengths(in: root, &ruleCount)
    }

    /// What a rule yields may have to be sought for milliseconds, as where it never matches or counts from long ago.
    static let ruleCountMax = 2000

    private static func checkListLengths(in value: Any, _ ruleCount: inout Int) throws(Problem) {
        if let list = value as? [Any] {
            guard list.count <= PlanningContext.occurrenceCountMax else { throw .tooManyItems(countMax: PlanningContext.occurrenceCountMax) }
            for item in list { try checkListLengths(in: item, &ruleCount) }
        } else if let object = value as? [String: Any] {
            if object["rrule"] is String { ruleCount += 1 }
            guard ruleCount <= ruleCountMax else { throw .tooManyItems(countMax: ruleCountMax) }
            for value in object.values { try checkListLengths(in: value, &ruleCount) }
        }
    }

    /// A document that was put together here.
    init(_ root: [String: Any]) {
        self.root = root
    }

    /// Takes a document that has nothing but the facts of one tenant for that tenant's.
    public mutating func wrapFacts(of tenant: Tenant) {
        guard root[tenant.rawValue] == nil, root["items"] != nil || root["settings"] != nil else { return }
        root = [tenant.rawValue: root]
    }

    /// What ``set(_:to:)`` knows: the settings of the person, and what stands at the top of the document.
    public static let settings = PlanInputs.personKeys.union(topSettings)
    private static let topSettings: Set = ["now", "platform", "next_refresh"]

    /// - Parameters:
    ///   - setting: one of ``settings``.
    ///   - text: JSON, or else text.
    public mutating func set(_ setting: String, to text: String) {
        let value = (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) ?? text
        if Self.topSettings.contains(setting) {
            root[setting] = value
        } else {
            var person = root["person"] as? [String: Any] ?? [:]
            person[setting] = value
            root["person"] = person
        }
    }

    /// Plans what the document asks for.
    ///
    /// - Parameters:
    ///   - tenants: those whose facts are planned; nil for all, and for the document's own requests.
    ///   - now: the moment where the document names none.
    /// - Throws: the ``Problem`` that stands in the way of all of it.
    public func planned(tenants: [Tenant]? = nil, zones: any TimeZoneDatabase, now: Instant) throws(Problem) -> PlannedDocument {
        var root = root
        if root["now"] == nil { root["now"] = now.description }
        do {
            let data = try JSONWriter.data(of: root)
            var inputs = try JSONDecoder().decode(PlanInputs.self, from: data)
            let facts = try JSONDecoder().decode(DomainFacts.self, from: data)
            inputs.platform = facts.platform(inputs.platform)
            if tenants != nil {
                inputs.requests = []
                inputs.refused = []
            }
            return try PlannedDocument(inputs, facts, tenants: tenants ?? Tenant.allCases, zones: zones)
        } catch let problem as Problem {
            throw problem
        } catch let error as DecodingError {
            throw Problem(error)
        } catch {
            throw .malformedJSON
        }
    }
}

/// A document with its plan.
public struct PlannedDocument {
    public let inputs: PlanInputs
    public let context: PlanningContext
    public let plan: Plan
    /// What the tenants made of their facts.
    public let answer: DomainAnswer
    /// What was refused, while the rest was planned.
    public let refused: [Problem]

    /// - Throws: `Problem.tooManyItems` where more is refused, or to be planned, than a plan may come to; `Problem.unknownTimezone`.
    init(_ inputs: PlanInputs, _ facts: DomainFacts, tenants: [Tenant], zones: any TimeZoneDatabase) throws(Problem) {
        refused = inputs.refused + facts.refused
        guard refused.count <= PlanningContext.occurrenceCountMax else { throw .tooManyItems(countMax: PlanningContext.occurrenceCountMax) }
        var context = try inputs.context { zones.rules(named: $0) }
        for name in facts.timezones { context.zones[name] = zones.rules(named: name) }
        let recipient = Recipient(inputs.person, pending: inputs.pending ?? [], now: inputs.now, zone: context.zone, zones: context.zones)
        answer = facts.plan(tenants, for: recipient, on: inputs.platform)
        context.laterDue = answer.plan.laterDue
        let requests = inputs.requests + answer.plan.requests
        try context.checkSize(of: requests, now: inputs.now)
        plan = Planner().plan(requests, in: context, now: inputs.now)
        self.inputs = inputs
        self.context = context
    }

    /// What the sentences about the plan speak of.
    public var setting: Phrases.PlanSetting {
        Phrases.PlanSetting(
            zone: context.zone, quietWeek: context.person.preferences.quietWeek, budget: context.profile.budget,
            language: context.person.language, hourChoice: { [context] in context.hourChoice(on: $0) })
    }

    /// The calls that bring the notification centre in step; nil where the document doesn't say what it holds.
    public var calls: PendingDiff? {
        inputs.pending.map { PendingDiff(from: $0, to: plan, now: inputs.now) }
    }
}
