import BelfryModel
import Foundation
import Testing

@testable import BelfryDashboard

@Suite("Assets")
struct AssetsTests {
    @Test("A full page with its style sheet and script weighs less than 100 kB")
    func weight() {
        let view = OverviewPage(
            personName: "Maria", familyName: "The Martins", alerts: (0..<10).map { alert("alert-\($0)", dayCount: 30) },
            deliveries: (0..<30).map { delivery("delivery-\($0)", status: .sent) },
            inbox: (0..<20).map { message("message-\($0)", isRead: false) }, backlog: BacklogLine(sentence: "Nothing waits."))
        let byteCount = page(view).utf8.count + Assets.all.map(\.text.utf8.count).reduce(0, +)
        #expect(byteCount < 100_000)
    }

    @Test("Every class on a page is known to the style sheet")
    func classes() {
        let pages = [page(overview()), page(emptyOverview), page(SignInPage(notice: "Ana"))]
        let names: [Substring] = pages.flatMap { Markup($0).values(of: "class") }.flatMap { $0.split(separator: " ") }
        let rules = Set(Assets.styleSheet.matches(of: /\.([a-z][a-z-]*)/).map(\.output.1))
        #expect(Set(names).subtracting(rules) == [])
    }

    @Test("Every element that the script looks for is on the page")
    func elements() {
        let ids = Set(Markup(page(overview())).values(of: "id"))
        let sought = Assets.script.matches(of: /byID\('([^']+)'\)/).map { String($0.output.1) }
        #expect(sought.count > 4)
        #expect(ids.isSuperset(of: sought))
    }

    @Test("Every button's act is one that the script performs")
    func acts() {
        for act in Set(Markup(page(overview())).values(of: "data-act")) {
            #expect(Assets.script.contains("\(act): { path: "), "the script doesn't know \(act)")
        }
    }

    @Test("Nothing is loaded from elsewhere, and every brace is closed", arguments: Assets.all.map(\.path))
    func selfContained(path: String) throws {
        let asset = try #require(Assets.all.first { $0.path == path })
        #expect(!asset.text.contains("url("))
        #expect(!asset.text.contains("@import"))
        #expect(asset.text.count { $0 == "{" } == asset.text.count { $0 == "}" })
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

    @Test("The page suits a dark room and a person whom motion disturbs")
    func media() {
        #expect(Assets.styleSheet.contains("color-scheme: light dark"))
        #expect(Assets.styleSheet.contains("(prefers-color-scheme: dark)"))
        #expect(Assets.styleSheet.contains("(prefers-reduced-motion: reduce)"))
    }
}
