import Synchronization

/// The bytes of a request, which know whether they were ever asked for: only a connection that stands asks for them.
///
/// As long as they weren't, nobody can have taken the request, whatever became of the connection: it is complete with the last of its body
/// (RFC 9112, section 6; RFC 9113, section 8.1).
struct OutgoingBody: RandomAccessCollection, Sendable {
    private final class Note: Sendable {
        let hasBegun = Atomic(false)
    }

    private let bytes: [UInt8]
    private let note = Note()

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var hasBegun: Bool { note.hasBegun.load(ordering: .acquiring) }

    var startIndex: Int { bytes.startIndex }
    var endIndex: Int { bytes.endIndex }

    subscript(index: Int) -> UInt8 {
        begin()
        return bytes[index]
    }

    func withContiguousStorageIfAvailable<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result? {
        begin()
        return try bytes.withContiguousStorageIfAvailable(body)
    }

    private func begin() { note.hasBegun.store(true, ordering: .releasing) }
}
