import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// A homeserver as the account speaks to it: https://spec.matrix.org/v1.15/client-server-api/
struct MatrixClient: Sendable {
    let settings: MatrixSettings
    let exchange: HTTPExchange
    let protection: ProviderProtection

    private static let timeout = Duration.seconds(15)

    /// What is asked for.
    struct Question: Sendable {
        let method: String
        /// Behind `/_matrix/client/v3`, each part as it is.
        let path: [String]
        let body: [UInt8]
        /// Whether it is what is told. Homeservers count that apart from the rest, so that too much of the rest holds back no message.
        let isMessage: Bool

        static func get(_ path: [String]) -> Question { Question(method: "GET", path: path, body: [], isMessage: false) }

        static func post(_ path: [String], _ body: String) -> Question { Question(method: "POST", path: path, body: Array(body.utf8), isMessage: false) }
    }

    enum Failure: Error {
        case refused(MatrixRefusal)
        /// There is no answer.
        case failed(Outcome)
    }

    /// - Parameter notification: what it is asked for.
    /// - Returns: the body of an answer that says yes.
    func ask(_ question: Question, for notification: OutgoingNotification, now: Instant) async throws(Failure) -> [UInt8] {
        try await ask(question, isNew: !notification.hasWaited, isUrgent: notification.delivery.priority == .critical, now: now)
    }

    /// - Parameters: as of ``ProviderProtection/admission(isNew:isUrgent:now:)``.
    func ask(_ question: Question, isNew: Bool, isUrgent: Bool, now: Instant) async throws(Failure) -> [UInt8] {
        if let wait = protection.admission(isNew: isNew, isUrgent: isUrgent, now: now) { throw .failed(wait) }
        var headers = question.method == "GET" ? [:] : ["content-type": "application/json"]
        do {
            headers["authorization"] = try await StandingAuthorization.bearer(settings.accessToken, ifUnreadable: "matrix_token_unreadable").authorization(now: now)
        } catch {
            protection.withdraw(now: now)
            throw .failed(.retry(why: error.why, after: nil))
        }
        let path = question.path.map(Self.encoded).joined(separator: "/")
        let request = ProviderRequest(
            method: question.method, url: "\(settings.homeserver)/_matrix/client/v3/\(path)", headers: headers, body: question.body)
        let response: ProviderResponse
        do {
            response = try await exchange.exchange(request, timeout: Self.timeout)
        } catch {
            let outcome: Outcome =
                switch error {
                case .notSent(let why): .retry(why: why, after: nil)
                case .crowded(let why): .notTried(why: why, after: .seconds(1))
                case .refused(let why): .notTried(why: why, after: .seconds(300))
                case .answerLost(let why): .ambiguous(why: why)
                }
            if case .crowded = error { protection.withdraw(now: now) } else { protection.note(outcome, now: now) }
            throw .failed(outcome)
        }
        if (200..<300).contains(response.status) {
            protection.note(.delivered, now: now)
            return response.body
        }
        let refusal = MatrixRefusal(response, now: now)
        let outcome = refusal.result.outcome
        protection.note(outcome, now: now)
        if case .notTried(_, let length) = outcome, question.isMessage || refusal.code != .tooMany { protection.pause(for: length, now: now) }
        throw .refused(refusal)
    }

    /// RFC 3986, section 2.3: identifiers have signs that mean something in a path.
    private static func encoded(_ part: String) -> String {
        part.utf8.reduce(into: "") { path, byte in
            if byte.isASCIILetterOrDigit || "-._~".utf8.contains(byte) {
                path.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                path += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
    }
}
