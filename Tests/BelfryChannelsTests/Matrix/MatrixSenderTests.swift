import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryChannels

/// Over real sockets, against the simulator.
@Suite("Writing in rooms of Matrix", .timeLimit(.minutes(10)))
struct MatrixSenderTests {
    private func withMatrix(
        _ faults: [MessagingFault?] = [], others: [MessagingFault?] = [], token: String = MatrixSimulator.token, user: String = MatrixSimulator.user,
        _ body: @escaping @Sendable (MatrixSimulator, MatrixSender, _ another: MatrixSender) async throws -> Void
    ) async throws {
        let simulator = MatrixSimulator(faults: MessagingFaults(faults), otherFaults: MessagingFaults(others))
        try await simulator.listen { address in
            let settings = try MatrixSettings(homeserver: address, user: user, accessToken: Secret(.text(token)))
            let exchange = HTTPExchange(isMultiplexed: false)
            do { try await body(simulator, MatrixSender(settings, over: exchange), MatrixSender(settings, over: exchange)) } catch {
                await exchange.shutdown()
                throw error
            }
            await exchange.shutdown()
        }
    }

    // MARK: Rooms

    @Test("The account goes where it is invited, once, and writes there; the event's identifier is what it is known by")
    func arrives() async throws {
        try await withMatrix { simulator, sender, _ in
            let room = simulator.makeRoom(alias: OutgoingNotification.matrixRoom)
            let first = await sender.send(.toMatrix(), now: .noon)
            let second = await sender.send(.toMatrix(2), now: .noon)
            #expect(first == SendResult(.delivered, providerMessageID: "$event1") && second.providerMessageID == "$event2")
            #expect(simulator.messages.map(\.room) == [room, room] && simulator.messages.first?.text == "Boiler\nDue for its check")
            #expect(simulator.asked.filter { $0 == "join" }.count == 1, "an hour long nothing else is asked")
            #expect(await sender.send(.toMatrix(3, place: room), now: .noon).outcome == .delivered)
        }
    }

    @Test("What was lost on the way back is sent again under its name, also by another process, and stands there once")
    func exactlyOnce() async throws {
        try await withMatrix([.loseAnswer, .close]) { simulator, sender, another in
            _ = simulator.makeRoom(alias: OutgoingNotification.matrixRoom)
            for number in 1...2 {
                #expect(await sender.send(.toMatrix(number), now: .noon).outcome.label == "ambiguous")
                #expect(simulator.messages.count == 1)
            }
            #expect(await another.send(.toMatrix(), now: .noon) == SendResult(.delivered, providerMessageID: "$event1"))
            #expect(await another.send(.toMatrix(2), now: .noon).outcome == .delivered)
            #expect(simulator.messages.count == 2 && sender.afterLostAnswer == .repeatSafely)
        }
    }

    @Test("Where nobody has invited it, or there is no such room, the account doesn't write, and rooms of other servers aren't even asked for")
    func uninvited() async throws {
        try await withMatrix { simulator, sender, _ in
            _ = simulator.makeRoom(alias: OutgoingNotification.matrixRoom, invites: false)
            let uninvited = await sender.send(.toMatrix(), now: .noon)
            #expect(uninvited.outcome.why?.hasPrefix("matrix_forbidden: ") == true && uninvited.outcome.label == "rejected" && uninvited.addressFate == nil)
            for place in ["#nowhere:example.org", "!nowhere:example.org"] {
                let none = await sender.send(.toMatrix(2, place: place), now: .noon)
                #expect(none.outcome.label == "address_gone" && none.addressFate == .gone(since: nil), "\(place)")
            }
            let count = simulator.asked.count
            let foreign = await sender.send(.toMatrix(3, place: "#family:other.example"), now: .noon)
            #expect(foreign.outcome.why?.hasPrefix("matrix_server_not_allowed: ") == true && simulator.asked.count == count && simulator.messages.isEmpty)
        }
    }

