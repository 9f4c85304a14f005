import BelfryModel

/// Whether people are told in Matrix, by which account, and on which servers theirs may be.
///
/// | Key | What it is | Default |
/// |---|---|---|
/// | `matrix_homeserver` | the address of the homeserver that has the account, as `https://matrix.example.org` | none: no Matrix |
/// | `matrix_user` | the account, as `@belfry:example.org` | must be there with `matrix_homeserver` |
/// | `matrix_access_token`, `matrix_access_token_file` | secret: an access token of that account | must be there with `matrix_homeserver` |
/// | `matrix_servers` | servers whose rooms and people may be told, with commas between | the account's own |
public struct MatrixSettings: Sendable {
    /// Without a slash at its end.
    public let homeserver: String
    public let user: MatrixPlace
    public let accessToken: Secret
    /// In small letters.
    public let servers: Set<String>
    /// Where links of apps may lead that are shown in a room.
    public let linkOrigins: LinkOrigins

    /// - Parameter servers: none for the account's own.
    /// - Throws: ``ChannelSettingError`` that names the first setting that can't be used.
    public init(
        homeserver: String, user: String, accessToken: Secret, servers: [String] = [], linkOrigins: LinkOrigins = .none
    ) throws(ChannelSettingError) {
        guard let homeserver = EndpointURL.checked(homeserver) else {
            throw ChannelSettingError(key: "matrix_homeserver", expected: "the absolute address of a homeserver, as https://matrix.example.org")
        }
        guard let user = MatrixPlace(user), user.kind == .person, let own = user.server else {
            throw ChannelSettingError(key: "matrix_user", expected: "the account that writes, as @belfry:example.org")
        }
        guard servers.allSatisfy({ MatrixPlace.isServer($0) }) else {
            throw ChannelSettingError(key: "matrix_servers", expected: "names of servers with commas between, as example.org, without https://")
        }
        self.homeserver = homeserver
        self.user = user
        self.accessToken = accessToken
        self.servers = servers.isEmpty ? [own] : Set(servers.map { $0.lowercased() })
        self.linkOrigins = linkOrigins
    }

    /// Whether somebody may be told there. An identifier that names no server says nothing of whose the room is; the account gets in where it is invited
    /// or its homeserver knows the room.
    func allows(_ place: MatrixPlace) -> Bool { place.server.map(servers.contains) ?? true }

    /// What `belfry doctor` says of it.
    public func findings() -> [ChannelFinding] {
        var findings: [ChannelFinding] = []
        if (try? accessToken.text())?.isEmpty != false {
            findings.append(
                .broken("matrix_token_unreadable", "The access token can't be read, so nothing is sent. See whether its file is there and readable."))
        }
        if EndpointURL.isOpen(homeserver) {
            findings.append(
                .advice(
                    "matrix_homeserver_open",
                    "matrix_homeserver is without TLS: words and the access token can be read on the way. Use https://, unless the network between is yours "
                        + "alone."))
        }
        return findings
    }
}

extension MatrixSettings: CustomStringConvertible {
    public var description: String { "MatrixSettings" }
}
