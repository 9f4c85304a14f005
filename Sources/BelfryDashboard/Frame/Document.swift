import BelfryModel
import BelfryPhrases

/// What every page has around its body. No inline script and no inline style, so that ``Assets/contentSecurityPolicy`` can forbid both.
///
/// - Parameter formToken: what every post of the session must carry, for the script; nil where nobody is signed in.
func document(title: String, body: HTML, hasScript: Bool, language: Language = .english, formToken: String? = nil) -> String {
    let html: HTML = """
        <!DOCTYPE html>
        <html lang="\(language.rawValue)" dir="\(language.isRightToLeft ? "rtl" : "ltr")">
        <head>
        <meta charset="utf-8">
        <title>\(title)</title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        \(formToken.map { "<meta name=\"belfry-form-token\" content=\"\($0)\">" })
        <link rel="icon" href="/assets/belfry.svg" type="image/svg+xml">
        <link rel="apple-touch-icon" href="/assets/belfry.png">
        <link rel="manifest" href="/assets/belfry.webmanifest">
        <link rel="stylesheet" href="/assets/belfry.css">
        \(hasScript ? "<script src=\"/assets/belfry.js\" defer></script>\n<script src=\"/assets/belfry-push.js\" defer></script>\n<script src=\"/assets/belfry-start.js\" defer></script>" : nil)
        </head>
        <body>
        \(body)
        </body>
        </html>

        """
    return html.text
}

/// The bell before the name.
let bell: HTML = """
    <svg class="bell" viewBox="0 0 24 24" aria-hidden="true"><path d="\(bellPath)"/></svg>
    """

let bellPath =
    "M12 2a1.6 1.6 0 0 1 1.6 1.6v.6A6.4 6.4 0 0 1 18.4 10.4c0 4 1 5.6 2.2 6.8H3.4c1.2-1.2 2.2-2.8 2.2-6.8"
    + "A6.4 6.4 0 0 1 10.4 4.2v-.6A1.6 1.6 0 0 1 12 2ZM9.6 19h4.8a2.4 2.4 0 0 1-4.8 0Z"
