import BelfryPhrases

/// For how long a person mutes everything; the raw value is what its button sends.
public enum MuteChoice: String, CaseIterable, Sendable {
    case hour, morning, open
    /// No longer.
    case end
}

/// For how long a person mutes one category; the raw value begins what its button sends, the category follows behind a colon.
public enum CategoryMuteChoice: String, CaseIterable, Sendable {
    case hours, morning
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
            <div class="actions">\(defaultButton(words))\(buttons)</div>
            """
        return section("mute", words(MuteWord.title), body: body)
    }

    /// What the Enter key in a field presses: the first button of a form (HTML, "implicit submission"). Without this one that would be a mute.
    private func defaultButton(_ words: PageWords) -> HTML {
        """
        <button form="\(SettingsPage.formID)" name="step" value="preview" class="first-button" tabindex="-1" aria-hidden="true">\
        \(words(SettingsWord.previewHint))</button>
        """
    }

    /// Of the form below, so that what was typed there and isn't saved yet goes with it and comes back; whether that can be used doesn't count.
    private func button(_ choice: MuteChoice, _ name: String) -> HTML {
        """
        <button form="\(SettingsPage.formID)" formaction="/page/settings/mute" formnovalidate name="mute" value="\(choice.rawValue)" \
        id="mute-\(choice.rawValue)">\(name)</button>
        """
    }
}
