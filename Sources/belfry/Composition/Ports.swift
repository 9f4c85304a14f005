import Foundation

#if canImport(Glibc)
    import Glibc
    private let stream = Int32(SOCK_STREAM.rawValue)
#else
    private let stream = SOCK_STREAM
#endif

/// A port of this machine that nobody listens on now, for whoever has to name it before they listen.
///
/// - Throws: ``Failure`` where there is none.
func freePort() throws -> Int {
    let descriptor = socket(AF_INET, stream, 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    // 127.0.0.1
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let size = length
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
            bind(descriptor, generic, size) == 0 && getsockname(descriptor, generic, &length) == 0
        }
    }
    guard isBound else { throw Failure("No port of this machine is free. Name one with --port.") }
    return Int(UInt16(bigEndian: address.sin_port))
}

extension Settings {
    /// Tries to take the address, and lets it go again: whoever finds it taken should be told before anything is made, brought up to date or loaded.
    ///
    /// Where the host isn't known, the server says so.
    ///
    /// - Throws: ``Failure`` where it can't be listened on.
    func checkAddress() throws {
        guard port != 0 else { return }
        var hints = addrinfo()
        hints.ai_socktype = stream
        hints.ai_flags = AI_PASSIVE
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &found) == 0, let address = found?.pointee else { return }
        defer { freeaddrinfo(found) }
        let descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // As the server does: connections of one that has just stopped are in nobody's way.
        var isOn: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
        guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0 else { throw cannotListen(because: String(cString: strerror(errno))) }
    }

    func cannotListen(because reason: String) -> Failure {
        Failure("Can't listen on \(host) port \(port): \(reason). Stop what uses it, or choose another by --port or BELFRY_PORT, or another BELFRY_HOST.")
    }
}
