import BelfryChannels
import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// `APNsSender`, from a notification to its outcome, over TLS and HTTP/2 on the loopback; beside it h2load, which does nothing else.
final class Pushes {
    private let server: Process
    private let port: Int
    private let sender: APNsSender
    private let h2load: URL
    private let body: String
    private let streamCount: Int

    private static let requestCount = 20_000
    private static let deviceCount = 2000

    /// Which server answers.
    enum Peer {
        /// At once, in one thread.
        case nghttpd
        /// nginx, after 50 ms, with 100 streams a connection.
        case lateNginx
    }

    /// Nil, and a note in the report, where a program is missing.
    init?(_ peer: Peer, workplace: Workplace, report: Report) throws {
        let program = peer == .nghttpd ? "nghttpd" : "nginx"
        guard let h2load = Programs.find("h2load"), let serverProgram = Programs.find(program), Programs.find("openssl") != nil else {
            report.note("push: not measured, because openssl, h2load or \(program) is missing. The packages are openssl, nghttp2-client, nghttp2-server, nginx-light and libnginx-mod-http-echo.")
            return nil
        }
        self.h2load = h2load
        let folder = workplace.path("push-\(program)")
        try FileManager.default.createDirectory(atPath: folder + "/3/device", withIntermediateDirectories: true)
        try Programs.run(
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
            "subjectAltName=DNS:localhost", "-keyout", folder + "/key.pem", "-out", folder + "/certificate.pem")
        try Programs.run("openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", folder + "/signing.pem")
        for number in 0..<Self.deviceCount {
            try Data().write(to: URL(fileURLWithPath: "\(folder)/3/device/\(Self.token(number))"))
        }
        port = peer == .nghttpd ? 20_443 : 20_444
        streamCount = peer == .nghttpd ? 200 : 100
        server = Programs.silent(serverProgram.path, [])
        switch peer {
        case .nghttpd:
            server.arguments = ["-n", "1", "-m", "1000", "-a", "127.0.0.1", "-d", folder, "\(port)", folder + "/key.pem", folder + "/certificate.pem"]
        case .lateNginx:
            try Self.configuration(folder, port).write(toFile: folder + "/nginx.conf", atomically: true, encoding: .utf8)
            server.arguments = ["-p", folder, "-c", folder + "/nginx.conf", "-g", "daemon off; master_process off;"]
        }
        try server.run()
        // A server has no other way to say that it listens.
        for _ in 0..<200 where (try? Programs.run("curl", "-sk", "-o", "/dev/null", "https://localhost:\(port)/")) == nil { usleep(50_000) }
        var settings = APNsSettings(
            key: Secret(.file(folder + "/signing.pem")), keyID: "ABC123DEFG", teamID: "DEF123GHIJ", topic: "com.example.belfry",
            connectionCountMax: 1)
        settings.production = APNsEndpoint(host: "localhost", port: port)
        settings.trustedRoots = folder + "/certificate.pem"
        sender = try APNsSender(settings, cache: MemoryTokenCache(), seed: 1)
        body = folder + "/body.json"
        try #"{"aps":{"alert":{"title":"Ben walks less","body":"35 % fewer steps than usual, for 4 days."},"sound":"default"}}"#
            .write(toFile: body, atomically: true, encoding: .utf8)
    }

    deinit {
        server.terminate()
    }

    var contenders: [Contender] {
        let limit = "h2load, one connection, \(streamCount) streams"
        return [
            Contender(name: limit, unit: .perSecond("requests"), operationCount: Self.requestCount, whose: .finishedChildren) { [self] in
                try Programs.run(
                    h2load.path, "-n", "\(Self.requestCount)", "-c", "1", "-m", "\(streamCount)", "-d", body, "-H", "apns-topic: com.example.belfry",
                    "https://localhost:\(port)/3/device/\(Self.token(1))")
            },
            Contender(
                name: "APNsSender, one connection, \(streamCount) streams", unit: .perSecond("requests"), operationCount: Self.requestCount, beside: limit,
                goal: streamCount == 200 ? 20_000 : Double(streamCount) / 0.05 * 0.9
            ) { [self] in
                try await send(Self.requestCount)
            },
        ]
    }

    /// So many at once that no stream is ever free.
    func send(_ count: Int) async throws {
        let delivered = await withTaskGroup(of: Int.self) { group in
            for first in 0..<(streamCount * 2) {
                group.addTask { [sender, streamCount] in
                    var delivered = 0
                    for number in stride(from: first, to: count, by: streamCount * 2) {
                        if await sender.send(Self.notification(number), now: World.noon).outcome == .delivered { delivered += 1 }
                    }
                    return delivered
                }
            }
            return await group.reduce(0, +)
        }
        guard delivered == count else { throw Missing(what: "\(count - delivered) of \(count) answers of the push service") }
    }

    /// Notes how much more memory the process holds after many than after a first few.
    ///
    /// - Returns: nothing more to measure.
    func weighed(_ count: Int, _ report: Report) async throws -> [Contender] {
        try await send(Self.requestCount)
        let before = try Self.residentByteCount()
        for _ in 0..<(count / Self.requestCount) { try await send(Self.requestCount) }
        let grown = Double(try Self.residentByteCount() - before) / 1_048_576
        report.note("push-memory: after \(count) more the process holds \((grown * 10).rounded() / 10) MiB more than the \(before / 1_048_576) MiB before.")
        return []
    }

    /// Source: proc(5), `/proc/self/statm`, of which the second number is what is resident, in pages.
    static func residentByteCount() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        guard fields.count > 1, let pages = Int(fields[1]) else { throw Missing(what: "/proc/self/statm") }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    private static func notification(_ number: Int) -> OutgoingNotification {
        var payload = Payload()
        payload.kind = Payload.patternAlertKind
        let delivery = Delivery(
            id: World.identifier("delivery-\(number)"), createdAt: World.morning, recipient: World.admin(number), member: World.member(number),
            alert: World.identifier("alert-\(number)"), channelName: "push", payload: payload, expiresAt: World.noon + .seconds(3600))
        let address = Address(
            id: World.identifier("device-\(number % deviceCount)"), target: .apple(token: token(number % deviceCount), .production),
            registeredAt: World.morning)
        let content = NotificationContent(title: "Ben walks less", body: "35 % fewer steps than usual, for 4 days.", severity: .attention)
        return OutgoingNotification(delivery: delivery, content: content, address: address)
    }

    private static func token(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "a", count: 64 - digits.count) + digits
    }

    private static func configuration(_ folder: String, _ port: Int) -> String {
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(folder)/\($0);" }.joined(separator: " ")
        return """
            load_module /usr/lib/nginx/modules/ngx_http_echo_module.so;
            pid \(folder)/pid;
            error_log /dev/null;
            events { worker_connections 4096; }
            http {
                \(temporary)
                access_log off;
                keepalive_requests 100000000;
                http2_max_concurrent_streams 100;
                server {
                    listen 127.0.0.1:\(port) ssl http2;
                    ssl_certificate \(folder)/certificate.pem;
                    ssl_certificate_key \(folder)/key.pem;
                    location / { echo_sleep 0.05; echo_status 200; echo -n ""; }
                }
            }
            """
    }
}
