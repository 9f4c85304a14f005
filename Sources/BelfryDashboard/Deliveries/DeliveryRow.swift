import BelfryModel
import BelfryPhrases

/// One delivery with what was decided about it, and why.
public struct DeliveryRow: Hashable, Sendable {
    public let id: String
    /// Whose it is; nil where that needn't be said.
    public let sender: SenderMark?
    public let recipientName: String
    public let memberName: String
    public let channelText: String
    /// What its kind is called, which stands in the list for operators alone; nil where it isn't said.
    public let kind: String?
    /// "Sent", "Held until 07:00"
    public let statusText: String
    /// Chooses the shape beside the text; nil where this version doesn't know it.
    public let status: Delivery.Status?
    /// Nil before the first decision.
    public let reasonSentence: String?
    /// "today, 07:58"; nil before the first decision.
    public let decidedText: String?
    /// "1 attempt"
    public let attemptsText: String
    /// What the provider said last, where an attempt failed.
    public let errorText: String?
    /// What the decision was made from.
    public let inputs: [Input]

    public struct Input: Hashable, Sendable {
        public let name: String
        public let value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    public init(
        id: String, sender: SenderMark? = nil, recipientName: String, memberName: String, channelText: String, kind: String? = nil,
        statusText: String, status: Delivery.Status?,
        reasonSentence: String? = nil, decidedText: String? = nil, attemptsText: String, errorText: String? = nil, inputs: [Input] = []
    ) {
        self.id = id
        self.sender = sender
        self.recipientName = recipientName
        self.memberName = memberName
        self.channelText = channelText
        self.kind = kind
        self.statusText = statusText
        self.status = status
        self.reasonSentence = reasonSentence
        self.decidedText = decidedText
        self.attemptsText = attemptsText
        self.errorText = errorText
        self.inputs = inputs
    }
}

extension DeliveryRow {
    /// Closed, it says what became of it and why; open, from what that was decided.
    ///
    /// - Parameter leadsToStory: whether the reader may open its own page.
    func html(_ words: PageWords, leadsToStory: Bool = false) -> HTML {
        """
        <li><details id="delivery-\(id)"><summary id="summary-of-delivery-\(id)">\
        \(Mark(status, word: statusText).html) \
        <span class="whom"><b>\(words(AlertWord.toWhom, ["name": recipientName]))</b>\(words.comma)\(words(AlertWord.about, ["name": memberName]))</span> \
        <span class="aside">\(sender.map { "\($0.html) · " as HTML })\
        \(channelText)\(leadsToStory ? kind.map { " · \($0)" } : nil)\(decidedText.map { " · \($0)" })</span> \
        <span class="why">\(reasonSentence ?? words(AlertWord.notDecided))</span></summary>
        <div class="decided">
        \(errorText.map { "<p class=\"error\"><b>\(words(AlertWord.lastError))</b> <bdi>\($0)</bdi></p>" })
        <p class="aside">\(attemptsText)</p>
        \(leadsToStory ? "<p><a href=\"/deliveries/\(pathPart(id))\">\(words(OperatorWord.openStory))</a></p>" : nil)
        \(inputs.isEmpty ? "<p class=\"aside\">\(words(AlertWord.noInputs))</p>" : inputList(words))
        </div></details></li>
        """
    }

    private func inputList(_ words: PageWords) -> HTML {
        """
        <h3>\(words(AlertWord.decidedFrom))</h3>
        <dl>\(inputs.map { "<div><dt>\($0.name)</dt><dd>\($0.value)</dd></div>" })</dl>
        """
    }
}
