import BelfryTesting
import Foundation
import Testing

@testable import BelfryClient

@Suite("An inbox that is followed")
struct InboxEventsTests {
    private func message(_ id: String) -> String {
        #"{"id":"\#(id)","member_user_id":"ana","category":"c","title":"Boiler","body":"","severity":"watch","state":"current","created_at":"2026-01-25T08:00:00Z"}"#
    }

    @Test("Events are told as they come, comments and what is unknown are passed over, and a line that is cut is taken up again")
    func followed() async throws {
        let script = Script(
            .pieces(
                ["retry: 1000\n\n: still here\n\nevent: unread_count\nid: 0\nda", "ta: {\"unread_count\":1}\n\nevent: eclipse\ndata: {}\n\n"],
                breaksOff: true),
            .pieces(["event: message\nid: m-1\ndata: \(message("m-1"))\n\nevent: removed\nid: m-0\ndata: {\"id\":\"m-0\"}\n\n"], breaksOff: false),
            .answer(401, #"{"error": {"code": "not_authenticated", "message": "Who is asking?"}}"#))
        var events = script.person().inboxEvents.makeAsyncIterator()
        #expect(try await events.next() == .unreadCount(1))
        #expect(try await events.next() == .reconnected)
        guard case .message(let told) = try await events.next() else {
            Issue.record("a message was to come")
            return
        }
        #expect(told.title == "Boiler" && told.actions == [])
        #expect(try await events.next() == .removed(id: "m-0"))
        let ends = { (events: inout InboxEvents.AsyncIterator) async -> BelfryError? in
            do {
                while try await events.next() != nil {}
                return nil
            } catch {
                return error as? BelfryError
            }
        }
        #expect(await ends(&events)?.code == .notAuthenticated)
        #expect(script.sent.map { $0.headers["Last-Event-ID"] } == [nil, "0", "m-0"])
        #expect(script.sent.allSatisfy { $0.line == "GET /v1/inbox/events" && $0.headers["Authorization"] == "Bearer token" })
    }

    @Test("A server that ends each connection at once is given up after as many as the rule has")
    func endless() async throws {
        let script = Script(.pieces([], breaksOff: false), .pieces([], breaksOff: true), .pieces([], breaksOff: false))
        var events = script.person(retries: RetryRule(attemptCountMax: 3)).inboxEvents.makeAsyncIterator()
        await #expect(throws: BelfryError.self) { _ = try await events.next() }
        #expect(script.sent.count == 3)
    }

    @Test("Lines end as the standard has it, with either sign or both, wherever they are cut")
    func lines() throws {
        let text = "\r\nevent: a\r\ndata: 1\ndata:  2\r\rdata\n\nid: x\nid: b\0d\nnonsense\ndata: é\n\n"
        var events: [ServerSentEvents.Event] = []
        var reader = ServerSentEvents()
        for byte in text.utf8 { events += try reader.read(Data([byte])) }
        #expect(events == [.init(name: "a", data: "1\n 2"), .init(data: ""), .init(data: "é")])
        #expect(reader.lastID == "x")
        #expect(throws: BelfryError.self) { try reader.read(Data(repeating: 65, count: ServerSentEvents.lineByteCountMax + 1)) }
    }
}
