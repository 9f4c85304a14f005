import BelfryProviders
import BelfryTesting
import Foundation
import NIOCore
import NIOPosix
import Testing

/// nginx, which knows nothing of Apple, as a server of HTTP/2 that really goes away after so many requests.
struct Nginx {
    let port: Int
    private let log: String

    /// - Parameter requestCountMax: after so many on a connection it says GOAWAY.
    static func with(requestCountMax: Int, _ certificate: ServerCertificate, _ body: (Nginx) async throws -> Void) async throws {
        try await withFolder { folder in
            let port = try await freePort()
            let path = folder + "/nginx.conf"
            try configuration(folder, port, requestCountMax, certificate).write(toFile: path, atomically: true, encoding: .utf8)
            // In one process, so that nothing is left behind where it is killed.
            let tool = try RunningTool("nginx", ["-p", folder, "-c", path, "-g", "daemon off; master_process off;"])
            // Said once it listens.
            while let line = await tool.line(), !line.contains("OS:") {}
            let result: Result<Void, any Error>
            do {
                try await body(Nginx(port: port, log: folder + "/requests"))
                result = .success(())
            } catch {
                result = .failure(error)
            }
            await tool.kill()
            try result.get()
        }
    }

    /// The identifier and status of every request that it answered.
    func requests() throws -> [String] {
        try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    private static func freePort() async throws -> Int {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton).bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(channel.localAddress?.port)
        try await channel.close()
        return port
    }

    private static func configuration(_ folder: String, _ port: Int, _ requestCountMax: Int, _ certificate: ServerCertificate) -> String {
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(folder)/\($0);" }.joined(separator: " ")
        return """
            pid \(folder)/pid;
            error_log /dev/stdout notice;
            events { worker_connections 4096; }
            http {
                \(temporary)
                log_format requests '$http_apns_id $status';
                access_log \(folder)/requests requests;
                keepalive_requests \(requestCountMax);
                server {
                    listen 127.0.0.1:\(port) ssl http2;
                    ssl_certificate \(certificate.certificatePath);
                    ssl_certificate_key \(certificate.keyPath);
                    location /3/device/ { return 200; }
                }
            }
            """
    }
}
