import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// Redacts an event: it stays in its room as one that was removed, without its words.
///
/// Source: https://spec.matrix.org/v1.15/client-server-api/#redactions, by which everybody may redact what is their own. The room is looked up as for
/// sending, and nothing is joined or made for it.
extension MatrixSender: RemovingSender {
    public var removesByPlace: Bool { false }

    public func remove(_ message: SentMessage, now: Instant) async -> RemovalOutcome {
        guard case .matrix(let text) = message.address.target, let place = MatrixPlace(text), client.settings.allows(place), let event = message.name else {
            return .stays(why: "matrix_unnamed: the homeserver has given the message no name, or its place isn't one that matrix_servers allows")
        }
        do {
            guard let room = try await room(of: place, isNew: !message.hasWaited, now: now) else {
                return .stays(why: "matrix_no_room: the room isn't known any more")
            }
            // The same over all attempts: https://spec.matrix.org/v1.15/client-server-api/#put_matrixclientv3roomsroomidredacteventidtxnid
            let path = ["rooms", room, "redact", event, message.transmission.text]
            let question = MatrixClient.Question(method: "PUT", path: path, body: Array("{}".utf8), isMessage: false)
            _ = try await client.ask(question, isNew: !message.hasWaited, isUrgent: false, now: now)
            return .removed
        } catch {
            switch error {
            case .failed(let outcome): return RemovalOutcome(outcome)
            case .refused(let refusal): return RemovalOutcome(refusal.result.outcome)
            }
        }
    }

    /// - Returns: nil where there is none.
    private func room(of place: MatrixPlace, isNew: Bool, now: Instant) async throws(MatrixClient.Failure) -> String? {
        let path: [String]
        switch place.kind {
        case .room: return place.text
        case .alias: path = ["directory", "room", place.text]
        case .person: path = MatrixSearch.record(of: place, for: client.settings.user)
        }
        do {
            let body = try await client.ask(.get(path), isNew: isNew, isUrgent: false, now: now)
            return (try? JSONDecoder().decode(Answer.self, from: Data(body)))?.room_id
        } catch .refused(let refusal) where refusal.code == .notFound {
            return nil
        } catch {
            throw error
        }
    }

    private struct Answer: Decodable {
        let room_id: String
    }
}
