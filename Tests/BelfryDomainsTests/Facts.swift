import BelfryDomains
import BelfryModel
import BelfryTime

// What the tests of the tenants have in common.

extension DomainPlan {
    /// Its requests in short: `rent|due_day 2026-11-24T09:00`, in the order of the text.
    var short: [String] { requests.flatMap(\.short).sorted() }
    /// What is not asked for, as `bills|rent past_due`.
    var skips: [String] { skipped.map { "\($0.subject) \($0.reason.rawValue)" } }
    var withdrawnTexts: [String] { withdrawn.map(\.text) }
}

extension NotificationRequest {
    fileprivate var short: [String] {
        let name = id.text.split(separator: "|").dropFirst().joined(separator: "|")
        return switch trigger {
        case .moment(let moment): ["\(name) \(moment)"]
        case .day(let date): ["\(name) \(date)"]
        case .floating(let schedule): schedule.recurrence.occurrences().prefix(20).map { "\(name) \($0.date)T\($0.time.shortText)" }
        case .fixed(let schedule): ["\(name) \(schedule.timezone)"]
        }
    }

    /// The facts that it tells on a day.
    func facts(on date: CivilDate) -> MessageFacts? {
        guard case .facts(let facts) = content.message(on: date) else { return nil }
        return facts
    }
}
