import BelfryModel
import BelfryPhrases

/// What comes again, who is on duty and which lists there are, for whoever runs Belfry.
public struct PlannedPage: Hashable, Sendable {
    public let filters: [DeliverySearch.Filter]
    public let schedules: OperatorList
    public let heartbeats: OperatorList
    public let rotas: OperatorList
    public let audiences: OperatorList

    public init(
        filters: [DeliverySearch.Filter], schedules: OperatorList, heartbeats: OperatorList, rotas: OperatorList, audiences: OperatorList
    ) {
        self.filters = filters
        self.schedules = schedules
        self.heartbeats = heartbeats
        self.rotas = rotas
        self.audiences = audiences
    }

    /// The identifiers of its parts, for links that lead there.
    public enum Part: String, Sendable {
        case schedules, heartbeats, rotas, audiences
    }
}

/// The whole document, or the part that the script fetches again whenever something has changed.
public func page(_ view: PlannedPage, in frame: PageFrame, part: PagePart = .whole) -> String {
    let words = frame.words
    func list(_ part: PlannedPage.Part, _ list: OperatorList, _ heading: PlannedWord, whenEmpty: PlannedWord) -> HTML {
        list.html(part.rawValue, words(heading), whenEmpty: words(whenEmpty), frame)
    }
    let live: HTML = """
        \(list(.schedules, view.schedules, .schedules, whenEmpty: .noSchedules))
        \(list(.heartbeats, view.heartbeats, .heartbeats, whenEmpty: .noHeartbeats))
        \(list(.rotas, view.rotas, .rotas, whenEmpty: .noRotas))
        \(list(.audiences, view.audiences, .audiences, whenEmpty: .noAudiences))
        """
    let lead: HTML = """
        <p>\(words(PlannedWord.lead))</p>
        <form class="search" method="get" action="/planned" role="search">\(view.filters.map(\.html))
        <button>\(words(OperatorWord.apply))</button></form>
        """
    return FramedPage(heading: words(FrameWord.planned), lead: lead, live: live).text(in: frame, part: part)
}
