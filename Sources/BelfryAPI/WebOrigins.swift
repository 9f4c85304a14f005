import BelfryModel

/// On whose pages a browser may ask this server as a person: none but of these origins (Fetch, section 3.3, https://fetch.spec.whatwg.org/#http-cors-protocol).
public struct WebOrigins: Hashable, Sendable {
    private let origins: Set<String>

    public static let none = WebOrigins([])

    /// What each of them is, for whoever named another.
    public static let expectation =
        "origins with commas between, as https://app.example.org, in small letters and without a path, or http://localhost:5173 to develop with"

    private init(_ origins: Set<String>) { self.origins = origins }

    /// Nil where one isn't written as a browser writes an origin: `https://`, the host in small letters, and a port where it is another than 443;
    /// or `http://` and this machine.
    public init?(named names: [String]) {
        guard names.allSatisfy({ NotificationLink($0)?.origin == $0 || Self.isOwnMachine($0) }) else { return nil }
        self.init(Set(names))
    }

    var isEmpty: Bool { origins.isEmpty }

    func allow(_ origin: String) -> Bool { origins.contains(origin) }

    /// A page on the developer's own machine, which browsers hold to be as safe as one over TLS (Secure Contexts, section 3.1).
    private static func isOwnMachine(_ name: String) -> Bool {
        let hosts = ["http://localhost", "http://127.0.0.1"]
        guard let host = hosts.first(where: { name == $0 || name.hasPrefix($0 + ":") }) else { return false }
        guard name != host else { return true }
        let port = name.dropFirst(host.count + 1)
        return UInt16(port).map { $0 > 0 && $0 != 80 && String($0) == port } ?? false
    }
}
