import BelfryTesting
import Testing

// What a person does with a page, by mouse and keyboard, on what a screen reader would tell of.
extension BrowserPage {
    /// Presses what has a role and a name, as `button` and `Snooze for 1 day`, in its middle.
    ///
    /// Where news have just put another in its place, that one is pressed, once it is drawn.
    func click(_ role: String, _ name: String) async throws {
        for _ in 1...200 {
            do {
                if try await press(try await node(role, name)) { return }
            } catch let refusal as Chromium.Refusal where refusal.message.contains("detached") || refusal.message.contains("No node") {}
            try await value("new Promise(requestAnimationFrame)")
        }
        Issue.record("\(role) “\(name)” is not to be seen")
    }

    /// - Returns: whether it is to be seen, and was hit: a page that is live moves things, also between a finger's way down and up. What news
    ///   have put in its place meanwhile, and is the same, counts as well.
    private func press(_ node: JSON) async throws -> Bool {
        try await ask("DOM.scrollIntoViewIfNeeded", ["backendNodeId": node])
        let quads = try await ask("DOM.getContentQuads", ["backendNodeId": node])["quads"]?.items ?? []
        let corners = (quads.first?.items ?? []).compactMap { if case .number(let number) = $0 { number } else { nil } }
        guard corners.count == 8 else { return false }
        let x = JSON.number((corners[0] + corners[4]) / 2)
        let y = JSON.number((corners[1] + corners[5]) / 2)
        let object = try await ask("DOM.resolveNode", ["backendNodeId": node])["object"]?["objectId"] ?? .null
        try await ask(
            "Runtime.callFunctionOn",
            [
                "objectId": object,
                "functionDeclaration": .text(
                    """
                    function () {
                      this.wasHit = false;
                      const isIt = (target) => target === this || (target instanceof Element && target.isEqualNode(this));
                      document.addEventListener('click', (event) => { this.wasHit = event.composedPath().some(isIt); }, { once: true, capture: true });
                    }
                    """),
            ])
        for type in ["mouseMoved", "mousePressed", "mouseReleased"] {
            try await ask(
                "Input.dispatchMouseEvent",
                ["type": .text(type), "x": x, "y": y, "button": type == "mouseMoved" ? "none" : "left", "clickCount": type == "mouseMoved" ? 0 : 1])
        }
        // Nobody answers where it has led to another page.
        let answer = try? await ask(
            "Runtime.callFunctionOn", ["objectId": object, "functionDeclaration": "function () { return this.wasHit; }", "returnByValue": true])
        return answer?["result"]?["value"] != false
    }

    /// The same by the keyboard: what moves on the page meanwhile doesn't matter.
    func pressEnter(on role: String, _ name: String) async throws {
        try await ask("DOM.focus", ["backendNodeId": try await node(role, name)])
        try await press(.enter)
    }

    /// Puts a text in the place of what stands in a field.
    func type(_ text: String, into role: String, _ name: String) async throws {
        try await ask("DOM.focus", ["backendNodeId": try await node(role, name)])
        try await value("document.activeElement.select?.()")
        try await ask("Input.insertText", ["text": .text(text)])
    }

    /// Sets a field whose value isn't typed as it stands, such as a time, a date or a choice.
    func set(_ role: String, _ name: String, to text: String) async throws {
        try await ask("DOM.focus", ["backendNodeId": try await node(role, name)])
        try await value(
            """
            (() => {
              const field = document.activeElement;
              field.value = \(JSON.text(text).sent);
              for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
            })()
            """)
    }

    /// Presses a key that stands for no character.
    func press(_ key: Key) async throws {
        for type in ["rawKeyDown", "keyUp"] {
            try await ask(
                "Input.dispatchKeyEvent",
                ["type": .text(type), "key": .text(key.rawValue), "code": .text(key.rawValue), "windowsVirtualKeyCode": .number(key.code)])
        }
        if key == .enter { try await ask("Input.dispatchKeyEvent", ["type": "char", "text": "\r", "key": "Enter"]) }
    }

    enum Key: String {
        case tab = "Tab"
        case enter = "Enter"
        case escape = "Escape"

        fileprivate var code: Double {
            switch self {
            case .tab: 9
            case .enter: 13
            case .escape: 27
            }
        }
    }

    /// Whether a screen reader would tell of such a thing.
    func has(_ role: String, _ name: String) async throws -> Bool {
        try await !nodes(role, name).isEmpty
    }

    private func node(_ role: String, _ name: String) async throws -> JSON {
        let found = try await nodes(role, name)
        try #require(found.count == 1, "\(found.count) things are \(role) “\(name)”")
        return found[0]
    }

    private func nodes(_ role: String, _ name: String) async throws -> [JSON] {
        let document = try await ask("DOM.getDocument", ["depth": 0])["root"]?["backendNodeId"] ?? .null
        let answer = try await ask("Accessibility.queryAXTree", ["backendNodeId": document, "accessibleName": .text(name), "role": .text(role)])
        return (answer["nodes"]?.items ?? []).filter { $0["ignored"] != true }.compactMap { $0["backendDOMNodeId"] }
    }
}
