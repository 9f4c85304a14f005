import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// What an app wants to have told again and again: an order, to whom, and when it comes back.
public struct ScheduleRequest: Sendable {
    public let order: NotificationOrder
    /// Nobody where it tells an audience.
    public let audience: OrderAudience
    /// Whoever is in it when an occurrence is ordered is told, as by a broadcast; nil where whom it tells is named.
    public let audienceID: AudienceID?
    public let personalisation: Personalisation
    /// Those who are named, each once.
    public let recipients: [UserID]
    /// What is put in for some of them; nothing else that was given is kept.
    let values: [UserID: PersonalValues]
    public let timing: ScheduleTiming
    /// Whether nothing is to be kept, and only when it would come is asked for.
    public let isDryRun: Bool

    /// In minutes; the longest are 30 days.
    static let expiryRange = 1...30 * 24 * 60
    /// A rule comes back so often on one day at most.
    static let readingsPerDayMax = 24

    /// What is left of a body when those whom it is to and about stand beside it, as the stores keep it.
    ///
    /// - Throws: `Problem.malformedJSON` where it is no object.
    static func stored(_ body: Data) throws -> String {
        guard var members = try? JSONSerialization.jsonObject(with: body) as? [String: Any] else { throw Problem.malformedJSON }
        for name in keptBeside { members[name] = nil }
        if let escalation = members[escalationName] as? [String: Any] { members[escalationName] = naming(escalation) { _ in [] } }
        for name in [OrderAudience.Key.families, .rotas].map(\.rawValue) where (members[name] as? [Any])?.isEmpty ?? true { members[name] = nil }
        let text = try JSONSerialization.data(withJSONObject: members, options: [.sortedKeys, .withoutEscapingSlashes])
        return String(decoding: text, as: UTF8.self)
    }

    /// An escalation as an app writes it, with others in its steps.
    private static func naming(_ escalation: [String: Any], _ recipients: (_ number: Int) -> [String]) -> [String: Any] {
        var escalation = escalation
        let steps = escalation["steps"] as? [[String: Any]] ?? []
        escalation["steps"] = steps.enumerated().map { number, step in step.merging(["recipients": recipients(number + 1)]) { $1 } }
        return escalation
    }

    private static let escalationName = NotificationOrder.CodingKeys.escalation.rawValue

    private static let keptBeside: [String] =
        [Key.recurrence, .isDryRun].map(\.rawValue) + [OrderAudience.Key.recipients, .recipient].map(\.rawValue)
        + [NotificationOrder.CodingKeys.member, .app].map(\.rawValue) + TemplateUse.memberNames
}

extension ScheduleRequest: Decodable {
    fileprivate enum Key: String, CodingKey, CaseIterable {
        case recurrence, audience
        case expiresAfter = "expires_after_minutes"
        case isDryRun = "dry_run"
    }

    /// What is read of one in JSON; each has moments of its own, and waits for no others.
    public static let memberNames: [String] =
        NotificationOrder.CodingKeys.allCases
        .filter { ![.deliverAfter, .deliverAtLocal, .expiresAt, .digestKey, .digestWindow].contains($0) }.map(\.rawValue)
        + OrderAudience.memberNames + Personalisation.memberNames + Key.allCases.map(\.rawValue) + [NotificationOrder.fallbackChannelsName]
    /// What only one has that tells an audience.
    static let memberNamesOfAudience = [audienceName, NotificationOrder.fallbackChannelsName]
    /// What may be changed of one that is kept.
    public static let changeableNames = memberNames.filter {
        ![OrderAudience.Key.recipient.rawValue, Key.isDryRun.rawValue, NotificationOrder.CodingKeys.app.rawValue].contains($0)
    }
    static let audienceName = Key.audience.rawValue
    /// Under which name stands when it comes back.
    public static let recurrenceName = Key.recurrence.rawValue

    /// - Throws: `DecodingError` or ``Problem`` that names the field.
    public init(from decoder: any Decoder) throws {
        let kept = try KeptRequest(from: decoder)
        (order, personalisation, audienceID) = (kept.order, kept.personalisation, kept.audienceID)
        let container = try decoder.container(keyedBy: Key.self)
        if audienceID != nil { try kept.checkAsBroadcast(decoder) }
        audience = try audienceID == nil ? OrderAudience(from: decoder) : kept.audience
        recipients = try audience.recipients(of: order, personalisation: personalisation).users.sorted()
        values = audience.values(of: try personalisation.words(of: order).templates?.names ?? [])
        timing = try container.decode(WrittenTiming.self, forKey: .recurrence).timing
        isDryRun = try container.decodeIfPresent(Bool.self, forKey: .isDryRun) ?? false
        try OrderRequest.check(order, audience, personalisation)
        // By own clocks whoever is told next may be told before the others are.
        if order.escalation != nil, timing.timezone == nil { throw Problem.missingField("\(Self.recurrenceName).timezone") }
    }

