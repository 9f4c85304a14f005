import BelfryDelivery
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Crypto
import Foundation
import HTTPTypes
import Testing

@testable import BelfryAPI

extension API {
    /// What the aggregator's sender puts beside a body.
    static func rookHash(of text: String, secret: String = API.rookSecret) -> String {
        HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: SymmetricKey(data: Data(secret.utf8))).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    fileprivate func rook(_ body: String, hash: String? = nil) async throws -> Answer {
        try await ask(.post, "/functions/v1/rook", body, as: .headers(["x-rook-hash": hash ?? Self.rookHash(of: body)]))
    }

    fileprivate var nights: [Double] {
        get async { await store.observations(of: .sleepMinutes, member: .ben, since: .sunday - 100).map(\.value) }
    }
}

@Suite("The wearables' webhook")
struct WearableRoutesTests {
    private func night(_ minutes: Int, on date: CivilDate = .sunday, user: String = "ben", version: Int = 1, final: Bool = false) -> String {
        #"{"user_id":"\#(user)","client_uuid":"c1","datetime":"\#(date)T06:00:00Z","document_version":\#(version),"is_final":\#(final),"#
            + #""sleep_health":{"summary":{"sleep_summary":{"metadata":{"sources_of_data_array":["fitbit"]},"#
            + #""duration":{"sleep_date_string":"\#(date)","sleep_duration_seconds_int":\#(60 * minutes)}}}}}"#
    }

    // MARK: Who may

    @Test("The known vector: the secret ROOK_Secret_Key and the text ROOK")
    func vector() {
        let hash = "382da6381717a0fdfeba9ef922041df3ea8db97bbd2d20af21e216bdd1e6096b"
        let signature = WearableSignature(secret: "ROOK_Secret_Key")
        #expect(signature.isValid(hash, for: Data("ROOK".utf8)))
        #expect(signature.isValid(hash.uppercased(), for: Data("ROOK".utf8)))
        #expect(!signature.isValid(hash, for: Data("ROOKS".utf8)))
    }

    @Test("What isn't signed is refused, and nothing of it is read or kept", arguments: ["", "00", "zz", String(repeating: "0", count: 64)])
    func unsigned(hash: String) async throws {
        try await withAPI { api async throws in
            #expect(try await api.rook(night(400), hash: hash).summary == "401 not_authenticated X-ROOK-HASH")
            #expect(try await api.rook("{", hash: hash).summary == "401 not_authenticated X-ROOK-HASH")
            #expect(try await api.rook(night(400), hash: API.rookHash(of: night(401))).status == 401)
            #expect(try await api.ask(.post, "/functions/v1/rook", night(400), as: .admin).status == 401)
            #expect(await api.nights == [])
        }
    }

    @Test("As the aggregator's own sender signs: client, user and moment put together")
    func signedFields() async throws {
        try await withAPI { api async throws in
            #expect(try await api.rook(night(400), hash: API.rookHash(of: "c1ben2026-01-25T06:00:00Z")).status == 200)
            #expect(try await api.rook(night(400, user: "ana"), hash: API.rookHash(of: "c1ben2026-01-25T06:00:00Z")).status == 401)
        }
    }

