/// What the codes in ntfy's refusals mean, and its statuses where a code says no more.
///
/// Source: `server/errors.go` of ntfy 2.13, https://docs.ntfy.sh/publish/#authentication and https://docs.ntfy.sh/publish/#limitations. A refusal is
/// `{"code": 42901, "http": 429, "error": …, "link": …}`. ntfy itself sends no `Retry-After`; a proxy before it may.
enum NtfyErrors {
    static func meaning(of code: Int?, status: Int) -> RefusalMeaning {
        if let code, let known = table[code] { return known }
        return switch status {
        case 300..<400, 404, 405: RefusalMeaning(.pause(.seconds(300)), "this is not the root of an ntfy server; see ntfy_url")
        case 401: RefusalMeaning(.pause(.seconds(300)), "the server doesn't know the token, or the user with this password; see ntfy_token")
        // Of one topic: anybody may name one that is another's, and that must not stop what goes to others.
        case 403: RefusalMeaning(.spare(.seconds(900)), "nobody may publish to this topic by this login; see ntfy_token and the server's access list")
        case 429: RefusalMeaning(.pause(.seconds(60)), "too many requests")
        case 408, 500...: RefusalMeaning(.retry(after: nil), "the server has trouble of its own")
        default: RefusalMeaning(.reject, "refused; the list of ntfy's errors says more")
        }
    }

    /// Stable: `ntfy_42901`, or `ntfy_http_502` where there is no code.
    static func name(_ code: Int?, status: Int) -> String {
        code.map { "ntfy_\($0)" } ?? "ntfy_http_\(status)"
    }

    static let table: [Int: RefusalMeaning] = [
        // Too much at once. Where nothing else is set, one more passes after 5 seconds.
        42901: RefusalMeaning(.pause(.seconds(5)), "more requests at once than the server takes; see its visitor-request-limit settings"),
        // The server begins a new day at midnight in UTC.
        42908: RefusalMeaning(.pause(.seconds(900)), "as many messages as the server takes in a day"),
        42909: RefusalMeaning(.pause(.seconds(60)), "too many requests with a wrong login"),
        // Topics that are there already go on.
        42904: RefusalMeaning(.spare(.seconds(900)), "the server has as many topics as it may have; see its global-topic-limit"),
        // What was asked for
        40009: RefusalMeaning(.reject, "the server takes no such name for a topic"),
        40010: RefusalMeaning(.reject, "the server doesn't allow a topic of this name"),
        40014: RefusalMeaning(.reject, "longer than the server's message-size-limit"),
        41301: RefusalMeaning(.reject, "longer than the server's message-size-limit"),
        41303: RefusalMeaning(.reject, "longer than the server's message-size-limit"),
    ]
}
