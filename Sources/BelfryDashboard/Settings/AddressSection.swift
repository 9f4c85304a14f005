import BelfryPhrases

/// Where a person is told, channel by channel, with forms of their own: what is done to an address holds at once, whatever stands in the settings below.
public struct AddressSection: Hashable, Sendable {
    public let channels: [Channel]
    public let devices: [Device]
    /// The person's switch for them, where it is off.
    public let devicesSwitchedOff: Switch?
    /// Whether browsers can be told at all.
    public let canPush: Bool
    /// What was just done; nil on a page that isn't the answer to that.
    public let news: News?
    /// What was just removed, and can be added again.
    public let removed: Removed?

    public static let id = "addresses"
    /// The fields of its forms.
    public static let channelField = "channel"
    public static let valueField = "value"
    public static let codeField = "code"
    public static let switchField = "switch_on"

    /// One channel over which this server sends, or over which the person has an address.
    public struct Channel: Hashable, Sendable {
        /// What stands for it in a form.
        public let value: String
        public let name: String
        /// What another address is typed into; nil where the server can't send there.
        public let field: Field?
        /// The person's switch, where it is off.
        public let switchedOff: Switch?
        public let points: [Point]
        /// Of an address that was to be added.
        public let fault: Fault?

        public init(value: String, name: String, field: Field?, switchedOff: Switch? = nil, points: [Point] = [], fault: Fault? = nil) {
            self.value = value
            self.name = name
            self.field = field
            self.switchedOff = switchedOff
            self.points = points
            self.fault = fault
        }
    }

    public enum Field: CaseIterable, Hashable, Sendable {
        case mailbox, number, topic, chat, room, matrix, roomOrMatrix
        /// Nothing is typed: the person opens a link.
        case link
    }

    /// A switch of the settings, by the name of its field and as the settings call it.
    public struct Switch: Hashable, Sendable {
        public let value: String
        public let label: String

        public init(value: String, label: String) {
            self.value = value
            self.label = label
        }
    }

    /// An address of the person's.
    public struct Point: Hashable, Sendable {
        public let id: String
        /// Empty while a link waits to be opened.
        public let value: String
        public let state: State
        /// What is to be opened; told once.
        public let link: String?
        public let fault: Fault?

        public init(id: String, value: String, state: State, link: String? = nil, fault: Fault? = nil) {
            self.id = id
            self.value = value
            self.state = state
            self.link = link
            self.fault = fault
        }
    }

    public enum State: CaseIterable, Hashable, Sendable {
        case works, waitsForCode, waitsForLink
        /// Its owner wants nothing there.
        case stopped
        case bounced, unwanted, gone
    }

    /// What couldn't be done, and what was typed.
    public struct Fault: Hashable, Sendable {
        public let sentence: String
        public let typed: String

        public init(sentence: String, typed: String = "") {
            self.sentence = sentence
            self.typed = typed
        }
    }

    public struct Device: Hashable, Sendable {
        public let id: String
        public let name: String
        public let text: String

        public init(id: String, name: String, text: String) {
            self.id = id
            self.name = name
            self.text = text
        }
    }

    public struct Removed: Hashable, Sendable {
        public let channel: String
        public let value: String

        public init(channel: String, value: String) {
            self.channel = channel
            self.value = value
        }
    }

    /// What was done, as the page's address says it.
    public enum News: String, CaseIterable, Sendable {
        case codeSent = "code_sent"
        case confirmed, removed, resumed
        case testSent = "test_sent"
        case testInDoubt = "test_in_doubt"
        case testNotNow = "test_not_now"
        case testRefused = "test_refused"
        case testGone = "test_gone"

        func text(_ words: PageWords) -> String {
            switch self {
            case .codeSent: words(AddressWord.codeSent)
            case .confirmed: words(AddressWord.confirmed)
            case .removed: words(AddressWord.removed)
            case .resumed: words(AddressWord.resumed)
            case .testSent: words(AddressWord.testSent)
            case .testInDoubt: words(AddressWord.testInDoubt)
            case .testNotNow: words(AddressWord.testNotNow)
            case .testRefused, .testGone: words(AddressWord.testRefused)
            }
        }
    }

    public init(
        channels: [Channel] = [], devices: [Device] = [], devicesSwitchedOff: Switch? = nil, canPush: Bool = false, news: News? = nil,
        removed: Removed? = nil
    ) {
        self.channels = channels
        self.devices = devices
        self.devicesSwitchedOff = devicesSwitchedOff
        self.canPush = canPush
        self.news = news
        self.removed = removed
    }
}
