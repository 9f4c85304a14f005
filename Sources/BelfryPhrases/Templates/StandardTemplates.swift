import BelfryModel

/// Belfry's own templates, each language made ready when it is first spoken.
enum StandardTemplates {
    static func of(_ language: Language) -> [String: Template] {
        switch language {
        case .english: english
        case .arabic: arabic
        case .german: german
        case .french: french
        case .spanish: spanish
        case .turkish: turkish
        }
    }

    private static let english = ready(englishTexts)
    private static let arabic = ready(arabicTexts)
    private static let german = ready(germanTexts)
    private static let french = ready(frenchTexts)
    private static let spanish = ready(spanishTexts)
    private static let turkish = ready(turkishTexts)

    /// One that can't be used is left out, so that English is spoken; the tests hold every one of them to be fit.
    private static func ready(_ texts: [String: String]) -> [String: Template] {
        texts.reduce(into: [:]) { templates, text in templates[text.key] = try? Template(text.value, named: text.key) }
    }
}