    /// What the stores keep of it.
    struct KeptRequest: Decodable {
        let order: NotificationOrder
        let personalisation: Personalisation
        /// Only the families and the rotas are kept there.
        let audience: OrderAudience
        /// Nil where whom it tells is named.
        let audienceID: AudienceID?
        /// For so long after its moment each is of use; nil where only the workers' greatest age limits it.
        let expiresAfter: Duration?

        init(from decoder: any Decoder) throws {
            order = try NotificationOrder(from: decoder)
            guard order.payload.deliverAtLocal == nil, order.payload.expiresAtLocal == nil else {
                throw Problem.wrongType(field: NotificationOrder.CodingKeys.payload.rawValue, expected: "facts without a moment: “recurrence” says when")
            }
            personalisation = try Personalisation(from: decoder)
            let container = try decoder.container(keyedBy: OrderAudience.Key.self)
            audience = OrderAudience(
                try container.decodeIfPresent([NamedFamily].self, forKey: .families) ?? [],
                rotas: try container.decodeIfPresent([RotaID].self, forKey: .rotas) ?? [])
            let own = try decoder.container(keyedBy: Key.self)
            audienceID = try own.decodeIfPresent(AudienceID.self, forKey: .audience)
            guard audienceID != nil || order.fallbackChannels.isEmpty else { throw Problem.missingField(Key.audience.rawValue) }
            let minutes = try own.number(.expiresAfter, in: ScheduleRequest.expiryRange)
            expiresAfter = minutes.map { .seconds($0 * 60) }
            if let expiresAfter, let wait = order.escalation?.steps.last?.after, expiresAfter <= wait {
                throw Problem.wrongType(field: Key.expiresAfter.rawValue, expected: "more than “after_minutes” of the last step of “escalation”")
            }
        }

        /// - Throws: `Problem.wrongType` where somebody is named beside the audience, `Problem.notOfBroadcast` for what no broadcast has.
        fileprivate func checkAsBroadcast(_ decoder: any Decoder) throws {
            let (named, others) = (try decoder.container(keyedBy: OrderAudience.Key.self), try decoder.container(keyedBy: NotificationOrder.CodingKeys.self))
            for key in OrderAudience.Key.allCases where try named.contains(key) && !named.decodeNil(forKey: key) {
                throw Problem.wrongType(field: key.rawValue, expected: "either this or “\(Key.audience.rawValue)”")
            }
            for key in [NotificationOrder.CodingKeys.escalation, .throttle, .oneOfUs] where try others.contains(key) && !others.decodeNil(forKey: key) {
                throw Problem.notOfBroadcast(field: key.rawValue)
            }
            guard order.payload.throttle == nil else { throw Problem.notOfBroadcast(field: "payload.throttle") }
        }

        /// With those who are kept beside it: whom it is about, and whom its escalation names.
        func order(of scheduled: ScheduledOrder) -> NotificationOrder {
            var order = order
            order.member = scheduled.member
            order.escalation = order.escalation?.telling(scheduled.further)
            return order
        }
    }
}

extension ScheduledOrder {
    /// What is told each time; nil where somebody wrote something else there.
    public var told: NotificationOrder? { try? JSONDecoder().decode(NotificationOrder.self, from: Data(request.utf8)) }

    /// Whose members are told beside ``recipients``, whoever is in them then.
    public var families: [NamedFamily] { audience?.families ?? [] }

    /// By which somebody is on duty who is told beside them.
    public var rotas: [RotaID] { audience?.rotas ?? [] }

    /// Whoever is in it then is told in the place of all of these; nil where whom it tells is named.
    public var audienceID: AudienceID? {
        // Asked wherever one is looked at: the order itself may be long, and may have been edited.
        (try? JSONDecoder().decode(KeptAudience.self, from: Data(request.utf8)))?.audience
    }

    private struct KeptAudience: Decodable {
        let audience: AudienceID?
    }

    private var audience: OrderAudience? { (try? JSONDecoder().decode(ScheduleRequest.KeptRequest.self, from: Data(request.utf8)))?.audience }
}

/// When an order comes back, as its app writes it.
public struct WrittenTiming: Decodable, Sendable {
    public let timing: ScheduleTiming

    fileprivate enum Key: String, CodingKey, CaseIterable {
        case start, rule, rdate, exdate, timezone
    }

    /// So many additions, and so many exceptions, one has at most.
    public static let readingCountMax = 1000

    public static let memberNames = Key.allCases.map(\.rawValue)

