import BelfryModel
import BelfryPorts
import BelfryTesting
import Testing

@testable import BelfryDelivery

@Suite("Which picture goes out beside the words")
struct ImageTests {
    private static let origins = ImageOrigins(named: ["https://cdn.app.example"]) ?? .none

    private func payload(_ url: String) throws -> Payload {
        let image = #""image":{"url":"\#(url)","alt":"A puddle"}"#
        return try decoded(Payload.self, from: #"{"title":"Boiler",\#(image),"texts":{"de":{"title":"Kessel","image_alt":"Eine Pfütze"}}}"#)
    }

    @Test("One of an allowed origin, with what it shows in the recipient's language; of any other origin none, and the words go out all the same")
    func allowed() async throws {
        let workshop = await Workshop(imageOrigins: Self.origins) { $0.language = .german }
        for (number, url) in [(1, "https://cdn.app.example/a.jpg"), (2, "https://evil.example/a.jpg")] {
            try await workshop.store.enqueue(.example(number).with(payload: try payload(url)))
        }
        try await workshop.processBatch()
        let sent = workshop.sender.notifications.all.sorted { $0.delivery.id < $1.delivery.id }
        #expect(sent.map(\.image?.url) == ["https://cdn.app.example/a.jpg", nil] && sent.first?.image?.alt == "Eine Pfütze")
        #expect(sent.map(\.content.title) == ["Kessel", "Kessel"])
    }

    @Test("Where no origin is allowed, none goes out")
    func none() async throws {
        let workshop = await Workshop()
        try await workshop.store.enqueue(.example(1).with(payload: try payload("https://cdn.app.example/a.jpg")))
        try await workshop.processBatch()
        #expect(workshop.sender.notifications.all.map(\.image) == [nil])
    }

    @Test("What the languages of an order say of a picture needs one")
    func orders() throws {
        func problem(_ members: String) -> Problem? {
            do {
                _ = try decoded(NotificationOrder.self, from: "{\(members)}")
                return nil
            } catch {
                return error
            }
        }
        let image = #""image":{"url":"https://cdn.app.example/a.jpg","alt":"A puddle"}"#
        let texts = #""title":"Boiler","texts":{"de":{"title":"Kessel","image_alt":"Eine Pfütze"}}"#
        #expect(problem(texts) == .missingField("image"))
        #expect(try decoded(NotificationOrder.self, from: "{\(texts),\(image)}").payload.image(in: .german)?.alt == "Eine Pfütze")
        let blank = #""title":"Boiler","texts":{"de":{"title":"Kessel","image_alt":""}}"#
        #expect(problem("\(blank),\(image)") == .wrongType(field: "texts.de.image_alt", expected: NotificationImage.altExpectation))
        #expect(try decoded(NotificationOrder.self, from: #"{"payload":{"title":"Boiler",\#(image)}}"#).payload.image?.alt == "A puddle")
    }
}
