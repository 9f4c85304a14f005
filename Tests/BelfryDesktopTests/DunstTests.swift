import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryDesktop

@Suite(
    "The presenter with dunst",
    .enabled(if: Dunst.isThere, "dunst, dunstctl, dbus-daemon, dbus-send or Xvfb is missing: Scripts/setup test installs them"),
    .serialized, .timeLimit(.minutes(10)))
struct DunstTests {
    /// Starts dunst, and returns a presenter that has heard of it.
    private func started(
        _ bus: PrivateBus, _ screen: VirtualScreen, settings: String = "", journal: any ShownJournal = MemoryShownJournal()
    )
        async throws -> (Dunst, ListeningPresenter)
    {
        let listener = try ListeningPresenter(busAddress: bus.address, journal: journal)
        #expect(await listener.problemShowing(.sample()) == .unavailable)
        let dunst = try await Dunst(on: bus, screen, settings: settings)
        #expect(try await listener.event() == .restarted)
        return (dunst, listener)
    }

    @Test("It is absent, comes, shows, crashes, and comes again")
    func comesAndGoes() async throws {
        try await withVirtualDesktop { bus, screen in
            let journal = MemoryShownJournal()
            let (dunst, listener) = try await started(bus, screen, journal: journal)
            try await listener.show(.sample(severity: .critical), actions: [.snooze])
            let shown = try await dunst.notification()
            #expect(shown["summary"] == "Rent")
            #expect(shown["body"] == "Due today")
            #expect(shown["appname"] == "Belfry")
            #expect(shown["urgency"] == "CRITICAL")
            #expect(shown["category"] == "x-belfry.bill_reminder")
            #expect(shown["desktop_entry"] == "belfry")
            #expect(shown["default"] == "Open")
            #expect(shown["timeout"] == "0")
            #expect(journal.shown().count == 1)

            await dunst.kill()
            #expect(await listener.problemShowing(.sample()) == .unavailable)
            #expect(journal.shown() == [])
            let next = try await Dunst(on: bus, screen)
            #expect(try await listener.event() == .restarted)
            try await listener.show(.sample(severity: .watch))
            #expect(try await next.notification()["urgency"] == "NORMAL")
            await next.kill()
        }
    }

    @Test("A service that the bus knows how to start is started by the question whether there is one")
    func activation() async throws {
        try await withTemporaryFolder { folder in
            let screen = try await VirtualScreen()
            let program = try #require(Tool.url("dunst")).path
            let service = """
                [D-BUS Service]
                Name=org.freedesktop.Notifications
                Exec=/usr/bin/env DISPLAY=\(screen.name) HOME=\(folder.path) \(program) -conf /dev/null
                """
            try Data(service.utf8).write(to: folder.appendingPathComponent("dunst.service"))
            let bus = try await PrivateBus(in: folder, services: "<servicedir>\(folder.path)</servicedir>")
            let listener = try ListeningPresenter(busAddress: bus.address)
            #expect(await listener.presenter.isAvailable())
            try await listener.show(.sample())
            try await Tool.run("dunstctl", "close", environment: bus.environment)
            #expect(try await listener.event() == .responded(.sample(.dismiss)))
            await bus.kill()
            await screen.kill()
        }
    }

    @Test("A click opens, a button of the menu is told by its name, and closing is dismissing")
    func actions() async throws {
        try await withVirtualDesktop { bus, screen in
            let (dunst, listener) = try await started(bus, screen)
            try await listener.show(.sample(), actions: [.used, .snooze])
            try await dunst.control("action")
            #expect(try await listener.event() == .responded(.sample(.open)))

            try await listener.show(.sample(.milk, number: 1), actions: [.used, .snooze])
            try await dunst.control("context")
            #expect(try await listener.event() == .responded(.sample(.button("SNOOZE"), to: .milk, number: 1)))

            try await listener.show(.sample(number: 2))
            try await dunst.control("close")
            #expect(try await listener.event() == .responded(.sample(.dismiss, number: 2)))
            await dunst.kill()
        }
    }

    @Test("What times out is closed, and what we close isn't told")
    func closes() async throws {
        try await withVirtualDesktop { bus, screen in
            // The shortest that dunst takes.
            let (dunst, listener) = try await started(bus, screen, settings: "[urgency_normal]\n    timeout = 1ms")
            try await listener.show(.sample(severity: .critical))
            await listener.presenter.close(.rent)
            await listener.presenter.close(.rent)
            try await listener.show(.sample(.milk))
            #expect(try await listener.event() == .closed(.milk))
            await dunst.kill()
        }
    }

    @Test("A second one replaces the first under its number, also after our own restart")
    func replaces() async throws {
        try await withVirtualDesktop { bus, screen in
            let journal = MemoryShownJournal()
            let (dunst, listener) = try await started(bus, screen, journal: journal)
            try await listener.show(.sample(severity: .critical))
            try await listener.show(.sample(title: "Rent, again", severity: .critical))
            let restarted = try ListeningPresenter(busAddress: bus.address, journal: journal)
            try await restarted.show(.sample(title: "Rent, once more", severity: .critical))
            let (first, second, third) = (
                try await dunst.notification(), try await dunst.notification(), try await dunst.notification()
            )
            #expect([first, second, third].map { $0["summary"] } == ["Rent", "Rent, again", "Rent, once more"])
            #expect(Set([first, second, third].map { $0["id"] }).count == 1)
            // The answer goes to the connection that showed it last.
            try await dunst.control("action")
            #expect(try await restarted.event() == .responded(.sample(.open)))
            await dunst.kill()
        }
    }

    @Test(
        "Words stay words, whether dunst reads markup or not",
        arguments: [("markup = full", "&lt;b&gt;5 &amp; 7&lt;/b&gt; &amp;lt;"), ("markup = no", "<b>5 & 7</b> &lt;")])
    func markup(_ setting: String, _ body: String) async throws {
        try await withVirtualDesktop { bus, screen in
            let (dunst, listener) = try await started(bus, screen, settings: "    format = \"%b\"\n    \(setting)")
            try await listener.show(.sample(title: "<i>A & B</i>", body: "<b>5 & 7</b> &lt;"))
            let shown = try await dunst.notification()
            #expect(shown["summary"] == "<i>A & B</i>")
            #expect(shown["body"] == body)
            // What it hands to its renderer, which always reads markup.
            #expect(shown["formatted"] == "&lt;b&gt;5 &amp; 7&lt;/b&gt; &amp;lt;")
            await dunst.kill()
        }
    }

    @Test("Endless, empty and strange words are shown")
    func strangeWords() async throws {
        try await withVirtualDesktop { bus, screen in
            let (dunst, listener) = try await started(bus, screen, settings: "    markup = full")
            let words = [
                "", String(repeating: "&<", count: 100_000), "\0\u{1B}[31m\u{7F}", "e" + String(repeating: "\u{301}", count: 50_000),
                "👩‍👩‍👧‍👦\u{202E}",
                String(decoding: [0xC3, 0x28, 0xFF] as [UInt8], as: UTF8.self),
            ]
            for (number, text) in words.enumerated() {
                try await listener.show(
                    .sample(title: text, body: text, number: number), actions: [.init(identifier: text, title: text, opensApp: true)])
                #expect(try await dunst.notification()["appname"] == "Belfry")
            }
            await dunst.kill()
        }
    }
}
