import BelfryPostgres
import Foundation

extension Settings {
    /// Where everything is kept.
    enum StoreLocation: Hashable, Sendable {
        case sqlite(path: String)
        case postgres(PostgresAddress)
    }
}

extension Settings.StoreLocation {
    /// As it is given.
    var text: String {
        switch self {
        case .sqlite(let path): "sqlite:\(path)"
        case .postgres(let address): address.description
        }
    }

    /// Where it is to be found, from whichever folder.
    var place: String {
        switch self {
        case .sqlite(let path): URL(fileURLWithPath: path).path
        case .postgres: text
        }
    }

    /// Why no file can be there; nil where one is or can be made. No folder is made for it: where there is none, the path is mistyped more often
    /// than not.
    var folderProblem: String? {
        guard case .sqlite(let path) = self else { return nil }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        var isFolder: ObjCBool = false
        guard !FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) || !isFolder.boolValue else { return nil }
        return "There is no folder \(folder), where the store belongs. Correct the path, or make the folder first."
    }
}
