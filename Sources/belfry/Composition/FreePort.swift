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
