import BelfryModel
import Foundation

/// Writes values as JSON without bridging them to Foundation's classes first, which costs several times as much as the writing.
///
/// What it doesn't know, such as a value that was read from JSON, it leaves to `JSONSerialization`.
enum JSONWriter {
    static func data(of value: Any) throws -> Data {
        var bytes: [UInt8] = []
        try append(value, to: &bytes)
        return Data(bytes)
    }

    private static func append(_ value: Any, to bytes: inout [UInt8]) throws {
        switch value {
        case let object as [String: Any]:
            bytes.append(UInt8(ascii: "{"))
            var isFirst = true
            for (name, value) in object {
                if !isFirst { bytes.append(UInt8(ascii: ",")) }
                isFirst = false
                FlatJSON.append(quoted: name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                try append(value, to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        case let list as [Any]:
            bytes.append(UInt8(ascii: "["))
            for (index, value) in list.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                try append(value, to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case let text as String: FlatJSON.append(quoted: text, to: &bytes)
        default: bytes += try JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
        }
    }
}
