import BelfryChannels
import Foundation

/// How people sign in by an identity provider of the household's or the company's own, over OpenID Connect.
public struct IdentitySettings: Sendable {
    /// As the provider's own description has it, to the letter: it is compared, and how its addresses begin.
    public let issuer: String
    /// As what this Belfry is known there.
    let clientID: String
    let clientSecret: String
    /// The claim that names a person as Belfry does; by its name, or by the way to it within objects, as the next.
    let personClaim: String
    /// The claim that has a group or a role of an operator.
    public let operatorClaim: String
    /// The groups or roles that make somebody an operator; empty where none does.
    public let operators: Set<String>
    /// What the provider is called on the button.
    let name: String
    /// Where the provider sends people back to, as it has to know it to the letter.
    public let redirectURL: String
    /// The same after they have signed out there.
    public let signedOutURL: String

    /// A claim that is another's word, and counts only where the provider has looked.
    static let mailClaim = "email"
    static let subjectClaim = "sub"
    public static let standardOperatorClaim = "groups"
    private static let nameByteCountMax = 80

    /// - Parameters:
    ///   - personClaim: nil for `sub`, which alone a provider never gives to somebody else.
    ///   - operatorClaim: nil for `groups`.
    ///   - name: nil for the host's.
    ///   - publicURL: how this server's address begins for whoever comes from outside.
    /// - Throws: ``ChannelSettingError`` that names what can't be used.
    public init(
        issuer: String, clientID: String?, clientSecret: String?, personClaim: String? = nil, operatorClaim: String? = nil, operators: Set<String> = [],
        name: String? = nil, publicURL: String?
    ) throws(ChannelSettingError) {
        guard EndpointURL.checked(issuer) != nil, issuer.hasPrefix("https://") || LoopbackAddress.isOne(issuer) else {
            throw ChannelSettingError(key: "oidc_issuer", expected: "an https:// address, or http:// on this machine, without a query")
        }
        guard let clientID, Self.isPlain(clientID) else {
            throw ChannelSettingError(key: "oidc_client_id", expected: "the name by which the provider knows this Belfry")
        }
        guard let clientSecret, Self.isPlain(clientSecret) else {
            throw ChannelSettingError(key: "oidc_client_secret", expected: "the secret of that client, or in a file that oidc_client_secret_file names")
        }
        for (key, claim) in [("oidc_user_claim", personClaim), ("oidc_operator_claim", operatorClaim)] where claim.map({ !Self.isPlain($0) }) ?? false {
            throw ChannelSettingError(key: key, expected: "the name of a claim, as preferred_username, or the way to it, as realm_access.roles")
        }
        guard name.map({ $0.utf8.count <= Self.nameByteCountMax }) ?? true else {
            throw ChannelSettingError(key: "oidc_name", expected: "what the provider is called, in \(Self.nameByteCountMax) bytes at most")
        }
        guard let publicURL, let beginning = EndpointURL.checked(publicURL) else {
            throw ChannelSettingError(key: "public_url", expected: "set where oidc_issuer is: the provider sends people back there")
        }
        (self.issuer, self.clientID, self.clientSecret, self.operators) = (issuer, clientID, clientSecret, operators)
        self.personClaim = personClaim ?? Self.subjectClaim
        self.operatorClaim = operatorClaim ?? Self.standardOperatorClaim
        self.name = name ?? String(issuer.split(separator: "/").dropFirst().first ?? "")
        redirectURL = beginning + ProviderSignIn.callbackPath
        signedOutURL = beginning + "/"
    }

    /// The groups of a list with commas. A comma that belongs to a name has a backslash before it, and so has a backslash where one of the two follows; any
    /// other is as it is, as in `HOME\operators`.
    public static func groups(in list: String) -> Set<String> {
        var (groups, rest) = ([""], Substring(list))
        while let character = rest.popFirst() {
            if character == "," {
                groups.append("")
            } else {
                let isMark = character == "\\" && (rest.first == "," || rest.first == "\\")
                groups[groups.count - 1].append(isMark ? rest.removeFirst() : character)
            }
        }
        return Set(groups.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty })
    }

    /// What can stand in a form and a header: printable ASCII.
    private static func isPlain(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } }

    var descriptionURL: String { (EndpointURL.checked(issuer) ?? issuer) + "/.well-known/openid-configuration" }
}

/// It carries a secret.
extension IdentitySettings: CustomStringConvertible {
    public var description: String { "IdentitySettings" }
}
