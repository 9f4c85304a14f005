import Testing

/// Something that a check objects to: where, what, and the better way.
struct Finding: Hashable, CustomStringConvertible {
    let path: String
    let line: Int
    let sentence: String

    var description: String { "\(path):\(line): \(sentence)" }
}

/// Fails the running test once for each finding.
func expectNone(_ findings: [Finding]) {
    for finding in findings { Issue.record("\(finding.description)") }
}