    /// - Throws: `DecodingError` or ``Problem`` that names the field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let (start, text) = (try container.decode(CivilDateTime.self, forKey: .start), try container.decode(String.self, forKey: .rule))
        let field = Problem.path(container.codingPath + [Key.rule])
        let rule: RecurrenceRule
        do throws(RecurrenceProblem) {
            rule = try RecurrenceRule(text)
        } catch {
            throw Problem.badRecurrence(field: field, error)
        }
        guard rule.readingsPerDayMax <= ScheduleRequest.readingsPerDayMax else {
            throw Problem.wrongType(field: field, expected: "a rule that comes back at most \(ScheduleRequest.readingsPerDayMax) times a day")
        }
        let (rdate, exdate) = (try Self.readings(.rdate, container), try Self.readings(.exdate, container))
        var (exceptions, days) = ([CivilDateTime](), [CivilDate]())
        for exception in exdate {
            switch exception {
            case .day(let day): days.append(day)
            case .reading(let reading): exceptions.append(reading)
            }
        }
        timing = ScheduleTiming(
            start: start, rule: rule, additions: rdate.map { $0.reading(at: start.time) }, exceptions: exceptions, exceptionDays: days,
            timezone: try container.decodeIfPresent(String.self, forKey: .timezone))
    }

    /// - Throws: `DecodingError`, `Problem.wrongType` where there are too many.
    private static func readings(_ key: Key, _ container: KeyedDecodingContainer<Key>) throws -> [WrittenReading] {
        let readings = try container.decodeIfPresent([WrittenReading].self, forKey: key) ?? []
        guard readings.count <= readingCountMax else {
            throw Problem.wrongType(field: Problem.path(container.codingPath + [key]), expected: "at most \(readingCountMax) days")
        }
        return readings
    }
}

extension ScheduleTiming {
    /// As an app would write it.
    fileprivate var members: [String: Any] {
        var members: [WrittenTiming.Key: Any] = [.start: start.description, .rule: rule.description]
        members[.rdate] = additions.isEmpty ? nil : additionTexts
        members[.exdate] = exceptionTexts.isEmpty ? nil : exceptionTexts
        members[.timezone] = timezone
        return Dictionary(uniqueKeysWithValues: members.map { ($0.key.rawValue, $0.value) })
    }
}

extension ScheduleRequest {
    /// What one that is kept would be ordered by, with some of it changed: a merge patch of RFC 7396, where null takes something away.
    ///
    /// - Throws: `Problem.malformedJSON` where one of them is no object, `Problem.unknownName` where something can't be changed, `Problem.bodyTooLarge` where
    ///   it would be more than a call may say at once.
    static func body(of order: ScheduledOrder, changedBy patch: Data) throws -> Data {
        let read = { (data: Data) in try? JSONSerialization.jsonObject(with: data) as? [String: Any] }
        guard let patch = read(patch), var members = read(Data(order.request.utf8)) else { throw Problem.malformedJSON }
        try check(patch, allowed: changeableNames)
        try check(patch[recurrenceName] as? [String: Any] ?? [:], in: "\(recurrenceName).", allowed: WrittenTiming.memberNames)
        let recipients = order.recipients.map { user in
            order.values[user].map { ["user_id": user.text, "values": $0.texts] as [String: Any] } ?? user.text as Any
        }
        members[OrderAudience.Key.recipients.rawValue] = recipients.isEmpty ? nil : recipients
        members[NotificationOrder.CodingKeys.member.rawValue] = order.member?.text
        members[Key.recurrence.rawValue] = order.timing?.members
        if let escalation = members[escalationName] as? [String: Any] {
            members[escalationName] = naming(escalation) { number in order.further.filter { $0.value == number }.keys.sorted().map(\.text) }
        }
        let body = try JSONSerialization.data(withJSONObject: merged(members, with: patch), options: [.sortedKeys, .withoutEscapingSlashes])
        guard body.count <= byteCountMax else { throw Problem.bodyTooLarge(byteCountMax: byteCountMax) }
        return body
    }

    /// A body of the API isn't larger; without it one grew with each change.
    static let byteCountMax = 4 * 1024 * 1024

    /// Whoever misspells what is to be otherwise would be told that it is.
    private static func check(_ members: [String: Any], in path: String = "", allowed: [String]) throws(Problem) {
        guard let other = members.keys.sorted().first(where: { !allowed.contains($0) }) else { return }
        throw .unknownName(field: path + other.prefix(nameLengthMax), allowed: allowed)
    }

    /// So much of a name is shown to whoever sent it.
    private static let nameLengthMax = 64

    private static func merged(_ members: [String: Any], with patch: [String: Any]) -> [String: Any] {
        var members = members
        for (name, value) in patch {
            if let part = value as? [String: Any] {
                members[name] = merged(members[name] as? [String: Any] ?? [:], with: part)
            } else {
                members[name] = value is NSNull ? nil : value
            }
        }
        return members
    }
}
