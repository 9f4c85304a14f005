import BelfryModel
import BelfryPorts

extension House {
    private static let shownCountMax = 20

    /// Holds an app that `--app` names against those with a key, in force or revoked: what is ordered in a misspelt name would be nobody's. Where no
    /// app has a key yet any name will do.
    ///
    /// - Throws: ``Failure`` that names those that there are.
    func checkIsKnown(_ app: AppID) async throws {
        guard app != .house else { return }
        let names = try await store.keys().map(\.name).sorted()
        guard !names.isEmpty, !names.contains(where: { AppID($0) == app }) else { return }
        let more = names.count > Self.shownCountMax ? " and \(names.count - Self.shownCountMax) more" : ""
        throw Failure(
            "--app names no app that is known here (unknown_app). Use one of: \(names.prefix(Self.shownCountMax).map(printable).joined(separator: ", "))\(more). "
                + "`belfry keys create` makes another.")
    }
}
