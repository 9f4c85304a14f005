import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// Writes in rooms of Matrix, by an account of the operator's on a homeserver.
///
/// What is sent again under the name of its transmission the homeserver knows, and answers as before: nobody is told twice after a lost answer.
/// Source: https://spec.matrix.org/v1.15/client-server-api/#transaction-identifiers. Synapse remembers them for a day.
public final class MatrixSender: Sender {
    let client: MatrixClient
    private let rooms: MatrixRooms

    public init(_ settings: MatrixSettings, over exchange: HTTPExchange, protection: ProviderProtection? = nil) {
        client = MatrixClient(settings: settings, exchange: exchange, protection: protection ?? ProviderProtection())
        rooms = MatrixRooms(client)
    }

    public var provider: Provider { .matrix }

    static let foreignAnswer = Outcome.notTried(
        why: "matrix_foreign_answer: whoever answers there is no homeserver; see matrix_homeserver", after: .seconds(300))

    public func send(_ notification: OutgoingNotification, now: Instant) async -> SendResult {
        guard case .matrix(let text) = notification.address.target, let place = MatrixPlace(text) else {
            return SendResult(.rejected(why: "matrix_no_place: the address is no room's or person's"))
        }
        guard client.settings.allows(place) else {
            return SendResult(.rejected(why: "matrix_server_not_allowed: the room or person is on a server that matrix_servers doesn't name"))
        }
        guard let message = MatrixMessage(notification, client.settings.linkOrigins).json else {
            return SendResult(.rejected(why: "unencodable: it can't be written as JSON"))
        }
        do {
            return try await send(message, to: place, notification, now: now)
        } catch {
            return error.result
        }
    }

    /// Where the account isn't in the room any more that was known, it is looked for once anew.
    private func send(
        _ message: [UInt8], to place: MatrixPlace, _ notification: OutgoingNotification, now: Instant
    ) async throws(MatrixRooms.Obstacle) -> SendResult {
        let room = try await rooms.room(of: place, for: notification, now: now)
        let path = ["rooms", room.id, "send", "m.room.message", notification.transmission.text]
        do {
            return Self.taken(try await client.ask(.init(method: "PUT", path: path, body: message, isMessage: true), for: notification, now: now))
        } catch {
            switch error {
            case .failed(let outcome): return SendResult(outcome)
            case .refused(let refusal) where refusal.code != .forbidden && refusal.code != .notFound: return refusal.result
            case .refused(let refusal):
                await rooms.forget(place)
                guard room.isKnown else { return refusal.result(RefusalMeaning(.reject, "the account may not write in the room")) }
                return try await send(message, to: place, notification, now: now)
            }
        }
    }

    private static func taken(_ body: [UInt8]) -> SendResult {
        struct Answer: Decodable {
            let event_id: String
        }
        // An answer that broke off says no less than its status.
        guard !body.isEmpty else { return SendResult(.delivered) }
        guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(body)) else { return SendResult(foreignAnswer) }
        return SendResult(.delivered, providerMessageID: answer.event_id)
    }
}

extension MatrixSender: CustomStringConvertible {
    public var description: String { "MatrixSender" }
}
