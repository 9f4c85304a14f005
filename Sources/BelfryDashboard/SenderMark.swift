import BelfryModel
import BelfryPhrases

/// Whose a row is, where a page shows what several apps told.
public struct SenderMark: Hashable, Sendable {
    public let name: String
    public let color: WebColor?

    public init(name: String, color: WebColor? = nil) {
        self.name = name
        self.color = color
    }

    /// The name in the page's own colour, so that it is read on light and dark pages alike; the app's is a dot before it, with a ring where it would not
    /// show. Its `fill` is an attribute of SVG and no style, which pages forbid.
    var html: HTML {
        let dot: HTML? = color.map { color in
            """
            <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">\
            <circle cx="5" cy="5" r="4.5" fill="\(color.text)" stroke="currentColor"/></svg>\u{20}
            """
        }
        return "<span class=\"sender\">\(dot)<bdi>\(name)</bdi></span>"
    }
}
