import BelfryModel
import BelfryTesting
import BelfryTime
import Foundation
import Testing

struct QuietNightsTests {
    private static let weekend = QuietNights([
        .friday: DailyWindow(start: CivilTime(literal: "23:00"), end: CivilTime(literal: "09:00")), .sunday: QuietNights.without,
    ])

    @Test("They are written as an object by their days, in one order, and read back as themselves")
    func roundTrip() throws {
        #expect(Self.weekend.text == #"{"fri":"23:00-09:00","sun":null}"#)
        #expect(QuietNights(#"{"fri":"23:00-09:00","sun":null}"#) == Self.weekend)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(Self.weekend), as: UTF8.self) == Self.weekend.text)
        #expect(try decoded(QuietNights.self, from: #"{"sun":null,"fri":"23:00:00-09:00:00"}"#) == Self.weekend)
        #expect(QuietNights().text == nil && QuietNights("{}") == QuietNights())
    }

    @Test("A window of no length is a night without, as null is")
    func without() {
        #expect(QuietNights(#"{ "sun" : "22:00-22:00" }"#) == QuietNights(#"{"sun":null}"#))
        #expect(QuietNights(#"{"sun":"22:00-22:00"}"#)?.text == #"{"sun":null}"#)
    }

    @Test(
        "What isn't such an object is none",
        arguments: [
            "", "[]", "null", "fri", #"{"fri":"late"}"#, #"{"fri":"23:00"}"#, #"{"fri":["23:00","09:00"]}"#, #"{"fri":1}"#, #"{"friday":null}"#, #"{"FRI":null}"#,
            #"{"fri":null"#, #"{"fri":"25:00-09:00"}"#, #"{"fri":null,"sat":"late"}"#,
        ])
    func refusedText(text: String) {
        #expect(QuietNights(text) == nil)
    }

    @Test("Where it is sent, it is said which day can't be, or that there is no such day")
    func refused() {
        struct Sent: Decodable {
            let nights: QuietNights
        }
        #expect(
            problem(with: #"{"nights":{"fri":"late"}}"#, as: Sent.self)
                == .wrongType(field: "nights.fri", expected: "two times of day such as 22:00-07:00"))
        #expect(problem(with: #"{"nights":{"fri":["23:00","09:00"]}}"#, as: Sent.self) == .wrongType(field: "nights.fri", expected: "text"))
        #expect(
            problem(with: #"{"nights":{"fri":null,"friday":null}}"#, as: Sent.self)
                == .unknownName(field: "nights.friday", allowed: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]))
        #expect(problem(with: #"{"nights":"23:00-09:00"}"#, as: Sent.self)?.field == "nights")
    }
}
