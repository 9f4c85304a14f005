import ArgumentParser
import BelfryModel
import BelfryPlanning
import BelfryPorts
import BelfrySystem
import BelfryTime
import Foundation

struct Occurrences: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Says when a recurrence fires, one JSON object a line.",
        discussion: """
            In:  {"dtstart":"2026-01-31T09:00:00","rrule":"FREQ=MONTHLY","count":2}
            Out: ["2026-01-31T09:00:00","2026-03-31T09:00:00"]

            Only "dtstart" must be there; "rdate" and "exdate" are lists. With "timezone" the recurrence stays in that zone and the answers are moments; without it, it \
            floats, and the answers are days and times on the clock, such as 2026-03-31T09:00:00. "from" is where to begin: a moment, or a \
            day and time on the clock, which is the only form without a zone. "count" is how many at most: \
            \(OccurrencesQuery.countDefault) unless it says otherwise, and no more than \(OccurrencesQuery.countMax). A line that can't be \
            used gives {"error":{"code":…,"message":…,"line":N}}, and the next line goes on. docs/recurrence.md says which rules there are.
            """)

    @Argument(help: "A file with the lines; standard input where it is left out.")
    var file: String?

    @Flag(help: "For symmetry with other commands: the output is always JSON.")
    var json = false

    func run() async throws {
        let (zones, decoder) = (SystemTimeZoneDatabase(), JSONDecoder())
        try LineAnswerer(file: file).run { line in
            try decoder.decode(OccurrencesQuery.self, from: line).answer(rules: zones.rules(named:))
        }
    }
}
