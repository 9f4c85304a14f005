import BelfryModel
import BelfryTime

/// Keeps what a person was told in the app, and what they did with it: `inbox_messages`.
public protocol Inbox: Sendable {
    /// Puts a message into an inbox; one with an identifier that is there already changes nothing. What its recipient has of the same
    /// ``InboxMessage/collapseID`` is retracted from then on. Of what it offers, what was pressed of its order already is taken there. Where somebody else
    /// has acted on it already for all (``Delivery/sharedKey``), it is there as done.
    ///
    /// - Returns: false where it is a summary of something that is there no more, as when somebody was erased meanwhile: then it isn't put there, and is to
    ///   be made anew.
    @discardableResult
    func append(_ message: InboxMessage) async throws -> Bool
    /// By their places, the newest first; of what is put off, what comes back first.
    /// - Parameter before: the last one of the page before; nil for the first page.
    func messages(of user: UserID, in folder: InboxFolder, before: InboxPlace?, countMax: Int, now: Instant) async throws -> [InboxMessage]
    /// How many lie in the inbox unread, without those that a later one has the place of: whoever reads that knows. What is put off isn't among them.
    func unreadCount(of user: UserID, now: Instant) async throws -> Int
    /// A second time keeps the first moment. What was put off is back where it was: it was looked at.
    /// - Returns: false where the person has no such message.
    func markRead(_ id: DeliveryID, of user: UserID, now: Instant) async throws -> Bool
    /// Marks as read what lies in the inbox unread, from one message back to the oldest, the newest of them first. What came after it stays, and so
    /// does what was replaced.
    ///
    /// - Parameters:
    ///   - id: of the last one that the person has seen; it may be put away.
    ///   - countMax: so many are marked and no more.
    /// - Returns: how many were marked; nil where the person has no such message.
    func markRead(through id: DeliveryID, of user: UserID, countMax: Int, now: Instant) async throws -> Int?
    /// Has it stand there as unread again; that it was read once still counts where a route asks for it.
    /// - Returns: false where the person has no such message.
    func markUnread(_ id: DeliveryID, of user: UserID, now: Instant) async throws -> Bool
    /// Puts a message away, or takes it back; a second time keeps the first moment.
    /// - Returns: false where the person has no such message.
    func setArchived(_ isArchived: Bool, _ id: DeliveryID, of user: UserID, now: Instant) async throws -> Bool
    /// Puts a message off, or takes it back. From its moment on it lies in the inbox again, on top and unread; what was in the archive leaves it.
    ///
    /// - Parameter moment: until when; nil to take it back, to where it was and read if it was: of what is back already that changes nothing.
    /// - Returns: false where the person has no such message.
    func putOff(_ id: DeliveryID, until moment: Instant?, of user: UserID, now: Instant) async throws -> Bool
    /// Notes what a person did with a notification, whichever channel brought it: the message of its name, what the same order has put into their inbox
    /// beside it (``Payload/saysSame(as:)``), and what tells of the same alert, were read, and acted on where they did what it offers. The first
    /// moments stay. Where one acts on it for all (``Delivery/sharedKey``), what the others have of it in their inboxes is done from then on, and who
    /// acts on it after that has only opened it.
    /// - Returns: false where the person has no such delivery.
    func note(_ engagement: EngagementStep, with id: DeliveryID, of user: UserID, now: Instant) async throws -> Bool
    /// Notes that a person has pressed one of the buttons of a notification, whichever channel brought it: the message of its name was read and acted
    /// on, and so was what the same order has put into their inbox beside it (``Payload/saysSame(as:)``). Several may be pressed; each counts once an order.
    /// Of what a broadcast told elsewhere than in the inbox nothing is kept: what is pressed again after its app was told is told again.
    /// Where one acts on it for all, what the others have of it in their inboxes is done from then on; who presses a button after that changes nothing,
    /// and its app isn't told.
    /// - Returns: the button; nil where the person has no such delivery, it has no such button, or somebody took it back.
    /// - Throws: `Problem.notTold` where it can't have reached them yet.
    func take(_ action: ActionID, with id: DeliveryID, of user: UserID, now: Instant) async throws -> OfferedAction?
    /// Which of these deliveries to a person somebody else has acted on for all: ``Delivery/sharedKey``.
    func doneByOthers(among ids: [DeliveryID], of user: UserID) async throws -> Set<DeliveryID>
}

/// What a person does with a notification that reached them.
public enum EngagementStep: String, CaseIterable, Sendable {
    case opened
    /// Snoozed or dismissed what it tells of, or pressed another of its buttons.
    case acted
}

/// Where a message stands in its folder.
public struct InboxPlace: Hashable, Sendable {
    /// When it came, or came back: ``InboxMessage/laterUntil``.
    public let moment: Instant
    public let id: DeliveryID

    public init(moment: Instant, id: DeliveryID) {
        self.moment = moment
        self.id = id
    }
}

/// Where a message lies.
public enum InboxFolder: String, CaseIterable, Sendable {
    case inbox, archive
    /// Of the inbox, what is put off until a moment to come.
    case later
}

