/// What Twilio's error codes mean.
///
/// Source: Twilio's Error and Warning Dictionary, https://www.twilio.com/docs/api/errors, for several codes by a copy of it. A code's page says more
/// than its name does: some concern one destination alone. The codes of 30000 and above come with status callbacks, after a message was taken. Since
/// July 2024 what was 21211, 21606 or 21614 comes under codes of its own:
/// https://www.twilio.com/en-us/changelog/updates-to-the-error-code-dictionary-to-clarify-number-validatio
enum TwilioErrors {
    static func meaning(of code: Int?, status: Int) -> RefusalMeaning {
        if let code, let known = table[code] { return known }
        return switch status {
        // A place that isn't there is answered by whoever is there instead: Twilio itself says by a code what it doesn't know.
        case 300..<400,
            404 where code == nil,
            405 where code == nil:
            RefusalMeaning(.pause(.seconds(300)), "this is not Twilio's address; see twilio_endpoint")
        case 401, 403: operatorsToMend
        case 429: RefusalMeaning(.pause(.seconds(60)), "too many requests")
        case 408, 500...: RefusalMeaning(.retry(after: nil), "Twilio has trouble of its own")
        default: RefusalMeaning(.reject, "refused; Twilio's error dictionary says more of the code")
        }
    }

    /// Stable: `twilio_21610`, or `twilio_http_502` where there is no code.
    static func name(_ code: Int?, status: Int) -> String {
        code.map { "twilio_\($0)" } ?? "twilio_http_\(status)"
    }

    /// A fault of the account or its settings. Messages wait while the operator mends it, up to their greatest age.
    private static let operatorsToMend = RefusalMeaning(.pause(.seconds(300)), "the account or its token is refused; see account SID and auth token")

    private static let notActive = RefusalMeaning(.pause(.seconds(300)), "the account is not active")

    /// It is the same for every message, so none is given up for it.
    private static func settingsToMend(_ sentence: String) -> RefusalMeaning { RefusalMeaning(.retry(after: .seconds(900)), sentence) }
    private static let senderToMend = settingsToMend("the sender can't send messages, or isn't the account's; see twilio_from")
    /// It serves other numbers all the same: those that aren't abroad, say.
    private static let senderForOthers = RefusalMeaning(.spare(.seconds(900)), "the sender can't send to this number or its country; see twilio_from")

    static let table: [Int: RefusalMeaning] = [
        // The account
        20003: operatorsToMend,
        10001: notActive,
        20005: notActive,
        20404: RefusalMeaning(.pause(.seconds(300)), "there is no such account at this address; see account SID and endpoint"),
        30002: RefusalMeaning(.pause(.seconds(300)), "the account is suspended"),
        // Too much at once
        14107: RefusalMeaning(.spare(.seconds(60)), "too many messages to this number in a short time"),
        20429: RefusalMeaning(.pause(.seconds(60)), "too many requests"),
        21611: RefusalMeaning(.pause(.seconds(60)), "the sender's queue is full"),
        30001: RefusalMeaning(.retry(after: .seconds(60)), "the queue overflowed"),
        30022: RefusalMeaning(.retry(after: .seconds(60)), "the carrier's rate limit is reached"),
        // Twilio itself
        20500: RefusalMeaning(.retry(after: nil), "Twilio has trouble of its own"),
        20503: RefusalMeaning(.retry(after: nil), "Twilio is not available at present"),
        // What was asked for
        21602: RefusalMeaning(.reject, "the text is missing"),
        21603: RefusalMeaning(.reject, "the sender is missing"),
        21604: RefusalMeaning(.reject, "the recipient is missing"),
        21212: senderToMend,
        21266: RefusalMeaning(.reject, "sender and recipient are the same number"),
        21267: settingsToMend("a trial account sends from numbers alone; see twilio_from"),
        21606: senderForOthers,
        21609: settingsToMend("Twilio can't call back at this address; see public_url"),
        21657: senderForOthers,
        21659: senderForOthers,
        21660: senderToMend,
        21661: senderToMend,
        21709: senderToMend,
        21608: RefusalMeaning(
            .spare(.seconds(900)),
            "a trial account, or one without an approved compliance profile, reaches verified numbers alone; verify this one, or see Twilio's console"),
        21617: RefusalMeaning(.reject, "the text is too long"),
        21408: RefusalMeaning(.spare(.seconds(900)), "the account may not send to this country; allow it in Twilio's console"),
        21612: RefusalMeaning(.reject, "this sender can't reach this number"),
        21701: RefusalMeaning(.pause(.seconds(300)), "there is no such messaging service; see twilio_from"),
        21702: RefusalMeaning(.pause(.seconds(300)), "the messaging service takes no messages at present"),
        21703: RefusalMeaning(.spare(.seconds(900)), "the messaging service has no sender for this number's country; add one in Twilio's console"),
        21704: RefusalMeaning(.pause(.seconds(300)), "the messaging service has no sender; add one in Twilio's console"),
        21705: RefusalMeaning(.pause(.seconds(300)), "the messaging service is none; see twilio_from"),
        // The recipient
        21211: RefusalMeaning(.addressGone, "the number is not valid"),
        21265: RefusalMeaning(.addressGone, "a short code takes no messages of ours"),
        21268: RefusalMeaning(.addressGone, "the number is a premium or information service"),
        21610: RefusalMeaning(.optedOut, "the person has answered STOP"),
        21614: RefusalMeaning(.addressGone, "the number can't take short messages"),
        21635: RefusalMeaning(.addressGone, "the number is a landline"),
        // After it was taken
        30003: RefusalMeaning(.reject, "the handset can't be reached: switched off, or out of range"),
        30004: RefusalMeaning(.reject, "the recipient's carrier or handset blocks it"),
        30005: RefusalMeaning(.addressGone, "the number is unknown and may exist no more"),
        // From a short code of a messaging service a carrier may not be reached that another sender reaches: so it doesn't say that the number is none.
        30006: RefusalMeaning(.reject, "the number is a landline, or its carrier can't be reached from this sender"),
        30007: RefusalMeaning(.reject, "the carrier filtered it as unwanted"),
        30008: RefusalMeaning(.reject, "the carrier says no more than that it failed"),
        30034: RefusalMeaning(.reject, "the sender is not registered for messages to the United States"),
        30036: RefusalMeaning(.reject, "it was of no use any more before Twilio's queue came to it"),
    ]
}
