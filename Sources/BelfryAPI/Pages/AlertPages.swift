import BelfryDashboard
import BelfryDelivery
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import HTTPTypes
import Hummingbird

/// One alert, whole: its days, why it was raised, and who was told what of it.
struct AlertPages {
    let services: Services

    func add(to router: Router<AppContext>) {
        router.get("/alerts/{id}") { request, context in
            try await PageDesk(services: services).page(request) { visitor, part in
                guard let id: AlertID = try? context.parameters.identifier("id", or: .notFound),
                    let view = try await compose(id, for: visitor, isAskingToDismiss: request.uri.queryParameters["ask"] == "dismiss")
                else { return nil }
                return page(view, in: visitor.frame(.family, isPlaceItself: false), part: part)
            }
        }
    }

    /// Nil where there is no such alert, or the visitor may not see it.
    private func compose(_ id: AlertID, for visitor: PageVisitor, isAskingToDismiss: Bool) async throws -> AlertPage? {
        guard let story = try await services.store.story(of: id, for: visitor.person) else { return nil }
        let alert = story.overview.alert
        let episode = alert.episode
        let told = try await services.insights.told(
            of: [alert], to: visitor.person, named: [story.overview].names, in: visitor.language, now: visitor.now)
        let since = min(AlertCards.firstDay(of: episode), episode.activeSince - StoryRoutes.baselineDayCount)
        let observations = try await services.store.observations(of: episode.metric, member: alert.member, since: since)
        let card = AlertCards(services: services, visitor: visitor)
            .card(story.overview, sentence: told[id]?.sentence ?? "", observations.filter { $0.date >= AlertCards.firstDay(of: episode) })
        let rows = DeliveryRows(services: services, visitor: visitor)
        let deliveries = try await services.explainer.held(story.deliveries, in: services.store, now: visitor.now)
        return AlertPage(
            card: card, episode: stretch(of: episode), band: band(of: episode, observations, visitor.language),
            deliveries: deliveries.reversed().map { rows.row($0, to: visitor.person) },
            isAskingToDismiss: isAskingToDismiss && card.isActive && card.dismissedText == nil)
    }

    /// From the episode's first day to its last, as positions in the chart.
    private func stretch(of episode: Episode) -> ClosedRange<Int>? {
        let last = AlertCards.chartDayCount - 1
        let start = max(0, episode.activeSince - AlertCards.firstDay(of: episode))
        let end = episode.history.resolvedOn.map { $0 - AlertCards.firstDay(of: episode) - 1 } ?? last
        return start <= min(end, last) ? start...min(end, last) : nil
    }

    /// Between what eight of ten usual days lay, of the days before the episode.
    private func band(of episode: Episode, _ observations: [Observation], _ language: Language) -> AlertPage.Band? {
        let usual = observations.filter {
            $0.date < episode.activeSince && $0.date >= episode.activeSince - StoryRoutes.baselineDayCount && episode.metric.isPlausible($0.value)
        }.map(\.value)
        guard let band = StoryRoutes.band(of: usual) else { return nil }
        return AlertPage.Band(
            low: band.lowerBound, high: band.upperBound, lowText: Phrases.text(of: band.lowerBound, episode.metric, in: language),
            highText: Phrases.text(of: band.upperBound, episode.metric, in: language))
    }
}
