import Crypto
import Foundation

extension TwilioSimulator {
    /// How far a message has come, to the address that its sender named; nil where it named none.
    public func status(_ status: String, of message: Message, error code: Int? = nil) -> ProviderCallback? {
        var fields = [
            "MessageSid": message.sid, "SmsSid": message.sid, "MessageStatus": status, "SmsStatus": status, "To": message.to, "AccountSid": Self.accountSID,
            "ApiVersion": "2010-04-01",
        ]
        fields["From"] = message.from
        fields["ErrorCode"] = code.map(String.init)
        // What stands behind `#` says how often to call again: it is neither called nor signed.
        return message.statusCallback.map { Self.callback(fields, to: String($0.prefix { $0 != "#" })) }
    }

    /// A person writes. Twilio itself heeds STOP and START, too.
    public func inbound(_ text: String, from number: String, to url: String) -> ProviderCallback {
        if text == "STOP" { setStopped(true, number) }
        if text == "START" { setStopped(false, number) }
        let digits = String(nextEvent(), radix: 16)
        let sid = "SM" + String(repeating: "f", count: 32 - digits.count) + digits
        return Self.callback(
            [
                "MessageSid": sid, "SmsSid": sid, "SmsStatus": "received", "From": number, "To": Self.number, "Body": text, "NumMedia": "0",
                "NumSegments": "1", "AccountSid": Self.accountSID,
            ], to: url)
    }

    public static let signatureHeader = "x-twilio-signature"

    public static func signature(url: String, fields: [String: String], token: String = authToken) -> String {
        let text = url + fields.sorted { $0.key < $1.key }.map { $0.key + $0.value }.joined()
        let code = HMAC<Insecure.SHA1>.authenticationCode(for: Data(text.utf8), using: SymmetricKey(data: Data(token.utf8)))
        return Data(code).base64EncodedString()
    }

    static func callback(_ fields: [String: String], to url: String) -> ProviderCallback {
        ProviderCallback(
            method: "POST", url: url,
            headers: ["content-type": "application/x-www-form-urlencoded; charset=UTF-8", signatureHeader: signature(url: url, fields: fields)],
            body: Array(form(fields).utf8))
    }

    static func form(_ fields: [String: String]) -> String {
        let unreserved = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\u{0}"..."\u{7F}")).union(CharacterSet(charactersIn: "-._~"))
        return fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "")" }
            .joined(separator: "&")
    }
}
