/// What the Cloud API's error codes mean, in an answer and in a status callback.
///
/// Source: https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes
enum WhatsAppErrors {
    static func meaning(of code: Int?, status: Int) -> RefusalMeaning {
        if let code, let known = table[code] { return known }
        // Permissions: 200 to 299, one for each that an app may lack.
        if let code, (200...299).contains(code) { return permission }
        return switch status {
        // A place that isn't there is answered by whoever is there instead: WhatsApp itself says by a code what it doesn't know.
        case 300..<400,
            404 where code == nil,
            405 where code == nil:
            RefusalMeaning(.pause(.seconds(300)), "this is not the Cloud API's address; see whatsapp_endpoint")
        case 401, 403: permission
        case 429: RefusalMeaning(.pause(.seconds(60)), "too many requests")
        case 408, 500...: RefusalMeaning(.retry(after: nil), "WhatsApp has trouble of its own")
        default: RefusalMeaning(.reject, "refused; Meta's list of error codes says more")
        }
    }

    /// Stable: `whatsapp_131047`, or `whatsapp_http_502` where there is no code.
    static func name(_ code: Int?, status: Int) -> String {
        code.map { "whatsapp_\($0)" } ?? "whatsapp_http_\(status)"
    }

    /// A fault of the account or its settings. Messages wait while the operator mends it, up to their greatest age.
    private static let permission = RefusalMeaning(.pause(.seconds(300)), "the app may not send messages from this number; see its permissions and token")
    private static let token = RefusalMeaning(.pause(.seconds(300)), "the access token is no longer valid; make another one")

    static let table: [Int: RefusalMeaning] = [
        // Who is asking
        0: token,
        190: token,
        3: permission,
        10: permission,
        131005: permission,
        // Alone in the list of codes, and beside 100 as the Graph API answers.
        33: RefusalMeaning(.pause(.seconds(300)), "there is no such number, or the app may not use it; see whatsapp_phone_number_id and the token"),
        131037: RefusalMeaning(.pause(.seconds(900)), "the number's display name isn't approved yet; see WhatsApp Manager"),
        133010: RefusalMeaning(.pause(.seconds(300)), "the number is not registered with the Cloud API"),
        131042: RefusalMeaning(.pause(.seconds(900)), "something is wrong with how the account is paid"),
        368: RefusalMeaning(.pause(.seconds(3600)), "the account is blocked for violating a policy"),
        131031: RefusalMeaning(.pause(.seconds(3600)), "the account is locked"),
        // Too much at once
        4: RefusalMeaning(.pause(.seconds(60)), "the app's rate limit is reached"),
        80007: RefusalMeaning(.pause(.seconds(60)), "the account's rate limit is reached"),
        130429: RefusalMeaning(.pause(.seconds(10)), "more messages a second than the number may send"),
        131048: RefusalMeaning(.pause(.seconds(900)), "too many earlier messages were blocked or called unwanted"),
        131056: RefusalMeaning(.spare(.seconds(30)), "too many messages to this person in a short time"),
        // WhatsApp itself
        1: RefusalMeaning(.retry(after: nil), "WhatsApp has trouble of its own"),
        2: RefusalMeaning(.retry(after: nil), "WhatsApp is not available at present"),
        131000: RefusalMeaning(.retry(after: nil), "something went wrong at WhatsApp"),
        131016: RefusalMeaning(.retry(after: nil), "WhatsApp is not available at present"),
        131057: RefusalMeaning(.retry(after: .seconds(300)), "the account is being maintained"),
        133004: RefusalMeaning(.retry(after: nil), "WhatsApp is not available at present"),
        // What was asked for
        100: RefusalMeaning(.reject, "a field of the request is wrong"),
        131008: RefusalMeaning(.reject, "a field of the request is missing"),
        131009: RefusalMeaning(.reject, "a field of the request has a wrong value"),
        131051: RefusalMeaning(.reject, "messages of this type are not supported"),
        132000: RefusalMeaning(.spare(.seconds(900)), "the template has another number of places than it was given; see whatsapp_templates"),
        132001: RefusalMeaning(.spare(.seconds(900)), "there is no such template in this language; see whatsapp_templates"),
        132005: RefusalMeaning(.reject, "the filled template is too long"),
        132007: RefusalMeaning(.reject, "the template violates a policy"),
        132012: RefusalMeaning(.reject, "a place of the template was given another type than it takes"),
        132015: RefusalMeaning(.spare(.seconds(900)), "the template is paused for low quality; wait, or see whatsapp_templates"),
        132016: RefusalMeaning(.spare(.seconds(900)), "the template is disabled for low quality; name another in whatsapp_templates"),
        132018: RefusalMeaning(.reject, "what fills the template can't stand there"),
        // The recipient
        130497: RefusalMeaning(.spare(.seconds(900)), "the account may not send to this country; see Meta's messaging policy"),
        131021: RefusalMeaning(.reject, "sender and recipient are the same number"),
        131026: RefusalMeaning(.reject, "the number can't receive it: it has no WhatsApp, or too old a one"),
        131030: RefusalMeaning(.reject, "a test number reaches listed recipients alone"),
        131047: RefusalMeaning(.reject, "the person did not write within 24 hours, so that only a template may be sent"),
        131049: RefusalMeaning(.spare(.seconds(24 * 3600)), "the person gets no more messages of this kind for now"),
        131050: RefusalMeaning(.optedOut, "the person wants no such messages any more"),
        130472: RefusalMeaning(.reject, "the number takes part in an experiment of Meta's and gets no such messages"),
    ]
}
