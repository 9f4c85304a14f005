import BelfryModel
import BelfryPhrases

/// One delivery's whole story.
public struct DeliveryPage: Hashable, Sendable {
    public let row: DeliveryRow
    /// What it says, in its recipient's words.
    public let title: String
    public let body: String
    /// What would have to be different for another decision; nil where nothing would.
    public let changeText: String?
    /// What happened, the earliest first.
    public let steps: [Step]
    /// How far it came at each address.
    public let transmissions: [Step]
    public let canBeRedriven: Bool
    public let canBeCalledOff: Bool
    /// Whether it waits for a moment that is still to come.
    public let canBeBroughtForward: Bool
    public let canBeTakenBack: Bool
    /// The page of its alert; nil where it is about none.
    public let alertPath: String?

    public struct Step: Hashable, Sendable {
        /// Nil where only that it happened is known.
        public let timeText: String?
        public let text: String
        /// What was said about it; nil where nothing was.
        public let detail: String?
        /// The page of what it names; nil where it names nothing that has one.
        public let path: String?

        public init(timeText: String?, text: String, detail: String? = nil, path: String? = nil) {
            self.timeText = timeText
            self.text = text
            self.detail = detail
            self.path = path
        }
    }

    public init(
        row: DeliveryRow, title: String, body: String, changeText: String?, steps: [Step], transmissions: [Step], canBeRedriven: Bool,
        canBeCalledOff: Bool, canBeBroughtForward: Bool = false, canBeTakenBack: Bool = false, alertPath: String?
    ) {
        self.row = row
        self.title = title
        self.body = body
        self.changeText = changeText
        self.steps = steps
        self.transmissions = transmissions
        self.canBeRedriven = canBeRedriven
        self.canBeCalledOff = canBeCalledOff
        self.canBeBroughtForward = canBeBroughtForward
        self.canBeTakenBack = canBeTakenBack
        self.alertPath = alertPath
    }
}

/// The whole document, or the part that the script fetches again whenever something has changed.
public func page(_ view: DeliveryPage, in frame: PageFrame, part: PagePart = .whole) -> String {
    let words = frame.words
    let redrive: HTML? =
        view.canBeRedriven
        ? """
        <form class="actions" method="post" action="/page/deliveries/\(pathPart(view.row.id))/redrive">\(tokenField(frame))\
        <button id="redrive" data-act="redrive">\(words(OperatorWord.redrive))</button></form>
        """ : nil
    let callOff: HTML? =
        view.canBeCalledOff
        ? """
        <form class="actions" method="post" action="/page/deliveries/\(pathPart(view.row.id))/cancel">\(tokenField(frame))\
        <button id="call-off" class="grave">\(words(OperatorWord.callOff))</button></form>
        """ : nil
    let bringForward: HTML? =
        view.canBeBroughtForward
        ? """
        <form class="actions" method="post" action="/page/deliveries/\(pathPart(view.row.id))/now">\(tokenField(frame))\
        <button id="send-now">\(words(OperatorWord.now))</button></form>
        """ : nil
    let takeBack: HTML? =
        view.canBeTakenBack
        ? """
        <p class="aside">\(words(OperatorWord.takeBackEffect))</p>
        <form class="actions" method="post" action="/page/deliveries/\(pathPart(view.row.id))/retract">\(tokenField(frame))\
        <button id="take-back" class="grave">\(words(OperatorWord.takeBack))</button></form>
        """ : nil
    let live: HTML = """
        <article class="card" aria-labelledby="delivery-title">
        <p class="line">\(Mark(view.row.status, word: view.row.statusText).html)<span class="aside">\(view.row.channelText) · \(view.row.attemptsText)</span></p>
        <h2 class="title" id="delivery-title" dir="auto">\(view.title)</h2><p class="words" dir="auto">\(view.body)</p>
        <p class="aside"><b>\(words(AlertWord.toWhom, ["name": view.row.recipientName]))</b>\(words.comma)\(words(AlertWord.about, ["name": view.row.memberName]))\
        \(view.alertPath.map { " · <a href=\"\($0)\">\(words(InboxWord.openAlert))</a>" as HTML })</p>
        <p class="why">\(view.row.reasonSentence ?? words(AlertWord.notDecided))</p>
        \(view.row.errorText.map { "<p class=\"error\"><b>\(words(AlertWord.lastError))</b> <bdi>\($0)</bdi></p>" as HTML })\
        \(redrive)\(bringForward)\(callOff)\(takeBack)
        </article>
        \(section("story", words(OperatorWord.story), body: steps(view.steps)))
        \(view.transmissions.isEmpty ? nil : section("transmissions", words(OperatorWord.transmissions), body: steps(view.transmissions)))
        \(view.changeText.map { section("changes", words(OperatorWord.changes), body: "<p>\($0)</p>") })
        \(section("inputs", words(AlertWord.decidedFrom), body: view.row.inputs.isEmpty
            ? "<p class=\"aside\">\(words(AlertWord.noInputs))</p>"
            : "<dl>\(view.row.inputs.map { "<div><dt>\($0.name)</dt><dd>\($0.value)</dd></div>" as HTML })</dl>"))
        """
    let lead: HTML = "<p><a href=\"/deliveries\">\(words(OperatorWord.backToList))</a> <code>\(view.row.id)</code></p>"
    return FramedPage(heading: words(OperatorWord.openStory), subject: view.title, lead: lead, live: live).text(in: frame, part: part)
}

private func steps(_ steps: [DeliveryPage.Step]) -> HTML {
    let items = steps.map { step -> HTML in
        let text: HTML = step.path.map { "<a href=\"\($0)\">\(step.text)</a>" } ?? "\(step.text)"
        let detail: HTML? = step.detail.map { "<p class=\"aside\" dir=\"auto\">\($0)</p>" }
        return "<li><p>\(step.timeText.map { "<time>\($0)</time> " as HTML })<b>\(text)</b></p>\(detail)</li>"
    }
    return "<ol class=\"steps\">\(items)</ol>"
}
