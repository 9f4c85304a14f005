import BelfryModel
import Testing

@Suite("Places in Matrix")
struct MatrixPlaceTests {
    @Test(
        "A room, an alias and a person are told by their sign, with the server that has them",
        arguments: [
            ("!EJfSgXN1ird8xgtD8aoVn-8ZJOhbIZvktQvC8GYcAso", MatrixPlace.Kind.room, nil), ("!old:example.org", .room, "example.org"),
            ("#family:Example.org:8448", .alias, "example.org:8448"), ("#família:example.org", .alias, "example.org"), ("@ana:[::1]", .person, "[::1]"),
        ] as [(String, MatrixPlace.Kind, String?)])
    func known(text: String, kind: MatrixPlace.Kind, server: String?) throws {
        let place = try #require(MatrixPlace(text))
        #expect(place.kind == kind && place.server == server && place.text == text && "\(place)" == "MatrixPlace")
    }

    @Test(
        "What has no server, spaces, or more than 255 bytes names none",
        arguments: [
            "", "@", "@ana", "#family", "@:example.org", "ana@example.org", "@ana:example.org/x", "@ana:exa mple.org", "#fam ily:example.org", "@ána:example.org",
            "!ro\u{202E}om:example.org", "#fam\u{202E}:example.org", "@\(String(repeating: "a", count: 255)):example.org", "https://example.org",
        ])
    func refused(text: String) {
        #expect(MatrixPlace(text) == nil)
    }
}
