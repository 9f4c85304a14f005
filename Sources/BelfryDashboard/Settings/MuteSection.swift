import BelfryPhrases

/// For how long a person mutes everything; the raw value is what its button sends.
public enum MuteChoice: String, CaseIterable, Sendable {
    case hour, morning, open
    /// No longer.
    case end
}

/// Whether a person mutes everything, and the buttons for it.
public struct MuteSection: Hashable, Sendable {
    public let state: State
    /// When a mute until the morning ends, by the person's clock.
    public let morningText: String

    public enum State: Hashable, Sendable {
        case off
        /// Until a moment, as a text.
        case until(String)
        /// Until the person ends it.
        case open
    }

    public init(state: State = .off, morningText: String = "08:00") {
        self.state = state
        self.morningText = morningText
    }

    func html(_ frame: PageFrame) -> HTML {
        let words = frame.words
        let text: String =
            switch state {
            case .off: words(MuteWord.hint)
            case .until(let moment): words(MuteWord.mutedUntil, ["moment": moment])
            case .open: words(MuteWord.mutedOpenly)
            }
        let buttons: [HTML] =
            state == .off
            ? [
                button(.hour, words(MuteWord.hour)), button(.morning, words(MuteWord.morning, ["time": morningText])),
                button(.open, words(MuteWord.open)),
            ] : [button(.end, words(MuteWord.unmute))]
        let body: HTML = """
            <p\(state == .off ? " class=\"aside\"" : nil)>\(text)</p>
            <form class="actions" method="post" action="/page/settings/mute">\(tokenField(frame))\(buttons)</form>
            """
        return section("mute", words(MuteWord.title), body: body)
    }

    private func button(_ choice: MuteChoice, _ name: String) -> HTML {
        "<button name=\"mute\" value=\"\(choice.rawValue)\" id=\"mute-\(choice.rawValue)\">\(name)</button>"
    }
}
