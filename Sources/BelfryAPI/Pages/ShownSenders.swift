import BelfryDashboard
import BelfryDelivery
import BelfryModel

/// Whose the rows of a page are. It is said where they are of more than one app; of the house nothing is, unless it has a name of its own.
struct ShownSenders {
    private let looks: [AppID: AppLook]
    private let isOfSeveral: Bool
    private let language: Language

    /// - Parameter apps: of all rows that the page shows; nil where it isn't known.
    init(of apps: [AppID?], in services: Services, for visitor: PageVisitor) async throws {
        let apps = Set(apps.compactMap(\.self))
        isOfSeveral = apps.count > 1
        looks = isOfSeveral ? try await services.lookBook.looks(of: apps, now: visitor.now) : [:]
        language = visitor.language
    }

    /// Nil where it isn't said.
    func mark(of app: AppID?) -> SenderMark? {
        guard isOfSeveral, let app else { return nil }
        if let look = looks[app] { return SenderMark(name: look.name(in: language), color: look.color) }
        return app == .house ? nil : SenderMark(name: app.text)
    }
}
