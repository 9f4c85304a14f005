import BelfryTime

/// What a notification says, before it has a language.
public enum Message: Hashable, Sendable {
    /// Words that somebody chose.
    case words(title: String, body: String)
    /// Facts, for which `BelfryPhrases` has the words in the person's language.
    indirect case facts(MessageFacts)
    /// Asks the person to open the app, because nothing is planned from a moment of their own clock on.
    case canary(until: CivilDateTime)
}

/// What there is to say, as facts under the name of a template.
public struct MessageFacts: Hashable, Sendable {
    /// Such as `bills.due_day`; there is a title and a body of this name in each language.
    public let template: String
    /// What the template may speak of, by its names there.
    public let values: [String: Value]

    /// A fact, before it has the form of a language.
    public enum Value: Hashable, Sendable {
        case text(String)
        /// A whole number; words that go with it agree with it in number.
        case count(Int)
        /// In the smallest unit of the currency, named by ISO 4217.
        case money(minorUnits: Int, currency: String)
        case day(CivilDate)
        case time(CivilTime)
        case list([String])
        /// In the metric's unit.
        case measure(Double, Metric)
    }

    public init(template: String, values: [String: Value]) {
        self.template = template
        self.values = values
    }
}

/// What a request says on which civil day. The system freezes words when they are scheduled, so each day's are made ahead.
public enum MessageForecast: Hashable, Sendable {
    indirect case same(Message)
    /// A day that is missing has nothing to say.
    case byDay([CivilDate: Message])

    /// Whether anything is said on a day.
    public func hasMessage(on date: CivilDate) -> Bool {
        switch self {
        case .same: true
        case .byDay(let messages): messages[date] != nil
        }
    }

    /// What is said on a day; nil where nothing is.
    public func message(on date: CivilDate) -> Message? {
        switch self {
        case .same(let message): message
        case .byDay(let messages): messages[date]
        }
    }

    /// What is said for one day where it is only shown on another: in the words of that one, where it has any.
    public func message(for date: CivilDate, shownOn day: CivilDate) -> Message? { message(on: day) ?? message(on: date) }

    /// The days from one on that have something to say, ascending; nil where all have.
    public func days(from date: CivilDate) -> [CivilDate]? {
        switch self {
        case .same: nil
        case .byDay(let messages): messages.keys.filter { $0 >= date }.sorted()
        }
    }
}