    @Test(
        "The moment that the aggregator signs may stand with what the document is about",
        arguments: [
            #""sleep_health":{"summary":{"sleep_summary":{"metadata":{"datetime_string":"2026-01-25T06:00:00Z"}}}}"#,
            #""body_health":{"summary":{"body_summary":[{"metadata":{"datetime_string":"2026-01-25T06:00:00Z"}}]}}"#,
            #""datetime":"2026-01-26","physical_health":{"summary":{"a":7,"physical_summary":{"metadata":{"datetime_string":"2026-01-25T06:00:00Z"}}}}"#,
            #""datetime":null,"physical_health":{"events":{"activity_event":[{"metadata":{"datetime_string":"2026-01-25T06:00:00Z"}},{}]}}"#,
        ])
    func signedMoment(fields: String) {
        let (signature, body) = (WearableSignature(secret: API.rookSecret), Data(#"{"user_id":"ben","client_uuid":"c1",\#(fields)}"#.utf8))
        #expect(signature.isValid(API.rookHash(of: "c1ben2026-01-25T06:00:00Z"), for: body))
        #expect(!signature.isValid(API.rookHash(of: "c1ben2026-01-27T06:00:00Z"), for: body))
        #expect(!signature.isValid(API.rookHash(of: "c1ben"), for: body))
    }

    @Test("Whoever isn't known yet has no more looked through than a document can have", arguments: [(7, true), (8, false), (10_000, false)])
    func manyParts(otherCount: Int, isValid: Bool) {
        let others = (0..<otherCount).map { #""a\#($0)":1,"# }.joined()
        let summary = #"{\#(others)"sleep_summary":{"metadata":{"datetime_string":"2026-01-25T06:00:00Z"}}}"#
        let body = Data(#"{"user_id":"ben","client_uuid":"c1","sleep_health":{"summary":\#(summary)}}"#.utf8)
        let hash = API.rookHash(of: "c1ben2026-01-25T06:00:00Z")
        #expect(WearableSignature(secret: API.rookSecret).isValid(hash, for: body) == isValid)
    }

    @Test("Without client, user or moment nothing but the body can be signed", arguments: [
        #"{"user_id":"ben","datetime":"2026"}"#, #"{"client_uuid":"c1","datetime":"2026"}"#, #"{"user_id":"ben","client_uuid":"c1"}"#,
        #"{"user_id":"ben","client_uuid":"c1","datetime":"","sleep_health":{"summary":{"sleep_summary":{"metadata":{}}}}}"#,
    ])
    func unsignedFields(body: String) {
        for text in ["", "ben2026", "c12026", "c1ben"] {
            #expect(!WearableSignature(secret: API.rookSecret).isValid(API.rookHash(of: text), for: Data(body.utf8)))
        }
    }

    // MARK: What becomes of it

    @Test("A night is stored and answered, and evaluated after the answer")
    func after() async throws {
        try await withAPI(at: .noon) { api async throws in
            for day in -42..<0 { _ = try await api.rook(night(420 + day % 3, on: .sunday + day - 2)) }
            let evaluations = Evaluations(store: api.store, evaluator: api.services.intake.evaluator)
            _ = try await evaluations.step(now: .noon)
            for day in -2...0 {
                let answer = try await api.rook(night(200, on: .sunday + day))
                #expect(answer.json == ["data_structure": "sleep_summary", "changed_days": 1, "unchanged_days": 0, "sessions": 0, "flagged": []])
            }
            #expect(await api.store.deliveries(matching: DeliveryQuery(countMax: 10)).deliveries.isEmpty)
            #expect(await api.store.nextEvaluationMoment() == .noon)
            _ = try await evaluations.step(now: .noon)
            #expect(await api.store.deliveries(matching: DeliveryQuery(countMax: 10)).deliveries.map(\.delivery.recipient) == [.ben])
        }
    }

    @Test("Running totals may come in any order and a thousand times: the newest counts")
    func totals() async throws {
        try await withAPI { api async throws in
            for version in [3, 1, 4, 2] { _ = try await api.rook(night(100 * version, version: version)) }
            #expect(await api.nights == [400])
            for _ in 0..<1000 {
                let answer = try await api.rook(night(400, version: 4))
                #expect(answer.json["unchanged_days"] == 1)
            }
            #expect(await api.nights == [400])
        }
    }

    @Test("A night before a move belongs to the day on which it ended where the member was then")
    func moved() async throws {
        try await withAPI { api async throws in
            var preferences = Preferences()
            preferences.timezone = "Asia/Tokyo"
            try await api.store.save(preferences, of: .ben, now: .morning)
            try await api.store.recordStay(of: .ben, from: .sunday, in: "Asia/Tokyo", before: "America/Los_Angeles")
            for (end, minutes) in [("2026-01-23T15:00:00Z", 400), ("2026-01-24T15:00:00Z", 410), ("2026-01-25T11:00:00Z", 420)] {
                let text = night(minutes).replacing(#""sleep_date_string":"2026-01-25""#, with: #""sleep_end_datetime_string":"\#(end)""#)
                #expect(try await api.rook(text).status == 200)
            }
            let days = await api.store.observations(of: .sleepMinutes, member: .ben, since: .sunday - 100)
            #expect(days.map(\.date) == [.sunday - 2, .sunday - 1, .sunday] && days.map(\.value) == [400, 410, 420])
        }
    }

    @Test("Forty hours of sleep and a heart that doesn't vary are stored, flagged, and missing to whoever evaluates")
    func flagged() async throws {
        try await withAPI { api async throws in
            let long = try await api.rook(night(2400))
            #expect(long.status == 200 && long.json["flagged"] == ["sleep_minutes"])
            #expect(await api.nights == [2400])
            let still = #"{"user_id":"ben","body_health":{"summary":{"body_summary":{"metadata":{"datetime_string":"2026-01-25"},"heart_rate":{"hrv_avg_rmssd_float":0}}}}}"#
            #expect(try await api.rook(still).json["flagged"] == ["hrv_ms"])
        }
    }

    @Test("A nap of the same day leaves the night as it is, whichever comes first")
    func nap() async throws {
        let nap = night(45, version: 9).replacing(
            #""duration":{"#, with: #""duration":{"sleep_start_datetime_string":"2026-01-25T10:30:00Z","sleep_end_datetime_string":"2026-01-25T11:15:00Z","#)
        for documents in [[night(420), nap], [nap, night(420)]] {
            try await withAPI { api async throws in
                for document in documents { #expect(try await api.rook(document).status == 200) }
                #expect(await api.nights == [420])
            }
        }
    }

    @Test("A night in the zone that the member has just left may be of a day that has yet to come where they are")
    func dateLine() async throws {
        try await withAPI { api async throws in
            try await api.store.recordStay(of: .ben, from: .sunday, in: "Pacific/Honolulu", before: "Pacific/Kiritimati")
            var preferences = Preferences()
            preferences.timezone = "Pacific/Honolulu"
            try await api.store.save(preferences, of: .ben, now: .noon)
            #expect(try await api.rook(night(420, on: .sunday + 1)).status == 200)
            #expect(try await api.rook(night(420, on: .sunday + 2)).summary == "400 day_in_future date")
        }
    }

    @Test(
        "What can't be taken is refused, and disturbs nobody",
        arguments: [
            ("{", "400 malformed_json"), ("[]", "400 wrong_type"),
            (#"{"user_id":"ben"}"#, "400 missing_field data_structure"),
            (#"{"user_id":"nobody","data_structure":"sleep_summary"}"#, "404 unknown_user user_id"),
            (#"{"user_id":"ben","sleep_health":{"summary":{"sleep_summary":{"duration":{"sleep_date_string":"2026-01-26"}}}}}"#, "400 day_in_future date"),
        ])
    func refusals(body: String, expected: String) async throws {
        try await withAPI { api async throws in
            #expect(try await api.rook(body, hash: API.rookHash(of: body)).summary == expected)
            #expect(await api.nights == [])
        }
    }
}
