import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryChannels

@Suite("Retry-After")
struct RetryAfterTests {
    @Test(
        "Seconds and dates are understood, and nothing lies in the past",
        arguments: [
            ("0", .zero), ("120", .seconds(120)), ("-5", .zero), ("Sun, 25 Jan 2026 12:01:00 GMT", .seconds(60)),
            ("Sun, 25 Jan 2026 11:00:00 GMT", .zero), ("-9223372036854775808", .zero),
            ("Sunday, 25-Jan-26 12:01:00 GMT", .seconds(60)), ("Sun Jan 25 12:01:00 2026", .seconds(60)), ("Sun Feb  1 12:00:00 2026", .seconds(86_400)),
            ("Sunday, 06-Nov-94 08:49:37 GMT", .zero), ("Mon, 26 Jan 2026 12:00:00 GMT", .seconds(86_400)),
        ] as [(String, Duration)])
    func understood(text: String, expected: Duration) {
        #expect(RetryAfter.length(of: text, now: .noon) == expected)
    }

    @Test(
        "Nobody is left alone for longer than a day",
        arguments: ["86400", "86401", "1767225600", "9223372036854775807", "Mon, 26 Jan 2026 12:00:01 GMT", "Fri, 31 Dec 9999 23:59:59 GMT"])
    func longest(text: String) {
        #expect(RetryAfter.length(of: text, now: .noon) == .seconds(86_400))
    }

    @Test(
        "Anything else is taken as not said",
        arguments: [
            "", "soon", "1.5", "Sun, 25 Jan 2026 12:01:00", "Sun, 30 Feb 2026 12:01:00 GMT", "Sun, 25 Jan 2026 25:01:00 GMT",
            "Sunday, 25-Jan-2026 12:01:00 GMT",
        ])
    func unknown(text: String) {
        #expect(RetryAfter.length(of: text, now: .noon) == nil)
    }
}
