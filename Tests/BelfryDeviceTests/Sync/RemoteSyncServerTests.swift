import BelfryModel
import BelfryPorts
import BelfryTesting
import Testing

@testable import BelfryDevice

@Suite("The server over HTTP, as a device sees it")
struct RemoteSyncServerTests {
    @Test("A pull asks as WatermelonDB does")
    func pullRequest() {
        #expect(
            RemoteSyncServer.request(for: SyncPull(since: nil))
                == SyncRequest(method: "GET", path: "/sync/pull?last_pulled_at=null&schema_version=1&migration=null", body: nil))
        let pull = SyncPull(since: 17, wholeTables: [.pantryItems, .budgetItems], openPush: "a b/1")
        #expect(
            RemoteSyncServer.request(for: pull).path
                == "/sync/pull?last_pulled_at=17&schema_version=1"
                + "&migration=%7B%22from%22%3A1%2C%22tables%22%3A%5B%22budget_items%22%2C%22pantry_items%22%5D%2C%22columns%22%3A%5B%5D%7D"
                + "&open_push=a%20b%2F1")
    }

    @Test("A push sends the rows by table, and its name")
    func pushRequest() throws {
        let rows = SyncChanges.Rows(updated: [.bill(["amount": .whole(1), "name": .null, "is_auto_pay": .flag(true)])], deleted: ["gym"])
        let push = SyncPush(id: "push-1", changes: SyncChanges(tables: [.budgetItems: rows]), pulledAt: 17)
        let request = try RemoteSyncServer.request(for: push)
        #expect(request.method == "POST" && request.path == "/sync/push?last_pulled_at=17&push_id=push-1")
        #expect(
            request.body
                == #"{"budget_items":{"created":[],"deleted":["gym"],"updated":[{"amount":1,"id":"rent","is_auto_pay":true,"name":null}]}}"#)
    }

    @Test("An answer of a newer server is read as far as it is known")
    func newerServer() async throws {
        let body = """
            {"timestamp": 18, "push_taken": true, "changes": {
                "moods": {"created": [{"id": "m"}]},
                "budget_items": {"updated": [{"id": "rent", "amount": 2, "colour": ["red"], "_status": "x"}], "deleted": ["gym"]}
            }}
            """
        let answer = try await RemoteSyncServer(Line(200, body)).pull(SyncPull(since: 17))
        let rows = SyncChanges.Rows(updated: [.bill(["amount": .whole(2)])], deleted: ["gym"])
        #expect(answer == SyncAnswer(changes: SyncChanges(tables: [.budgetItems: rows]), timestamp: 18, isPushTaken: true))
    }

    @Test(
        "What else is answered is a reason to pull again, to sign in, to come back later, or never",
        arguments: [
            (409, #"{"error":{"code":"sync_conflict","message":""}}"#, SyncProblem.conflict),
            (401, "", .notAuthenticated), (403, "", .notAuthenticated),
            (503, "", .unavailable), (429, "", .unavailable), (302, "", .unavailable),
            (400, #"{"error":{"code":"wrong_type","message":"","field":"a.b"}}"#, .refused(code: "wrong_type", field: "a.b")),
            (413, "<html>", .tooLarge), (422, "<html>", .refused(code: "status_422", field: nil)),
        ])
    func problems(_ status: Int, _ body: String, _ problem: SyncProblem) async {
        let server = RemoteSyncServer(Line(status, body))
        await #expect(throws: problem) { try await server.push(SyncPush(id: nil, changes: SyncChanges(), pulledAt: 1)) }
        await #expect(throws: problem) { _ = try await server.pull(SyncPull(since: 1)) }
    }

    @Test("A page of somebody on the way is no answer", arguments: ["<html>", "{}", #"{"changes":{},"timestamp":"now"}"#])
    func pages(_ body: String) async {
        await #expect(throws: SyncProblem.unavailable) { _ = try await RemoteSyncServer(Line(200, body)).pull(SyncPull(since: 1)) }
    }
}

/// Answers everything alike.
private struct Line: SyncTransport {
    let response: SyncResponse

    init(_ status: Int, _ body: String) {
        response = SyncResponse(status: status, body: body)
    }

    func exchange(_ request: SyncRequest) async -> SyncResponse { response }
}
