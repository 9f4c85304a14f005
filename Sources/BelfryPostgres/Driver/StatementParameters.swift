/// The parameters of one statement in one piece of memory, as libpq takes them.
struct StatementParameters {
    private var bytes: [UInt8] = []
    /// Where each begins; nil for null.
    private var starts: [Int?] = []
    private var lengths: [Int32] = []
    private var formats: [Int32] = []

    init(_ values: [SQLValue]) {
        starts.reserveCapacity(values.count)
        for value in values {
            switch value {
            case .null: note(start: nil, format: 0)
            case .text(let text):
                let start = bytes.count
                bytes.append(contentsOf: text.utf8)
                note(start: start, format: 0)
                bytes.append(0)
            case .binary(let binary):
                let start = bytes.count
                bytes.append(contentsOf: binary)
                note(start: start, format: 1)
            }
        }
    }

    /// Takes note of what was just appended.
    private mutating func note(start: Int?, format: Int32) {
        starts.append(start)
        lengths.append(Int32(bytes.count - (start ?? bytes.count)))
        formats.append(format)
    }

    func withPointers<Result>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>, UnsafePointer<Int32>) -> Result
    ) -> Result {
        bytes.withUnsafeBytes { buffer in
            // An empty list has no address; libpq takes none for null.
            let base = buffer.bindMemory(to: CChar.self).baseAddress ?? UnsafePointer(bitPattern: 1)
            return body(starts.map { start in start.flatMap { offset in base.map { $0 + offset } } }, lengths, formats)
        }
    }
}
