import BelfryModel

// What is said beside the words of other programs that report something: an alert is over, or there are many.

extension Phrases {
    /// A title of what was reported before, now that it is over: `Resolved: Disk full`.
    public static func over(_ title: String, in language: Language) -> String {
        overTexts.text(in: language) + TypedText.isolated(title, in: language)
    }

    /// A title of many alerts at once: `HighLatency (500)`.
    ///
    /// - Parameter name: what they have in common; nil where that is nothing.
    public static func heading(ofAlerts name: String?, count: Int, in language: Language) -> String {
        let name = name.map { TypedText.isolated($0, in: language) } ?? alertsTexts.text(in: language)
        return "\(name) (\(LanguageFormat.of(language).text(of: count)))"
    }

    /// How many of them there still are, and how many are over, a line each.
    public static func counts(ofAlertsOpen openCount: Int, over overCount: Int, in language: Language) -> String {
        let format = LanguageFormat.of(language)
        return openTexts.text(in: language) + format.text(of: openCount) + "\n" + overTexts.text(in: language) + format.text(of: overCount)
    }

    private static let overTexts = PageTexts(en: "Resolved: ", ar: "تم الحل: ", de: "Behoben: ", fr: "Résolu : ", es: "Resuelto: ", tr: "Çözüldü: ")
    private static let openTexts = PageTexts(en: "Open: ", ar: "مفتوح: ", de: "Offen: ", fr: "En cours : ", es: "Abierto: ", tr: "Açık: ")
    private static let alertsTexts = PageTexts(en: "Alerts", ar: "تنبيهات", de: "Meldungen", fr: "Alertes", es: "Alertas", tr: "Uyarılar")
}
