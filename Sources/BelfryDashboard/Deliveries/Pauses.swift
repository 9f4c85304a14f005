import BelfryModel
import BelfryPhrases

/// What an operator has stopped from being told, and may let go again.
public struct PauseLine: Hashable, Sendable {
    /// Its identifier; nil where it is everything.
    public let app: String?
    /// "since 25 January 2026, 12:00 · until it is resumed"
    public let text: String
    /// Who paused it; nil where they didn't say.
    public let operatorName: String?
    public let why: String?

    public init(app: String?, text: String, operatorName: String?, why: String?) {
        self.app = app
        self.text = text
        self.operatorName = operatorName
        self.why = why
    }
}

/// For how long something can be paused on the page; the command and the API know any other length.
public enum PauseLength: String, CaseIterable, Sendable {
    case hour, fourHours = "four_hours", untilResumed = "until_resumed"

    /// Nil where somebody has to resume it.
    public var duration: Duration? {
        switch self {
        case .hour: .seconds(3600)
        case .fourHours: .seconds(4 * 3600)
        case .untilResumed: nil
        }
    }
}

/// What the page's form has beside its token, and the buttons to resume.
public enum PauseField: String, Sendable {
    case app = "app_id", all, length = "for", exceptsCritical = "except_critical", why
    /// Of a box that is ticked, and of ``all``.
    public static let yes = "true"
}

/// Nothing where nothing is paused.
func pauseList(_ pauses: [PauseLine], _ frame: PageFrame) -> HTML? {
    guard !pauses.isEmpty else { return nil }
    return section("pauses", frame.words(OperatorWord.paused), body: "<ul>\(pauses.map { pause($0, frame) })</ul>")
}

private func pause(_ pause: PauseLine, _ frame: PageFrame) -> HTML {
    let words = frame.words
    let name = pause.app ?? words(OperatorWord.everything)
    let field: PauseField = pause.app == nil ? .all : .app
    let said = [pause.operatorName.map { words(OperatorWord.pausedBy, ["name": $0]) }].compactMap(\.self) + [pause.text]
    let resume = words(OperatorWord.resume)
    return """
        <li><p><b><bdi>\(name)</bdi></b></p>\(pause.why.map { "<p dir=\"auto\">\($0)</p>" as HTML })<p class="aside">\(said.joined(separator: " · "))</p>
        <form method="post" action="/page/deliveries/resume">\(tokenField(frame))\
        <input type="hidden" name="\(field.rawValue)" value="\(pause.app ?? PauseField.yes)">\
        <button aria-label="\(resume)\(words.colon)\(name)">\(resume)</button></form></li>
        """
}

/// The first button is what the Return key presses: it stops the least.
func pauseForm(_ frame: PageFrame) -> HTML {
    let words = frame.words
    let lengths = PauseLength.allCases.map { length -> HTML in
        let text = length.duration.map { Phrases.text(of: $0, in: words.language) } ?? words(OperatorWord.untilResumed)
        return "<option value=\"\(length.rawValue)\">\(text)</option>"
    }
    let form: HTML = """
        <p class="aside">\(words(OperatorWord.pauseEffect))</p>
        <form class="fields" method="post" action="/page/deliveries/pause">\(tokenField(frame))
        <p><label for="pause-app">\(words(OperatorWord.pauseApp))</label>\
        <input id="pause-app" name="\(PauseField.app.rawValue)" maxlength="128" dir="ltr" autocomplete="off" spellcheck="false" \
        aria-describedby="pause-app-hint" required><span class="aside" id="pause-app-hint">\(words(OperatorWord.pauseAppHint))</span></p>
        <p><label for="pause-for">\(words(OperatorWord.pauseFor))</label>\
        <select id="pause-for" name="\(PauseField.length.rawValue)">\(lengths)</select></p>
        <p><label for="pause-why">\(words(OperatorWord.pauseWhy))</label>\
        <input id="pause-why" name="\(PauseField.why.rawValue)" maxlength="256" autocomplete="off"></p>
        <div class="check"><input type="checkbox" id="pause-critical" name="\(PauseField.exceptsCritical.rawValue)" value="\(PauseField.yes)" checked>\
        <label for="pause-critical">\(words(OperatorWord.exceptCritical))</label></div>
        <div class="actions"><button id="pause-one">\(words(OperatorWord.pauseOne))</button>\
        <button id="pause-all" name="\(PauseField.all.rawValue)" value="\(PauseField.yes)" class="grave" formnovalidate>\
        \(words(OperatorWord.pauseAll))</button></div></form>
        """
    return section("pause", words(OperatorWord.pauseTitle), body: form)
}
