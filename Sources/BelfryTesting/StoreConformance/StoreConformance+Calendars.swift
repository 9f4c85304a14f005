import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// By which links calendars are read.
    static let calendars: [StoreConformance] = [
        StoreConformance("A calendar is opened by the hash of its link, and by no other") { store in
            let link = CalendarLink(detail: .full, createdAt: .morning)
            try await store.save(link, hash: "hash-1", of: .ana)
            let (opened, other, own, none) = try await (
                store.calendar(hash: "hash-1"), store.calendar(hash: "hash-2"), store.calendarLink(of: .ana), store.calendarLink(of: .ben)
            )
            #expect(opened == OpenedCalendar(user: .ana, link: link) && other == nil && own == link && none == nil)
        },
        StoreConformance("Another link takes the place of the one that somebody had, and nobody else's") { store in
            try await store.save(CalendarLink(detail: .full, createdAt: .morning), hash: "hash-1", of: .ana)
            try await store.save(CalendarLink(detail: .titles, createdAt: .morning), hash: "hash-2", of: .ben)
            let renewed = CalendarLink(detail: .busy, createdAt: .noon)
            try await store.save(renewed, hash: "hash-3", of: .ana)
            let (former, now, others) = try await (store.calendar(hash: "hash-1"), store.calendar(hash: "hash-3"), store.calendar(hash: "hash-2"))
            #expect(former == nil && now == OpenedCalendar(user: .ana, link: renewed) && others?.user == .ben)
        },
        StoreConformance("A link that is removed opens nothing any more, and there is none to remove again") { store in
            try await store.save(CalendarLink(detail: .titles, createdAt: .morning), hash: "hash-1", of: .ana)
            let (removed, again) = (try await store.removeCalendarLink(of: .ana), try await store.removeCalendarLink(of: .ana))
            let (opened, own) = try await (store.calendar(hash: "hash-1"), store.calendarLink(of: .ana))
            #expect(removed && !again && opened == nil && own == nil)
        },
        StoreConformance("Whoever is erased leaves no link, and what is handed out of them has nothing that opens it") { store in
            try await store.save(CalendarLink(detail: .titles, createdAt: .morning), hash: "hidden-code", of: .ben)
            let rows = try await store.pages(of: .ben, countMax: 10).flatMap(\.self)
            #expect(rows.map(\.table) == ["calendar_links"] && rows.allSatisfy { $0.json.contains("titles") && !$0.json.contains("hidden-code") })
            let report = try await store.erase(.ben, leaving: nil, now: .noon)
            let opened = try await store.calendar(hash: "hidden-code")
            #expect(report["calendar_links"] == 1 && opened == nil)
        },
    ]
}
