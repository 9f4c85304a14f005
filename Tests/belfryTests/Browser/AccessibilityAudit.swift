import BelfryTesting
import Testing

/// Whether everybody can use a page, as far as a program can tell: with a screen reader, by keyboard alone, with weak eyes, on a narrow screen.
///
/// Sources: WCAG 2.2 at level AA, criteria 1.3.1, 1.4.3, 1.4.10, 2.4.3, 2.4.6, 2.4.7, 2.5.8, 3.1.1, 4.1.2; contrast by its definition of relative luminance.
enum AccessibilityAudit {
    /// What is wrong with the page, a sentence each.
    static func findings(on page: BrowserPage) async throws -> [String] {
        // What is still fading from one colour to another has neither.
        try await page.value("document.getAnimations().forEach((animation) => animation.finish())")
        let looked = try await page.value("(\(script))()").items.compactMap(\.string)
        return try await looked + unnamed(on: page) + focusOrder(on: page)
    }

    // MARK: Names

    private static let interactiveRoles: Set = [
        "button", "link", "textbox", "searchbox", "checkbox", "radio", "combobox", "listbox", "option", "slider", "spinbutton", "switch", "tab", "menuitem",
        "DisclosureTriangle", "Date", "InputTime",
    ]
    private static let namedRoles: Set = ["image", "img", "dialog", "region", "form", "group", "table"]

    /// What a screen reader would tell of without saying what it is.
    private static func unnamed(on page: BrowserPage) async throws -> [String] {
        let nodes = try await page.ask("Accessibility.getFullAXTree")["nodes"]?.items ?? []
        return nodes.compactMap { node in
            guard node["ignored"] != true, let role = node["role"]?["value"]?.string else { return nil }
            let name = node["name"]?["value"]?.string ?? ""
            guard name.allSatisfy(\.isWhitespace) else { return nil }
            if interactiveRoles.contains(role) { return "a \(role) has no name" }
            return namedRoles.contains(role) && role != "group" && role != "form" ? "a \(role) has no name" : nil
        }
    }

