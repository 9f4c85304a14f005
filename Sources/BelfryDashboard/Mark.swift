import BelfryModel
import BelfryPhrases

/// A word with a shape of its own beside it, so that nobody needs to tell colours apart.
struct Mark {
    let word: String
    let className: String
    /// In a square of 16 by 16.
    let path: String
    /// Drawn as a line, not as an area.
    let isLine: Bool

    var html: HTML {
        """
        <span class="mark \(className)"><svg class="\(isLine ? "line" : "area")" viewBox="0 0 16 16" aria-hidden="true">\
        <path d="\(path)"/></svg>\(word)</span>
        """
    }

    /// A ring, a triangle, a diamond.
    init(_ severity: Severity, _ words: PageWords) {
        className = severity.rawValue
        switch severity {
        case .watch: (word, path, isLine) = (words(AlertWord.watch), "M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11Z", true)
        case .attention: (word, path, isLine) = (words(AlertWord.attention), "M8 1.5 15 14H1Z", false)
        case .critical: (word, path, isLine) = (words(AlertWord.critical), "M8 .5 15.5 8 8 15.5.5 8Z", false)
        }
    }

    /// A triangle as of an alert, an arrow upwards.
    init(_ tone: TrendTone, _ words: PageWords) {
        switch tone {
        case .attention: self = Mark(Severity.attention, words)
        case .celebrate: (word, className, path, isLine) = (words(FamilyWord.goodNews), "good", "M8 14V3M3.5 7.5 8 3l4.5 4.5", true)
        }
    }

    /// A cross of two lines, an arrow, a line.
    init(_ change: SettingsPage.Change.Kind, _ word: String) {
        self.word = word
        isLine = true
        switch change {
        case .added: (className, path) = ("good", "M8 3v10M3 8h10")
        case .moved: (className, path) = ("watch", "M2 8h11M8.5 3.5 13 8l-4.5 4.5")
        case .silenced: (className, path) = ("skipped", "M3 8h10")
        }
    }

    /// A clock, an arrow, a tick, a dash, a cross, two dashes, half a dash; a dot for a status that this version doesn't know.
    init(_ status: Delivery.Status?, word: String) {
        self.word = word
        className = status?.rawValue ?? "unknown"
        isLine = true
        path =
            switch status {
            case .pending: "M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13ZM8 4.5V8l2.5 2"
            case .sending: "M2 8h11M8.5 3.5 13 8l-4.5 4.5"
            case .sent: "M2.5 8.5 6.5 12.5 13.5 4"
            case .skipped: "M3 8h10"
            case .failed: "M3.5 3.5l9 9M12.5 3.5l-9 9"
            case .cancelled: "M3 5h10M3 11h10"
            case .shadow: "M5 8h6"
            case nil: "M8 8h0"
            }
    }
}
