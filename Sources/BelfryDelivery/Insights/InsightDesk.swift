import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime

/// Says in plain words what an alert is about: "Sleep has been 24 % below Ana's usual 7 h 10 min for 9 days; no other metric is out of range."
///
/// The sentence is made by a template when it is read: it depends on the reader's language and on the member's other metrics, whose
/// episodes begin and end by themselves, so that a stored one would be wrong soon.
public struct InsightDesk: Sendable {
    let store: any MetricStore
    let zones: any TimeZoneDatabase

    public init(store: any MetricStore, zones: any TimeZoneDatabase) {
        self.store = store
        self.zones = zones
    }

    /// What is said of an alert, and of whom.
    public struct Told: Hashable, Sendable {
        public let sentence: String
        /// Nil where the member is named nowhere.
        public let memberName: String?
    }

    /// A sentence for each alert; of several alerts of one member the days are read once.
    public func told(of alerts: [Alert], in language: Language, now: Instant) async throws -> [AlertID: Told] {
        var told: [AlertID: Told] = [:]
        for (member, alerts) in Dictionary(grouping: alerts, by: \.member) {
            let days = try await days(of: member, since: alerts.map(\.episode.activeSince).min() ?? .beforeAllDays, now: now)
            for alert in alerts {
                let words = Phrases.words(for: days.insight(of: alert), memberName: days.history.memberName, in: language)
                told[alert.id] = Told(sentence: words.body, memberName: days.history.memberName)
            }
        }
        return told
    }

    private func days(of member: UserID, since date: CivilDate, now: Instant) async throws -> MemberDays {
        let sessions = try await store.sessions(of: member, since: date)
        return MemberDays(try await store.history(of: member), sessions: sessions, zones: zones, now: now)
    }
}
