import Foundation

extension Settings {
    /// How names end under which a secret stands.
    private static let secretEndings = ["_secret", "_password", "_token", "_key"]

    /// Whether a settings file has a secret in it, and others than its owner may read it.
    static func isExposed(_ path: String) -> Bool {
        guard let data = FileManager.default.contents(atPath: path), let document = try? JSONSerialization.jsonObject(with: data) else { return false }
        let values = document as? [String: Any] ?? [:]
        let hasSecret = values.contains { key, value in
            secretEndings.contains { key.hasSuffix($0) } || (value as? String)?.contains(#/^postgres(ql)?://[^/@]*:[^/@]*@/#) == true
        }
        return hasSecret && isReadByOthers(path)
    }

    /// Whether others than its owner may read a file, wherever a link leads.
    static func isReadByOthers(_ path: String) -> Bool {
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: file), let permissions = attributes[.posixPermissions] as? Int
        else { return false }
        return permissions & 0o077 != 0
    }
}
