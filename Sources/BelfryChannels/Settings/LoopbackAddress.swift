/// Addresses of this machine itself, which need no TLS, as those of a provider that only stands in for one.
package enum LoopbackAddress {
    package static func isOne(_ url: String) -> Bool {
        guard url.hasPrefix("http://") else { return false }
        let authority = url.dropFirst("http://".count).prefix { !"/?#".contains($0) }
        if authority.hasPrefix("[::1]") { return authority.dropFirst("[::1]".count).allSatisfy { $0 == ":" || $0.isNumber } }
        let host = authority.prefix { $0 != ":" }
        return ["127.0.0.1", "localhost"].contains(host) && authority.dropFirst(host.count).dropFirst().allSatisfy(\.isNumber)
    }
}
