import Testing

@testable import BelfryChannels

@Suite("Public addresses")
struct IPAddressTests {
    @Test(
        "A place on the public Internet may be called",
        arguments: [
            "1.1.1.1", "9.255.255.255", "11.0.0.1", "93.184.215.14", "100.63.255.255", "100.128.0.1", "128.0.0.1", "172.15.255.255", "172.32.0.1",
            "192.0.1.1", "192.167.1.1", "192.169.0.1", "223.255.255.255", "2606:2800:21f:cb07::1", "2a00:1450:4001::5", "2001:200::1",
            "::ffff:1.1.1.1", "64:ff9b::101:101", "2002:101:101::1",
        ])
    func isPublic(text: String) throws {
        #expect(try #require(IPAddress(text)).isPublic)
    }

    @Test(
        "This machine, private networks and special purposes may not, in no notation",
        arguments: [
            "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.255", "169.254.169.254", "172.16.0.1",
            "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.1",
            "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "fec0::1", "fc00::1", "fdff::1", "ff02::1",
            "2001::1", "2001:1ff::1", "2001:db8::1", "3fff:1::1", "100::1", "5f00::1", "::ffff:127.0.0.1", "::ffff:a9fe:a9fe",
            "64:ff9b::10.0.0.1", "64:ff9b:1::1", "2002:7f00:1::1", "2002:c0a8:101::1", "::7f00:1",
        ])
    func isPrivate(text: String) throws {
        #expect(try !#require(IPAddress(text)).isPublic)
    }

    @Test("What is no address in its usual notation is none", arguments: ["", "localhost", "127.1", "0x7f.0.0.1", "1.2.3", "1.2.3.4.5", "[::1]", "fe80::1%eth0"])
    func none(text: String) {
        #expect(IPAddress(text) == nil)
    }
}
