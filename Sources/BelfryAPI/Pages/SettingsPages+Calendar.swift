import BelfryDashboard
import BelfryModel
import BelfryPhrases
import BelfryPorts
import HTTPTypes
import Hummingbird

/// The link to a person's calendar on the settings page.
extension SettingsPages {
    func addCalendar(to router: Router<AppContext>) {
        router.post("/page/settings/calendar") { request, _ in
            let post = try await desk.post(request)
            let (person, words) = (post.visitor.person, post.visitor.words)
            switch post[CalendarSection.actField].flatMap(CalendarSection.Act.init) {
            case .remove:
                _ = try await services.store.removeCalendarLink(of: person)
                return try await answer(AddressTurn(), request, post, notice: words(CalendarWord.removed))
            case .make:
                guard let detail = post[CalendarSection.detailField].flatMap(CalendarDetail.init) else {
                    throw Problem.unknownValue(field: CalendarSection.detailField, allowed: CalendarDetail.allCases.map(\.rawValue))
                }
                let token = try await services.makeCalendarLink(of: person, detail).token
                // What a request says of the host may be a proxy's or anybody's word; it counts where the operator has named no address.
                let base = services.publicURL ?? "http://\(request.head.authority ?? "localhost")"
                let address = CalendarSection.Address(base + Services.calendarPath(token))
                return try await answer(AddressTurn(calendar: address), request, post)
            case nil:
                throw Problem.unknownValue(field: CalendarSection.actField, allowed: ["make", "remove"])
            }
        }
    }

    func calendarSection(for visitor: PageVisitor, after turn: AddressTurn) async throws -> CalendarSection {
        let link = try await services.store.calendarLink(of: visitor.person)
        let words: [(CalendarDetail, CalendarWord)] = [(.busy, .busy), (.titles, .titles), (.full, .full)]
        return CalendarSection(
            madeText: link.map { visitor.text(of: $0.createdAt) }, details: words.map { .init(value: $0.rawValue, label: visitor.words($1)) },
            detail: (link?.detail ?? .standard).rawValue, address: turn.calendar)
    }
}
