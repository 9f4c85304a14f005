import BelfryModel
import Foundation
import Testing

@testable import BelfryDashboard

@Suite("Assets")
struct AssetsTests {
    @Test("A full page with its style sheet and scripts weighs less than 150 kB")
    func weight() {
        let view = FamilyPage(
            personName: "Maria", familyName: "The Martins", alerts: (0..<20).map { alert("alert-\($0)", dayCount: 60) },
            scores: (0..<6).map { scores("member-\($0)", dayCount: 21) })
        let assets = Assets.all.map(\.bytes.count).reduce(0, +)
        #expect(page(view, in: frame()).utf8.count + assets < 150_000)
        #expect(page(alertPage(), in: frame()).utf8.count + assets < 150_000)
    }

    @Test("Every class on a page is known to the style sheet")
    func classes() {
        let names: [Substring] = allPages().flatMap { Markup($0.text).values(of: "class") }.flatMap { $0.split(separator: " ") }
        let rules = Set(Assets.styleSheet.matches(of: /\.([a-z][a-z-]*)/).map(\.output.1))
        // A page may be styled apart from the others, and a part too; neither needs to be.
        let places = Set(PageFrame.Place.allCases.map { Substring($0.rawValue) })
        let parts = Set(allPages().flatMap { Markup($0.text).all("section") }.compactMap { $0.attributes["id"].map { Substring($0) } })
        #expect(Set(names).subtracting(rules).subtracting(places).subtracting(parts) == [])
    }

    @Test("No rule of the style sheet names a side that Arabic would have to turn round")
    func logicalProperties() {
        let sided = #/(?:margin|padding|border)-(?:left|right)|text-align: (?:left|right)|[ {](?:left|right):/#
        #expect(Assets.styleSheet.matches(of: sided).map { String($0.output) } == [])
    }

    @Test("A long word within a line is broken, and doesn't make the page wider than a phone")
    func longWords() {
        #expect(Assets.styleSheet.contains("overflow-wrap: break-word") && Assets.styleSheet.contains(".line > * { min-width: 0; }"))
    }

    @Test("A score is never broken, and neither is the name beside it where there is room for it on a line of its own")
    func wholeScore() {
        #expect(Assets.styleSheet.contains(".pillar strong { flex: none;") && !Assets.styleSheet.contains("nowrap; gap"))
    }

    @Test("A summary on the timeline has its lines beneath each other, as in the inbox")
    func summaryLines() {
        #expect(Assets.styleSheet.contains(".what span { white-space: pre-line; }"))
    }

