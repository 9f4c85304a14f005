import BelfryModel
import Foundation
import Testing

@testable import BelfryClient

@Suite("What is tried again, and when")
struct RetryTests {
    private let receipt = Script.Line.answer(202, #"{"deliveries": ["d-1"], "is_repeated": true}"#)
    private let unavailable = #"{"error": {"code": "store_unavailable", "message": "The database can't be used right now."}}"#

    @Test("An order is repeated under the same key, after pauses that grow, where the line was cut, the server was away or something before it was")
    func repeated() async throws {
        let script = Script(.cut, .answer(503, unavailable), .answer(502, "<html>Bad gateway</html>"), receipt)
        let answer = try await script.app().send(OrderContents(title: "Boiler"), to: ["ana"])
        #expect(script.sent.count == 4)
        #expect(Set(script.sent.map { $0.headers["Idempotency-Key"] }) == [answer.key])
        #expect(Set(script.sent.map(\.body)).count == 1)
        #expect(script.pauses == [.milliseconds(375), .milliseconds(750), .milliseconds(1500)], "three quarters of what they may be, by these dice")
    }

    @Test("Whoever is asked to wait waits no shorter, and where that is too long fails at once, with how long")
    func asked() async throws {
        let script = Script(.answer(503, unavailable, ["Retry-After": "7"]), receipt)
        try await script.app().send(OrderContents(title: "Boiler"), to: ["ana"])
        #expect(script.pauses == [.milliseconds(7250)])

        let patient = Script(.answer(503, unavailable, ["Retry-After": "3600"]))
        let error = await #expect(throws: BelfryError.self) { try await patient.app().send(OrderContents(title: "Boiler"), to: ["ana"]) }
        #expect(error?.retryAfter == .seconds(3600) && error?.code == .storeUnavailable)
        #expect(patient.sent.count == 1)
    }

    @Test("What has another effect each time isn't tried again, unless nothing was done")
    func unsafe() async throws {
        let cut = Script(.cut)
        let error = await #expect(throws: BelfryError.self) { try await cut.person().settings.addContactPoint(.email, "ana@example.org") }
        #expect(error?.code == .connectionLost && error?.cause is Script.Cut && cut.sent.count == 1)
        let away = Script(.answer(503, unavailable))
        await #expect(throws: BelfryError.self) { try await away.app().invite(toFamily: "lindens") }
        #expect(away.sent.count == 1)
        let busy = Script(
            .answer(429, #"{"error": {"code": "too_many_codes", "message": "Wait."}}"#, ["Retry-After": "1"]),
            .answer(200, #"{"id": "c-1", "channel": "email", "value": "ana@example.org", "verified": false}"#))
        #expect(try await busy.person().settings.addContactPoint(.email, "ana@example.org").channel == .email)
        // A sequence was gone through.
        let full = Script(.answer(429, #"{"error": {"code": "too_many_items", "message": "Wait."}}"#, ["Retry-After": "1"]))
        let people = AsyncStream { continuation in
            continuation.yield(["user_id": "ana"])
            continuation.finish()
        }
        await #expect(throws: BelfryError.self) { try await full.app().importPeople(eachOf: people) }
        #expect(full.sent.count == 1)
    }

    @Test("What a sequence of the app's own throws is thrown as it is, and not taken for a line that was cut")
    func sources() async throws {
        struct NobodyLeft: Error {}
        let script = Script(receipt)
        let users = AsyncThrowingStream<Recipient, any Error> { $0.finish(throwing: NobodyLeft()) }
        let order = BroadcastOrder(OrderContents(title: "Open on Sunday"))
        await #expect(throws: NobodyLeft.self) { _ = try await script.app().broadcast(order, toEachOf: users, key: "sunday") }
        #expect(script.pauses == [])
    }

    @Test("What would begin a header of its own goes nowhere, and the error names the header alone")
    func headers() async throws {
        let script = Script(receipt)
        let error = await #expect(throws: BelfryError.self) {
            try await script.app().send(OrderContents(title: "Boiler"), to: ["ana"], key: "boiler\r\nx-miya-admin-secret: 7")
        }
        #expect(error?.code == .unusableName && error?.field == "Idempotency-Key" && script.sent.isEmpty)
        #expect(error?.message.contains("boiler") == false)
        let request = ClientRequest(method: .get, url: URL(string: "https://belfry.example.org/v1/app")!, headers: ["Authorization": "Bearer bk_test"], body: .none)
        #expect("\(request)" == "GET https://belfry.example.org/v1/app" && !String(reflecting: request).contains("bk_test"))
    }

    @Test("What a server refuses is refused, with its code, its sentence and its field")
    func refused() async throws {
        let script = Script(.answer(400, #"{"error": {"code": "missing_field", "message": "“title” is missing.", "field": "title", "more": 1}}"#))
        let error = await #expect(throws: BelfryError.self) { try await script.app().send(OrderContents(), to: ["ana"]) }
        #expect(error?.code == .missingField && error?.field == "title" && error?.status == 400 && error?.message == "“title” is missing.")
        #expect(error.map { "\($0)" } == "missing_field: “title” is missing.")
        #expect(script.sent.count == 1 && script.pauses == [])
    }

    @Test("An error that came later than this client has its code all the same, and one that isn't Belfry's says so")
    func unknownErrors() async throws {
        let later = Script(.answer(409, #"{"error": {"code": "moon_is_full", "message": "Not today."}}"#))
        let error = await #expect(throws: BelfryError.self) { try await later.app().broadcast("b-1") }
        #expect(error?.code.text == "moon_is_full" && error?.code.known == nil)
        let proxy = Script(.answer(403, "<html>Forbidden</html>"))
        let other = await #expect(throws: BelfryError.self) { try await proxy.app().broadcast("b-1") }
        #expect(other?.code == .unreadableAnswer && other?.status == 403)
    }

    @Test("After as many tries as the rule has, the last error is thrown")
    func givenUp() async throws {
        let script = Script()
        await #expect(throws: BelfryError.self) { try await script.app(retries: RetryRule(attemptCountMax: 3)).ownKey() }
        #expect(script.sent.count == 3)
        let once = Script()
        await #expect(throws: BelfryError.self) { try await once.app(retries: .never).ownKey() }
        #expect(once.sent.count == 1)
    }

    @Test("No pause is longer than the rule has, whatever the dice say")
    func pauses() {
        let rule = RetryRule(attemptCountMax: 100, firstPause: .seconds(1), pauseMax: .seconds(10))
        let lost = BelfryError(.connectionLost, "")
        for dice in [0, UInt64.max] {
            #expect(rule.pause(after: lost, attempt: 60, isRepeatable: true, dice: dice).map { $0 >= .seconds(5) && $0 <= .seconds(10) } == true)
        }
        #expect(rule.pause(after: lost, attempt: 100, isRepeatable: true, dice: 0) == nil)
    }
}
