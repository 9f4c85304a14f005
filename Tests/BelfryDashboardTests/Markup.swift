/// What a browser would take from a page: its tags in order, and the text between them. Understands only well-formed pages.
struct Markup {
    struct Element: Equatable {
        let name: String
        let attributes: [String: String]
        /// All text inside, that of inner elements included.
        var text = ""
    }

    private(set) var elements: [Element] = []
    /// What was not well-formed: a tag without its end, an attribute twice or without quotes.
    private(set) var faults: [String] = []

    private static let withoutEnd: Set<String> = ["meta", "link", "path", "circle", "img", "input", "!DOCTYPE"]

    init(_ page: String) {
        var open: [Int] = []
        var rest = Substring(page)
        while let start = rest.firstIndex(of: "<") {
            addText(rest[..<start], to: open)
            guard let end = rest[start...].firstIndex(of: ">") else {
                faults.append("a tag that never ends")
                return
            }
            let tag = rest[rest.index(after: start)..<end]
            rest = rest[rest.index(after: end)...]
            if tag.first == "/" {
                let name = String(tag.dropFirst())
                if let last = open.last, elements[last].name == name { open.removeLast() } else { faults.append("</\(name)> ends nothing") }
            } else {
                let element = readElement(tag)
                elements.append(element)
                if !Markup.withoutEnd.contains(element.name) { open.append(elements.count - 1) }
            }
        }
        faults += open.map { "<\(elements[$0].name)> has no end" }
    }

    private mutating func addText(_ text: Substring, to open: [Int]) {
        for index in open { elements[index].text += unescaped(text) }
    }

    private mutating func readElement(_ tag: Substring) -> Element {
        let name = tag.prefix { $0 != " " && $0 != "/" }
        var attributes: [String: String] = [:]
        var rest = tag.dropFirst(name.count)
        while let start = rest.firstIndex(where: { $0 != " " && $0 != "\n" && $0 != "/" }) {
            let key = rest[start...].prefix { $0 != " " && $0 != "=" }
            rest = rest[key.endIndex...]
            var value = Substring()
            if rest.hasPrefix("=\"") {
                value = rest.dropFirst(2).prefix { $0 != "\"" }
                rest = rest.dropFirst(value.count + 3)
            } else if rest.hasPrefix("=") {
                faults.append("\(key) of <\(name)> has no quotes")
                rest = rest.dropFirst()
            }
            if attributes.updateValue(unescaped(value), forKey: String(key)) != nil { faults.append("<\(name)> has \(key) twice") }
        }
        return Element(name: String(name), attributes: attributes)
    }

    private func unescaped(_ text: Substring) -> String {
        let entities = ["&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'"]
        return entities.reduce(String(text)) { $0.replacing($1.key, with: $1.value) }.replacing("&amp;", with: "&")
    }
}

extension Markup {
    func all(_ names: String...) -> [Element] {
        elements.filter { names.contains($0.name) }
    }

    func values(of attribute: String) -> [String] {
        elements.compactMap { $0.attributes[attribute] }
    }
}