/// What a person was told in the app: a row of `inbox_messages`.
public struct InboxMessage: Hashable, Sendable {
    /// The delivery that brought it.
    public let id: DeliveryID
    public let recipient: UserID
    /// Whom it is about.
    public let member: UserID
    /// Whose it is; nil where that wasn't kept yet.
    public let app: AppID?
    public let alert: AlertID?
    public let category: String
    public let content: NotificationContent
    public let createdAt: Instant
    /// Nil also where the person has marked it as unread since.
    public let readAt: Instant?
    /// When a correction of the data erased what it tells, a later one took its place, it was taken back, or somebody else did it for all: it holds no more.
    public let retractedAt: Instant?
    /// When the person put it away; nil where it lies in the inbox.
    public let archivedAt: Instant?
    /// Until when the person has put it off, also where that is past: then it came back.
    public let laterUntil: Instant?
    /// What the house has worded it in, or its app as `texts` say; nil where the words are an app's own alone, or that wasn't kept yet.
    public let language: Language?
    /// What it opens, as its app said it.
    public let link: NotificationLink?
    /// The buttons beside it, as its app said them.
    public let actions: OfferedActions?
    /// The picture beside it, as its app said it, of an origin that was allowed when it came.
    public let image: NotificationImage?
    /// Which of them the person has pressed, in this order.
    public let actionsTaken: [ActionID]
    /// What the same recipient has under it is no longer true once this one is there; nil where it takes nothing's place, and
    /// ``collapseIDOfTakenBack`` once it was taken back, or ``collapseIDOfDone`` once somebody else did it: then nothing takes its own any more.
    public let collapseID: String?
    /// The first name of whoever else did it, in a family that both are in; nil where they are in none, nobody did, or it isn't known any more. Not kept,
    /// but looked up for whoever reads it.
    public let doneBy: String?
    /// ``Delivery/sharedKey``. Not kept: none of what is in an inbox has it.
    public let sharedKey: String?
    /// Of a summary, what was merged into its delivery, and whom that is about. Not kept: none of what is in an inbox has it.
    public let merged: [DeliveryID: UserID]

    /// Whether a later one took its place, it was taken back, or somebody else did it: nobody need read it any more. What tells of an alert is
    /// retracted because corrected data say that it never was, and is to be read still.
    public var isReplaced: Bool { retractedAt != nil && collapseID != nil && (alert == nil || isTakenBack) }

    /// Whether somebody took it back: what it said is shown no more, but for its title.
    public var isTakenBack: Bool { retractedAt != nil && collapseID == Self.collapseIDOfTakenBack }

    /// Since when somebody else has done it for all; nil where nobody has.
    public var doneAt: Instant? { collapseID == Self.collapseIDOfDone ? retractedAt : nil }

    /// How it stands, as whoever reads it is told.
    public enum State: String, CaseIterable, Sendable {
        /// It holds.
        case current
        /// A later one has its place.
        case replaced
        /// Somebody took it back.
        case takenBack = "taken_back"
        /// Somebody else did for all what it asks for.
        case done
        /// Corrected data say that what it tells never was.
        case corrected
    }

    public var state: State {
        guard retractedAt != nil else { return .current }
        if isTakenBack { return .takenBack }
        if doneAt != nil { return .done }
        return isReplaced ? .replaced : .corrected
    }

    /// No app's: theirs begin with the channel's name and how long the app's is.
    public static let (collapseIDOfTakenBack, collapseIDOfDone) = ("", "done")

    public var place: InboxPlace { InboxPlace(moment: laterUntil ?? createdAt, id: id) }

    /// Whether it is to come back.
    public func isPutOff(at now: Instant) -> Bool { laterUntil.map { $0 > now } ?? false }

    /// The same where somebody else has done it.
    public func doneBy(_ name: String?) -> InboxMessage {
        InboxMessage(
            id: id, recipient: recipient, member: member, app: app, alert: alert, category: category, content: content, createdAt: createdAt,
            readAt: readAt, retractedAt: retractedAt, archivedAt: archivedAt, laterUntil: laterUntil, language: language, link: link, actions: actions,
            image: image, actionsTaken: actionsTaken, collapseID: collapseID, doneBy: name)
    }

    public init(
        id: DeliveryID, recipient: UserID, member: UserID, app: AppID? = nil, alert: AlertID?, category: String, content: NotificationContent,
        createdAt: Instant, readAt: Instant?, retractedAt: Instant? = nil, archivedAt: Instant? = nil, laterUntil: Instant? = nil, language: Language? = nil,
        link: NotificationLink? = nil, actions: OfferedActions? = nil, image: NotificationImage? = nil, actionsTaken: [ActionID] = [],
        collapseID: String? = nil,
        doneBy: String? = nil, sharedKey: String? = nil, merged: [DeliveryID: UserID] = [:]
    ) {
        self.id = id
        self.recipient = recipient
        self.member = member
        self.app = app
        self.alert = alert
        self.category = category
        self.content = content
        self.createdAt = createdAt
        self.readAt = readAt
        self.retractedAt = retractedAt
        self.archivedAt = archivedAt
        self.laterUntil = laterUntil
        self.language = language
        self.link = link
        self.actions = actions
        self.image = image
        self.actionsTaken = actionsTaken
        self.collapseID = collapseID
        self.doneBy = doneBy
        self.sharedKey = sharedKey
        self.merged = merged
    }
}
