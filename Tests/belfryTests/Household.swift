import NIOHTTP1
import Testing

/// Ana and David look after Ben, who sleeps badly after three usual weeks.
enum Household {
    static let family = #"""
        {"name":"The Household","members":[
            {"user_id":"ana","first_name":"Ana","role":"admin"},{"user_id":"david","first_name":"David","role":"admin"},
            {"user_id":"ben","first_name":"Ben","role":"member"}]}
        """#

    static let days = (1...24).map { (date: "2026-01-\($0 < 10 ? "0" : "")\($0)", sleepMinutes: $0 <= 21 ? 420 : 240) }

    static let posted = "[" + days.map { #"{"user_id":"ben","date":"\#($0.date)","sleep_minutes":\#($0.sleepMinutes)}"# }.joined(separator: ",") + "]"

    static let csv = "user_id,date,sleep_minutes\n" + days.map { "ben,\($0.date),\($0.sleepMinutes)\n" }.joined()

    static func move(into server: RunningServer, as caller: [(String, String)] = RunningServer.admin) async throws {
        let answer = try await server.ask(.PUT, "/v1/families/household", family, caller)
        #expect(answer.status == 200, "\(answer.text)")
    }
}
