import BelfryPorts
import BelfryTime
import Foundation

/// What a homeserver says in a refusal. Its own sentence is read by nobody: it may quote a person.
///
/// Source: https://spec.matrix.org/v1.15/client-server-api/#standard-error-response
struct MatrixRefusal: Hashable {
    let status: Int
    /// Nil where it isn't a homeserver's, or one that says nothing to us.
    let code: Code?
    let retryAfter: Duration?

    enum Code: String, Decodable {
        case unknownToken = "M_UNKNOWN_TOKEN"
        case missingToken = "M_MISSING_TOKEN"
        case deactivated = "M_USER_DEACTIVATED"
        case locked = "M_USER_LOCKED"
        case suspended = "M_USER_SUSPENDED"
        case noConsent = "M_CONSENT_NOT_GIVEN"
        case noResources = "M_RESOURCE_LIMIT_EXCEEDED"
        case tooMany = "M_LIMIT_EXCEEDED"
        case forbidden = "M_FORBIDDEN"
        case badState = "M_BAD_STATE"
        case notFound = "M_NOT_FOUND"
        case unknown = "M_UNKNOWN"
        case unrecognized = "M_UNRECOGNIZED"
        case tooLarge = "M_TOO_LARGE"
    }

    init(_ response: ProviderResponse, now: Instant) {
        let answer = try? JSONDecoder().decode(Answer.self, from: Data(response.body))
        status = response.status
        code = answer.flatMap { Code(rawValue: $0.errcode) }
        // Milliseconds, which the header says in seconds since 1.10 of the specification.
        let told = answer?.retry_after_ms.map { RetryAfter.bounded(.milliseconds(Int64(min(max($0, 0), 86_400_000)))) }
        retryAfter = told ?? response.headers["retry-after"].flatMap { RetryAfter.length(of: $0, now: now) }
    }

    private struct Answer: Decodable {
        let errcode: String
        let retry_after_ms: Double?
    }

    /// Stable: `matrix_forbidden`, or `matrix_http_502` where there is no word for it.
    var name: String { "matrix_" + (code.map { String($0.rawValue.dropFirst("M_".count)).lowercased() } ?? "http_\(status)") }

    /// What it means whatever was asked for.
    var meaning: RefusalMeaning {
        switch code {
        case .unknownToken, .missingToken: RefusalMeaning(.pause(.seconds(300)), "the homeserver doesn't know the token; see matrix_access_token")
        case .deactivated, .locked, .suspended, .noConsent, .noResources:
            RefusalMeaning(.pause(.seconds(300)), "the homeserver lets the account do nothing at present; see its administration")
        case .tooMany: RefusalMeaning(.pause(.seconds(5)), "more than the homeserver lets the account do")
        case .forbidden, .badState: RefusalMeaning(.reject, "the account may not do that there")
        case .notFound: RefusalMeaning(.reject, "there is no such thing on the homeserver")
        case .tooLarge: RefusalMeaning(.reject, "the message is longer than a homeserver takes")
        case .unrecognized: Self.foreign
        case .unknown, nil: Self.meaning(of: status, isHomeservers: code != nil)
        }
    }

    private static let foreign = RefusalMeaning(.pause(.seconds(300)), "this is not a homeserver's address; see matrix_homeserver")

    private static func meaning(of status: Int, isHomeservers: Bool) -> RefusalMeaning {
        switch status {
        case 408, 500...: RefusalMeaning(.retry(after: nil), "the homeserver has trouble of its own")
        case 429: RefusalMeaning(.pause(.seconds(5)), "more than the homeserver lets the account do")
        case ..<400, 401, 403, 404, 405: isHomeservers ? RefusalMeaning(.reject, "refused: the homeserver says no more") : foreign
        default: RefusalMeaning(.reject, "refused: the homeserver doesn't take that")
        }
    }

    /// As what became of a message.
    var result: SendResult { result(meaning) }

    /// - Parameter meaning: of what was asked for, where that says more than its code.
    func result(_ meaning: RefusalMeaning) -> SendResult { meaning.result(code: name, retryAfter: retryAfter) }
}
