import BelfryModel
import BelfryPhrases

/// Something that whoever runs Belfry sends by hand: first what would become of it, then it goes.
public struct ComposePage: Hashable, Sendable {
    public typealias Choice = DeliverySearch.Choice

    /// By the name that it has in the form.
    public enum Field: String, CaseIterable, Sendable {
        case target, to, app = "app_id", title, body, image, imageAlt = "image_alt", severity, when, at, channel
    }

    public enum Target: String, CaseIterable, Sendable {
        case person, family, rota, audience
    }

    public enum When: String, CaseIterable, Sendable {
        case now, moment
    }

    /// Of the button that was pressed.
    public enum Step: String, Sendable {
        case preview, send
        public static let field = "step"
    }

    /// By which a press of the button that comes again is known.
    public static let keyField = "key"

    public let values: [Field: String]
    /// What is wrong with a field, a sentence each.
    public let faults: [Field: String]
    public let apps: [Choice]
    /// The first leaves it to the house.
    public let channels: [Choice]
    public let preview: Preview?

    /// What would become of it.
    public struct Preview: Hashable, Sendable {
        /// To how many, and how many of those that were looked at are sent, held and left out; a sentence each.
        public let summary: [String]
        public let rows: [Row]
        /// What stands beside the words; nil where nothing does.
        public let image: NotificationImage?
        public let key: String

        public init(summary: [String], rows: [Row], image: NotificationImage? = nil, key: String) {
            self.summary = summary
            self.image = image
            self.rows = rows
            self.key = key
        }
    }

    /// To one of them, over one channel.
    public struct Row: Hashable, Sendable {
        public let recipient: String
        /// "push · from 25 January 2026, 18:00"
        public let detail: String
        public let state: OperatorItem.State
        public let sentence: String

        public init(recipient: String, detail: String, state: OperatorItem.State, sentence: String) {
            self.recipient = recipient
            self.detail = detail
            self.state = state
            self.sentence = sentence
        }
    }

    public init(values: [Field: String], faults: [Field: String] = [:], apps: [Choice], channels: [Choice], preview: Preview? = nil) {
        self.values = values
        self.faults = faults
        self.apps = apps
        self.channels = channels
        self.preview = preview
    }
}

/// The whole document. Nothing of it changes by itself, so that what is typed stays.
public func page(_ view: ComposePage, in frame: PageFrame, part: PagePart = .whole) -> String {
    let words = frame.words
    let form = ComposeForm(view: view, words: words)
    let rest: HTML = """
        \(view.preview.map { preview($0, of: view, frame) })
        \(section("compose", words(ComposeWord.message), body: """
            <form class="fields" method="post" action="/send">\(tokenField(frame))
            \(form.fields)
            <div class="actions"><button id="preview-it"\(view.preview == nil ? " class=\"main\"" : nil) name="\(ComposePage.Step.field)" \
            value="\(ComposePage.Step.preview.rawValue)">\(words(ComposeWord.preview))</button></div></form>
            """))
        """
    return FramedPage(heading: words(FrameWord.send), lead: "<p>\(words(ComposeWord.lead))</p>", live: "", rest: rest).text(in: frame, part: part)
}

/// What it shows is what is sent: the form of its button carries all of it.
private func preview(_ preview: ComposePage.Preview, of view: ComposePage, _ frame: PageFrame) -> HTML {
    let words = frame.words
    let rows = preview.rows.map { row -> HTML in
        """
        <li><p class="line"><b><bdi>\(row.recipient)</bdi></b>\(Mark(row.state.shape, word: row.state.text).html)</p>\
        <p class="aside">\(row.detail)</p><p class="why">\(row.sentence)</p></li>
        """
    }
    let hidden = ComposePage.Field.allCases.compactMap { field in
        view.values[field].map { "<input type=\"hidden\" name=\"\(field.rawValue)\" value=\"\($0)\">" as HTML }
    }
    let body: HTML = """
        \(preview.image.map { figure(of: $0) })
        \(preview.summary.map { "<p>\($0)</p>" as HTML })
        <form class="actions" method="post" action="/send">\(tokenField(frame))\(hidden)\
        <input type="hidden" name="\(ComposePage.keyField)" value="\(preview.key)">\
        <button id="send-it" class="main" name="\(ComposePage.Step.field)" value="\(ComposePage.Step.send.rawValue)">\(words(ComposeWord.send))</button></form>
        \(rows.isEmpty ? nil : "<ul class=\"rows lines\">\(rows)</ul>" as HTML)
        """
    return section("outcome", words(ComposeWord.previewTitle), body: body)
}

