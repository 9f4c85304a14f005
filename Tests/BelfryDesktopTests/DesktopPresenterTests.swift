import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryDesktop

@Suite(
    "The presenter on a bus", .enabled(if: PrivateBus.isThere, "dbus-daemon or dbus-send is missing: Scripts/setup test installs them"),
    .timeLimit(.minutes(10)))
struct DesktopPresenterTests {
    @Test("What is shown reaches the service with its words, its buttons and its urgency")
    func shows() async throws {
        try await withPrivateBus { bus in
            let service = try await StandInService(on: bus)
            let listener = try ListeningPresenter(busAddress: bus.address)
            try await listener.show(.sample(severity: .critical), actions: [.snooze])
            let arguments = try await service.call(of: "Notify")
            #expect(
                arguments == [
                    .string("Belfry"), .uint32(0), .string(""), .string("Rent"), .string("Due today"),
                    .strings(["default", "Open", "button:SNOOZE", "Snooze 12 h"]),
                    .dictionary([
                        "urgency": .byte(2), "category": .string("x-belfry.bill_reminder"), "desktop-entry": .string("belfry"),
                        "suppress-sound": .bool(false),
                    ]), .int32(0),
                ])
        }
    }

    @Test("A second one of the same identifier takes the place of the first; after it was closed, nothing is replaced")
    func replaces() async throws {
        try await withPrivateBus { bus in
            let service = try await StandInService(on: bus)
            let listener = try ListeningPresenter(busAddress: bus.address)
            try await listener.show(.sample())
            try await listener.show(.sample(.milk))
            try await listener.show(.sample(body: "Due tomorrow"))
            await listener.presenter.close(.rent)
            try await listener.show(.sample())
            var replaced: [BusValue] = []
            for _ in 1...4 { replaced.append(try await service.call(of: "Notify")[1]) }
            #expect(replaced == [.uint32(0), .uint32(0), .uint32(1), .uint32(0)])
        }
    }

    @Test("A button, the notification itself and a key that nobody offered")
    func actions() async throws {
        try await withPrivateBus { bus in
            let service = try await StandInService(on: bus)
            let listener = try ListeningPresenter(busAddress: bus.address)
            try await listener.show(.sample(), actions: [.snooze])
            service.signal("ActionInvoked", .uint32(1), .string("inline-reply"))
            service.signal("ActivationToken", .uint32(1), .string("token"))
            service.signal("ActionInvoked", .uint32(1), .string("button:SNOOZE"))
            #expect(try await listener.event() == .responded(.sample(.button("SNOOZE"))))
            // What is answered goes, though the service leaves it there.
            #expect(try await service.call(of: "CloseNotification") == [.uint32(1)])
            try await listener.show(.sample(.milk))
            service.signal("ActionInvoked", .uint32(2), .string("default"))
            service.signal("NotificationClosed", .uint32(2), .uint32(2))
            #expect(try await listener.event() == .responded(.sample(.open, to: .milk)))
            try await listener.show(.sample(number: 7))
            service.signal("NotificationClosed", .uint32(3), .uint32(1))
            #expect(try await listener.event() == .closed(.rent))
        }
    }

    @Test(
        "What the reasons of closing tell",
        arguments: [
            (1, .closed(.rent)), (2, .responded(.sample(.dismiss))), (3, .closed(.rent)), (4, .closed(.rent)), (99, .closed(.rent)),
        ] as [(UInt32, PresenterEvent)])
    func closed(_ reason: UInt32, _ event: PresenterEvent) async throws {
        try await withPrivateBus { bus in
            let service = try await StandInService(on: bus)
            let listener = try ListeningPresenter(busAddress: bus.address)
            try await listener.show(.sample())
            service.signal("NotificationClosed", .uint32(77), .uint32(reason))
            service.signal("NotificationClosed", .uint32(1), .uint32(reason))
            #expect(try await listener.event() == event)
        }
    }

    @Test("Without a service it says so, and tells when one has come")
    func absent() async throws {
        try await withPrivateBus { bus in
            let listener = try ListeningPresenter(busAddress: bus.address)
            #expect(await listener.problemShowing(.sample()) == .unavailable)
            #expect(await !listener.presenter.isAvailable())
            await listener.presenter.close(.rent)
            let service = try await StandInService(on: bus)
            #expect(try await listener.event() == .restarted)
            #expect(await listener.presenter.isAvailable())
            try await listener.show(.sample())
            #expect(try await service.call(of: "Notify")[1] == .uint32(0))
        }
    }

    @Test("A service that starts anew is told of nothing that the old one showed")
    func restarting() async throws {
        try await withPrivateBus { bus in
            let journal = MemoryShownJournal()
            let listener = try ListeningPresenter(busAddress: bus.address, journal: journal)
            let service = try await StandInService(on: bus)
            try await listener.show(.sample())
            #expect(journal.shown().map(\.number) == [1])
            await service.stop()
            let next = try await StandInService(on: bus, .init(capabilities: []))
            #expect(try await listener.event() == .restarted)
            #expect(journal.shown() == [])
            try await listener.show(.sample(), actions: [.snooze])
            let arguments = try await next.call(of: "Notify")
            #expect(arguments[1] == .uint32(0))
            #expect(arguments[3] == .string("Rent: Due today"))
            #expect(arguments[5] == .strings([]))
        }
    }

    @Test("After our own restart the kept numbers replace and close")
    func ownRestart() async throws {
        try await withPrivateBus { bus in
            let service = try await StandInService(on: bus)
            let journal = MemoryShownJournal()
            for _ in 1...2 {
                try await ListeningPresenter(busAddress: bus.address, journal: journal).show(.sample())
            }
            await (try ListeningPresenter(busAddress: bus.address, journal: journal)).presenter.close(.rent)
            #expect(try await service.call(of: "Notify")[1] == .uint32(0))
            #expect(try await service.call(of: "Notify")[1] == .uint32(1))
            #expect(try await service.call(of: "CloseNotification") == [.uint32(1)])
            #expect(journal.shown() == [])
        }
    }

    @Test("Numbers of an earlier run of the service are forgotten at our start, and the caller is told")
    func staleJournal() async throws {
        try await withPrivateBus { bus in
            let journal = MemoryShownJournal()
            journal.keep(ShownNotification(identifier: .rent, moment: .noon, parts: [], service: "another bus/:1.7", number: 1))
            let service = try await StandInService(on: bus)
            let listener = try ListeningPresenter(busAddress: bus.address, journal: journal)
            #expect(try await listener.event() == .restarted)
            #expect(journal.shown() == [])
            try await listener.show(.sample())
            #expect(try await service.call(of: "Notify")[1] == .uint32(0))
        }
    }

    @Test("An error on closing means that it has gone")
    func closingError() async throws {
        try await withPrivateBus { bus in
            let service = try await StandInService(on: bus, .init(closingError: "org.freedesktop.Notifications.Error.NotFound"))
            let journal = MemoryShownJournal()
            let listener = try ListeningPresenter(busAddress: bus.address, journal: journal)
            try await listener.show(.sample())
            await listener.presenter.close(.rent)
            #expect(try await service.call(of: "CloseNotification") == [.uint32(1)])
            #expect(journal.shown() == [])
        }
    }

    @Test("A service that refuses to replace is asked for a new one")
    func replacingError() async throws {
        try await withPrivateBus { bus in
            let service = try await StandInService(on: bus, .init(replacingError: "org.freedesktop.DBus.Error.InvalidArgs"))
            let listener = try ListeningPresenter(busAddress: bus.address)
            try await listener.show(.sample())
            try await listener.show(.sample(body: "Due tomorrow"))
            var replaced: [BusValue] = []
            for _ in 1...3 { replaced.append(try await service.call(of: "Notify")[1]) }
            #expect(replaced == [.uint32(0), .uint32(1), .uint32(0)])
            // The first may stand there still.
            #expect(try await service.call(of: "CloseNotification") == [.uint32(1)])
        }
    }

    @Test(
        "What errors of the service mean",
        arguments: [
            ("org.freedesktop.DBus.Error.InvalidArgs", .invalid), ("org.freedesktop.DBus.Error.LimitsExceeded", .full),
            ("org.freedesktop.DBus.Error.AccessDenied", .notAllowed), ("org.freedesktop.Notifications.MaxNotificationsExceeded", .full),
            ("org.freedesktop.Notifications.Error.ExcessNotificationGeneration", .unavailable),
        ] as [(String, CentreProblem)])
    func errors(_ name: String, _ problem: CentreProblem) async throws {
        try await withPrivateBus { bus in
            let service = try await StandInService(on: bus, .init(error: name))
            let listener = try ListeningPresenter(busAddress: bus.address)
            #expect(await listener.problemShowing(.sample()) == problem)
            #expect(await listener.presenter.isAvailable())
            await service.stop()
        }
    }

    @Test("A service that falls silent is given up, and used again once it speaks")
    func silence() async throws {
        try await withPrivateBus { bus in
            let service = try await StandInService(on: bus, .init(isSilent: true))
            let journal = MemoryShownJournal()
            let listener = try ListeningPresenter(busAddress: bus.address, journal: journal, patience: .milliseconds(300))
            #expect(await listener.problemShowing(.sample()) == .unavailable)
            service.speak()
            // A slow machine may need more than one try.
            while await listener.problemShowing(.sample(number: 1)) == .unavailable {}
            #expect(journal.shown().map(\.identifier) == [.rent])
            await listener.presenter.close(.rent)
            #expect(journal.shown() == [])
        }
    }

    @Test("A bus that ends takes the service along; a new one in its place is found")
    func busGone() async throws {
        try await withTemporaryFolder { folder in
            let bus = try await PrivateBus(in: folder)
            let service = try await StandInService(on: bus)
            let journal = MemoryShownJournal()
            let listener = try ListeningPresenter(busAddress: bus.address, journal: journal)
            try await listener.show(.sample())
            await bus.kill()
            #expect(await listener.problemShowing(.sample()) == .unavailable)
            let nextBus = try await PrivateBus(in: folder)
            let next = try await StandInService(on: nextBus)
            #expect(try await listener.event() == .restarted)
            try await listener.show(.sample())
            #expect(try await next.call(of: "Notify")[1] == .uint32(0))
            await nextBus.kill()
            withExtendedLifetime(service) {}
        }
    }

    @Test("Signals of somebody who isn't the service are passed over")
    func forgedSignals() async throws {
        try await withPrivateBus { bus in
            let service = try await StandInService(on: bus)
            let listener = try ListeningPresenter(busAddress: bus.address)
            try await listener.show(.sample())
            try await Tool.run(
                "dbus-send", "--session", "--type=signal", "--dest=\(try await service.caller())", "/org/freedesktop/Notifications",
                "org.freedesktop.Notifications.ActionInvoked",
                "uint32:1", "string:default", environment: bus.environment)
            await listener.presenter.close(.milk)
            service.signal("NotificationClosed", .uint32(1), .uint32(1))
            #expect(try await listener.event() == .closed(.rent))
        }
    }
}

@Suite("The presenter without a bus", .timeLimit(.minutes(10)))
struct NoBusTests {
    @Test("Without a bus nothing can be shown, and nothing waits")
    func noBus() async throws {
        for address in [nil, "unix:path=/nowhere/bus", "no address", "tcp:host=localhost,port=1", ""] {
            let listener = try ListeningPresenter(busAddress: address)
            #expect(await listener.problemShowing(.sample()) == .unavailable)
            #expect(await !listener.presenter.isAvailable())
            await listener.presenter.close(.rent)
        }
    }

    @Test(
        "Where a login says that its bus is",
        arguments: [
            (["DBUS_SESSION_BUS_ADDRESS": "unix:path=/a", "XDG_RUNTIME_DIR": "/run/user/7"], "unix:path=/a"),
            (["XDG_RUNTIME_DIR": "/run/user/7"], "unix:path=/run/user/7/bus"),
            (["XDG_RUNTIME_DIR": "/a b,ü"], "unix:path=/a%20b%2c%c3%bc/bus"),
            (["DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": "run"], nil), ([:], nil),
        ] as [([String: String], String?)])
    func address(_ environment: [String: String], _ address: String?) {
        #expect(DesktopPresenter.busAddress(in: environment) == address)
    }
}
