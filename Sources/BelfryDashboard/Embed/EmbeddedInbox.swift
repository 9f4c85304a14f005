import BelfryModel
import BelfryPhrases

extension Assets {
    /// The module that defines `<belfry-inbox>`, with its words in every language: it needs nothing but the API.
    ///
    /// - Parameter linkOrigins: where links may lead beside the page that it is on.
    public static func embeddedInbox(linkOrigins: LinkOrigins) -> Asset {
        let languages = Language.allCases.map { "\($0.rawValue): \(embeddedWords(PageWords($0)))" }
        // Origins have neither quotation marks nor backslashes.
        let origins = linkOrigins.names.map { "'\($0)'" }
        return Asset(
            path: "/embed/inbox.js", mediaType: "text/javascript; charset=utf-8",
            text: """
                const languages = {
                  \(languages.joined(separator: ",\n  ")),
                };
                const linkOrigins = [\(origins.joined(separator: ", "))];
                const bellPath = '\(bellPath)';
                const css = `
                \(inboxElementStyles)`;

                \(inboxElement)
                """)
    }

    /// An object of JavaScript. A text beside a number has its forms, and places for values stay as they are: the element fills them in.
    private static func embeddedWords(_ words: PageWords) -> String {
        func text(_ word: some PageWord) -> String { word.texts.text(in: words.language) }
        var writer = FlatJSON.Writer()
        writer.add("inbox", text(FrameWord.inbox))
        writer.add("unread", text(DeliveryWord.unread))
        writer.add("new", text(DeliveryWord.new))
        writer.add("news", text(FrameWord.newMessages))
        writer.add("empty", text(EmbedWord.empty))
        writer.add("lost", text(FrameWord.reconnecting))
        writer.add("ended", text(EmbedWord.ended))
        writer.add("again", text(FrameWord.again))
        writer.add("close", text(EmbedWord.close))
        writer.add("older", text(OperatorWord.older))
        writer.add("markRead", text(DeliveryWord.markRead))
        writer.add("markUnread", text(InboxWord.markUnread))
        writer.add("markAllRead", text(InboxWord.markReadThrough))
        writer.add("later", text(InboxWord.later))
        writer.add("in_1_hour", text(InboxWord.inAnHour))
        writer.add("this_evening", text(InboxWord.thisEvening))
        writer.add("tomorrow_morning", text(InboxWord.tomorrowMorning))
        writer.add("archive", text(InboxWord.archiveIt))
        writer.add("undo", text(AlertWord.undo))
        writer.add("openLink", text(InboxWord.openLink))
        writer.add("withdrawn", text(DeliveryWord.withdrawnTitle))
        writer.add("replaced", text(DeliveryWord.replacedTitle))
        writer.add("attention", Phrases.name(of: .attention, in: words.language))
        writer.add("critical", Phrases.name(of: .critical, in: words.language))
        writer.add("doneByOther", text(InboxWord.doneByOther))
        writer.add("doneByName", text(InboxWord.doneByName))
        writer.add("doneActed", text(InboxWord.doneActed))
        writer.add("doneReadAll", text(InboxWord.doneReadThrough))
        writer.add("done_read", text(DeliveryWord.doneRead))
        writer.add("done_unread", text(InboxWord.doneUnread))
        writer.add("done_archive", text(InboxWord.doneArchive))
        writer.add("done_unarchive", text(InboxWord.doneUnarchive))
        writer.add("done_later", text(InboxWord.doneLater))
        writer.add("done_back", text(InboxWord.doneUnarchive))
        writer.add("failed", text(FrameWord.failed))
        writer.add("unreachable", text(FrameWord.unreachable))
        writer.add("comma", words.comma)
        writer.add("colon", words.colon)
        return writer.finish()
    }
}
