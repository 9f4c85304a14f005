import Foundation

/// The beginning of a provider's addresses: `https://api.twilio.com`.
package enum EndpointURL {
    /// The address without a slash at its end; nil where it isn't an absolute one of `http` or `https` without user, query and fragment.
    package static func checked(_ text: String) -> String? {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false, url.user == nil,
            url.query == nil, url.fragment == nil
        else { return nil }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    /// Whether nobody outside reaches it: an address of this machine or of a private network, or a name that only there means something. No name is
    /// looked up.
    package static func isPrivate(_ text: String) -> Bool {
        guard let host = URL(string: text)?.host?.lowercased().trimmingCharacters(in: CharacterSet(charactersIn: "[]")) else { return false }
        if let address = IPAddress(host) { return !address.isPublic }
        return !host.contains(".") || [".localhost", ".local", ".internal"].contains { host.hasSuffix($0) }
    }

    /// Whether what is sent there can be read on the way: without TLS, to another machine.
    static func isOpen(_ text: String) -> Bool {
        guard let url = URL(string: text), url.scheme?.lowercased() == "http" else { return false }
        return !["127.0.0.1", "localhost", "::1", "[::1]"].contains(url.host ?? "")
    }
}
