import BelfryModel
import BelfryPhrases
import BelfryPorts
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

extension Response {
    /// A value as JSON.
    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return text(String(decoding: try encoder.encode(value), as: UTF8.self), type: "application/json; charset=utf-8", status: status)
    }

    static func text(_ text: String, type: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(status: status, headers: [.contentType: type], body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    static func bytes(_ bytes: [UInt8], type: String) -> Response {
        Response(status: .ok, headers: [.contentType: type], body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

/// A problem as JSON: `{"error": {"code": …, "message": …, "field": …}}`.
public struct ErrorBody: Encodable {
    let error: Content

    public struct Content: Encodable {
        let code: String
        let message: String
        let field: String?
    }

    /// - Parameter message: what is said of it; nil for the sentence that apps and operators read.
    public init(_ problem: Problem, message: String? = nil) {
        error = Content(code: problem.code, message: message ?? Phrases.sentence(for: problem), field: problem.field)
    }
}

/// A problem as PostgREST's clients read it, and as ours do.
struct RemoteCallErrorBody: Encodable {
    let code: String
    let message: String
    let details: String?
    let hint: String?
    let error: ErrorBody.Content

    init(_ problem: Problem) {
        error = ErrorBody(problem).error
        message = error.message
        details = problem.code
        hint = problem.field
        // The codes of PostgreSQL that PostgREST passes on: insufficient privilege, not signed in, raised by the function.
        switch problem {
        case .notAuthorized, .needsScope: code = "42501"
        case .notAuthenticated, .needs, .keyExpired, .notSigned, .secretNotConfigured: code = "PGRST301"
        default: code = "P0001"
        }
    }

    private enum CodingKeys: String, CodingKey {
        case code, message, details, hint, error
    }

    /// PostgREST leaves no key out: what is empty is null.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(code, forKey: .code)
        try container.encode(message, forKey: .message)
        try container.encode(details, forKey: .details)
        try container.encode(hint, forKey: .hint)
        try container.encode(error, forKey: .error)
    }
}

extension Problem {
    var status: HTTPResponse.Status {
        switch self {
        case .malformedJSON, .malformedLine, .missingField, .wrongType, .unknownValue, .unknownName, .notOfBroadcast, .tooManyItems, .unknownTimezone,
            .metricOutOfRange, .noMetrics, .dayInFuture, .snoozeDaysNotOffered, .numberOutOfRange, .badRecurrence, .badCheckDigit, .badTemplate, .tooManyAddresses,
            .tooManySwitchedOff, .tooManySwitchedOn, .tooManySchedules, .tooManyAudiences, .tooManyRotas, .tooManyCategories, .tooManyHooks,
            .tooManyTemplates, .missingValue, .tooManyMembers, .tooMuchShared, .codeRefused:
            .badRequest
        case .bodyTooLarge: .contentTooLarge
        case .unknownUser, .unknownFamily, .unknownDelivery, .unknownAction, .unknownBroadcast, .unknownSchedule, .unknownHeartbeat, .unknownApp,
            .unknownInboxMessage, .unknownAudience, .unknownAddress, .unknownRota, .unknownCategory, .unknownHook,
            .unknownTemplate, .notFound:
            .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .syncConflict, .idempotencyKeyReused, .scheduleEnded, .notTold: .conflict
        case .notAuthenticated, .needs, .keyExpired, .notSigned, .secretNotConfigured: .unauthorized
        case .notAuthorized, .needsScope: .forbidden
        case .callbackRefused(let doubt): doubt == .malformed ? .badRequest : .forbidden
        case .codeNotSent, .storeUnavailable: .serviceUnavailable
        case .tooManyCodes, .tooManyPresses, .tooManyStreams: .tooManyRequests
        case .internalFailure: .internalServerError
        }
    }

    /// What to show instead, as the header `WWW-Authenticate` has it (RFC 6750, section 3); nil where that changes nothing.
    fileprivate var challenge: String? {
        switch self {
        case .keyExpired: "Bearer error=\"invalid_token\""
        case .needsScope(let scope): "Bearer error=\"insufficient_scope\", scope=\"\(scope.rawValue)\""
        default: status == .unauthorized ? "Bearer" : nil
        }
    }

    /// After how many seconds it is worth another try; nil where waiting changes nothing.
    var secondsToRetry: Int? {
        switch self {
        case .tooManyCodes(let secondsLeft), .tooManyPresses(let secondsLeft): secondsLeft
        // By then it is noticed where a client has gone.
        case .tooManyStreams: Int(Services.pulse.components.seconds)
        case .codeNotSent: 60
        case .storeUnavailable: 5
        default: nil
        }
    }
}

/// Turns whatever went wrong into an answer with a stable code, and counts and logs requests without their contents.
struct AnswerMiddleware<Context: RequestContext>: RouterMiddleware {
    let services: Services
    let paths: KnownPaths

    func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws -> Response {
        var response: Response
        do {
            response = try await services.audited(request, context) {
                try await PlanningThreads.carryOut(context) { try await next(request, context) }
            }
        } catch {
            let problem = problem(of: error, at: request.uri.path)
            response =
                if case .methodNotAllowed = problem, request.method == .options {
                    Response(status: .noContent)
                } else if request.uri.path.hasPrefix("/rest/v1/") {
                    try .json(RemoteCallErrorBody(problem), status: problem.status)
                } else if request.isOfPage {
                    try await PageDesk(services: services).answer(problem, to: request)
                } else {
                    try .json(ErrorBody(problem), status: problem.status)
                }
            response.headers[.wwwAuthenticate] = problem.challenge
            response.headers[.retryAfter] = problem.secondsToRetry.map(String.init)
            if case .methodNotAllowed(let allowed) = problem { response.headers[.allow] = allowed.joined(separator: ", ") }
        }
        response.headers[.cacheControl] = response.headers[.cacheControl] ?? "no-store"
        response.headers[.xContentTypeOptions] = "nosniff"
        CrossOriginAnswers(origins: services.webOrigins, paths: paths).mark(&response, to: request)
        services.counters.addRequest(path: context.endpointPath ?? "unknown", status: response.status.code)
        // A client takes the content of an answer to HEAD for the beginning of its next one (RFC 9110, section 9.3.2).
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func problem(of error: any Error, at path: String) -> Problem {
        switch error {
        case let problem as Problem: return problem
        case let error as DecodingError: return Problem(error)
        case let error as HTTPError where error.status == .notFound || error.status == .methodNotAllowed:
            let allowed = paths.methods(at: path)
            return allowed.isEmpty ? .notFound : .methodNotAllowed(allowed: allowed)
        case let error as HTTPError where error.status.code < 500: return .malformedJSON
        default:
            // The kind only: an error of the database may quote what people sent.
            services.counters.addOutage(error)
            var metadata: Logger.Metadata = ["error": "\(type(of: error))", "kind": "\(kind(of: error))"]
            if let outage = (error as? any OutageError)?.outage { metadata["reason"] = "\(outage.rawValue)" }
            services.logger.error("request failed", metadata: metadata)
            return .storeUnavailable
        }
    }

    private func kind(of error: any Error) -> String {
        "\((error as NSError).domain) \((error as NSError).code)"
    }
}

extension Request {
    static let bodyByteCountMax = 4 * 1024 * 1024
    /// What is read of a body that is too large before giving up on it, so that the sender gets to read the answer.
    private static let drainedByteCountMax = 64 * 1024 * 1024

    /// The body as a JSON value; what isn't read of it is passed over, as for those who send more than one asks them for.
    ///
    /// - Throws: ``Problem`` that says what is wrong with it.
    func decodeLeniently<Value: Decodable>(_ type: Value.Type) async throws -> Value {
        try await decode(type, from: bodyData())
    }

    /// The same where nothing is no empty object.
    func decodeWhatCame<Value: Decodable>(_ type: Value.Type) async throws -> Value {
        try await decode(type, from: bodyThatCame())
    }

    private func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch let error as DecodingError {
            throw Problem(error)
        }
    }

    /// The body where nothing is no empty object: what got lost on the way isn't answered as if it had come.
    ///
    /// - Throws: `Problem.malformedJSON` where it is empty.
    func bodyThatCame() async throws -> Data {
        let data = try await rawBody(byteCountMax: Self.bodyByteCountMax)
        guard !data.isEmpty else { throw Problem.malformedJSON }
        return data
    }

    /// An empty body counts as an empty object.
    func bodyData() async throws -> Data {
        let data = try await rawBody(byteCountMax: Self.bodyByteCountMax)
        return data.isEmpty ? Data("{}".utf8) : data
    }

    /// The body as it came.
    ///
    /// - Throws: `Problem.bodyTooLarge`; `Problem.malformedJSON` where it breaks off.
    func rawBody(byteCountMax: Int) async throws -> Data {
        var data = Data()
        var byteCount = 0
        for try await buffer in BodyPieces(of: body) {
            byteCount += buffer.readableBytes
            if byteCount <= byteCountMax { data.append(contentsOf: buffer.readableBytesView) }
            if byteCount > Self.drainedByteCountMax { break }
        }
        guard byteCount <= byteCountMax else { throw Problem.bodyTooLarge(byteCountMax: byteCountMax) }
        return data
    }
}

/// A body as it comes. That it breaks off is the sender's affair, and no outage of the store.
struct BodyPieces<Body: AsyncSequence>: AsyncSequence, AsyncIteratorProtocol where Body.Element == ByteBuffer {
    private var rest: Body.AsyncIterator

    init(of body: Body) { rest = body.makeAsyncIterator() }

    func makeAsyncIterator() -> Self { self }

    /// - Throws: `Problem.malformedJSON` where nothing more can be read before the end.
    mutating func next() async throws -> ByteBuffer? {
        do {
            return try await rest.next()
        } catch {
            throw Problem.malformedJSON
        }
    }
}
