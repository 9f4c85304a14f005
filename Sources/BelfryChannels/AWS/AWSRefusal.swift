import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// What is common to refusals of AWS, whichever service speaks.
enum AWSRefusal {
    /// What the operator must mend is not hurried.
    static let operatorWait = Duration.seconds(900)

    /// The name of an error, as `MessageRejected`: from a header or a body in JSON, or a body in XML. Its message is not repeated.
    static func code(in response: ProviderResponse) -> String? {
        struct Body: Decodable {
            let __type: String?
            let code: String?
        }
        let named: String?
        if let header = response.headers["x-amzn-errortype"] {
            named = header
        } else if let body = try? JSONDecoder().decode(Body.self, from: Data(response.body)) {
            named = body.__type ?? body.code
        } else {
            named = element("Code", in: response.body)
        }
        // `com.amazonaws.ses#MessageRejected` and `MessageRejected:http://…` both name it.
        let name = named?.split(separator: "#").last?.split(separator: ":").first
        return name.flatMap { $0.utf8.count <= 64 && $0.wholeMatch(of: /[A-Za-z0-9.]+/) != nil ? String($0) : nil }
    }

    /// The text of the first element of a name in a body of XML.
    static func element(_ name: String, in body: [UInt8]) -> String? {
        let text = String(decoding: body, as: UTF8.self)
        guard let start = text.range(of: "<\(name)>"), let end = text.range(of: "</\(name)>", range: start.upperBound..<text.endIndex) else { return nil }
        return String(text[start.upperBound..<end.lowerBound])
    }

    /// What any service may answer; nil where the service's own table decides.
    static func common(_ code: String?, _ response: ProviderResponse, named name: String, now: Instant) -> Outcome? {
        let wait = response.headers["retry-after"].flatMap { RetryAfter.length(of: $0, now: now) }
        let label = "\(name)_\(code ?? String(response.status))"
        switch (response.status, code) {
        case (_, "RequestExpired"), (_, "RequestTimeTooSkewed"):
            return .retry(why: "\(label): this machine's clock is wrong, or the request was long on its way", after: nil)
        case (_, "ExpiredToken"), (_, "ExpiredTokenException"):
            return .retry(why: "\(label): the keys were lent and are over; renew them", after: operatorWait)
        case (403, _), (401, _), (_, "InvalidClientTokenId"), (_, "UnrecognizedClientException"), (_, "SignatureDoesNotMatch"),
            (_, "InvalidSignatureException"):
            return .retry(why: "\(label): AWS refused the keys, or they may not do this; check aws_access_key_id and the user's rights", after: operatorWait)
        case (429, _), (_, "Throttling"), (_, "ThrottlingException"), (_, "ThrottledException"), (_, "TooManyRequestsException"):
            return .retry(why: "\(label): too many requests", after: wait)
        case (408, _), (500...599, _), (_, "RequestTimeout"), (_, "RequestTimeoutException"):
            return .retry(why: "\(label): AWS has trouble of its own", after: wait)
        // AWS itself names what it doesn't find.
        case (300..<400, _), (404, nil), (405, nil):
            return .retry(why: "\(label): this is not AWS's address; check aws_region and aws_endpoint", after: operatorWait)
        default: return nil
        }
    }
}
