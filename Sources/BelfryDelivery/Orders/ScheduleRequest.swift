import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// What an app wants to have told again and again: an order, to whom, and when it comes back.
public struct ScheduleRequest: Sendable {
    public let order: NotificationOrder
    /// Each once.
    public let recipients: [UserID]
    public let timing: ScheduleTiming

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
        let text = try JSONSerialization.data(withJSONObject: members, options: [.sortedKeys, .withoutEscapingSlashes])
        return String(decoding: text, as: UTF8.self)
    }

    private static let keptBeside: [String] =
        [Key.recipients, .recipient, .recurrence].map(\.rawValue) + [NotificationOrder.CodingKeys.member, .app].map(\.rawValue)
}

extension ScheduleRequest: Decodable {
    private enum Key: String, CodingKey, CaseIterable {
        case recipients, recurrence
        case recipient = "recipient_user_id"
        case expiresAfter = "expires_after_minutes"
    }

    /// What is read of one in JSON; each has moments of its own, and waits for no others.
    public static let memberNames: [String] =
        NotificationOrder.CodingKeys.allCases
        .filter { ![.deliverAfter, .deliverAtLocal, .expiresAt, .digestKey, .digestWindow].contains($0) }.map(\.rawValue) + Key.allCases.map(\.rawValue)
    /// Under which name stands when it comes back.
    public static let recurrenceName = Key.recurrence.rawValue

    /// - Throws: `DecodingError` or ``Problem`` that names the field.
    public init(from decoder: any Decoder) throws {
        order = try KeptRequest(from: decoder).order
        let container = try decoder.container(keyedBy: Key.self)
        let one = try container.decodeIfPresent(UserID.self, forKey: .recipient)
        let named = (try container.decodeIfPresent([UserID].self, forKey: .recipients) ?? []) + [one].compactMap { $0 }
        recipients = Set(named).sorted()
        guard !recipients.isEmpty else { throw Problem.missingField(Key.recipients.rawValue) }
        timing = try container.decode(WrittenTiming.self, forKey: .recurrence).timing
    }

    /// What the stores keep of it.
    struct KeptRequest: Decodable {
        let order: NotificationOrder
        /// For so long after its moment each is of use; nil where only the workers' greatest age limits it.
        let expiresAfter: Duration?

        init(from decoder: any Decoder) throws {
            order = try NotificationOrder(from: decoder)
            guard order.payload.deliverAtLocal == nil, order.payload.expiresAtLocal == nil else {
                throw Problem.wrongType(field: NotificationOrder.CodingKeys.payload.rawValue, expected: "facts without a moment: “recurrence” says when")
            }
            let minutes = try decoder.container(keyedBy: Key.self).number(.expiresAfter, in: ScheduleRequest.expiryRange)
            expiresAfter = minutes.map { .seconds($0 * 60) }
        }
    }
}

extension ScheduledOrder {
    /// What is told each time; nil where somebody wrote something else there.
    public var told: NotificationOrder? { try? JSONDecoder().decode(NotificationOrder.self, from: Data(request.utf8)) }
}

/// When an order comes back, as its app writes it.
public struct WrittenTiming: Decodable, Sendable {
    let timing: ScheduleTiming

    private enum Key: String, CodingKey, CaseIterable {
        case start, rule, timezone
    }

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
        timing = ScheduleTiming(start: start, rule: rule, timezone: try container.decodeIfPresent(String.self, forKey: .timezone))
    }
}
