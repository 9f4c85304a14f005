import Foundation

/// A certificate of our own for `localhost`, with its key, in a folder that is removed again.
public final class ServerCertificate: Sendable {
    public let folder: String
    public var certificatePath: String { folder + "/certificate.pem" }
    public var keyPath: String { folder + "/key.pem" }

    /// Made by `openssl`.
    public init() throws {
        var template = Array((NSTemporaryDirectory() + "/belfry-certificate-XXXXXX").utf8CString)
        guard let made = mkdtemp(&template) else { throw Failed() }
        folder = String(cString: made)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", keyPath, "-out", certificatePath,
        ]
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed() }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// `openssl` is missing, or did not make it.
    public struct Failed: Error {}
}
