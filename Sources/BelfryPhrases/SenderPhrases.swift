import BelfryModel

extension Phrases {
    /// A title behind the name of whose it is: `Shop: It is on its way`.
    ///
    /// Programs that show it have a line run as its first letter does. Of a name that runs another way than the title that would be the name's, so it stands
    /// in an isolate, which is passed over there (UAX #9, P2). An app's title may run another way than the reader's language.
    ///
    /// - Parameter sender: on one line, without marks that turn text round, as ``AppLook/name(in:)``.
    public static func title(_ title: String, of sender: String, in language: Language) -> String {
        guard !title.isEmpty else { return sender }
        let isRightToLeft = language.isRightToLeft || TypedText.runsRightToLeft(title)
        return TypedText.isolated(sender, isAmongRightToLeft: isRightToLeft) + PageWords(language).colon + title
    }
}