    @Test("Whoever removes the account from a room, a public one too, is told no more there until somebody asks for a code")
    func removed() async throws {
        try await withMatrix { simulator, sender, _ in
            let room = simulator.makeRoom(alias: OutgoingNotification.matrixRoom, isPublic: true, invites: false)
            #expect(await sender.send(.toMatrix(), now: .noon).outcome == .delivered)
            simulator.change(MatrixSimulator.user, to: "leave", in: room)
            let removed = await sender.send(.toMatrix(2), now: .noon)
            #expect(removed.outcome.why?.hasPrefix("matrix_removed: ") == true && removed.addressFate == .gone(since: nil))
            #expect(await sender.send(.toMatrix(3, kind: Payload.verificationKind), now: .noon).outcome == .delivered)
            simulator.change(MatrixSimulator.user, to: "ban", in: room)
            let banned = await sender.send(.toMatrix(4, kind: Payload.verificationKind), now: .noon)
            #expect(banned.outcome.label == "rejected" && simulator.messages.count == 2)
        }
    }

    @Test("In a room that is encrypted nothing is written, and the refusal says so")
    func encrypted() async throws {
        try await withMatrix { simulator, sender, _ in
            _ = simulator.makeRoom(alias: OutgoingNotification.matrixRoom, isEncrypted: true)
            let result = await sender.send(.toMatrix(), now: .noon)
            #expect(result.outcome.label == "rejected" && result.outcome.why?.hasPrefix("matrix_encrypted: ") == true && simulator.messages.isEmpty)
        }
    }

    // MARK: People

    @Test("A person is invited to a room of two, which every process finds again, and nobody's is another's")
    func direct() async throws {
        try await withMatrix { simulator, sender, another in
            let told = await sender.send(.toMatrix(place: OutgoingNotification.matrixPerson), now: .noon)
            let room = try #require(simulator.messages.first?.room)
            #expect(told.outcome == .delivered && simulator.membership(of: OutgoingNotification.matrixPerson, in: room) == "invite")
            simulator.change(OutgoingNotification.matrixPerson, to: "join", in: room)
            #expect(await another.send(.toMatrix(2, place: OutgoingNotification.matrixPerson), now: .noon).outcome == .delivered)
            #expect(simulator.messages.map(\.room) == [room, room] && simulator.roomCount == 1)
            #expect(await another.send(.toMatrix(3, place: "@ben:example.org"), now: .noon).outcome == .delivered)
            #expect(simulator.roomCount == 2)
        }
    }

    @Test("Two that go to one person at once go into one room")
    func together() async throws {
        try await withMatrix { simulator, sender, _ in
            async let first = sender.send(.toMatrix(1, place: OutgoingNotification.matrixPerson), now: .noon)
            async let second = sender.send(.toMatrix(2, place: OutgoingNotification.matrixPerson), now: .noon)
            let labels = [await first.outcome.label, await second.outcome.label]
            #expect(labels == ["delivered", "delivered"] && simulator.roomCount == 1 && simulator.messages.count == 2)
        }
    }

    @Test("Whoever has left their room, or declines, is gone, and is invited again by nothing but a code")
    func left() async throws {
        try await withMatrix { simulator, sender, another in
            _ = await sender.send(.toMatrix(place: OutgoingNotification.matrixPerson), now: .noon)
            let room = try #require(simulator.messages.first?.room)
            simulator.change(OutgoingNotification.matrixPerson, to: "leave", in: room)
            for late in [Instant.noon, .noon + MatrixRooms.knownFor] {
                let left = await another.send(.toMatrix(2, place: OutgoingNotification.matrixPerson), now: late)
                #expect(left.outcome.why?.hasPrefix("matrix_left: ") == true && left.addressFate == .gone(since: nil))
            }
            #expect(await another.send(.toMatrix(3, place: OutgoingNotification.matrixPerson, kind: Payload.verificationKind), now: .noon).outcome == .delivered)
            #expect(simulator.membership(of: OutgoingNotification.matrixPerson, in: room) == "invite" && simulator.roomCount == 1)
        }
    }

