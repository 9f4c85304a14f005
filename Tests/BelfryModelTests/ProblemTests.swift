import BelfryModel
import BelfryTesting
import Foundation
import Testing

struct ProblemTests {
    /// A body such as a request brings: a list of objects with a choice, a flag, a number and an inner object.
    private struct Body: Decodable {
        let items: [Item]

        struct Item: Decodable {
            let channel: DeliveryChannel?
            let isUrgent: Bool
            let count: Int
            let recipient: UserID
            let inner: [String: Double]?

            enum CodingKeys: String, CodingKey { case channel, isUrgent, count, recipient, inner }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                channel = try container.choice(DeliveryChannel.self, for: .channel)
                isUrgent = try container.decode(Bool.self, forKey: .isUrgent)
                count = try container.decode(Int.self, forKey: .count)
                recipient = try container.decode(UserID.self, forKey: .recipient)
                inner = try container.decodeIfPresent([String: Double].self, forKey: .inner)
            }
        }
    }

    private static let good = #"{"isUrgent":true,"count":1,"recipient":"u"}"#

    @Test(
        "A problem names the field by its path",
        arguments: [
            ("{}", Problem.missingField("items")),
            (#"{"items":null}"#, .wrongType(field: "items", expected: "a list")),
            (#"{"items":{}}"#, .wrongType(field: "items", expected: "a list")),
            (#"{"items":[\#(good),1]}"#, .wrongType(field: "items[1]", expected: "an object")),
            (#"{"items":[\#(good),{}]}"#, .missingField("items[1].isUrgent")),
            (#"{"items":[{"isUrgent":1}]}"#, .wrongType(field: "items[0].isUrgent", expected: "true or false")),
            (#"{"items":[{"isUrgent":null}]}"#, .wrongType(field: "items[0].isUrgent", expected: "true or false")),
            (#"{"items":[{"isUrgent":true,"count":"1"}]}"#, .wrongType(field: "items[0].count", expected: "a number")),
            (#"{"items":[{"isUrgent":true,"count":1,"recipient":2}]}"#, .wrongType(field: "items[0].recipient", expected: "text")),
            (
                #"{"items":[{"isUrgent":true,"count":1,"recipient":"a\nb"}]}"#,
                .wrongType(field: "items[0].recipient", expected: "an identifier of 1 to 128 characters")
            ),
            (
                #"{"items":[\#(good),\#(good),{"channel":"pigeon"}]}"#,
                .unknownValue(field: "items[2].channel", allowed: DeliveryChannel.allCases.map(\.rawValue))
            ),
            (#"{"items":[{"channel":5}]}"#, .wrongType(field: "items[0].channel", expected: "text")),
            (
                #"{"items":[{"isUrgent":true,"count":1,"recipient":"u","inner":{"steps":"many"}}]}"#,
                .wrongType(field: "items[0].inner.steps", expected: "a number")
            ),
            ("", .malformedJSON),
            ("{", .malformedJSON),
            ("{\"items\":[}", .malformedJSON),
        ])
    func paths(json: String, expected: Problem) {
        #expect(problem(with: json, as: Body.self) == expected)
    }

    @Test("A list where an object is asked for, at the top, is said without a path")
    func top() {
        #expect(problem(with: "[]", as: Body.self) == .wrongType(field: "", expected: "an object"))
    }

    @Test("A choice that is missing or null is nil")
    func absentChoice() throws {
        #expect(try decoded(Body.self, from: #"{"items":[\#(Self.good)]}"#).items.first?.channel == nil)
        let json = #"{"items":[{"channel":null,"isUrgent":true,"count":1,"recipient":"u"}]}"#
        #expect(try decoded(Body.self, from: json).items.first?.channel == nil)
    }

    @Test("A problem about a field gives its path, and one about the whole gives none")
    func field() {
        #expect(Problem.missingField("a.b").field == "a.b")
        #expect(Problem.numberOutOfRange(field: "days", range: 1...7).field == "days")
        #expect(Problem.malformedJSON.field == nil)
        #expect(Problem.notAuthorized(.snoozeAlert).code == "not_authorized")
    }
}
