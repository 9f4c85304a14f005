/// What Twilio's refusals of a call mean.
///
/// Source: Twilio's Error and Warning Dictionary, https://www.twilio.com/docs/api/errors: each code has a page of its own there. What concerns the account
/// is the same as for its messages.
enum TwilioVoiceErrors {
    static func meaning(of code: Int?, status: Int) -> RefusalMeaning {
        code.flatMap { table[$0] } ?? TwilioErrors.meaning(of: code, status: status)
    }

    /// Stable: `twilio_voice_21215`, or `twilio_voice_http_502` where there is no code.
    static func name(_ code: Int?, status: Int) -> String {
        code.map { "twilio_voice_\($0)" } ?? "twilio_voice_http_\(status)"
    }

    /// It is the same for every call, so none is given up for it.
    private static func settingsToMend(_ sentence: String) -> RefusalMeaning { RefusalMeaning(.retry(after: .seconds(900)), sentence) }
    private static let callerToMend = settingsToMend("the number that calls isn't the account's, or not verified; see twilio_voice_from")
    private static let addressToMend = settingsToMend("Twilio can't ask at this address what is to be said; see public_url")
    private static let countryNotAllowed = RefusalMeaning(
        .spare(.seconds(900)), "the account may not call this country; allow it under the geographic permissions for voice in Twilio's console")
    private static let premium = RefusalMeaning(.addressGone, "the number is a premium service")
    private static let notValid = RefusalMeaning(.addressGone, "the number is not valid")
    private static let blocked = RefusalMeaning(.spare(.seconds(900)), "Twilio calls this number from no account, or not from this one")

    static let table: [Int: RefusalMeaning] = [
        // The account
        10004: RefusalMeaning(.pause(.seconds(30)), "as many calls as the account may have at once"),
        10005: RefusalMeaning(.pause(.seconds(300)), "the account may not call at all; see Twilio's console"),
        // What was asked for
        21201: RefusalMeaning(.reject, "whom to call is missing"),
        21205: addressToMend,
        21609: addressToMend,
        21210: callerToMend,
        21212: callerToMend,
        21213: callerToMend,
        // The recipient
        21202: premium,
        21203: countryNotAllowed,
        21215: countryNotAllowed,
        13227: countryNotAllowed,
        32205: countryNotAllowed,
        21211: notValid,
        21217: notValid,
        13224: notValid,
        21214: RefusalMeaning(.reject, "the number can't be reached"),
        21216: blocked,
        13225: blocked,
        21219: RefusalMeaning(.spare(.seconds(900)), "a trial account calls verified numbers alone; verify this one in Twilio's console"),
    ]
}
