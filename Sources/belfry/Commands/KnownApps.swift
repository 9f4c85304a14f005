import BelfryModel
import BelfryPorts

extension House {
    private static let shownCountMax = 20

    /// Holds an app that is named against those with a key, in force or revoked: what is ordered in a misspelt name would be nobody's. Where no
    /// app has a key yet any name will do.
    ///
    /// - Parameter place: where it is named, as the usage has it.
    /// - Throws: ``Failure`` that names those that there are.
    func checkIsKnown(_ app: AppID, in place: String = "--app") async throws {
        guard app != .house else { return }
        let names = try await store.keys().map(\.name).sorted()
        guard !names.isEmpty, !names.contains(where: { AppID($0) == app }) else { return }
        let more = names.count > Self.shownCountMax ? " and \(names.count - Self.shownCountMax) more" : ""
        throw Failure(
            "\(place) names no app that is known here (unknown_app). Use one of: "
                + "\(names.prefix(Self.shownCountMax).map(printable).joined(separator: ", "))\(more). `belfry keys create` makes another.")
    }
}
