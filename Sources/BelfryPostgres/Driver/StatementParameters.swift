/// The parameters of one statement in one piece of memory, as libpq takes them.
struct StatementParameters {
    private var bytes: [CChar] = []
    /// Where each begins; nil for null.
    private var starts: [Int?] = []
    private var lengths: [Int32] = []
    private var formats: [Int32] = []

    init(_ values: [SQLValue]) {
        starts.reserveCapacity(values.count)
        for value in values {
            switch value {
            case .null: append([CChar](), start: nil, format: 0)
            case .text(let text):
                append(text.utf8.lazy.map { CChar(bitPattern: $0) }, start: bytes.count, format: 0)
                bytes.append(0)
            case .binary(let binary): append(binary.lazy.map { CChar(bitPattern: $0) }, start: bytes.count, format: 1)
            }
        }
    }

    private mutating func append(_ value: some Collection<CChar>, start: Int?, format: Int32) {
        bytes.append(contentsOf: value)
        starts.append(start)
        lengths.append(Int32(value.count))
        formats.append(format)
    }

    func withPointers<Result>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>, UnsafePointer<Int32>) -> Result
    ) -> Result {
        bytes.withUnsafeBufferPointer { buffer in
            // An empty list has no address; libpq takes none for null.
            let base = buffer.baseAddress ?? UnsafePointer(bitPattern: 1)
            return body(starts.map { start in start.flatMap { offset in base.map { $0 + offset } } }, lengths, formats)
        }
    }
}
