import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// What an app says of a heartbeat: how often it beats, how late it may be, and what is told to whom when it doesn't come.
public struct HeartbeatRequest: Sendable {
    let pace: Heartbeat.Pace
    let order: NotificationOrder
    let audience: OrderAudience
    /// Those who are named, each once.
    let recipients: [UserID]

    private enum Key: String, CodingKey, CaseIterable {
        case notify
        case everyMinutes = "every_minutes"
        case graceMinutes = "grace_minutes"
    }

    /// What is read of one in JSON.
    static let memberNames = Key.allCases.map(\.rawValue)
    /// What is read of its order, which tells all the same; when it is told follows from the beats.
    static let memberNamesOfOrder = ScheduleRequest.memberNames.filter {
        let others = [NotificationOrder.CodingKeys.app.rawValue, "recurrence", "dry_run", "expires_after_minutes"]
        return !(others + Personalisation.memberNames + ScheduleRequest.memberNamesOfAudience).contains($0)
    }

    /// - Throws: `DecodingError` or ``Problem`` that names the field.
    public init(_ body: Data) throws {
        do {
            let read = try JSONDecoder().decode(Read.self, from: body)
            (pace, order, audience, recipients) = (read.pace, read.notify.order, read.notify.audience, read.notify.recipients)
        } catch let error as DecodingError {
            throw Problem(error)
        }
    }

    private struct Read: Decodable {
        let pace: Heartbeat.Pace
        let notify: Notify

        init(from decoder: any Decoder) throws {
            try decoder.checkMembers(HeartbeatRequest.memberNames)
            pace = try Heartbeat.Pace(from: decoder)
            notify = try decoder.container(keyedBy: Key.self).decode(Notify.self, forKey: .notify)
        }
    }

    private struct Notify: Decodable {
        let order: NotificationOrder
        let audience: OrderAudience
        let recipients: [UserID]

        init(from decoder: any Decoder) throws {
            try decoder.checkMembers(HeartbeatRequest.memberNamesOfOrder)
            order = try ScheduleRequest.KeptRequest(from: decoder).order
            audience = try OrderAudience(from: decoder)
            recipients = try audience.recipients(of: order, personalisation: .none).users.sorted()
            try OrderRequest.check(order, audience, .none)
        }
    }

    /// What the stores keep: its order without those whom it is to and about, and beside it how it beats.
    ///
    /// - Throws: `Problem.malformedJSON` where the body is no object.
    static func stored(_ body: Data, key: String, lastBeatAt: Instant?) throws -> String {
        guard let members = try? JSONSerialization.jsonObject(with: body) as? [String: Any], let notify = members[Key.notify.rawValue] else {
            throw Problem.malformedJSON
        }
        let order = try ScheduleRequest.stored(try JSONSerialization.data(withJSONObject: notify))
        guard var kept = try JSONSerialization.jsonObject(with: Data(order.utf8)) as? [String: Any] else { throw Problem.malformedJSON }
        // What tells that it came back takes the place of what told that it didn't.
        kept["collapse_key"] = kept["collapse_key"] ?? Heartbeat.collapseKey(key)
        kept["expires_after_minutes"] = Heartbeat.usefulMinutes
        var beats: [String: Any] = [:]
        for name in [Key.everyMinutes, .graceMinutes].map(\.rawValue) { beats[name] = members[name] }
        kept[Heartbeat.keptName] = beats
        return try Heartbeat.noting(lastBeatAt, in: kept)
    }
}
