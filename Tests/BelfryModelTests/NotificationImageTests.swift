import BelfryModel
import BelfryTesting
import Foundation
import Testing

@Suite("The picture beside the words")
struct NotificationImageTests {
    private static let puddle = #"{"alt":"A puddle","url":"https://cdn.app.example/a.jpg"}"#

    @Test("A payload with a picture is read and written as it is stored, and one without it has the bytes that it always had")
    func stored() throws {
        var payload = try decoded(Payload.self, from: #"{"title":"Boiler","image":\#(Self.puddle),"texts":{"de":{"title":"Kessel","image_alt":"Eine Pfütze"}}}"#)
        let image = try #require(payload.image)
        #expect(image.url == "https://cdn.app.example/a.jpg" && image.alt == "A puddle")
        let expected = #"{"image":\#(Self.puddle),"texts":{"de":{"image_alt":"Eine Pfütze","title":"Kessel"}},"title":"Boiler"}"#
        #expect(payload.flatJSON() == expected)
        #expect(try decoded(Payload.self, from: expected) == payload)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(String(decoding: try encoder.encode(payload), as: UTF8.self) == expected)
        (payload.image, payload.texts) = (nil, nil)
        #expect(payload.flatJSON() == #"{"title":"Boiler"}"#)
    }

    @Test("What it shows is said in the language of the words, where that has words for it")
    func languages() throws {
        let texts = #"{"de":{"title":"Kessel","image_alt":"Eine Pfütze"},"fr":{"title":"Chaudière"}}"#
        let payload = try decoded(Payload.self, from: #"{"title":"Boiler","image":\#(Self.puddle),"texts":\#(texts)}"#)
        #expect([Language.german, .french, .english].map { payload.image(in: $0)?.alt } == ["Eine Pfütze", "A puddle", "A puddle"])
        #expect(payload.worded(in: .german).image?.alt == "Eine Pfütze" && payload.worded(in: .german).image?.url == payload.image?.url)
    }

    @Test(
        "It has an https address of at most 2048 bytes, and says what it shows in at most 200 characters",
        arguments: [
            ("https://cdn.app.example/" + String(repeating: "a", count: 2024), "A", true), ("https://cdn.app.example/a", String(repeating: "ü", count: 200), true),
            ("https://cdn.app.example/" + String(repeating: "a", count: 2025), "A", false), ("https://cdn.app.example/a", String(repeating: "ü", count: 201), false),
            ("http://cdn.app.example/a", "A", false), ("data:image/png;base64,AAAA", "A", false), ("example-app://a.jpg", "A", false),
            ("//cdn.app.example/a", "A", false), ("https://ana:secret@cdn.app.example/a", "A", false), ("https://cdn.app.example/a b", "A", false),
            ("https://cdn.app.example/\"onerror=x", "A", false), ("https://cdn.app.example/a", "", false), ("https://cdn.app.example/a", "  ", false),
            ("https://cdn.app.example/a", "A\nB", false),
        ])
    func limits(url: String, alt: String, isUsable: Bool) {
        #expect((NotificationImage(url: url, alt: alt) != nil) == isUsable)
    }

    @Test("Without what it shows, or with more than that, it is refused by the field and the rule")
    func refused() {
        func problem(_ json: String) -> Problem? {
            do {
                _ = try JSONDecoder().decode([String: NotificationImage].self, from: Data(#"{"image":\#(json)}"#.utf8))
                return nil
            } catch let error as DecodingError {
                return Problem(error)
            } catch {
                return error as? Problem
            }
        }
        let alt = Problem.wrongType(field: "image.alt", expected: NotificationImage.altExpectation)
        #expect(problem(#"{"url":"https://cdn.app.example/a.jpg"}"#) == alt)
        #expect(problem(#"{"url":"https://cdn.app.example/a.jpg","alt":" "}"#) == alt)
        #expect(problem(#"{"alt":"A"}"#) == .missingField("image.url"))
        #expect(problem(#"{"url":"http://cdn.app.example/a.jpg","alt":"A"}"#) == .wrongType(field: "image.url", expected: NotificationImage.urlExpectation))
        #expect(problem(#"{"url":"https://cdn.app.example/a.jpg","alt":"A","width":9}"#) == .unknownName(field: "image.width", allowed: ["url", "alt"]))
    }

    @Test("It is shown from a named origin alone, and so is the logo of an app: the same scheme, host and port")
    func origins() throws {
        let origins = try #require(ImageOrigins(named: ["https://shop.example:8443", "https://cdn.app.example"]))
        #expect(origins.names == ["https://cdn.app.example", "https://shop.example:8443"])
        for (url, isShown) in [
            ("https://cdn.app.example/a.jpg", true), ("https://CDN.app.example:443/a.jpg", true), ("https://shop.example:8443/a.jpg", true),
            ("https://cdn.app.example.evil.example/a.jpg", false), ("https://shop.example/a.jpg", false), ("https://evil.example/https://cdn.app.example", false),
        ] {
            let image = try #require(NotificationImage(url: url, alt: "A"))
            #expect((origins.allowed(image) != nil) == isShown && ImageOrigins.none.allowed(image) == nil, "\(url)")
            let look = try AppLook(name: "Shop", logo: url, replyTo: "help@shop.example")
            #expect(origins.allowed(look).logo == (isShown ? look.logo : nil) && ImageOrigins.none.allowed(look).logo == nil, "\(url)")
            #expect(origins.allowed(look).replyTo == look.replyTo)
            if isShown { try origins.check(image) } else { #expect(throws: Problem.self) { try origins.check(image) } }
        }
        try ImageOrigins.none.check(nil)
        #expect(ImageOrigins(named: ["https://cdn.app.example/"]) == nil && ImageOrigins(named: ["cdn.app.example"]) == nil)
    }
}
