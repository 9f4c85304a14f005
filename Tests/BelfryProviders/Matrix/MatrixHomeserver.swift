/// What a homeserver knows, and what its answers follow from: as Synapse 1.163 answers, of version 1.15 of the specification.
struct MatrixHomeserver: Sendable {
    struct Room: Sendable {
        var isPublic = false
        var isEncrypted = false
        /// By person.
        var members: [String: String] = [:]
    }

    struct Answer: Sendable {
        let status: Int
        let fields: [String: String]

        init(_ fields: [String: String] = [:]) {
            status = 200
            self.fields = fields
        }

        init(_ status: Int, _ code: String, _ sentence: String = "simulated") {
            self.status = status
            fields = ["errcode": code, "error": sentence]
        }
    }

    let user: String
    var rooms: [String: Room] = [:]
    var aliases: [String: String] = [:]
    var accountData: [String: String] = [:]
    /// Events by the path of the request that sent them.
    var transactions: [String: String] = [:]
    /// In which room an event stands.
    var places: [String: String] = [:]
    /// Whom the account may not invite.
    var unwilling: Set<String> = []

    init(user: String) {
        self.user = user
    }

    /// In the form of room version 12, which names no server.
    mutating func addRoom(_ room: Room, alias: String? = nil) -> String {
        let id = "!room\(rooms.count + 1)-8ZJOhbIZvktQvC8GYcAsoEJfSgXN1ird8xgtD8"
        rooms[id] = room
        if let alias { aliases[alias] = id }
        return id
    }

    // MARK: Answers

    func room(ofAlias alias: String) -> Answer {
        aliases[alias].map { Answer(["room_id": $0]) } ?? Answer(404, "M_NOT_FOUND")
    }

    /// Whoever was in a room and has left knows it as it was then, and that they have.
    func state(_ type: String, _ key: String, in id: String) -> Answer {
        guard let room = rooms[id], let own = room.members[user], own != "invite" else { return Answer(403, "M_FORBIDDEN") }
        switch type {
        case "m.room.member": return room.members[key].map { Answer(["membership": $0]) } ?? Answer(404, "M_NOT_FOUND")
        case "m.room.encryption" where room.isEncrypted: return Answer(["algorithm": "m.megolm.v1.aes-sha2"])
        default: return Answer(404, "M_NOT_FOUND")
        }
    }

    mutating func join(_ place: String) -> Answer {
        guard let id = place.hasPrefix("#") ? aliases[place] : place, let room = rooms[id] else {
            return place.hasPrefix("#") ? Answer(404, "M_NOT_FOUND") : Answer(404, "M_UNKNOWN")
        }
        switch room.members[user] {
        case "ban": return Answer(403, "M_BAD_STATE")
        case "join", "invite": break
        default: guard room.isPublic else { return Answer(403, "M_FORBIDDEN") }
        }
        rooms[id]?.members[user] = "join"
        return Answer(["room_id": id])
    }

    mutating func create(inviting people: [String]) -> Answer {
        guard people.allSatisfy({ $0.hasPrefix("@") && $0.contains(":") }) else { return Answer(400, "M_UNKNOWN") }
        guard unwilling.isDisjoint(with: people) else { return Answer(403, "M_FORBIDDEN") }
        var room = Room(members: [user: "join"])
        for person in people { room.members[person] = "invite" }
        return Answer(["room_id": addRoom(room)])
    }

    mutating func invite(_ person: String, to id: String) -> Answer {
        guard rooms[id]?.members[user] == "join", !unwilling.contains(person) else { return Answer(403, "M_FORBIDDEN") }
        rooms[id]?.members[person] = "invite"
        return Answer()
    }

    /// - Returns: whether it is a new event.
    mutating func send(to id: String, byteCount: Int, transaction path: String) -> (answer: Answer, isNew: Bool) {
        if let known = transactions[path] { return (Answer(["event_id": known]), false) }
        guard rooms[id]?.members[user] == "join" else { return (Answer(403, "M_FORBIDDEN"), false) }
        guard byteCount <= 65_536 else { return (Answer(413, "M_TOO_LARGE"), false) }
        let event = "$event\(transactions.count + 1)"
        transactions[path] = event
        places[event] = id
        return (Answer(["event_id": event]), true)
    }

    /// What is the account's own it may redact, and more than once: https://spec.matrix.org/v1.15/client-server-api/#redactions
    mutating func redact(_ event: String, in id: String, transaction path: String) -> Answer {
        if let known = transactions[path] { return Answer(["event_id": known]) }
        guard rooms[id]?.members[user] == "join" else { return Answer(403, "M_FORBIDDEN") }
        guard places[event] == id else { return Answer(404, "M_NOT_FOUND") }
        let redaction = "$redaction\(transactions.count + 1)"
        transactions[path] = redaction
        return Answer(["event_id": redaction])
    }
}
