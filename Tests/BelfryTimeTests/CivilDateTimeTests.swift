import BelfryTime
import Testing

struct CivilDateTimeTests {
    @Test(
        "A day and a time are written one way and read as people write them",
        arguments: [
            ("2026-01-31T09:00:00", "2026-01-31T09:00:00"), ("2026-01-31 09:00", "2026-01-31T09:00:00"),
            ("2026-01-31t23:59:59", "2026-01-31T23:59:59"), ("0001-01-01T00:00:00", "0001-01-01T00:00:00"),
            ("9999-12-31T23:59:59", "9999-12-31T23:59:59"),
        ])
    func text(text: String, form: String) {
        #expect(CivilDateTime(text)?.description == form)
    }

    @Test(
        "What names a moment, or nothing at all, is not one",
        arguments: [
            "", "2026-01-31", "09:00:00", "2026-01-31T09:00:00Z", "2026-01-31T09:00:00+01:00", "2026-01-31T09:00:00.5", "2026-02-30T09:00:00",
            "2026-01-31T24:00:00", "2026-01-31T09", "2026-01-31_09:00:00", " 2026-01-31T09:00:00",
        ])
    func refused(text: String) {
        #expect(CivilDateTime(text) == nil)
    }

    @Test("The earlier day comes first, and on one day the earlier time")
    func order() throws {
        let texts = ["2026-01-30T23:59:59", "2026-01-31T00:00:00", "2026-01-31T00:00:01"]
        let values = texts.compactMap(CivilDateTime.init)
        #expect(values.count == 3 && zip(values, values.dropFirst()).allSatisfy(<))
    }

    @Test(
        "The first clock on Earth shows it 14 hours before UTC and the last 12 hours after, as far as moments can be written",
        arguments: [
            ("2026-12-24T09:00", "2026-12-23T19:00:00Z", "2026-12-24T21:00:00Z"),
            ("0001-01-01T06:00", "0001-01-01T00:00:00Z", "0001-01-01T18:00:00Z"),
            ("9999-12-31T20:00", "9999-12-31T06:00:00Z", "9999-12-31T23:59:59.999Z"),
        ])
    func anywhere(text: String, first: String, last: String) throws {
        let civil = try #require(CivilDateTime(text))
        #expect(civil.firstMomentAnywhere.description == first && civil.lastMomentAnywhere.description == last)
    }

    @Test("So much later it is on the same wall, into the next day, and not beyond the last that can be written")
    func later() throws {
        let evening = try #require(CivilDateTime("2026-12-31T23:55"))
        #expect((evening + .seconds(600)).description == "2027-01-01T00:05:00")
        let last = try #require(CivilDateTime("9999-12-31T23:55"))
        #expect((last + .seconds(600)).description == "9999-12-31T23:59:59")
    }
}
