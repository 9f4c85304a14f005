import BelfryModel

/// The files that the pages load, each served as it stands at its path.
public enum Assets {
    public static let all = [
        Asset(path: "/assets/belfry.css", mediaType: "text/css; charset=utf-8", text: styleSheet),
        Asset(path: "/assets/belfry.js", mediaType: "text/javascript; charset=utf-8", text: script),
        Asset(path: "/assets/belfry-push.js", mediaType: "text/javascript; charset=utf-8", text: pushScript),
        Asset(path: "/assets/belfry-start.js", mediaType: "text/javascript; charset=utf-8", text: startScript),
        Asset(path: "/service-worker.js", mediaType: "text/javascript; charset=utf-8", text: serviceWorker),
        Asset(path: "/assets/belfry.svg", mediaType: "image/svg+xml", text: icon),
        Asset(path: "/assets/belfry.png", mediaType: "image/png", bytes: homeScreenIcon),
        Asset(path: "/assets/belfry.webmanifest", mediaType: "application/manifest+json", text: manifest),
    ]

    /// What a page may load and do, for the `Content-Security-Policy` header: its own files and nothing else.
    public static let contentSecurityPolicy = contentSecurityPolicy(imageOrigins: .none)

    /// The same, with pictures beside messages.
    ///
    /// - Parameter imageOrigins: from where else pictures come.
    public static func contentSecurityPolicy(imageOrigins: ImageOrigins) -> String {
        "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src \((["'self'"] + imageOrigins.names).joined(separator: " ")); "
            + "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    }

    static let icon = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#b0632a" d="\(bellPath)"/></svg>

        """
}

/// A file as it is served, such as the style sheet.
public struct Asset: Hashable, Sendable {
    public let path: String
    public let mediaType: String
    public let bytes: [UInt8]

    init(path: String, mediaType: String, bytes: [UInt8]) {
        self.path = path
        self.mediaType = mediaType
        self.bytes = bytes
    }

    init(path: String, mediaType: String, text: String) {
        self.init(path: path, mediaType: mediaType, bytes: Array(text.utf8))
    }

    /// Of a picture it is none that makes sense.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}