/// The fields, each with its label, its hint and what is wrong with it.
private struct ComposeForm {
    let view: ComposePage
    let words: PageWords

    private typealias Field = ComposePage.Field

    var fields: [HTML] {
        let targets = zip(ComposePage.Target.allCases, [ComposeWord.person, .family, .rota, .audience]).map { choice($0.rawValue, $1) }
        let moments = zip(ComposePage.When.allCases, [ComposeWord.now, .atMoment]).map { choice($0.rawValue, $1) }
        let severities = Severity.allCases.map { ComposePage.Choice(value: $0.rawValue, name: Phrases.name(of: $0, in: words.language)) }
        return [
            select(.target, words(ComposeWord.toWhat), targets),
            input(.to, words(ComposeWord.name), hint: .nameHint, extra: " maxlength=\"128\" dir=\"ltr\" autocomplete=\"off\" spellcheck=\"false\" required"),
            select(.app, words(OperatorWord.pauseApp), view.apps, hint: .appHint),
            input(.title, words(ComposeWord.title), extra: " maxlength=\"256\" autocomplete=\"off\" dir=\"auto\""),
            text(.body, words(ComposeWord.body), extra: " maxlength=\"4096\" rows=\"5\" dir=\"auto\""),
            input(.image, words(ComposeWord.image), type: "url", hint: .imageHint, extra: " maxlength=\"2048\" dir=\"ltr\" autocomplete=\"off\""),
            input(.imageAlt, words(ComposeWord.imageAlt), hint: .imageAltHint, extra: " maxlength=\"200\" autocomplete=\"off\" dir=\"auto\""),
            select(.severity, words(ComposeWord.severity), severities),
            select(.when, words(ComposeWord.when), moments),
            input(.at, words(ComposeWord.moment), type: "datetime-local", hint: .momentHint),
            select(.channel, words(ComposeWord.channel), view.channels, hint: .channelHint),
        ]
    }

    private func choice(_ value: String, _ word: ComposeWord) -> ComposePage.Choice { ComposePage.Choice(value: value, name: words(word)) }

    private func input(_ field: Field, _ label: String, type: String = "text", hint: ComposeWord? = nil, extra: HTML? = nil) -> HTML {
        wrapped(
            field, label, hint,
            "<input id=\"compose-\(field.rawValue)\" type=\"\(type)\" name=\"\(field.rawValue)\" value=\"\(view.values[field] ?? "")\"\(extra)\(said(field, hint))>")
    }

    private func text(_ field: Field, _ label: String, extra: HTML) -> HTML {
        // A line break at its beginning is none of the text (HTML, "The textarea element").
        wrapped(
            field, label, nil,
            "<textarea id=\"compose-\(field.rawValue)\" name=\"\(field.rawValue)\"\(extra)\(said(field, nil))>\n\(view.values[field] ?? "")</textarea>")
    }

    private func select(_ field: Field, _ label: String, _ choices: [ComposePage.Choice], hint: ComposeWord? = nil) -> HTML {
        let options = choices.map { choice -> HTML in
            "<option value=\"\(choice.value)\"\(choice.value == view.values[field] ? " selected" : nil)>\(choice.name)</option>"
        }
        return wrapped(
            field, label, hint, "<select id=\"compose-\(field.rawValue)\" name=\"\(field.rawValue)\"\(said(field, hint))>\(options)</select>")
    }

    private func wrapped(_ field: Field, _ label: String, _ hint: ComposeWord?, _ control: HTML) -> HTML {
        let id = field.rawValue
        let hint: HTML? = hint.map { "<span class=\"aside\" id=\"hint-of-\(id)\">\(words($0))</span>" }
        let fault: HTML? = view.faults[field].map { "<span class=\"fault\" id=\"fault-of-\(id)\">\($0)</span>" }
        return "<p><label for=\"compose-\(id)\">\(label)</label>\(control)\(hint)\(fault)</p>"
    }

    /// What is read out with the field.
    private func said(_ field: Field, _ hint: ComposeWord?) -> HTML? {
        let isFaulty = view.faults[field] != nil
        let ids = [isFaulty ? "fault-of-\(field.rawValue)" : nil, hint == nil ? nil : "hint-of-\(field.rawValue)"].compactMap(\.self)
        guard !ids.isEmpty else { return nil }
        return "\(isFaulty ? " aria-invalid=\"true\"" : nil) aria-describedby=\"\(ids.joined(separator: " "))\""
    }
}
