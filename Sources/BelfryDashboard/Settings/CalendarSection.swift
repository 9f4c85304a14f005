import BelfryPhrases

/// The link by which a person's calendar is read, and the buttons for it.
public struct CalendarSection: Hashable, Sendable {
    /// When the link was made, as a text; nil where there is none.
    public let madeText: String?
    /// How much a calendar may say; the value is what the form sends.
    public let details: [SettingsPage.Choice]
    public let detail: String
    /// Where the calendar is read, in the answer to the button that made it alone.
    public let address: Address?

    static let id = "calendar"
    public static let detailField = "detail"
    /// Of the buttons, with an ``Act``.
    public static let actField = "act"

    public enum Act: String, Sendable {
        case make, remove
    }

    public struct Address: Hashable, Sendable {
        /// As a calendar takes it.
        public let web: String
        /// As a program that has calendars is opened by it.
        public let calendar: String

        /// - Parameter web: whole, with `http://` or `https://`.
        public init(_ web: String) {
            self.web = web
            let place = web.firstRange(of: "://").map { web[$0.upperBound...] } ?? web[...]
            calendar = "webcal://\(place)"
        }
    }

    public init(madeText: String? = nil, details: [SettingsPage.Choice] = [], detail: String = "", address: Address? = nil) {
        self.madeText = madeText
        self.details = details
        self.detail = detail
        self.address = address
    }

    func html(_ frame: PageFrame) -> HTML {
        let words = frame.words
        let options = details.map { choice -> HTML in
            "<option value=\"\(choice.value)\"\(choice.value == detail ? " selected" : nil)>\(choice.label)</option>"
        }
        let remove: HTML? = madeText == nil ? nil : button(.remove, words(CalendarWord.remove))
        let body: HTML = """
            <p class="aside">\(words(CalendarWord.lead))</p>
            <p>\(madeText.map { words(CalendarWord.made, ["moment": $0]) } ?? words(CalendarWord.none))</p>\(shown(words))
            <form class="fields" method="post" action="/page/settings/calendar#\(Self.id)" data-keeps>\(tokenField(frame))
            <p><label for="calendar-detail">\(words(CalendarWord.detail))</label>\
            <select id="calendar-detail" name="\(Self.detailField)">\(options)</select></p>
            <div class="actions">\(button(.make, words(madeText == nil ? CalendarWord.make : .renew)))\(remove)</div></form>
            """
        return section(Self.id, words(CalendarWord.title), body: body)
    }

    private func button(_ act: Act, _ name: String) -> HTML {
        "<button id=\"\(act.rawValue)-calendar\" name=\"\(Self.actField)\" value=\"\(act.rawValue)\">\(name)</button>"
    }

    private func shown(_ words: PageWords) -> HTML? {
        guard let address else { return nil }
        return """
            <div class="notice" role="status" id="calendar-news"><p>\(words(CalendarWord.shownOnce))</p>
            <pre dir="ltr"><code id="calendar-address">\(address.web)</code></pre>
            <p class="actions"><a class="button" href="\(address.calendar)">\(words(CalendarWord.open))</a></p></div>
            """
    }
}
