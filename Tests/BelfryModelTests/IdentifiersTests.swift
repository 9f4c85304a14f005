import BelfryModel
import Foundation
import Testing

struct IdentifiersTests {
    @Test(
        "An identifier is any text of 1 to 128 bytes without spaces",
        arguments: ["1", "u-1", "0197b2a4-7c00-7000-8000-000000000000", "zoë", "a/b?c#d", String(repeating: "x", count: 128)])
    func accepted(text: String) throws {
        let user = try #require(UserID(text))
        #expect(user.description == text)
        #expect(try JSONDecoder().decode([UserID].self, from: JSONEncoder().encode([user])) == [user])
    }

    @Test(
        "What could be misread or is too long is no identifier",
        arguments: [
            "", " ", " a", "a ", "a\tb", "a\n", "a\u{0}", "\u{7F}", String(repeating: "x", count: 129),
            String(repeating: "ë", count: 65),
        ])
    func refused(text: String) throws {
        #expect(UserID(text) == nil)
        let json = try JSONEncoder().encode([text])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([UserID].self, from: json) }
    }

    @Test("A number behind an identifier makes another one, unless it is too long")
    func followed() throws {
        let batch = try #require(DeliveryID("news-7-"))
        #expect(batch.followed(by: 0) == DeliveryID("news-7-0") && batch.followed(by: 499) == DeliveryID("news-7-499"))
        let long = try #require(DeliveryID(String(repeating: "x", count: 127)))
        #expect(long.followed(by: 9)?.text.utf8.count == 128 && long.followed(by: 10) == nil)
    }

    @Test("Texts that look alike and have other bytes are other identifiers", arguments: [("zo\u{EB}", "zoe\u{308}"), ("\u{212B}", "A\u{30A}")])
    func alike(left: String, right: String) throws {
        #expect(left == right)
        let (one, other) = (try #require(UserID(left)), try #require(UserID(right)))
        #expect(one != other && Set([one, other]).count == 2 && (one < other) != (other < one))
    }

    @Test("Identifiers sort as their text does")
    func order() throws {
        let ids = try ["b", "a", "10", "9"].map { try #require(DeliveryID($0)) }
        #expect(ids.sorted().map(\.text) == ["10", "9", "a", "b"])
    }
}