    @Test("Where the account was put out of a person's room, there is another; whom it may not invite isn't reached")
    func another() async throws {
        try await withMatrix { simulator, sender, another in
            _ = await sender.send(.toMatrix(place: OutgoingNotification.matrixPerson), now: .noon)
            simulator.refuseInvitations(of: "@ben:example.org")
            let refused = await sender.send(.toMatrix(2, place: "@ben:example.org"), now: .noon)
            #expect(refused.outcome.label == "rejected" && refused.outcome.why?.hasPrefix("matrix_forbidden: ") == true)
            simulator.change(MatrixSimulator.user, to: "leave", in: try #require(simulator.messages.first?.room))
            #expect(await another.send(.toMatrix(3, place: OutgoingNotification.matrixPerson), now: .noon).outcome == .delivered)
            #expect(simulator.roomCount == 2 && Set(simulator.messages.map(\.room)).count == 2)
        }
    }

    // MARK: The homeserver

    @Test("Too many let everything wait for as long as the homeserver asks for; too much of the rest holds back no message")
    func tooMany() async throws {
        let refusal = MessagingFault.refuse(status: 429, code: 0, retryAfter: 40)
        try await withMatrix([nil, refusal], others: [nil, nil, nil, nil, refusal]) { simulator, sender, _ in
            _ = simulator.makeRoom(alias: OutgoingNotification.matrixRoom)
            #expect(await sender.send(.toMatrix(), now: .noon).outcome == .delivered)
            let search = await sender.send(.toMatrix(2, place: OutgoingNotification.matrixPerson), now: .noon)
            #expect(search.outcome == .notTried(why: "matrix_limit_exceeded: more than the homeserver lets the account do", after: .seconds(40)))
            let first = await sender.send(.toMatrix(3), now: .noon)
            #expect(first.outcome.why?.hasPrefix("matrix_limit_exceeded: ") == true)
            #expect(await sender.send(.toMatrix(4), now: .noon + .seconds(39)).outcome.why?.hasPrefix("provider_asked_to_wait: ") == true)
            #expect(await sender.send(.toMatrix(3), now: .noon + .seconds(40)).outcome == .delivered)
            #expect(simulator.messages.count == 2)
        }
    }

    @Test("A token that the homeserver doesn't know is the operator's to mend, so everything waits; another's name for the account too")
    func token() async throws {
        try await withMatrix(token: "syt_wrong") { _, sender, _ in
            let refused = await sender.send(.toMatrix(), now: .noon)
            #expect(refused.outcome.label == "not_tried" && refused.outcome.why?.hasPrefix("matrix_unknown_token: ") == true)
            #expect(refused.outcome.why?.contains("syt_wrong") == false)
            #expect(await sender.send(.toMatrix(2), now: .noon + .seconds(299)).outcome.why?.hasPrefix("provider_asked_to_wait: ") == true)
        }
        try await withMatrix(user: "@other:example.org") { _, sender, _ in
            let refused = await sender.send(.toMatrix(place: OutgoingNotification.matrixPerson), now: .noon)
            #expect(refused.outcome.label == "retry" && refused.outcome.why?.hasPrefix("matrix_user_not_the_tokens: ") == true)
        }
    }

    @Test("A search whose answer is lost leaves no doubt about the message, which is tried again; a homeserver in trouble too")
    func trouble() async throws {
        try await withMatrix([.refuse(status: 503, code: 0)], others: [.loseAnswer, nil, nil, .refuse(status: 502, code: 0)]) { simulator, sender, _ in
            _ = simulator.makeRoom(alias: OutgoingNotification.matrixRoom)
            for _ in 0..<3 { #expect(await sender.send(.toMatrix(), now: .noon).outcome.label == "retry") }
            #expect(await sender.send(.toMatrix(), now: .noon).outcome == .delivered)
            #expect(simulator.messages.count == 1)
        }
    }

    @Test(
        "What answers at the address is a homeserver or isn't, and says what became of it by its code alone",
        arguments: [
            (404, "<html>", "matrix_http_404", "not_tried"), (302, "", "matrix_http_302", "not_tried"),
            (404, #"{"errcode":"M_UNRECOGNIZED","error":"x"}"#, "matrix_unrecognized", "not_tried"),
            (403, #"{"errcode":"M_USER_SUSPENDED","error":"x"}"#, "matrix_user_suspended", "not_tried"),
            (413, #"{"errcode":"M_TOO_LARGE","error":"x"}"#, "matrix_too_large", "rejected"),
            (400, #"{"errcode":"M_<script>","error":"x"}"#, "matrix_http_400", "rejected"),
            (502, "<html>", "matrix_http_502", "retry"), (429, "", "matrix_http_429", "not_tried"),
        ])
    func refusals(status: Int, body: String, code: String, label: String) {
        let result = MatrixRefusal(ProviderResponse(status: status, body: body), now: .noon).result
        #expect(result.outcome.label == label && result.outcome.why?.hasPrefix("\(code): ") == true && result.addressFate == nil)
    }
}
