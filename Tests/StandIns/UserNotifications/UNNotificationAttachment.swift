import Foundation

/// A file beside a notification: `init(identifier:url:options:)` throws for what isn't there, or is of no kind that can be shown.
open class UNNotificationAttachment: NSObject {
    open var identifier: String { name }
    open var url: URL { file }
    open var type: String { kind }

    private let name: String
    private let file: URL
    private let kind: String

    /// Kinds of pictures, by the endings of their names. Source: UNNotificationAttachment, "Supported file types".
    private static let kinds = ["jpg": "public.jpeg", "jpeg": "public.jpeg", "png": "public.png", "gif": "com.compuserve.gif"]

    public init(identifier: String, url URL: URL, options: [AnyHashable: Any]? = nil) throws {
        guard URL.isFileURL, FileManager.default.fileExists(atPath: URL.path), let kind = Self.kinds[URL.pathExtension.lowercased()] else {
            throw CocoaError(.fileReadNoSuchFile)
        }
        (name, file, self.kind) = (identifier, URL, kind)
    }
}
