import BelfryModel
import Foundation

/// The words by which people end and resume messages: a message that is nothing but one of them counts.
///
/// Source: the English ones are those that Twilio, and carriers in North America, act upon
/// (https://help.twilio.com/articles/223134027); the others say the same in the languages in which Belfry speaks to people.
enum OptOutWords {
    /// What a person wants by a message; nil where it says something else.
    static func wish(in message: String) -> AddressFate? {
        // A longer text is no such word, and isn't worth folding.
        guard message.utf8.count <= 64 else { return nil }
        let word = folded(message)
        if stop.contains(word) { return .optedOut }
        if start.contains(word) { return .optedIn }
        return nil
    }

    /// Letters and digits alone, in lower case, without accents.
    private static func folded(_ text: String) -> String {
        let plain = text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: Locale(identifier: "en_US_POSIX"))
        return String(String.UnicodeScalarView(plain.unicodeScalars.filter(CharacterSet.alphanumerics.contains)))
    }

    private static let stop = Set(
        [
            "stop", "stopall", "unsubscribe", "cancel", "end", "quit", "revoke", "optout",
            "stopp", "abmelden", "abbestellen", "arret", "arreter", "desabonner", "alto", "parar", "baja", "cancelar", "dur", "durdur", "iptal",
            "توقف", "إيقاف", "الغاء",
        ].map(folded))
    private static let start = Set(
        ["start", "unstop", "subscribe", "optin", "anmelden", "demarrer", "reprendre", "iniciar", "alta", "basla", "baslat", "ابدأ", "اشتراك"].map(folded))
}
