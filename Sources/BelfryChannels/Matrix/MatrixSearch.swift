import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// One search for the room in which somebody is told, by asking the homeserver.
///
/// Whoever has the account leave a room, or leaves the one that it made for them, wants nothing more there. So it comes back uninvited only with a code, for
/// which somebody has asked.
struct MatrixSearch: Sendable {
    let client: MatrixClient
    let notification: OutgoingNotification
    let now: Instant

    typealias Obstacle = MatrixRooms.Obstacle

    func room(of place: MatrixPlace) async -> Result<String, Obstacle> {
        do throws(Obstacle) {
            let room =
                switch place.kind {
                case .room: try await joined(place.text, named: place)
                case .alias: try await joined(try await room(ofAlias: place), named: place)
                case .person: try await directRoom(of: place)
                }
            try await refuseEncrypted(room)
            return .success(room)
        } catch {
            return .failure(error)
        }
    }

    // MARK: Rooms

    /// https://spec.matrix.org/v1.15/client-server-api/#get_matrixclientv3directoryroomroomalias
    private func room(ofAlias alias: MatrixPlace) async throws(Obstacle) -> String {
        do {
            return try roomIdentifier(in: try await ask(.get(["directory", "room", alias.text])))
        } catch .refused(let refusal) where refusal.code == .notFound {
            throw gone(refusal, "there is no such room any more")
        } catch {
            throw obstacle(error)
        }
    }

    /// https://spec.matrix.org/v1.15/client-server-api/#post_matrixclientv3joinroomidoralias
    private func joined(_ room: String, named place: MatrixPlace) async throws(Obstacle) -> String {
        switch try await membership(of: client.settings.user, in: room) {
        case .member: return room
        case .former where !isCode: throw Obstacle(Self.result(.addressGone, "matrix_removed", "the account was removed from the room, or left it"))
        case .former, .invited, .unknown: break
        }
        do {
            return try roomIdentifier(in: try await ask(.post(["join", place.text], "{}")))
        } catch .refused(let refusal) where refusal.code == .forbidden || refusal.code == .badState {
            throw Obstacle(refusal.result(RefusalMeaning(.reject, "the account isn't invited to the room; somebody in it must invite it")))
        } catch .refused(let refusal) where refusal.status == 404 && (refusal.code == .notFound || refusal.code == .unknown) {
            throw gone(refusal, "there is no such room, or the homeserver doesn't know it")
        } catch {
            throw obstacle(error)
        }
    }

    // MARK: People

    /// Where it stands which room is a person's: a type of account data of its own for each, so that nobody's is overwritten by another's.
    ///
    /// Source: https://spec.matrix.org/v1.15/client-server-api/#client-config. `m.direct`, where clients keep theirs, is one map of everybody.
    static func record(of person: MatrixPlace, for user: MatrixPlace) -> [String] {
        ["user", user.text, "account_data", "belfry.direct_room." + person.text]
    }

    private func record(of person: MatrixPlace) -> [String] { Self.record(of: person, for: client.settings.user) }

