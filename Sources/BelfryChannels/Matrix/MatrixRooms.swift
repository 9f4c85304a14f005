import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// Finds the room in which somebody is told, and has the account be in it.
///
/// Nothing of that is kept here but for an hour: an alias leads somewhere on its homeserver, and which room is a person's stands in the account's own data
/// there, so that every process, and one that begins anew, finds the same.
actor MatrixRooms {
    private let client: MatrixClient
    private var known = RecentlyUsed<MatrixPlace, Known>(countMax: 4096)
    /// So that two who are told at once are led into one room.
    private var underWay: [MatrixPlace: Task<Result<String, Obstacle>, Never>] = [:]

    private struct Known {
        let room: String
        let foundAt: Instant
    }

    /// Why somebody can't be told there.
    struct Obstacle: Error {
        let result: SendResult

        init(_ result: SendResult) {
            self.result = result
        }
    }

    /// Within it people leave and rooms are encrypted unseen; who has left is found gone by the first message after it.
    static let knownFor = Duration.seconds(3600)

    init(_ client: MatrixClient) {
        self.client = client
    }

    /// - Returns: the room's identifier, and whether it was known from before.
    func room(of place: MatrixPlace, for notification: OutgoingNotification, now: Instant) async throws(Obstacle) -> (id: String, isKnown: Bool) {
        if let found = known.use(place), (Duration.zero..<Self.knownFor).contains(now - found.foundAt) { return (found.room, true) }
        let search = MatrixSearch(client: client, notification: notification, now: now)
        let task = underWay[place] ?? Task { await search.room(of: place) }
        underWay[place] = task
        let result = await task.value
        if underWay[place] == task { underWay[place] = nil }
        let room = try result.get()
        known.keep(Known(room: room, foundAt: now), under: place)
        return (room, false)
    }

    /// It isn't what it was.
    func forget(_ place: MatrixPlace) { known.remove(place) }
}
