/// What a notification service says that it can show; what this version doesn't use is passed over.
///
/// Source: Desktop Notifications Specification 1.2, `GetCapabilities`.
struct ServiceCapabilities: OptionSet, Hashable, Sendable {
    let rawValue: Int

    /// It offers buttons, and tells when one is pressed.
    static let actions = ServiceCapabilities(rawValue: 1)
    /// It shows more than a line of summary.
    static let body = ServiceCapabilities(rawValue: 2)
    /// It reads the body as markup, so that `&` and `<` have to be written as entities.
    static let bodyMarkup = ServiceCapabilities(rawValue: 4)

    init(rawValue: Int) {
        self.rawValue = rawValue
    }

    init(_ names: [String]) {
        let known: [String: ServiceCapabilities] = ["actions": .actions, "body": .body, "body-markup": .bodyMarkup]
        self = names.reduce(into: []) { $0.formUnion(known[$1] ?? []) }
    }
}
