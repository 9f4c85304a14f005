import BelfryModel
import BelfryPhrases

/// A list of what whoever runs Belfry looks after, a part of it at a time.
public struct OperatorList: Hashable, Sendable {
    public let items: [OperatorItem]
    /// Leads to those behind the last one that is shown; nil where there are none.
    public let furtherPath: String?
    /// Leads to the first of all; nil where they are shown.
    public let beginningPath: String?
    /// Nil where nothing is to be said of them all.
    public let hint: String?

    public init(items: [OperatorItem], furtherPath: String? = nil, beginningPath: String? = nil, hint: String? = nil) {
        self.items = items
        self.furtherPath = furtherPath
        self.beginningPath = beginningPath
        self.hint = hint
    }
}

/// One thing of such a list: how it stands, and what can be done to it.
public struct OperatorItem: Hashable, Sendable {
    public let title: String
    /// Its own page; nil where it has none.
    public let path: String?
    public let app: String
    /// Nil where it has none.
    public let state: State?
    public let facts: [Fact]
    /// How far it has come; nil where that isn't said.
    public let progress: Progress?
    /// Something that is to be sent to it; nil where nothing can be.
    public let sendPath: String?
    public let acts: [Act]

    public struct State: Hashable, Sendable {
        public let text: String
        /// Chooses the shape beside the text.
        public let shape: Delivery.Status

        public init(_ text: String, shape: Delivery.Status) {
            self.text = text
            self.shape = shape
        }
    }

    public struct Fact: Hashable, Sendable {
        public let name: String
        public let value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    public struct Progress: Hashable, Sendable {
        public let done: Int
        public let all: Int
        public let text: String

        public init(done: Int, all: Int, text: String) {
            self.done = done
            self.all = all
            self.text = text
        }
    }

    /// A button, with what its form carries beside the session's token.
    public struct Act: Hashable, Sendable {
        public let label: String
        public let path: String
        public let field: Field?

        public struct Field: Hashable, Sendable {
            public let name: String
            public let value: String

            public init(_ name: String, _ value: String) {
                self.name = name
                self.value = value
            }
        }

        public init(_ label: String, path: String, field: Field? = nil) {
            self.label = label
            self.path = path
            self.field = field
        }
    }

    public init(
        title: String, path: String? = nil, app: String, state: State? = nil, facts: [Fact], progress: Progress? = nil, sendPath: String? = nil,
        acts: [Act] = []
    ) {
        self.title = title
        self.path = path
        self.app = app
        self.state = state
        self.facts = facts
        self.progress = progress
        self.sendPath = sendPath
        self.acts = acts
    }
}

extension OperatorList {
    func html(_ id: String, _ heading: String, whenEmpty: String, _ frame: PageFrame) -> HTML {
        let words = frame.words
        let rows = items.map { "<li>\($0.html(frame))</li>" as HTML }
        let list: HTML = rows.isEmpty ? "<p class=\"empty\">\(whenEmpty)</p>" : "<ul class=\"rows lines\">\(rows)</ul>"
        func link(_ path: String?, _ word: PlannedWord) -> HTML? {
            path.map { "<a href=\"\($0)\" aria-label=\"\(words(word))\(words.colon)\(heading)\">\(words(word))</a> " }
        }
        let links: HTML? =
            furtherPath == nil && beginningPath == nil ? nil : "<p class=\"pages\">\(link(beginningPath, .beginning))\(link(furtherPath, .more))</p>"
        return section(id, heading, body: "\(hint.map { "<p class=\"aside\">\($0)</p>" as HTML })\(list)\(links)")
    }
}

extension OperatorItem {
    func html(_ frame: PageFrame) -> HTML {
        let words = frame.words
        let name: HTML = path.map { "<a href=\"\($0)\">\(title)</a>" } ?? "\(title)"
        let mark = state.map { Mark($0.shape, word: $0.text).html }
        let bar = progress.map { "<progress max=\"\(max($0.all, 1))\" value=\"\($0.done)\" aria-label=\"\($0.text)\"></progress>" as HTML }
        let send: HTML? = sendPath.map { path in
            "<a class=\"button\" href=\"\(path)\" aria-label=\"\(words(PlannedWord.sendSomething))\(words.colon)\(title)\">\(words(PlannedWord.sendSomething))</a>"
        }
        let buttons = acts.map { $0.html(of: title, frame) }
        return """
            <p class="line"><b dir="auto">\(name)</b>\(mark)</p>\
            <p class="aside">\(words(OperatorWord.pauseApp))\(words.colon)<bdi>\(app)</bdi></p>\(bar)\
            <dl>\(facts.map { "<div><dt>\($0.name)</dt><dd dir=\"auto\">\($0.value)</dd></div>" as HTML })</dl>\
            \(send == nil && buttons.isEmpty ? nil : "<div class=\"actions\">\(send)\(buttons)</div>" as HTML)
            """
    }
}

extension OperatorItem.Act {
    fileprivate func html(of title: String, _ frame: PageFrame) -> HTML {
        let hidden: HTML? = field.map { "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\">" }
        return """
            <form method="post" action="\(path)">\(tokenField(frame))\(hidden)\
            <button aria-label="\(label)\(frame.words.colon)\(title)">\(label)</button></form>
            """
    }
}
