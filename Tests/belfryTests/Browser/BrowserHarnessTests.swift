import BelfryTesting
import Foundation
import Testing

extension InBrowser {
    /// That what looks for faults finds them.
    @Suite("The browser and what is looked for")
    struct HarnessTests {
        private func page(_ body: String, head: String = "<title>T</title>") -> String {
            "data:text/html;charset=utf-8,"
                + ("<!DOCTYPE html><html lang=\"en\" dir=\"ltr\"><head>\(head)</head><body>\(body)</body></html>"
                    .addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
        }

        static let faults: [(body: String, finding: String)] = [
            ("<main><h1>A</h1><button></button></main>", "a button has no name"),
            ("<main><h1>A</h1><input name=\"b\"></main>", "input b has no label"),
            ("<main><h1>A</h1><h3>C</h3></main>", "a heading of rank 3 follows one of rank 1"),
            ("<h1>A</h1>", "the page has not one main part"),
            ("<main><h1>A</h1><p id=\"x\">1</p><p id=\"x\">2</p></main>", "several elements are #x"),
            ("<main><h1>A</h1><p style=\"color:%23999;background:%23fff\">Pale</p></main>", "the contrast of p “Pale” is 2.85 to 1"),
            ("<main><h1>A</h1><svg role=\"img\" width=\"9\" height=\"9\"></svg></main>", "a image has no name"),
            ("<main><h1>A</h1><p style=\"width:3000px\">Wide</p></main>", "the page is wider than the screen, for example p"),
            ("<main><h1>A</h1><button style=\"height:9px;font-size:6px\">x</button></main>", "button is too small to be hit"),
            ("<main><h1>A</h1><button style=\"outline:none\">Stop</button></main>", "button Stop doesn't show that it has the focus"),
            (
                "<main style=\"display:flex;flex-direction:column-reverse\"><button>One</button><button>Two</button><h1>A</h1></main>",
                "button Two has the focus after button One, and stands above it"
            ),
            ("<main><h1>A</h1><p aria-labelledby=\"gone\">B</p></main>", "p points by aria-labelledby to #gone, which isn't there"),
        ]

        @Test("Each fault is found", arguments: faults)
        func finds(_ fault: (body: String, finding: String)) async throws {
            try await withBrowser { browser in
                try await browser.open(page(fault.body.replacing("%23", with: "#")))
                let findings = try await AccessibilityAudit.findings(on: browser)
                #expect(findings.contains { $0.hasPrefix(fault.finding) }, "\(findings)")
            }
        }

        @Test("What waits for something that never comes ends when it is cancelled, as by a time limit")
        func cancelled() async throws {
            try await withBrowser { browser in
                try await browser.open(page("<main><h1>A</h1></main>"))
                for isLoading in [false, true] {
                    let waiting = Task {
                        if isLoading { try await browser.leaving {} } else { try await browser.wait(forText: "Never") }
                    }
                    waiting.cancel()
                    let result = await waiting.result
                    let refusal = #expect(throws: Chromium.Refusal.self) { try result.get() }
                    #expect(refusal?.message.hasPrefix("cancelled") == true)
                }
            }
        }

        @Test("A page without faults has none, and what a person does reaches it")
        func hands() async throws {
            try await withBrowser { browser in
                try await browser.open(
                    page(
                        """
                        <main><h1>A</h1><label>Name <input id="name" style="min-height:2rem"></label>
                        <button style="min-height:2rem" onclick="document.querySelector('output').textContent = 'Hello ' + document.querySelector('input').value">Greet</button>
                        <output></output></main>
                        """))
                let findings = try await AccessibilityAudit.findings(on: browser)
                #expect(findings == [])
                try await browser.type("Ana", into: "textbox", "Name")
                try await browser.click("button", "Greet")
                try await browser.wait(forText: "Hello Ana")
                try await browser.press(.tab)
                #expect(try await browser.value("document.activeElement.tagName") == "BODY")
                #expect(try await browser.screenshot().starts(with: [0x89, 0x50, 0x4E, 0x47]))
            }
        }

        @Test("An error of a script is heard")
        func complaints() async throws {
            try await withBrowser(isToComplain: true) { browser in
                try await browser.open(page("<main><h1>A</h1></main><script>nothingOfThisName()</script>"))
            }
        }
    }
}
