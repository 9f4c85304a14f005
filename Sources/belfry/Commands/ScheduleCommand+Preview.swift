import ArgumentParser
import BelfryAPI
import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTime
import Foundation

extension ScheduleCommand {
    /// Needs no store: it is for whoever still writes the rule.
    struct Preview: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows when something would come back, for whoever writes a rule; nothing is kept.")

        @OptionGroup var timing: TimingOptions
        @OptionGroup var upcoming: Upcoming

        @Flag(help: "Print JSON.")
        var json = false

        func run() async throws {
            let (asked, next) = try understood { () throws -> (ScheduleTiming, [ScheduledOccurrence]) in
                let timing = try read()
                return (timing, try ScheduleDesk.preview(timing, countMax: upcoming.next, zones: SystemTimeZoneDatabase(), now: .systemNow()))
            }
            guard !json else { return try printJSON(ScheduleTimes(asked, next: next)) }
            for occurrence in next { print(ScheduleCommand.words(occurrence, of: asked)) }
        }

        /// As part of an order, so that what can't be taken is said in its words.
        private func read() throws -> ScheduleTiming {
            let body = try JSONSerialization.data(withJSONObject: [ScheduleRequest.recurrenceName: timing.fields])
            do {
                return try JSONDecoder().decode(Asked.self, from: body).recurrence.timing
            } catch let error as DecodingError {
                throw Problem(error)
            }
        }

        private struct Asked: Decodable {
            let recurrence: WrittenTiming
        }
    }
}
