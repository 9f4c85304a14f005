#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A numeric address of the Internet Protocol, version 4 or 6.
struct IPAddress: Hashable, Sendable {
    /// 4 or 16, in network order.
    private let bytes: [UInt8]

    /// - Parameter text: `93.184.215.14` or `2606:2800::14`, without brackets or a zone; nil where it is neither.
    init?(_ text: String) {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if inet_pton(family, text, &bytes) == 1 {
                self.bytes = bytes
                return
            }
        }
        return nil
    }

    private init(bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    /// Whether it is a place on the public Internet: not on this machine, not in a private network, and not for a special purpose.
    ///
    /// An address of version 4 that is written in one of version 6 counts as what it is.
    /// Source: IANA's registries of special-purpose addresses of IPv4 and IPv6 (RFC 6890), and RFC 4291 for what is unicast.
    var isPublic: Bool {
        guard bytes.count == 16 else { return !Self.special4.contains(where: isWithin) }
        if let embedded { return embedded.isPublic }
        return isWithin(Self.unicast6) && !Self.special6.contains(where: isWithin)
    }

    /// The address of version 4 in one that is mapped (RFC 4291, section 2.5.5.2), translated (RFC 6052) or of 6to4 (RFC 3056).
    private var embedded: IPAddress? {
        if isWithin(Self.mapped6) || isWithin(Self.translated6) { return IPAddress(bytes: bytes.suffix(4)) }
        return isWithin(Self.sixToFour) ? IPAddress(bytes: bytes[2..<6]) : nil
    }

    // MARK: Networks

    /// All addresses that begin with some bits.
    private struct Network: Sendable {
        /// As many bytes as its bits need.
        let prefix: [UInt8]
        let bitCount: Int
    }

    private func isWithin(_ network: Network) -> Bool {
        (0..<network.bitCount).allSatisfy { bit in
            (bytes[bit / 8] ^ network.prefix[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0
        }
    }

    private static let special4: [Network] = [
        ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12), ([192, 0, 0], 24), ([192, 0, 2], 24),
        ([192, 88, 99], 24), ([192, 168], 16), ([198, 18], 15), ([198, 51, 100], 24), ([203, 0, 113], 24), ([224], 4), ([240], 4),
    ].map(Network.init)
    private static let unicast6 = Network(prefix: [0x20], bitCount: 3)
    /// For protocols (Teredo among them), and for documentation.
    private static let special6: [Network] = [
        ([0x20, 0x01, 0x00], 23), ([0x20, 0x01, 0x0D, 0xB8], 32), ([0x3F, 0xFF, 0x00], 20),
    ].map(Network.init)
    private static let mapped6 = Network(prefix: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF], bitCount: 96)
    private static let translated6 = Network(prefix: [0x00, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8), bitCount: 96)
    private static let sixToFour = Network(prefix: [0x20, 0x02], bitCount: 16)
}
