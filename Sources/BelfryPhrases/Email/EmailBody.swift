import BelfryModel

/// The body of a mail that tells one notification: the same words as plain text and as HTML, with one button of ours at most.
///
/// The HTML asks for nothing from outside, so that opening it tells nobody, but for the sender's logo where that may be loaded, and its picture where that is
/// to be shown; it reads from right to left where the language does, and follows the reader's dark mode.
public struct EmailBody: Hashable, Sendable {
    public let text: String
    public let html: String

    /// - Parameters:
    ///   - link: where our button leads: the operator's own, never a sender's; nil for no button, as to somebody who can't sign in there.
    ///   - actions: what its app offers beside it: buttons of those that lead somewhere, which the operator must allow.
    ///   - image: nil for none; its address, too, is one that the operator allows.
    ///   - showsImage: whether a mail program asks for it; otherwise what it shows is said alone.
    ///   - unsubscribeLink: nil where the person can't unsubscribe, as from a link that they asked for.
    ///   - isForChampion: whether it goes to somebody whom its recipient has named, who is told another reason why.
    ///   - isSignIn: whether somebody asked for its link to sign in by it, and is told that reason.
    ///   - sender: how its app presents itself; nil where it hasn't said so.
    ///   - logo: its picture, which opening the mail may load; nil for none.
    public init(
        _ content: NotificationContent, link: String?, actions: [OfferedAction] = [], image: NotificationImage? = nil, showsImage: Bool = false,
        unsubscribeLink: String?, isForChampion: Bool = false, isSignIn: Bool = false, sender: AppLook? = nil, logo: NotificationLink? = nil
    ) {
        let words = EmailWords.of(content.language)
        let why = isSignIn ? words.signInFooter : isForChampion ? words.championFooter : words.footer
        var buttons: [(title: String, link: String)] = []
        if let link { buttons.append((title: isSignIn ? PageWords(content.language)(FrameWord.signIn) : words.open, link: link)) }
        for action in actions {
            if let link = action.link { buttons.append((title: action.title, link: link.text)) }
        }
        let frame = Frame(sender: sender, logo: logo, why: why, unsubscribeLink: unsubscribeLink)
        text = EmailBody.text(content, words, frame, image: image, buttons: buttons)
        let picture = image.map { showsImage ? EmailBody.picture($0) : "<p>\($0.line)</p>\n" as HTML }
        html = EmailBody.html(content, words, frame, picture: picture, buttons: buttons).text
    }

    /// What stands around the words.
    private struct Frame {
        let sender: AppLook?
        let logo: NotificationLink?
        let why: String
        let unsubscribeLink: String?
    }

    private static func text(
        _ content: NotificationContent, _ words: EmailWords, _ frame: Frame, image: NotificationImage?, buttons: [(title: String, link: String)]
    ) -> String {
        let colon = PageWords(content.language).colon
        var lines = [content.title, "", content.body, ""]
        if let image { lines += [image.line, ""] }
        for button in buttons { lines += [button.title + colon + button.link, ""] }
        // `-- ` alone on a line begins what readers fold away (RFC 3676, section 4.3).
        lines += ["-- ", frame.why]
        if let footer = frame.sender?.footer { lines.append(footer) }
        if let unsubscribeLink = frame.unsubscribeLink { lines.append(words.unsubscribe + colon + unsubscribeLink) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// As wide as there is room for. What it shows stands there in its place where a mail program doesn't ask for it, as most don't at first.
    private static func picture(_ image: NotificationImage) -> HTML {
        "<p><img class=\"picture\" src=\"\(image.url)\" alt=\"\(image.alt)\" width=\"512\"></p>\n"
    }

    /// What comes from senders stands between tags alone, never within one; but for links of actions and addresses of pictures, which are characters of
    /// addresses alone, and what a picture shows, which is escaped.
    private static func html(
        _ content: NotificationContent, _ words: EmailWords, _ frame: Frame, picture: HTML?, buttons: [(title: String, link: String)]
    ) -> HTML {
        let paragraphs: [HTML] = content.body.split(whereSeparator: \.isNewline).map { "<p>\(String($0))</p>\n" }
        let links: [HTML] = buttons.map { "<a class=\"button\" href=\"\($0.link)\">\($0.title)</a>\n" }
        let unsubscribe: HTML? = frame.unsubscribeLink.map { #" <a href="\#($0)">\#(words.unsubscribe)</a>"# }
        return """
            <!DOCTYPE html>
            <html lang="\(content.language.rawValue)" dir="\(content.language.isRightToLeft ? "rtl" : "ltr")">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="supported-color-schemes" content="light dark">
            <title>\(content.title)</title>
            <style>
            :root { color-scheme: light dark; }
            body { margin: 0; padding: 24px 12px; background: #f4f4f6; color: #1b1b1f; font: 16px/1.5 system-ui, sans-serif; }
            .card { max-width: 560px; margin: 0 auto; padding: 24px; background: #ffffff; border-radius: 12px; }
            h1 { margin: 0 0 12px; font-size: 20px; line-height: 1.3; }
            .picture { width: 100%; height: auto; border-radius: 8px; }
            .button { display: inline-block; margin: 12px 0 0; padding: 12px 24px; border-radius: 8px; background: #2f4bc7; color: #ffffff; font-weight: 600; text-decoration: none; }
            .aside { max-width: 560px; margin: 16px auto 0; padding: 0 24px; font-size: 13px; color: #5c5c66; }
            .aside a { color: inherit; }
            \(senderStyle(frame.sender))\
            @media (prefers-color-scheme: dark) {
            body { background: #121214; color: #ececf0; }
            .card { background: #1e1e22; }
            .button { background: #8fa2ff; color: #10121c; }
            .aside { color: #a5a5b0; }
            }
            </style>
            </head>
            <body>
            \(senderLine(frame, in: content.language))\
            <div class="card">
            <h1>\(content.title)</h1>
            \(paragraphs)\(picture)\(links)</div>
            <p class="aside">\(frame.why)\(unsubscribe)</p>
            \(frame.sender?.footer.map { "<p class=\"aside\">\($0)</p>\n" })\
            </body>
            </html>

            """
    }

    /// Its colour with what can be read on it, in the light and in the dark alike.
    private static func senderStyle(_ sender: AppLook?) -> HTML? {
        guard let sender else { return nil }
        let color: HTML? = sender.color.map { " background: \($0.text); color: \($0.textColor.text);" }
        return """
            .sender { max-width: 560px; margin: 0 auto 12px; padding: 12px 24px; border-radius: 12px;\(color) font-weight: 600; }
            .sender img { height: 28px; margin: 0 8px; border: 0; vertical-align: middle; }

            """
    }

    /// Whose mail it is. The picture says no more than the name beside it, so it has no text of its own.
    private static func senderLine(_ frame: Frame, in language: Language) -> HTML? {
        guard let sender = frame.sender else { return nil }
        let picture: HTML? = frame.logo.map { "<img src=\"\($0.text)\" height=\"28\" alt=\"\">" }
        return "<p class=\"sender\">\(picture)<bdi>\(sender.name(in: language))</bdi></p>\n"
    }
}
