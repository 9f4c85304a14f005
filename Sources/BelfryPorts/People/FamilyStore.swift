import BelfryModel
import BelfryTime

/// Keeps families, who is in them, and what each person wants: `families`, `family_members`, `user_profiles`.
public protocol FamilyStore: Sendable {
    /// Creates a family or brings it up to date; members that are not named stay, and so does the consent of those who are in it.
    ///
    /// As whenever it changes who may be told of whom, members with an alert that goes on are marked to be evaluated.
    /// - Throws: `Problem.tooManyMembers` where the family would gain members beyond ``FamilyRecord/memberCountMax``; nothing is saved then.
    func save(_ family: FamilyRecord, now: Instant) async throws
    /// A family with all of its members; nil where there is none.
    func family(_ id: FamilyID) async throws -> FamilyRecord?
    /// Keeps an invitation until it is accepted or runs out.
    func invite(_ invitation: FamilyInvitation, now: Instant) async throws
    /// Makes a person a member by an invitation, which is used up then; whoever is one already keeps their role.
    /// - Returns: the family; nil where there is no such invitation, or it was used or has run out.
    /// - Throws: `Problem.tooManyMembers` where the family is full; the invitation isn't used up then.
    func acceptInvitation(codeHash: String, by member: FamilyMember, now: Instant) async throws -> FamilyID?
    /// Whether a family's admins are told of a member from now on, and its members see their alerts; what is queued already heeds it too.
    /// - Returns: false where they are not in the family.
    func setConsent(_ sharesAlerts: Bool, of user: UserID, in family: FamilyID, now: Instant) async throws -> Bool
    /// - Returns: false where they were not in the family.
    func remove(_ user: UserID, from family: FamilyID, now: Instant) async throws -> Bool
    /// The families a person belongs to.
    func families(of user: UserID) async throws -> [FamilyRecord]
    /// Whether the user is known: as a member of a family, or by a profile.
    func isKnown(_ user: UserID) async throws -> Bool

    /// What a person wants; of somebody unknown what holds for whoever has set nothing.
    func preferences(of user: UserID) async throws -> StoredPreferences
    /// What each of some people wants, where they are known; whoever isn't isn't among the answers.
    func preferences(ofKnown users: Set<UserID>) async throws -> [UserID: StoredPreferences]
    /// Stores what a person wants and all that goes with it, or nothing. What is held for them is decided anew, unless it was tried and its provider
    /// put it off. Whoever has moved to another zone is marked to be evaluated: their days are over at other moments there.
    /// - Returns: false where somebody has changed one of the pushed rows since they were pulled; nothing is stored then.
    func save(_ change: ProfileChange, for user: UserID, now: Instant) async throws -> Bool

    /// Where a person was from which day on, as recorded, in the order of the days; nothing of somebody who hasn't moved.
    func stays(of user: UserID) async throws -> [MemberHistory.Stay]

    /// Registers where a person's device is reached, or brings it up to date. It is theirs from now on: whoever it belonged to before isn't
    /// reached there any more. Of more than ``DeviceToken/countMax`` of a person, the one that was registered longest ago is forgotten, and
    /// before it one that isn't reached any more.
    func register(_ token: DeviceToken, of user: UserID, now: Instant) async throws
}

/// What a person wants from now on.
public struct ProfileChange: Sendable {
    /// The columns that are written; the others stay as they are, so that two who change different things at once don't undo each other's.
    public let keys: Set<Preferences.Key>
    public let preferences: Preferences
    /// Where the person is in another zone now.
    public let move: Move?
    /// The same, and what else they want, as their devices share it.
    public let push: SyncPush?

    public init(_ keys: Set<Preferences.Key>, of preferences: Preferences, move: Move? = nil, push: SyncPush? = nil) {
        self.keys = keys
        self.preferences = preferences
        self.move = move
        self.push = push
    }

    /// From a day on a person is in a zone, and until then was in another.
    ///
    /// What was known of that day and of later ones no longer counts: whoever flies west over the date line arrives on the day before.
    public struct Move: Sendable {
        public let date: CivilDate
        public let timezone: String
        public let formerTimezone: String

        public init(on date: CivilDate, to timezone: String, from formerTimezone: String) {
            self.date = date
            self.timezone = timezone
            self.formerTimezone = formerTimezone
        }
    }
}

/// A family and who is in it: a row of `families`, and those of `family_members`.
public struct FamilyRecord: Hashable, Sendable {
    public let id: FamilyID
    public let name: String
    public let members: [FamilyMember]

    public static let memberCountMax = 100

    public init(id: FamilyID, name: String, members: [FamilyMember]) {
        self.id = id
        self.name = name
        self.members = members
    }

    /// A family that has more already, because somebody wrote its rows by hand, may lose some, not gain any.
    ///
    /// - Throws: `Problem.tooManyMembers`
    public static func checkMemberCount(_ count: Int, formerly: Int) throws(Problem) {
        guard count <= max(memberCountMax, formerly) else { throw .tooManyMembers(countMax: memberCountMax) }
    }
}

/// A person in a family: a row of `family_members`.
public struct FamilyMember: Hashable, Sendable {
    public let user: UserID
    /// By which the family knows them; empty where nobody said.
    public let firstName: String
    public let role: FamilyRole
    /// Whether the member consents that the family's admins are told of them, and its members see their alerts and scores.
    public let sharesAlerts: Bool

    public init(user: UserID, firstName: String, role: FamilyRole, sharesAlerts: Bool = true) {
        self.user = user
        self.firstName = firstName
        self.role = role
        self.sharesAlerts = sharesAlerts
    }
}

/// A right to join a family, once, for whoever has its code.
public struct FamilyInvitation: Hashable, Sendable {
    public let family: FamilyID
    /// The code itself is nowhere kept.
    public let codeHash: String
    public let role: FamilyRole
    public let expiresAt: Instant

    public init(family: FamilyID, codeHash: String, role: FamilyRole, expiresAt: Instant) {
        self.family = family
        self.codeHash = codeHash
        self.role = role
        self.expiresAt = expiresAt
    }
}

/// What a person may do in a family. Admins are told of its alerts.
public enum FamilyRole: String, CaseIterable, Codable, Sendable {
    case superadmin, admin, member

    public var isAdmin: Bool { self != .member }
}
