import Foundation
import Synchronization

/// Carries connections to a PostgreSQL on a Unix socket, and cuts one in the middle of a COMMIT where it is told to.
///
/// It reads the messages of the clients (PostgreSQL documentation, 55.7) as far as it needs to find a COMMIT. Each direction of a
/// connection has a thread of its own, because reading waits.
final class FaultyLink: Sendable {
    enum Cut: CaseIterable {
        /// The COMMIT never arrives: nothing is kept.
        case before
        /// The COMMIT is carried out, and its answer never arrives.
        case after
    }

    private struct State {
        var cut: Cut?
        var cutCount = 0
    }

    private let state = Mutex(State())
    private let listener: Int32
    private let socketPath: String
    let port: UInt16

    /// - Parameter socketPath: of the server's Unix socket.
    init(to socketPath: String) throws {
        self.socketPath = socketPath
        // Whoever writes to a connection that is gone gets an error, and no signal.
        signal(SIGPIPE, SIG_IGN)
        listener = socket(AF_INET, Self.stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (descriptor, size) = (listener, length)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(descriptor, generic, size) == 0 && listen(descriptor, 64) == 0 && getsockname(descriptor, generic, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in accept() }
    }

    /// What is open goes on.
    func close() { shutdown(listener, Self.both) }

    /// From now on the next COMMIT over it is cut; nil: none is.
    /// - Returns: how many have been cut so far.
    @discardableResult
    func cutNextCommit(_ cut: Cut?) -> Int {
        state.withLock { state in
            state.cut = cut
            return state.cutCount
        }
    }

    var cutCount: Int { state.withLock(\.cutCount) }

    fileprivate func takeCut() -> Cut? {
        state.withLock { state in
            guard let cut = state.cut else { return nil }
            state.cut = nil
            state.cutCount += 1
            return cut
        }
    }

    private func accept() {
        while true {
            let client = Foundation.accept(listener, nil, nil)
            guard client >= 0 else { break }
            guard let server = connect() else {
                _ = Foundation.close(client)
                continue
            }
            let wire = Wire(client: client, server: server)
            Thread.detachNewThread { wire.carryUp(self.takeCut) }
            Thread.detachNewThread { wire.carryDown() }
        }
        _ = Foundation.close(listener)
    }

    private func connect() -> Int32? {
        let server = socket(AF_UNIX, Self.stream, 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: socketPath.utf8.prefix($0.count - 1)) }
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(server, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        if isConnected { return server }
        _ = Foundation.close(server)
        return nil
    }

    #if canImport(Glibc)
        private static let stream = Int32(SOCK_STREAM.rawValue)
        fileprivate static let both = Int32(SHUT_RDWR)
        fileprivate static let sending = Int32(SHUT_WR)
    #else
        private static let stream = SOCK_STREAM
        fileprivate static let both = SHUT_RDWR
        fileprivate static let sending = SHUT_WR
    #endif
}

/// One connection.
private final class Wire: Sendable {
    private let client: Int32
    private let server: Int32
    /// Of its two directions, those that are still open; and whether answers are thrown away.
    private let state = Mutex((openCount: 2, isSilent: false))

    init(client: Int32, server: Int32) {
        self.client = client
        self.server = server
    }

    func carryDown() {
        while let bytes = Self.read(server) {
            if state.withLock(\.isSilent) { continue }
            guard Self.write(bytes, to: client) else { break }
        }
        end()
    }

    func carryUp(_ takeCut: () -> FaultyLink.Cut?) {
        var messages = ClientMessages()
        var isCut = false
        while !isCut, let bytes = Self.read(client) {
            messages.append(bytes)
            while let message = messages.next() {
                if message.isCommit, !isCut, let cut = takeCut() {
                    guard cut == .after else { return end() }
                    isCut = true
                    state.withLock { $0.isSilent = true }
                }
                guard Self.write(message.bytes, to: server) else { return end() }
                if isCut, message.isSync { break }
            }
        }
        if isCut {
            // It does what it was told, and then finds that nobody is there; its end ends the other direction, and so the client's.
            shutdown(server, FaultyLink.sending)
            leave()
        } else {
            end()
        }
    }

    private func end() {
        shutdown(client, FaultyLink.both)
        shutdown(server, FaultyLink.both)
        leave()
    }

    private func leave() {
        let isLast = state.withLock { state in
            state.openCount -= 1
            return state.openCount == 0
        }
        guard isLast else { return }
        _ = close(client)
        _ = close(server)
    }

    private static func read(_ descriptor: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = Foundation.read(descriptor, &bytes, bytes.count)
        return count > 0 ? Array(bytes[..<count]) : nil
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }
}

/// What a client says, message by message.
private struct ClientMessages {
    struct Message {
        let bytes: [UInt8]
        /// It has a prepared COMMIT carried out.
        let isCommit: Bool
        let isSync: Bool
    }

    private var buffer: [UInt8] = []
    private var hasStarted = false
    private var commits: Set<String> = []

    mutating func append(_ bytes: [UInt8]) { buffer += bytes }

    mutating func next() -> Message? {
        // The first has no letter in front.
        let headCount = hasStarted ? 1 : 0
        guard buffer.count >= headCount + 4 else { return nil }
        let length = buffer[headCount..<headCount + 4].reduce(0) { $0 << 8 | Int($1) }
        guard buffer.count >= headCount + length else { return nil }
        let bytes = Array(buffer[..<(headCount + length)])
        buffer.removeFirst(bytes.count)
        guard hasStarted else {
            hasStarted = true
            return Message(bytes: bytes, isCommit: false, isSync: false)
        }
        let texts = bytes.dropFirst(5).split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
        switch bytes[0] {
        case UInt8(ascii: "P") where texts.count > 1:
            if texts[1] == "COMMIT" { commits.insert(texts[0]) } else { commits.remove(texts[0]) }
            return Message(bytes: bytes, isCommit: false, isSync: false)
        case UInt8(ascii: "B") where texts.count > 1:
            return Message(bytes: bytes, isCommit: commits.contains(texts[1]), isSync: false)
        default: return Message(bytes: bytes, isCommit: false, isSync: bytes[0] == UInt8(ascii: "S"))
        }
    }
}