    /// Every element, also in the shadow of one, in the order in which they stand there.
    private static let everything = #"""
        const within = (root) => [...root.querySelectorAll('*')].flatMap((element) => [element, ...(element.shadowRoot ? within(element.shadowRoot) : [])]);
        const all = within(document);
        """#

    // MARK: The keyboard

    private struct Stop: Equatable {
        let name: String
        let left, top, right, bottom: Double
        let isMarked: Bool
        /// It stays in sight while the rest scrolls, so it has no place among the rest.
        let isPinned: Bool
    }

    /// Goes through the page by Tab: everything is reached, in the order in which it is seen, and it shows where one is.
    private static func focusOrder(on page: BrowserPage) async throws -> [String] {
        // The next Tab begins at the top.
        try await page.value("document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex'); window.scrollTo(0, 0)")
        let expected = try await page.value("(\(focusable))()").items.compactMap(\.string)
        var stops: [Stop] = []
        for _ in expected {
            var next: Stop
            // A field for a time has several stops of its own.
            repeat {
                try await page.press(.tab)
                next = try stop(try await page.value("(\(focused))()"))
            } while next.name == stops.last?.name && next.name != "body"
            stops.append(next)
        }
        let names = stops.map(\.name)
        var findings = names == expected ? [] : ["Tab goes \(names), the page says \(expected)"]
        findings += stops.filter { !$0.isMarked }.map { "\($0.name) doesn't show that it has the focus" }
        for (before, after) in zip(stops, stops.dropFirst())
        where !before.isPinned && !after.isPinned && after.bottom <= before.top + 1 && after.left < before.right && before.left < after.right {
            findings.append("\(after.name) has the focus after \(before.name), and stands above it")
        }
        return findings
    }

    private static func stop(_ value: JSON) throws -> Stop {
        func number(_ index: Int) throws -> Double {
            guard case .number(let number) = value[index] else { throw Chromium.Refusal(method: "focus", message: value.sent) }
            return number
        }
        return Stop(
            name: value[0]?.string ?? "", left: try number(1), top: try number(2), right: try number(3), bottom: try number(4),
            isMarked: value[5] == true, isPinned: value[6] == true)
    }

    /// Everything that Tab should reach, named as a person who looks for it in the source would.
    private static let focusable = #"""
        () => {
          \#(everything)
          const isOpen = (element) => { const closed = element.closest('details:not([open])'); return !closed || element.closest('summary')?.parentElement === closed; };
          const radios = new Set();
          return all.filter((element) => element.matches('a[href], button, input, select, textarea, summary, [tabindex="0"]'))
            .filter((element) => !element.disabled && element.type !== 'hidden' && element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }) && isOpen(element))
            .filter((element) => {
              if (element.type !== 'radio') return true;
              const group = [...document.querySelectorAll(`input[type=radio][name="${CSS.escape(element.name)}"]`)];
              const stop = group.find((radio) => radio.checked) ?? group[0];
              return element === stop;
            })
            .map((element) => element.id || element.tagName.toLowerCase() + ' ' + (element.getAttribute('aria-label') || element.innerText || `${element.name} ${element.value}`).trim().slice(0, 40));
        }
        """#

    private static let focused = #"""
        () => {
          let element = document.activeElement;
          while (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
          const style = getComputedStyle(element);
          const box = element.getBoundingClientRect();
          const name = element.id || element.tagName.toLowerCase() + ' ' + (element.getAttribute('aria-label') || element.innerText || `${element.name} ${element.value}`).trim().slice(0, 40);
          const isMarked = (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1) || style.boxShadow !== 'none';
          let isPinned = false;
          for (let around = element; around; around = around.parentElement ?? around.getRootNode().host) {
            if (['fixed', 'sticky'].includes(getComputedStyle(around).position)) isPinned = true;
          }
          return [name, box.left + scrollX, box.top + scrollY, box.right + scrollX, box.bottom + scrollY, isMarked, isPinned];
        }
        """#

    // MARK: The eye

    private static let script = #"""
        () => {
          const findings = [];
          const find = (text) => { if (!findings.includes(text)) findings.push(text); };
          \#(everything)
          const select = (selector) => all.filter((element) => element.matches(selector));
          const around = (element) => element.parentElement ?? element.getRootNode().host;
          const isShown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
          const call = (element) => element.tagName.toLowerCase() + (element.id ? '#' + element.id : '') + (element.className?.baseVal ?? element.className ? '.' + String(element.className.baseVal ?? element.className).trim().replaceAll(' ', '.') : '');

          // The document says what it is, in which language, and what its parts are.
          if (!document.title.trim()) find('the page has no title');
          if (!document.documentElement.lang) find('the page has no language');
          if (!['ltr', 'rtl'].includes(document.documentElement.dir)) find('the page has no direction');
          if (document.querySelectorAll('main').length !== 1) find('the page has not one main part');
          const parts = [...document.querySelectorAll('nav')];
          if (parts.length > 1 && parts.some((part) => !part.hasAttribute('aria-label') && !part.hasAttribute('aria-labelledby'))) find('one of several navs has no name');

          for (const { id } of all.filter((one) => one.id && one.getRootNode().querySelectorAll('#' + CSS.escape(one.id)).length > 1)) find('several elements are #' + id);
          for (const name of ['aria-labelledby', 'aria-describedby', 'aria-controls', 'for', 'list']) {
            for (const element of select(`[${name}]`)) {
              for (const id of element.getAttribute(name).split(/\s+/)) if (id && !element.getRootNode().getElementById(id)) find(`${call(element)} points by ${name} to #${id}, which isn't there`);
            }
          }

          // Headings: one of the first rank, and none left out on the way down.
          const ranks = select('h1, h2, h3, h4, h5, h6').filter(isShown).map((heading) => Number(heading.tagName[1]));
          if (ranks.filter((rank) => rank === 1).length !== 1) find('the page has not one first heading');
          ranks.forEach((rank, index) => { if (index > 0 && rank > ranks[index - 1] + 1) find(`a heading of rank ${rank} follows one of rank ${ranks[index - 1]}`); });

          // Fields have labels; a placeholder is none.
          for (const field of select('input:not([type=hidden]), select, textarea')) {
            if (!field.labels?.length && !field.hasAttribute('aria-label') && !field.hasAttribute('aria-labelledby')) find(`${call(field)} ${field.name} has no label`);
          }
          for (const element of select('[tabindex]')) if (element.tabIndex > 0) find(`${call(element)} jumps the queue by its tabindex`);

          // What is pressed is large enough to be hit.
          for (const element of select('button, select, summary, input:not([type=hidden])')) {
            if (!isShown(element)) continue;
            const target = element.labels?.[0] ?? element;
            const box = [element.getBoundingClientRect(), target.getBoundingClientRect()];
            if (Math.max(...box.map((one) => one.width)) < 24 || Math.max(...box.map((one) => one.height)) < 24) find(`${call(element)} is too small to be hit`);
          }

          // Nothing is wider than the screen.
          const width = document.documentElement.clientWidth;
          if (document.documentElement.scrollWidth > width) {
            const wide = all.filter((element) => isShown(element) && !element.parentElement?.closest('.scroll, nav') && (element.getBoundingClientRect().right > width + 1 || element.getBoundingClientRect().left < -1));
            find(`the page is wider than the screen, for example ${wide.slice(-3).map(call).join(', ')}`);
          }

          // Contrast of every text to what lies behind it.
          const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
          const colours = new Map();
          const colour = (text) => {
            if (!colours.has(text)) {
              canvas.clearRect(0, 0, 1, 1);
              canvas.fillStyle = text;
              canvas.fillRect(0, 0, 1, 1);
              const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
              colours.set(text, [red, green, blue, alpha / 255]);
            }
            return colours.get(text);
          };
          const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
          const behind = (element) => {
            const layers = [];
            for (let one = element; one; one = around(one)) {
              const layer = colour(getComputedStyle(one).backgroundColor);
              layers.push(layer);
              if (layer[3] === 1) break;
            }
            const ground = matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18, 1] : [255, 255, 255, 1];
            return layers.reverse().reduce((below, layer) => over(layer, below), ground);
          };
          const light = ([r, g, b]) => [r, g, b].map((part) => part / 255)
            .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
            .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
          const texts = all.flatMap((element) => [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE));
          for (const node of texts) {
            const element = node.parentElement;
            if (!node.data.trim() || !isShown(element) || element.closest('.unseen, [disabled], noscript, title, desc')) continue;
            const style = getComputedStyle(element);
            const ground = behind(element);
            let opacity = 1;
            for (let one = element; one; one = around(one)) opacity *= Number(getComputedStyle(one).opacity);
            const ink = colour(element instanceof SVGElement ? style.fill : style.color);
            const text = over([ink[0], ink[1], ink[2], ink[3] * opacity], ground);
            const [low, high] = [light(text), light(ground)].sort((a, b) => a - b);
            const ratio = (high + 0.05) / (low + 0.05);
            const size = parseFloat(style.fontSize);
            const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
            if (ratio < (isLarge ? 3 : 4.5)) find(`the contrast of ${call(element)} “${node.data.trim().slice(0, 30)}” is ${ratio.toFixed(2)} to 1`);
          }
          return findings;
        }
        """#
}

/// Finds nothing wrong, at 360 pixels and at 1,440, in the light and in the dark.
func expectAccessible(_ page: BrowserPage, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    for (width, height, isDark) in [(360, 740, false), (360, 740, true), (1440, 900, false), (1440, 900, true)] {
        try await page.resize(width, height)
        try await page.prefer(dark: isDark)
        let findings = try await AccessibilityAudit.findings(on: page)
        #expect(findings == [], "\(width) pixels, \(isDark ? "dark" : "light")", sourceLocation: sourceLocation)
    }
}
