import BelfryModel
import BelfryPhrases

/// What a person wants, as a form that works without a script, and what a change of it would do.
public struct SettingsPage: Hashable, Sendable {
    /// What stands in each field, by its name. A switch that is on has ``on``, one that is off isn't there.
    public let values: [String: String]
    /// What is wrong with a field, by its name.
    public let faults: [String: SettingsWord]
    /// The zones that most people look for, first.
    public let commonZones: [Choice]
    /// All zones, for the search.
    public let zones: [Choice]
    /// How prayer times are computed.
    public let methods: [Choice]
    /// The quiet hours of single nights, from Monday on.
    public let nights: [Night]
    /// What the person is told of; empty where nothing is known yet.
    public let categories: [Category]
    /// Nil until somebody asks what would change.
    public let preview: Preview?
    public let mute: MuteSection
    public let addresses: AddressSection
    public let audiences: AudienceSection
    public let calendar: CalendarSection
    /// What was just switched, and can be taken back; empty on a page that isn't the answer to that.
    public let switched: [Switched]

    static let formID = "settings-form"
    public static let on = "on"
    /// The fields that have the switches of categories: those that are on, and how each stood when the page was made.
    public static let subscribed = "subscribed"
    public static let wasSubscribed = "was_subscribed"
    public static let wasUnsubscribed = "was_unsubscribed"
    /// The fields of what a button takes back, with a ``Switched/value`` each.
    public static let turnOn = "turn_on"
    public static let turnOff = "turn_off"
    /// The field of the buttons that mute a category, with a ``CategoryMuteChoice`` and the ``Category/value``.
    public static let muteCategory = "mute_category"

    /// One category of notifications, with a switch for each channel.
    public struct Category: Hashable, Sendable {
        public let name: String
        /// What stands for it in the form.
        public let value: String
        /// What each app calls it of several that don't say the same of it, for whom it is one switch; empty elsewhere.
        public let callings: [Calling]
        /// What its app says of it; nil where it says nothing.
        public let description: String?
        /// The heading under which it stands, with those beside it of the same; nil for none.
        public let group: String?
        /// Whether it can be neither switched off nor muted alone.
        public let isRequired: Bool
        /// Until when it is muted over every channel, as a text; nil where it isn't.
        public let mutedText: String?
        public let switches: [Switch]

        public struct Calling: Hashable, Sendable {
            public let sender: SenderMark
            public let name: String

            public init(sender: SenderMark, name: String) { (self.sender, self.name) = (sender, name) }
        }

        public struct Switch: Hashable, Sendable {
            /// What stands for it in the form.
            public let value: String
            public let label: String
            public let wasOn: Bool
            public let isOn: Bool

            public init(value: String, label: String, wasOn: Bool, isOn: Bool) {
                self.value = value
                self.label = label
                self.wasOn = wasOn
                self.isOn = isOn
            }
        }

        public init(
            name: String, value: String = "", callings: [Calling] = [], description: String? = nil, group: String? = nil, isRequired: Bool = false,
            mutedText: String? = nil, switches: [Switch]
        ) {
            self.name = name
            self.value = value
            self.callings = callings
            self.description = description
            self.group = group
            self.isRequired = isRequired
            self.mutedText = mutedText
            self.switches = switches
        }
    }

    /// The quiet hours that begin on one day of the week, by the names of their fields: two times, and a switch for none.
    public struct Night: Hashable, Sendable {
        public let start: String
        public let end: String
        public let without: String
        public let label: String

        /// - Parameters:
        ///   - day: its short name, such as `fri`.
        ///   - label: what it is called.
        public init(_ day: String, label: String = "") {
            (start, end, without) = ("quiet_hours_\(day)_start", "quiet_hours_\(day)_end", "quiet_hours_\(day)_none")
            self.label = label
        }
    }

    public struct Choice: Hashable, Sendable {
        public let value: String
        public let label: String

        public init(value: String, label: String) {
            self.value = value
            self.label = label
        }
    }

    /// What the next 14 days would tell otherwise.
    public struct Preview: Hashable, Sendable {
        public let changes: [Change]
        /// What the person would be told of from now on, or no more: no plan knows when.
        public let categories: [Change]

        public init(changes: [Change], categories: [Change] = []) {
            self.changes = changes
            self.categories = categories
        }
    }

    /// One notification that would come, come at another moment, or not come.
    public struct Change: Hashable, Sendable {
        public enum Kind: String, CaseIterable, Hashable, Sendable {
            case added, moved, silenced
        }

        public let kind: Kind
        /// When, what, and why where it is silenced: a finished sentence.
        public let sentence: String

        public init(kind: Kind, sentence: String) {
            self.kind = kind
            self.sentence = sentence
        }
    }

    /// A switch that was saved the other way round.
    public struct Switched: Hashable, Sendable {
        /// Which one, and whether it is on now.
        public let sentence: String
        /// What stands for it in a form: the name of its field, or the ``Category/Switch/value`` of a category's.
        public let value: String
        public let isOn: Bool

