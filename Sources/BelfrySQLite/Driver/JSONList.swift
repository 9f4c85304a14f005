import BelfryModel

// Lists as one argument of a statement, however long they are, so that it is prepared once: bound as JSON, and read by `json_each`.

/// Whether what stands before it is in a ``Swift/Sequence/jsonList`` that is bound.
let isListed = "IN (SELECT value FROM json_each(?))"

extension Sequence<String> {
    /// `["a","b"]`.
    var jsonList: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    fileprivate func append(to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "["))
        for (index, text) in enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            FlatJSON.append(quoted: text, to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }
}

extension Sequence<[String]> {
    /// `[["a","b"],["c","d"]]`: a row each, of which `json_extract(value, '$[0]')` is the first.
    var jsonRows: String {
        var bytes = [UInt8(ascii: "[")]
        for (index, row) in enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            row.append(to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// `{"a":"b","c":null}`: for `json_each`, keys and values.
func jsonObject(_ members: some Sequence<(name: String, text: String?)>) -> String {
    var bytes = [UInt8(ascii: "{")]
    for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        FlatJSON.append(quoted: member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        if let text = member.text { FlatJSON.append(quoted: text, to: &bytes) } else { bytes.append(contentsOf: "null".utf8) }
    }
    bytes.append(UInt8(ascii: "}"))
    return String(decoding: bytes, as: UTF8.self)
}

/// A column of ``Swift/Sequence/jsonRows``.
func listed(_ column: Int, of table: String = "asked") -> String { "json_extract(\(table).value, '$[\(column)]')" }
