import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime

/// Says in plain words what an alert is about: "Sleep has been 24% below Ana's usual 7 h 10 min for 9 days; no other metric is unusual."
///
/// The sentence is made by a template when it is read: it depends on the reader's language and on the member's other metrics, whose
/// episodes begin and end by themselves, so that a stored one would be wrong soon. A writer, where there is one, is asked for a better
/// one as soon as an evaluation is committed.
public struct InsightDesk: Sendable {
    let store: any MetricStore & OverviewStore
    let zones: any TimeZoneDatabase
    let notebook: InsightNotebook?
    let preparedLanguages: [Language]

    /// - Parameters:
    ///   - writer: who finds better words; nil for nobody, and then the template's are said.
    ///   - preparedLanguages: in which the writer is asked ahead of need; in another, and for the member themselves, when somebody has read the
    ///     template's words.
    public init(
        store: any MetricStore & OverviewStore, zones: any TimeZoneDatabase, writer: (any InsightWriter)? = nil,
        preparedLanguages: [Language] = [.english]
    ) {
        self.store = store
        self.zones = zones
        self.notebook = writer.map(InsightNotebook.init)
        self.preparedLanguages = preparedLanguages
    }

    /// What is said of an alert, and of whom.
    public struct Told: Hashable, Sendable {
        public let sentence: String
        /// Nil where the member is named nowhere.
        public let memberName: String?
    }

    /// A sentence for each alert; of several alerts of one member the days are read once.
    ///
    /// - Parameters:
    ///   - reader: to whom their own are said in the second person; nil where it isn't known who reads.
    ///   - names: those that the reader knows members by; nil for the names that the first of their families has.
    public func told(
        of alerts: [Alert], to reader: UserID? = nil, named names: [UserID: String]? = nil, in language: Language, now: Instant
    ) async throws -> [AlertID: Told] {
        var told: [AlertID: Told] = [:]
        for (member, alerts) in Dictionary(grouping: alerts, by: \.member) {
            let days = try await days(of: member, since: alerts.map(\.episode.activeSince).min() ?? .beforeAllDays, now: now)
            let name = if let names { names[member] } else { days.history.memberName }
            for alert in alerts {
                let sentence = await sentence(for: days.insight(of: alert), memberName: name, isOwn: member == reader, in: language)
                told[alert.id] = Told(sentence: sentence, memberName: name)
            }
        }
        return told
    }

    /// Has sentences written for alerts that an evaluation has changed; doesn't wait for them.
    public func prepare(_ alerts: [AlertID], now: Instant) async throws {
        guard notebook != nil else { return }
        var changed: [Alert] = []
        for id in alerts {
            if let alert = try await store.story(of: id, for: nil)?.overview.alert, alert.status == .active { changed.append(alert) }
        }
        for language in preparedLanguages { _ = try await told(of: changed, in: language, now: now) }
    }

    private func days(of member: UserID, since date: CivilDate, now: Instant) async throws -> MemberDays {
        let sessions = try await store.sessions(of: member, since: date)
        let history = try await store.history(of: member, since: date - MemberDays.judgedWindowDayCount)
        return MemberDays(history, sessions: sessions, zones: zones, now: now)
    }

    private func sentence(for insight: AlertInsight, memberName: String?, isOwn: Bool, in language: Language) async -> String {
        // Of a silence there are no figures to say better.
        if let notebook, insight.pattern != .missingWearable {
            let name = memberName.flatMap { Phrases.text(ofName: $0, in: language) }
            let place = name.map { _ in InsightNotebook.namePlace }
            let text = Phrases.words(for: insight, memberName: place, isOwn: isOwn, in: language).body
            let written = await notebook.sentence(for: InsightNotebook.Draft(text: text, insight: insight, language: language))
            if let written { return written.replacing(InsightNotebook.namePlace, with: name ?? "") }
        }
        return Phrases.words(for: insight, memberName: memberName, isOwn: isOwn, in: language).body
    }
}
