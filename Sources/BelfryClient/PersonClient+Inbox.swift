import BelfryTime

extension PersonClient {
    /// The newest messages of a folder, or what is behind some.
    ///
    /// - Parameters:
    ///   - before: what the page before has as ``InboxPage/older``.
    ///   - countMax: 1 to 100.
    public func inbox(_ folder: InboxFolder = .inbox, before: String? = nil, countMax: Int = 100) async throws -> InboxPage {
        try await caller.ask(.get("v1", "inbox", query: [("folder", folder.rawValue), ("before", before), ("limit", String(countMax))]))
    }

    /// All messages of a folder, the newest first.
    public func messages(in folder: InboxFolder = .inbox) -> Pages<InboxMessage> {
        Pages { place in
            let page = try await inbox(folder, before: place)
            return .init(elements: page.messages, next: page.older)
        }
    }

    // MARK: What is done with a message

    public func markRead(_ message: String) async throws { try await act("read", on: message) }
    public func markUnread(_ message: String) async throws { try await act("unread", on: message) }

    /// Marks a message as read, and the newest 1,000 that came before it.
    @discardableResult
    public func markReadThrough(_ message: String) async throws -> MarkedRead {
        try await caller.ask(.repeatablePost("v1", "inbox", message, "read_through"))
    }

    /// Puts a message away, into the archive.
    public func archive(_ message: String) async throws { try await act("archive", on: message) }
    /// Takes a message back out of the archive.
    public func unarchive(_ message: String) async throws { try await act("unarchive", on: message) }

    /// Puts a message off: until then it is neither in the inbox nor counted, and then it is on top and unread.
    ///
    /// - Returns: when it comes back.
    @discardableResult
    public func putOff(_ message: String, _ delay: InboxDelay) async throws -> Instant {
        struct PutOff: Decodable {
            let until: Instant

            enum CodingKeys: String, CodingKey { case until = "later_until" }
        }
        return try await caller.ask(try .repeatablePost("v1", "inbox", message, "later").with(delay), for: PutOff.self).until
    }

    /// Has a message back that was put off.
    public func takeBack(_ message: String) async throws { try await act("back", on: message) }

    private func act(_ act: String, on message: String) async throws { try await caller.ask(.repeatablePost("v1", "inbox", message, act)) }
}
