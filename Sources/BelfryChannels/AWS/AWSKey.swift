/// A name in a body of AWS, which begins with a capital, and ours, which doesn't.
struct AWSKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }

    /// `topicArn` as `TopicArn`.
    init(capitalizing key: (any CodingKey)?) {
        let name = key?.stringValue ?? ""
        stringValue = name.prefix(1).uppercased() + name.dropFirst()
    }

    /// `TopicArn` as `topicArn`.
    init(lowercasing key: (any CodingKey)?) {
        let name = key?.stringValue ?? ""
        stringValue = name.prefix(1).lowercased() + name.dropFirst()
    }
}
