import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization

/// SendGrid's Web API on this machine: takes mails from those who show the key, refuses what SendGrid refuses, and signs events.
public final class SendGridSimulator: Sendable {
    public let log: ProviderLog
    public let port: Int
    private let faults: Mutex<[Fault]>

    /// What goes wrong, once each, in the order of the script.
    public enum Fault: Sendable {
        case status(Int, headers: [String: String] = [:])
        /// The mail is taken, and the answer is no HTTP.
        case answerLost
    }

    private init(log: ProviderLog, port: Int, faults: [Fault]) {
        self.log = log
        self.port = port
        self.faults = Mutex(faults)
    }

    public var endpoint: String { "http://127.0.0.1:\(port)" }

    /// Runs on a free port of this machine until the body ends.
    public static func with(
        apiKey: String, log: ProviderLog = ProviderLog(), faults: [Fault] = [], _ body: @escaping @Sendable (SendGridSimulator) async throws -> Void
    ) async throws {
        let started = Mutex<SendGridSimulator?>(nil)
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let router = Router()
        router.post("/v3/mail/send") { request, _ in
            guard let simulator = started.withLock({ $0 }) else { return Response(status: .serviceUnavailable) }
            return try await simulator.take(request, apiKey: apiKey)
        }
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in continuation.yield(channel.localAddress?.port ?? 0) },
            logger: Logger(label: "sendgrid") { _ in SwiftLogNoOpLogHandler() })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            for await port in ports {
                let simulator = SendGridSimulator(log: log, port: port, faults: faults)
                started.withLock { $0 = simulator }
                try await body(simulator)
                break
            }
            group.cancelAll()
        }
    }

    // MARK: Taking mails

    private struct Mail: Decodable {
        let personalizations: [Personalization]
        let from: Person
        let subject: String
        let content: [Part]
        let headers: [String: String]?

        struct Personalization: Decodable {
            let to: [Person]
            let custom_args: [String: String]?
        }

        struct Person: Decodable {
            let email: String
        }

        struct Part: Decodable {
            let type: String
            let value: String
        }
    }

    private func take(_ request: Request, apiKey: String) async throws -> Response {
        var fault: Fault?
        faults.withLock { faults in if !faults.isEmpty { fault = faults.removeFirst() } }
        if case .status(let status, let headers) = fault { return refusal(.init(code: status), headers: headers) }
        guard request.headers[.authorization] == "Bearer \(apiKey)" else { return refusal(.unauthorized) }
        let buffer = try await request.body.collect(upTo: 30 * 1024 * 1024)
        let data = Data(buffer.readableBytesView)
        guard let mail = try? JSONDecoder().decode(Mail.self, from: data), let to = mail.personalizations.first?.to.first else { return refusal(.badRequest) }
        if let field = Self.objection(to: mail) { return refusal(.badRequest, field: field) }
        let name = mail.personalizations.first?.custom_args?["transmission_id"] ?? ""
        log.add(.init(provider: "sendgrid", name: name, address: to.email, body: String(decoding: data, as: UTF8.self)))
        if case .answerLost = fault { throw LostAnswer() }
        var response = Response(status: .accepted)
        if let header = HTTPField.Name("x-message-id") { response.headers[header] = "sg-\(log.entries.count)" }
        return response
    }

    private struct LostAnswer: Error {}

    /// The rules of "Mail Send" that a sender can break.
    private static func objection(to mail: Mail) -> String? {
        let reserved: Set = ["x-sg-id", "x-sg-eid", "received", "dkim-signature", "content-type", "content-transfer-encoding", "to", "from", "subject", "reply-to", "cc", "bcc"]
        if mail.personalizations.first?.to.first?.email.contains("@") != true { return "personalizations.0.to.0.email" }
        if !mail.from.email.contains("@") { return "from.email" }
        if mail.subject.isEmpty { return "subject" }
        if mail.content.map(\.type) != ["text/plain", "text/html"] || mail.content.contains(where: \.value.isEmpty) { return "content" }
        if mail.headers?.keys.contains(where: { reserved.contains($0.lowercased()) }) == true { return "headers" }
        return nil
    }

    private func refusal(_ status: HTTPResponse.Status, field: String? = nil, headers: [String: String] = [:]) -> Response {
        let named = field.map { "\"\($0)\"" } ?? "null"
        var response = Response(
            status: status, headers: [.contentType: "application/json"],
            body: .init(byteBuffer: ByteBuffer(string: #"{"errors":[{"message":"refused","field":\#(named),"help":null}]}"#)))
        for (name, value) in headers {
            if let name = HTTPField.Name(name) { response.headers[name] = value }
        }
        return response
    }
}
