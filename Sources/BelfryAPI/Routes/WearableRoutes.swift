import BelfryDelivery
import BelfryDomains
import BelfryModel
import BelfryPatterns
import BelfryPorts
import BelfryTime
import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// The webhook of the wearables' aggregator: documents come in, are stored, and are evaluated after the answer.
struct WearableRoutes {
    let services: Services

    static let hashHeader = "X-ROOK-HASH"

    func add(to router: Router<AppContext>) {
        router.post("/functions/v1/rook") { request, _ in try await take(request) }
    }

    /// Nothing is read of a body that isn't signed, and nothing is acknowledged before it is committed. The mark that the commit leaves
    /// makes sure that the evaluation comes, whatever is killed in between.
    private func take(_ request: Request) async throws -> Response {
        guard let signature = services.wearableSignature else { throw Problem.secretNotConfigured(setting: "BELFRY_ROOK_SECRET") }
        let body = try await request.bodyData()
        let shown = request.headers.value(named: Self.hashHeader.lowercased())
        guard let shown, signature.isValid(shown, for: body) else {
            let why = shown == nil ? "it has no \(Self.hashHeader)" : "its \(Self.hashHeader) is not made with BELFRY_ROOK_SECRET"
            services.warn("document of a wearable refused", of: why, ["why": "\(why)"])
            throw Problem.notSigned(header: Self.hashHeader)
        }
        let now = services.now()
        do {
            let answer = try await take(try JSONDecoder().decode(WearableDocument.self, from: body), hash: Self.hash(body), now: now)
            if answer.changedDays > 0 { services.doorbell.ring() }
            return try .json(answer)
        } catch let error as DecodingError {
            throw Problem(error)
        }
    }

    private func take(_ document: WearableDocument, hash: UInt64, now: Instant) async throws -> Answer {
        guard try await services.store.isKnown(document.user) else { throw Problem.unknownUser(field: "user_id") }
        let (preferences, _) = try await services.preferences(of: document.user)
        let stays = try await services.store.stays(of: document.user)
        let zones = MemberZones(timezone: preferences.timezone, stays: stays, in: services.zones)
        let contents = try document.contents(in: zones.zone(on:), receivedAt: now, payloadHash: hash)
        let lastDate = zones.lastDate(at: now)
        guard (contents.days.map(\.date) + contents.sessions.map(\.date)).allSatisfy({ $0 <= lastDate }) else {
            throw Problem.dayInFuture(field: "date")
        }
        let days = contents.days.filter { !$0.values.isEmpty }
        let report = try await services.store.ingest(days, now: now, evaluate: nil)
        services.counters.addIngest(report)
        let sessionCount = contents.sessions.isEmpty ? 0 : try await services.store.store(contents.sessions, now: now)
        let flagged = days.flatMap { day in day.values.filter { !$0.key.isPlausible($0.value) }.map(\.key.rawValue) }
        return Answer(
            structure: document.structure, changedDays: report.changedDayCount, unchangedDays: report.unchangedDayCount, sessions: sessionCount,
            flagged: Set(flagged).sorted())
    }

    private static func hash(_ body: Data) -> UInt64 {
        SHA256.hash(data: body).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    private struct Answer: Encodable {
        let structure: String
        let changedDays: Int
        let unchangedDays: Int
        let sessions: Int
        /// Metrics whose value is stored, and can't be a person's day: they count as missing.
        let flagged: [String]

        enum CodingKeys: String, CodingKey {
            case sessions, flagged
            case structure = "data_structure"
            case changedDays = "changed_days"
            case unchangedDays = "unchanged_days"
        }
    }
}

/// Checks that a document comes from the aggregator: an HMAC-SHA256 (RFC 2104) in hexadecimal, under a secret that both know.
///
/// Two forms are taken: over the body as it came, and, as the aggregator's own sender does it, over client, user and moment put together: `datetime`, or
/// `metadata.datetime_string` of what the document is about. The second says nothing of the rest of the body; `docs/threat-model.md` tells what that means.
public struct WearableSignature: Sendable {
    private let key: SymmetricKey

    public init(secret: String) {
        key = SymmetricKey(data: Data(secret.utf8))
    }

    /// Takes the same time wherever a wrong one differs.
    func isValid(_ shown: String, for body: Data) -> Bool {
        guard let code = Self.bytes(ofHex: shown) else { return false }
        if HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: body, using: key) { return true }
        guard let named = try? JSONDecoder().decode(SignedFields.self, from: body) else { return false }
        return named.texts.contains { HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: Data($0.utf8), using: key) }
    }

    private static func bytes(ofHex text: String) -> [UInt8]? {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count, digits.count == 2 * SHA256.byteCount else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    /// What the aggregator may have signed: the moment is the document's own, or stands with what it is about. None where a field is missing.
    private struct SignedFields: Decodable {
        let texts: [String]

        /// More aren't looked at: nobody knows yet who sent it.
        private static let momentCountMax = 8

        enum Key: String, CodingKey {
            case client = "client_uuid"
            case user = "user_id"
            case datetime
            case sleep = "sleep_health"
            case physical = "physical_health"
            case body = "body_health"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            func text(_ key: Key) -> String? { try? container.decode(String.self, forKey: key) }
            guard let client = text(.client), let user = text(.user), !client.isEmpty, !user.isEmpty else {
                texts = []
                return
            }
            let named = [Key.sleep, .physical, .body].compactMap { try? container.decode(Health.self, forKey: $0) }.flatMap(\.moments)
            let moments = ([text(.datetime)].compactMap(\.self) + named).filter { !$0.isEmpty }
            texts = moments.prefix(Self.momentCountMax).map { client + user + $0 }
        }
    }

    /// The moments that summaries and events bear.
    private struct Health: Decodable {
        let moments: [String]

        enum Key: String, CodingKey {
            case summary, events
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            moments = [Key.summary, .events].compactMap { try? container.decode(Parts.self, forKey: $0) }.flatMap(\.moments)
        }
    }

    /// The summaries or events of a document, which are mostly of one kind.
    private struct Parts: Decodable {
        let moments: [String]

        /// Of more kinds none is looked at: each that bears no moment is a complaint of the decoder's, and very many of those take seconds.
        private static let kindCountMax = 8

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: TextKey.self)
            let kinds = container.allKeys
            guard kinds.count <= Self.kindCountMax else {
                moments = []
                return
            }
            moments = kinds.sorted().compactMap { try? container.decode(Part.self, forKey: $0).moment }
        }
    }

    /// One of a kind, or the first of several.
    private struct Part: Decodable {
        let moment: String

        private struct One: Decodable {
            let metadata: Metadata
        }

        private struct Metadata: Decodable {
            let moment: String

            enum CodingKeys: String, CodingKey {
                case moment = "datetime_string"
            }
        }

        init(from decoder: any Decoder) throws {
            if var several = try? decoder.unkeyedContainer() {
                moment = try several.decode(One.self).metadata.moment
            } else {
                moment = try One(from: decoder).metadata.moment
            }
        }
    }
}