    @Test("Every element that the scripts look for on every page is on every page")
    func elements() throws {
        let onSomePages: Set = [
            "dismiss-dialog", "dismiss-name", "push-toggle", "push-banner", "push-may-ask", "push-denied", "push-able", "settings-form", "preview",
            "nothing-here", "done", "done-text", "undo-form", "undo",
        ]
        let sought = Set((Assets.script + Assets.pushScript).matches(of: /byID\('([^']+)'\)/).map { String($0.output.1) })
        #expect(sought.count > 6)
        for (name, text) in allPages() where text.contains("<script") {
            #expect(Set(Markup(text).values(of: "id")).isSuperset(of: sought.subtracting(onSomePages)), "\(name)")
        }
        #expect(Set(Markup(page(family(), in: frame())).values(of: "id")).isSuperset(of: ["dismiss-dialog", "dismiss-name"]))
        let banner: Set = ["push-toggle", "push-banner", "push-may-ask", "push-denied", "done", "done-text", "undo-form", "undo"]
        #expect(Set(Markup(page(inbox(), in: frame())).values(of: "id")).isSuperset(of: banner))
    }

    @Test("Where what a page tells of is gone, the script loads the page that says so, which it knows, and asks no more")
    func gone() throws {
        let ids = allPages().filter { Set(Markup($0.text).values(of: "id")).contains("nothing-here") }.map { $0.name }
        #expect(ids == ["nothing here"])
        let asking = try #require(Assets.script.firstRange(of: "const answer = await fetch(location.pathname"))
        let body = Assets.script[asking.lowerBound...]
        let reload = try #require(body.firstRange(of: "answer.ok ? isNothing : answer.status === 404 && !isNothing"))
        let rest = try #require(body.firstRange(of: "if (answer.status >= 400 && answer.status < 500) return;"))
        let retry = try #require(body.firstRange(of: "throw new Error"))
        #expect(reload.upperBound < rest.lowerBound && rest.upperBound < retry.lowerBound)
    }

    @Test("Every word that the scripts say is on every page, in its language")
    func words() throws {
        let said = (Assets.script + Assets.pushScript).matches(of: /words\.([a-zA-Z]+)/).map { String($0.output.1) }
        #expect(said.count > 6)
        let words = try #require(Markup(page(emptyFamily, in: frame(language: .german))).all("div").first { $0.attributes["id"] == "words" })
        for name in said {
            let attribute = "data-" + name.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
            #expect(words.attributes[attribute]?.isEmpty == false, "\(attribute)")
        }
        #expect(words.attributes["data-lost"] == "Verbindet neu")
    }

    @Test("What one script waits for another says, and what was taken back is looked for whenever the page was fetched anew, whatever is unread")
    func said() throws {
        let said = Set(Assets.all.flatMap { $0.text.matches(of: /dispatchEvent\(new Event\('([^']+)'/).map { String($0.output.1) } })
        let heard = Set(Assets.all.flatMap { $0.text.matches(of: /addEventListener\('(belfry-[^']+)'/).map { String($0.output.1) } })
        #expect(heard == said && heard.contains("belfry-refreshed"))
        let shown = try #require(Assets.script.firstRange(of: "show(await answer.text())"))
        let refreshed = try #require(Assets.script.firstRange(of: "belfry-refreshed"))
        #expect(shown.upperBound < refreshed.lowerBound && Assets.pushScript.contains("'belfry-refreshed', clearQuietly"))
    }

    @Test("The permission to notify is asked for in one place, which a click alone leads to")
    func permission() throws {
        #expect(Assets.all.map { $0.text.matches(of: /requestPermission/).count }.reduce(0, +) == 1)
        let click = try #require(Assets.pushScript.firstRange(of: "addEventListener('click'"))
        let asking = try #require(Assets.pushScript.firstRange(of: "await begin()"))
        #expect(click.upperBound < asking.lowerBound && Assets.pushScript.matches(of: /begin\(\)/).count == 2)
    }

    @Test("Every button's act says when it is done, and its form leads to what does it")
    func acts() throws {
        let done = InboxPage(messages: [], unreadCount: 0, done: .message(.archive, id: "d-sent"))
        let newest = InboxPage(messages: [message("d-sent", isRead: false)], unreadCount: 1)
        for text in [page(family(), in: frame()), page(inbox(), in: frame(.inbox)), page(newest, in: frame(.inbox)), page(done, in: frame(.inbox))] {
            let markup = Markup(text)
            let words = try #require(markup.all("div").first { $0.attributes["id"] == "words" })
            let acts = Set(markup.values(of: "data-act"))
            #expect(!acts.isEmpty)
            for act in acts {
                #expect(words.attributes["data-\(act)"]?.isEmpty == false, "\(act)")
                #expect(markup.values(of: "action").contains { $0.hasSuffix("/\(act)") }, "\(act)")
            }
        }
    }

    @Test("The script takes back what the page's own words take back", arguments: InboxAct.allCases)
    func undoing(act: InboxAct) throws {
        #expect(Assets.script.contains("\(act.rawValue): '\(act.undoing.rawValue)'"))
        #expect(act.undoing.undoing == act && act.undoing != act)
        let words = try #require(Markup(page(inbox(), in: frame(.inbox))).all("div").first { $0.attributes["id"] == "words" })
        #expect(words.attributes["data-\(act.rawValue)"] == act.doneText(english))
    }

    @Test("What is put off the script takes back, too, and sends what its form says")
    func undoingLater() throws {
        let undo = try #require(InboxPage.Done.later(id: "m").undo)
        #expect(Assets.script.contains("\(InboxPage.laterAct): '\(undo.act)'") && undo.path == "/page/inbox/m/\(InboxPage.backAct)")
        #expect(InboxPage.Done.back.undo == nil && Assets.script.contains("act === '\(InboxPage.laterAct)'"))
        let markup = Markup(page(InboxPage(messages: [laterMessage()], unreadCount: 0, isLater: true), in: frame(.inbox)))
        #expect(markup.values(of: "action").count { $0 == "/page/inbox/d-later/later" } == 2)
        let words = try #require(markup.all("div").first { $0.attributes["id"] == "words" })
        #expect(words.attributes["data-later"] == "Put off." && words.attributes["data-back"] == "Back in the inbox.")
    }

    @Test("What the inbox offers to take back of an alert, the script does, too")
    func undoingSnooze() throws {
        let undo = try #require(InboxPage.Done.snooze(alert: "a").undo)
        #expect(Assets.script.contains("snooze: '\(undo.act)'") && undo.path.hasSuffix("/\(undo.act)"))
        #expect(InboxPage.Done.restore(alert: "a").undo == nil && !Assets.script.contains("restore: '"))
    }

    @Test("Nothing is loaded from elsewhere, and every brace is closed", arguments: Assets.all.map(\.path))
    func selfContained(path: String) throws {
        let asset = try #require(Assets.all.first { $0.path == path })
        #expect(!asset.text.contains("url("))
        #expect(!asset.text.contains("@import"))
        guard asset.mediaType != "image/png" else { return }
        #expect(asset.text.count { $0 == "{" } == asset.text.count { $0 == "}" })
    }

    @Test("On a Home Screen the pages are an app, with icons that are there, as large and of the kind that is said, on the paper of the pages")
    func manifest() throws {
        struct Manifest: Decodable {
            struct Icon: Decodable {
                let src, sizes, type: String
            }
            let name, start_url, scope, display, background_color: String
            let icons: [Icon]
        }
        let asset = try #require(Assets.all.first { $0.mediaType == "application/manifest+json" })
        let manifest = try JSONDecoder().decode(Manifest.self, from: Data(asset.bytes))
        #expect(manifest.name == "Belfry" && manifest.display == "standalone" && manifest.start_url == "/" && manifest.scope == "/")
        #expect(Assets.styleSheet.contains("--paper: \(manifest.background_color);"))
        for icon in manifest.icons { #expect(Assets.all.first { $0.path == icon.src }?.mediaType == icon.type) }
        // PNG (ISO/IEC 15948), sections 5.2 and 11.2.2: the signature, and width and height at the beginning of the first chunk.
        let picture = try #require(Assets.all.first { $0.mediaType == "image/png" }).bytes
        #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) && picture.count < 2_000)
        let (width, height) = (Int(picture[18]) << 8 | Int(picture[19]), Int(picture[22]) << 8 | Int(picture[23]))
        #expect(manifest.icons.last?.sizes == "\(width)x\(height)" && width >= 180)
        #expect(Assets.contentSecurityPolicy.contains("manifest-src 'self'"))
    }

    @Test("Every text colour keeps a contrast of 4.5 to 1 to the surfaces that it stands on, by day and by night")
    func contrast() throws {
        let palettes = Assets.styleSheet.split(separator: ":root")
        #expect(palettes.count == 2)
        for palette in palettes {
            let pairs = palette.matches(of: /--(\w+): #([0-9a-f]{6})/).map { (String($0.output.1), luminance(of: $0.output.2)) }
            let colours = Dictionary(pairs) { first, _ in first }
            for text in ["ink", "soft", "accent", "watch", "attention", "critical", "good"] {
                for surface in ["paper", "surface", "sunken"] {
                    let (one, other) = (try #require(colours[text]), try #require(colours[surface]))
                    let contrast = (max(one, other) + 0.05) / (min(one, other) + 0.05)
                    #expect(contrast >= 4.5, "\(text) on \(surface)")
                }
            }
        }
    }

    /// Relative luminance of an sRGB colour, as WCAG 2.2 defines it.
    private func luminance(of hex: Substring) -> Double {
        let rgb = Int(hex, radix: 16) ?? 0
        let linear = [rgb >> 16, rgb >> 8 & 0xFF, rgb & 0xFF].map { component in
            let share = Double(component) / 255
            return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    @Test("On a low screen the preview covers no field, and where it is pinned it hides none that has the focus")
    func previewInTheWay() {
        #expect(Assets.styleSheet.contains("html:has(.preview) { scroll-padding-bottom:"))
        #expect(Assets.styleSheet.contains("@media (max-height: 40rem) { .preview { position: static; }"))
    }

    @Test("Who has no script isn't told for ever that the page connects")
    func withoutScript() {
        #expect(Assets.styleSheet.contains("@media (scripting: none) { .connection { display: none; } }"))
    }

    @Test("The page suits a dark room and a person whom motion disturbs")
    func media() {
        #expect(Assets.styleSheet.contains("color-scheme: light dark"))
        #expect(Assets.styleSheet.contains("(prefers-color-scheme: dark)"))
        #expect(Assets.styleSheet.contains("(prefers-reduced-motion: reduce)"))
    }
}
