import Crypto
import Foundation

extension WhatsAppSimulator {
    /// How far a message has come: `sent`, `delivered`, `read` or `failed`.
    public func status(_ status: String, of message: Message, error code: Int? = nil, to url: String) -> ProviderCallback {
        var object: [String: Any] = ["id": message.id, "status": status, "timestamp": String(now()), "recipient_id": message.to]
        object["biz_opaque_callback_data"] = message.callbackData
        if let code { object["errors"] = [["code": code, "title": "simulated", "message": "simulated", "href": "https://developers.facebook.com/"]] }
        return callback(["statuses": [object]], to: url)
    }

    /// A person writes.
    public func inbound(_ text: String, from number: String, to url: String) -> ProviderCallback {
        let id = noteInbound(from: number)
        return callback(["messages": [["from": number, "id": id, "timestamp": String(now()), "type": "text", "text": ["body": text]]]], to: url)
    }

    /// A person presses a button for a quick reply.
    public func press(_ payload: String, text: String, from number: String, to url: String) -> ProviderCallback {
        let id = noteInbound(from: number)
        return callback(
            ["messages": [["from": number, "id": id, "timestamp": String(now()), "type": "button", "button": ["payload": payload, "text": text]]]], to: url)
    }

    /// Meta checks the address.
    public func challenge(_ challenge: String, verifyToken: String = verifyToken, to url: String) -> ProviderCallback {
        ProviderCallback(
            method: "GET", url: "\(url)?hub.mode=subscribe&hub.challenge=\(challenge)&hub.verify_token=\(verifyToken)", headers: [:], body: [])
    }

    public static let signatureHeader = "x-hub-signature-256"

    public static func signature(of body: [UInt8], secret: String = appSecret) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Data(body), using: SymmetricKey(data: Data(secret.utf8)))
        return "sha256=" + code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private func callback(_ value: [String: Any], to url: String) -> ProviderCallback {
        var value = value
        value["messaging_product"] = "whatsapp"
        value["metadata"] = ["display_phone_number": "15550783881", "phone_number_id": Self.phoneNumberID]
        let document: [String: Any] = [
            "object": "whatsapp_business_account", "entry": [["id": "102290129340398", "changes": [["field": "messages", "value": value]]]],
        ]
        let data = (try? JSONSerialization.data(withJSONObject: document, options: [.sortedKeys])) ?? Data()
        let body = Array(Self.escaped(String(decoding: data, as: UTF8.self)).utf8)
        return ProviderCallback(
            method: "POST", url: url, headers: ["content-type": "application/json", Self.signatureHeader: Self.signature(of: body)], body: body)
    }

    /// Meta escapes whatever is not ASCII, and signs it like that: whoever writes the document anew gets another signature.
    private static func escaped(_ text: String) -> String {
        text.utf16.map { unit in
            guard unit > 0x7E else { return String(UnicodeScalar(UInt8(unit))) }
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }
}