    private func directRoom(of person: MatrixPlace) async throws(Obstacle) -> String {
        guard let room = try await recordedRoom(of: person), try await membership(of: client.settings.user, in: room) == .member else {
            return try await makeRoom(for: person)
        }
        switch try await membership(of: person, in: room) {
        case .member, .invited: return room
        case .unknown: return try await makeRoom(for: person)
        case .former where isCode:
            do {
                _ = try await ask(.post(["rooms", room, "invite"], #"{"user_id":\#(JSONText.quoted(person.text))}"#))
                return room
            } catch .refused(let refusal) where refusal.code == .forbidden || refusal.code == .badState {
                return try await makeRoom(for: person)
            } catch {
                throw obstacle(error)
            }
        case .former: throw Obstacle(Self.result(.addressGone, "matrix_left", "the person has left the room, or declined the invitation to it"))
        }
    }

    private func recordedRoom(of person: MatrixPlace) async throws(Obstacle) -> String? {
        do {
            return try roomIdentifier(in: try await ask(.get(record(of: person))))
        } catch .refused(let refusal) where refusal.code == .notFound {
            return nil
        } catch .refused(let refusal) where refusal.code == .forbidden {
            throw Obstacle(SendResult(.retry(why: "matrix_user_not_the_tokens: matrix_user isn't the account that has matrix_access_token", after: .seconds(900))))
        } catch {
            throw obstacle(error)
        }
    }

    /// In a room of this preset none but the account may turn on encryption, which it doesn't speak; the other one for two lets both.
    ///
    /// Source: https://spec.matrix.org/v1.15/client-server-api/#post_matrixclientv3createroom. It knows no repetition: where its answer is lost, the person
    /// finds another invitation.
    private func makeRoom(for person: MatrixPlace) async throws(Obstacle) -> String {
        let wish = #"{"invite":[\#(JSONText.quoted(person.text))],"is_direct":true,"preset":"private_chat"}"#
        do {
            let room = try roomIdentifier(in: try await ask(.post(["createRoom"], wish)))
            _ = try await ask(.init(method: "PUT", path: record(of: person), body: Array(#"{"room_id":\#(JSONText.quoted(room))}"#.utf8), isMessage: false))
            return room
        } catch .refused(let refusal) where refusal.code == .forbidden {
            throw Obstacle(refusal.result(RefusalMeaning(.reject, "the homeserver doesn't let the account invite the person")))
        } catch {
            throw obstacle(error)
        }
    }

    // MARK: Asking

    private enum Membership {
        case member, invited, former
        /// Nobody says.
        case unknown
    }

    /// Of a room that the account has left, the homeserver says what was so when it left.
    ///
    /// Source: https://spec.matrix.org/v1.15/client-server-api/#get_matrixclientv3roomsroomidstateeventtypestatekey
    private func membership(of person: MatrixPlace, in room: String) async throws(Obstacle) -> Membership {
        struct Content: Decodable {
            let membership: String
        }
        do {
            let body = try await ask(.get(["rooms", room, "state", "m.room.member", person.text]))
            switch (try? JSONDecoder().decode(Content.self, from: Data(body)))?.membership {
            case "join": return .member
            case "invite": return .invited
            case "leave", "ban": return .former
            default: return .unknown
            }
        } catch .refused(let refusal) where refusal.code == .forbidden || refusal.code == .notFound {
            return .unknown
        } catch {
            throw obstacle(error)
        }
    }

    /// Where others are told that nobody else reads what is written, nothing is written that somebody else could read.
    ///
    /// Source: https://spec.matrix.org/v1.15/client-server-api/#mroomencryption, which is never taken back.
    private func refuseEncrypted(_ room: String) async throws(Obstacle) {
        do {
            _ = try await ask(.get(["rooms", room, "state", "m.room.encryption"]))
        } catch .refused(let refusal) where refusal.code == .notFound {
            return
        } catch {
            throw obstacle(error)
        }
        throw Obstacle(Self.result(.reject, "matrix_encrypted", "the room is encrypted, which Belfry doesn't speak; name one that isn't"))
    }

    private func ask(_ question: MatrixClient.Question) async throws(MatrixClient.Failure) -> [UInt8] {
        try await client.ask(question, for: notification, now: now)
    }

    private func roomIdentifier(in body: [UInt8]) throws(MatrixClient.Failure) -> String {
        struct Answer: Decodable {
            let room_id: String
        }
        guard let room = (try? JSONDecoder().decode(Answer.self, from: Data(body)))?.room_id, MatrixPlace(room)?.kind == .room else {
            throw .failed(MatrixSender.foreignAnswer)
        }
        return room
    }

    private var isCode: Bool { notification.delivery.payload.kind == Payload.verificationKind }

    // MARK: Answers

    private func obstacle(_ failure: MatrixClient.Failure) -> Obstacle {
        switch failure {
        case .refused(let refusal): Obstacle(refusal.result)
        // Nothing was told yet, so there is no doubt about that.
        case .failed(.ambiguous(let why)): Obstacle(SendResult(.retry(why: why, after: nil)))
        case .failed(let outcome): Obstacle(SendResult(outcome))
        }
    }

    private func gone(_ refusal: MatrixRefusal, _ sentence: String) -> Obstacle { Obstacle(refusal.result(RefusalMeaning(.addressGone, sentence))) }

    private static func result(_ consequence: RefusalMeaning.Consequence, _ code: String, _ sentence: String) -> SendResult {
        RefusalMeaning(consequence, sentence).result(code: code, retryAfter: nil)
    }
}
