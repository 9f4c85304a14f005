import BelfryPorts
import Foundation

/// `application/x-www-form-urlencoded`, as the URL Standard of WHATWG has it in section 5.
enum FormEncoding {
    static let contentType = "application/x-www-form-urlencoded"

    /// Everything but what RFC 3986, section 2.3 leaves alone is percent-encoded, the space too.
    static func encode(_ fields: [(name: String, value: String)]) -> String {
        fields.map { "\(escaped($0.name))=\(escaped($0.value))" }.joined(separator: "&")
    }

    /// Nil where the bytes are no form: a broken escape, or no UTF-8.
    static func decode(_ body: [UInt8]) -> [CallbackRequest.QueryItem]? {
        guard let text = String(validating: body, as: UTF8.self) else { return nil }
        var items: [CallbackRequest.QueryItem] = []
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = unescaped(parts[0]), let value = unescaped(parts.count > 1 ? parts[1] : "") else { return nil }
            items.append(.init(name: name, value: value))
        }
        return items
    }

    private static let unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static func unescaped(_ text: Substring) -> String? {
        text.replacing("+", with: " ").removingPercentEncoding
    }
}
