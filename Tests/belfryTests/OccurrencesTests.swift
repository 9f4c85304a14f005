import Foundation
import Testing

@Suite("Saying when a recurrence fires", .timeLimit(.minutes(10)))
struct OccurrencesTests {
    @Test("Each line is answered in its order; one that can't be used with its number and what is wrong, and the next goes on")
    func lines() async throws {
        let table = [
            (
                #"{"dtstart":"2026-01-31T09:00:00","timezone":"Europe/Berlin","rrule":"FREQ=MONTHLY;BYMONTHDAY=31","count":2}"#,
                #"["2026-01-31T08:00:00Z","2026-03-31T07:00:00Z"]"#
            ),
            (
                #"{"dtstart":"2026-01-31T09:00:00","rrule":"FREQ=MONTHLY;BYMONTHDAY=0"}"#,
                #"{"error":{"code":"bad_recurrence","field":"rrule","line":2,"#
            ),
            (
                #"{"dtstart":"2026-01-31T09:00:00","rrule":"FREQ=MONTHLY;SKIP=BACKWARD;COUNT=2"}"#,
                #"["2026-01-31T09:00:00","2026-02-28T09:00:00"]"#
            ),
        ]
        let result = try await Program.run("occurrences", input: table.map(\.0).joined(separator: "\n"))
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(result.lines.count == table.count)
        for (answer, row) in zip(result.lines, table) { #expect(answer.hasPrefix(row.1)) }
    }
}
