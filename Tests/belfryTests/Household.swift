import BelfrySystem
import BelfryTime
import NIOHTTP1
import Testing

/// Ana and David look after Ben, who sleeps badly for a week after three usual ones; the last night is yesterday's.
enum Household {
    static let family = #"""
        {"name":"The Household","members":[
            {"user_id":"ana","first_name":"Ana","role":"admin"},{"user_id":"david","first_name":"David","role":"admin"},
            {"user_id":"ben","first_name":"Ben","role":"member"}]}
        """#

    static let usualDayCount = 21
    static let dayCount = 28

    static let firstDate = CivilDateTime(utc: .systemNow()).date - dayCount

    static let days = (0..<dayCount).map { (date: (firstDate + $0).description, sleepMinutes: $0 < usualDayCount ? 420 : 240) }

    static let posted = posted(of: "ben")

    static func posted(of user: String) -> String {
        "[" + days.map { #"{"user_id":"\#(user)","date":"\#($0.date)","sleep_minutes":\#($0.sleepMinutes)}"# }.joined(separator: ",") + "]"
    }

    static let csv = "user_id,date,sleep_minutes\n" + days.map { "ben,\($0.date),\($0.sleepMinutes)\n" }.joined()

    static func move(into server: RunningServer, as caller: [(String, String)] = RunningServer.admin) async throws {
        let answer = try await server.ask(.PUT, "/v1/families/household", family, caller)
        #expect(answer.status == 200, "\(answer.text)")
    }
}
