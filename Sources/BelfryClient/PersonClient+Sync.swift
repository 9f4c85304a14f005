import BelfryPorts
import Foundation

/// Carries what their devices share: `SyncClient(store: device, server: RemoteSyncServer(belfry), …)` of `BelfryDevice` does the rest.
extension PersonClient: SyncTransport {
    /// More than all that a person may share, as JSON.
    private static let answerByteCountMax = 64 << 20

    /// Asks once: a sync that came to nothing is begun anew.
    ///
    /// - Throws: `SyncProblem.unavailable` where no token or no answer comes.
    public func exchange(_ request: SyncRequest) async throws(SyncProblem) -> SyncResponse {
        do {
            let answer = try await caller.attempt(try .sync(request))
            let bytes = try await Caller.whole(answer, upTo: Self.answerByteCountMax)
            return SyncResponse(status: answer.status, body: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw .unavailable
        }
    }
}

extension Call {
    fileprivate static func sync(_ request: SyncRequest) throws -> Call {
        guard let target = URLComponents(string: request.path) else {
            throw BelfryError(.unusableName, "“\(request.path)” is no address.")
        }
        let path = target.path.split(separator: "/").map(String.init)
        var call = Call(request.body == nil ? .get : .post, path, isRepeatable: false)
        call.query = (target.queryItems ?? []).map { (name: $0.name, value: $0.value) }
        guard let body = request.body else { return call }
        call.body = .bytes(Data(body.utf8))
        call.headers["Content-Type"] = "application/json"
        return call
    }
}
