import ArgumentParser
import BelfryModel

/// Whose something is that each app has of its own, such as a rota, a template or an audience.
struct OwnerOptions: ParsableArguments {
    @Option(help: "Whose it is (default: the house's own).")
    var app: String?

    func validate() throws {
        guard app == nil || app.flatMap({ AppID($0) }) != nil else { throw ValidationError(Failure.noIdentifier("--app").message) }
    }

    var id: AppID { app.flatMap { AppID($0) } ?? .house }

    /// Said in the place of an empty list: whoever has made a key for an app looks for what is that app's.
    func tellNone(of things: String) {
        printError(app.map { "\(printable($0)) has no \(things)." } ?? "The house itself has no \(things); of an app, say --app.")
    }
}
