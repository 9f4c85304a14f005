import BelfryModel
import BelfryPhrases

/// What is told to many at once, for whoever runs Belfry.
public struct BroadcastsPage: Hashable, Sendable {
    public let filters: [DeliverySearch.Filter]
    public let broadcasts: OperatorList

    public init(filters: [DeliverySearch.Filter], broadcasts: OperatorList) {
        self.filters = filters
        self.broadcasts = broadcasts
    }
}

/// One of these, with its figures.
public struct BroadcastPage: Hashable, Sendable {
    public let item: OperatorItem
    /// What it says, as it was ordered.
    public let body: String?
    /// Nil where nothing of it can be called off.
    public let callingOff: CallingOff?

    public enum CallingOff: Hashable, Sendable {
        /// Once the page at this address has asked.
        case offered(askPath: String)
        /// That page: where it is done, and the page without the question.
        case asked(path: String, backPath: String)
    }

    public init(item: OperatorItem, body: String?, callingOff: CallingOff?) {
        self.item = item
        self.body = body
        self.callingOff = callingOff
    }
}

/// The whole document, or the part that the script fetches again whenever something has changed.
public func page(_ view: BroadcastsPage, in frame: PageFrame, part: PagePart = .whole) -> String {
    let words = frame.words
    let lead: HTML = """
        <p>\(words(PlannedWord.broadcastsLead))</p>
        <form class="search" method="get" action="/broadcasts" role="search">\(view.filters.map(\.html))
        <button>\(words(OperatorWord.apply))</button></form>
        """
    let live = view.broadcasts.html("list", words(FrameWord.broadcasts), whenEmpty: words(PlannedWord.noBroadcasts), frame)
    return FramedPage(heading: words(FrameWord.broadcasts), lead: lead, live: live).text(in: frame, part: part)
}

/// The whole document, or the part that the script fetches again whenever something has changed.
public func page(_ view: BroadcastPage, in frame: PageFrame, part: PagePart = .whole) -> String {
    let words = frame.words
    let body: HTML? = view.body.map { "<p class=\"words\" dir=\"auto\">\($0)</p>" }
    let live = section(
        "figures-of-one", words(PlannedWord.broadcastFigures),
        body: "<div class=\"rows lines\"><div class=\"entries\">\(view.item.html(frame))\(body)\(view.callingOff.map { callingOff($0, frame) })</div></div>")
    let lead: HTML = "<p><a href=\"/broadcasts\">\(words(PlannedWord.allBroadcasts))</a></p>"
    return FramedPage(heading: words(FrameWord.broadcasts), subject: view.item.title, lead: lead, live: live).text(in: frame, part: part)
}

private func callingOff(_ callingOff: BroadcastPage.CallingOff, _ frame: PageFrame) -> HTML {
    let words = frame.words
    switch callingOff {
    case .offered(let askPath):
        return "<p><a class=\"button\" id=\"call-off\" href=\"\(askPath)\">\(words(OperatorWord.callOff))</a></p>"
    case .asked(let path, let backPath):
        return """
            <form class="question" method="post" action="\(path)">\(tokenField(frame))
            <h3>\(words(PlannedWord.callOffQuestion))</h3>
            <p>\(words(OperatorWord.callOffEffect))</p>
            <div class="actions"><a id="keep" href="\(backPath)">\(words(AlertWord.keep))</a>\
            <button id="call-off" class="grave">\(words(OperatorWord.callOff))</button></div>
            </form>
            """
    }
}