        public init(sentence: String, value: String, isOn: Bool) {
            self.sentence = sentence
            self.value = value
            self.isOn = isOn
        }
    }

    public init(
        values: [String: String], faults: [String: SettingsWord] = [:], commonZones: [Choice], zones: [Choice], methods: [Choice],
        nights: [Night] = [], categories: [Category] = [], preview: Preview? = nil, mute: MuteSection = MuteSection(),
        addresses: AddressSection = AddressSection(), audiences: AudienceSection = AudienceSection(),
        calendar: CalendarSection = CalendarSection(), switched: [Switched] = []
    ) {
        self.values = values
        self.faults = faults
        self.commonZones = commonZones
        self.zones = zones
        self.methods = methods
        self.nights = nights
        self.categories = categories
        self.preview = preview
        self.mute = mute
        self.addresses = addresses
        self.audiences = audiences
        self.calendar = calendar
        self.switched = switched
    }
}

/// The whole document, or what the script shows of a change that isn't saved yet. Nothing of a form changes by itself.
public func page(_ view: SettingsPage, in frame: PageFrame, part: PagePart = .whole) -> String {
    let words = frame.words
    if part == .live { return (view.preview?.html(words) ?? "").text }
    let fields = SettingsFields(view: view, words: words)
    let form: HTML = """
        <form id="\(SettingsPage.formID)" method="post" action="/settings">\(tokenField(frame))
        <div class="groups">\(fields.groups)</div>
        <section class="preview" id="preview-section" aria-labelledby="heading-of-preview">
        <h2 id="heading-of-preview">\(words(SettingsWord.preview))</h2>
        <div id="preview" tabindex="0" role="group" aria-labelledby="heading-of-preview" aria-live="polite">\(view.preview?.html(words) ?? nothingChanges(words))</div>
        <div class="actions"><button name="step" value="preview" id="preview-button">\(words(SettingsWord.previewHint))</button>\
        <button name="step" value="save" class="main" id="save-button">\(words(SettingsWord.save))</button></div>
        </section>
        </form>
        \(view.calendar.html(frame))
        <form class="everywhere" method="post" action="/logout/everywhere">\(tokenField(frame))<p class="aside" id="everywhere-hint">\
        \(words(SignInWord.everywhereHint))</p>\
        <button aria-describedby="everywhere-hint">\(words(SignInWord.everywhere))</button></form>
        """
    let page = FramedPage(
        heading: words(FrameWord.settings), lead: "<p>\(words(SettingsWord.lead))</p>",
        before: "\(view.undo(frame))\(view.mute.html(frame))\(view.addresses.html(frame))\(view.audiences.html(frame))",
        live: "", rest: form)
    return page.text(in: frame, part: .whole)
}

private func nothingChanges(_ words: PageWords) -> HTML { "<p class=\"aside\">\(words(SettingsWord.nothingChanges))</p>" }

extension SettingsPage {
    fileprivate func undo(_ frame: PageFrame) -> HTML? {
        guard !switched.isEmpty else { return nil }
        let items = switched.map { item -> HTML in
            """
            <li>\(item.sentence)<input type="hidden" name="\(item.isOn ? SettingsPage.turnOff : SettingsPage.turnOn)" value="\(item.value)"></li>
            """
        }
        return """
            <form class="switched" method="post" action="/page/settings/undo">\(tokenField(frame))<ul>\(items)</ul>\
            <button id="undo-settings">\(frame.words(AlertWord.undo))</button></form>
            """
    }
}

extension SettingsPage.Preview {
    /// So many are listed; the rest is counted.
    private static let listedCountMax = 60

    func html(_ words: PageWords) -> HTML {
        guard !changes.isEmpty || !categories.isEmpty else { return nothingChanges(words) }
        let switched: HTML? = categories.isEmpty ? nil : "<ul class=\"changes\">\(categories.map { $0.html(words) })</ul>"
        guard !changes.isEmpty else { return "\(switched)" }
        let counts: [(SettingsPage.Change.Kind, SettingsWord)] = [(.added, .addedCount), (.moved, .movedCount), (.silenced, .silencedCount)]
        let summary = counts.compactMap { kind, word -> HTML? in
            let count = changes.count { $0.kind == kind }
            return count == 0 ? nil : "<li>\(Mark(kind, words(word, count: count)).html)</li>"
        }
        let rest = changes.count - Self.listedCountMax
        return """
            \(switched)<ul class="counts">\(summary)</ul>
            <ol class="changes">\(changes.prefix(Self.listedCountMax).map { $0.html(words) })</ol>
            \(rest > 0 ? "<p class=\"aside\">\(words(SettingsWord.andMore, count: rest))</p>" : nil)
            """
    }
}

extension SettingsPage.Change {
    fileprivate func html(_ words: PageWords) -> HTML {
        let word: SettingsWord =
            switch kind {
            case .added: .added
            case .moved: .moved
            case .silenced: .silenced
            }
        return "<li>\(Mark(kind, words(word)).html) <span>\(sentence)</span></li>"
    }
}
