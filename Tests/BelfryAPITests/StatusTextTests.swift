import BelfryDelivery
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryAPI

@Suite("How far behind apps are that are told of their deliveries")
struct StatusTextTests {
    @Test("Each app has its age and what was given up; where none is told, nothing is said")
    func text() {
        let standings = [
            StatusStanding(app: AppID(literal: "school \"7\""), oldestAt: nil),
            StatusStanding(app: AppID(literal: "shop"), oldestAt: .noon, givenUpCount: 3, givenUpAt: .noon),
        ]
        let lines = StatusText(standings: standings, now: .noon + .milliseconds(1500)).text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(
            lines == [
                #"belfry_status_oldest_age_seconds{app="school \"7\""} 0.0"#, #"belfry_status_oldest_age_seconds{app="shop"} 1.5"#,
                #"belfry_status_events_given_up_total{app="school \"7\""} 0"#, #"belfry_status_events_given_up_total{app="shop"} 3"#,
            ])
        #expect(StatusText(standings: [], now: .noon).text.isEmpty)
    }

    @Test("What was told, and how often it was taken or not, is counted by app")
    func counters() {
        let counters = Counters { .noon }
        let shop = AppID(literal: "shop")
        for count in [100, 50] { counters.add(StatusTellerEvent.told(shop, count: count)) }
        counters.add(StatusTellerEvent.refused(shop, why: "http_503"))
        let lines = counters.text(backlog: nil).split(separator: "\n")
        for line in [
            #"belfry_status_events_told_total{app="shop"} 150"#, #"belfry_status_posts_total{app="shop",result="taken"} 2"#,
            #"belfry_status_posts_total{app="shop",result="refused"} 1"#,
        ] {
            #expect(lines.contains { $0 == line }, "\(line)")
        }
    }
}
