import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryDomains

struct RamadanTests {
    @Test(
        "Ramadan is from the first day to the last of the official calendar",
        arguments: [
            ("2016-06-06", "2016-07-05"), ("2023-03-23", "2023-04-20"), ("2024-03-11", "2024-04-09"), ("2025-03-01", "2025-03-29"),
            ("2026-02-18", "2026-03-19"),
        ])
    func officialYears(first: String, last: String) {
        let (first, last) = (CivilDate(literal: first), CivilDate(literal: last))
        #expect(!Ramadan.contains(first - 1))
        #expect(Ramadan.contains(first))
        #expect(Ramadan.contains(last))
        #expect(!Ramadan.contains(last + 1))
    }

    /// ICU has the same calendar in a table of its own; from 2032 on it follows another forecast.
    @Test("Every day from 2000 to 2031 is in Ramadan where Foundation's Umm al-Qura calendar says so")
    func foundation() throws {
        var calendar = Calendar(identifier: .islamicUmmAlQura)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        let first = CivilDate(literal: "2000-01-01")
        for date in (0..<CivilDate(literal: "2031-01-01") - first).map({ first + $0 }) {
            let month = calendar.component(.month, from: Date(timeIntervalSince1970: Double(date.daysSinceEpoch) * 86_400))
            #expect(Ramadan.contains(date) == (month == 9), "\(date)")
        }
    }

    @Test("In any year it has 28 to 31 days and comes 353 to 356 days after the last one")
    func anyYear() {
        for year in 1...2000 {
            let days = Ramadan.days(ofYear: year)
            #expect((28...31).contains(days.count), "\(year)")
            #expect((353...356).contains(Ramadan.days(ofYear: year + 1).lowerBound - days.lowerBound), "\(year)")
            #expect(days.allSatisfy { Ramadan.contains(CivilDate(daysSinceEpoch: Int32($0))) }, "\(year)")
            #expect(!Ramadan.contains(CivilDate(daysSinceEpoch: Int32(days.upperBound))), "\(year)")
        }
    }
}
