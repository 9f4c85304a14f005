import BelfryTesting
import BelfryTime
import Crypto
import Foundation
import Testing

@testable import BelfryChannels

@Suite("Provider tokens")
struct ProviderTokenTests {
    private let key = P256.Signing.PrivateKey()

    private func tokens(_ cache: any TokenCache = MemoryTokenCache()) -> ProviderTokens { ProviderTokens(.sample(key: key), cache: cache) }

    private func part(_ text: Substring) throws -> Data {
        let plain = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        return try #require(Data(base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4)))
    }

    @Test("A token is signed with ES256, names key and team, and says when it was made as a number")
    func form() throws {
        let text = try tokens().token(now: .noon).token.text
        let parts = text.split(separator: ".")
        #expect(String(decoding: try part(parts[0]), as: UTF8.self) == #"{"alg":"ES256","kid":"ABC123DEFG"}"#)
        #expect(String(decoding: try part(parts[1]), as: UTF8.self) == #"{"iss":"DEF123GHIJ","iat":1769342400}"#)
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: try part(parts[2]))
        #expect(key.publicKey.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8)))
        #expect("\(try tokens().token(now: .noon))".contains(parts[2]) == false)
    }

    @Test(
        "The same token serves until it is 50 minutes old, and is renewed before it is 60",
        arguments: [(0, true), (1, true), (49, true), (50, false), (59, false), (600, false), (-4, true), (-6, false)])
    func age(minutes: Int, isSame: Bool) throws {
        let tokens = tokens()
        let first = try tokens.token(now: .noon).token
        #expect((try tokens.token(now: .noon + .seconds(minutes * 60)).token == first) == isSame)
    }

    @Test("A restart, and another process, go on with the token of before, from a file that only its owner reads")
    func restart() async throws {
        try await withFolder { folder in
            let path = folder + "/token.json"
            let first = try tokens(FileTokenCache(path: path)).token(now: .noon)
            #expect(try tokens(FileTokenCache(path: path)).token(now: .noon + .seconds(1800)) == first)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
            #expect(mode?.intValue == 0o600)
            #expect(try tokens(FileTokenCache(path: path)).token(now: .noon + .seconds(3000)) != first)
        }
    }

    @Test("Many who ask at once, over many instances, get one token")
    func atOnce() async throws {
        try await withFolder { folder in
            let cache = FileTokenCache(path: folder + "/token.json")
            let given = try await withThrowingTaskGroup(of: ProviderToken.self, returning: Set<ProviderToken>.self) { group in
                for _ in 0..<32 { group.addTask { try tokens(cache).token(now: .noon).token } }
                return try await group.reduce(into: []) { $0.insert($1) }
            }
            #expect(given.count == 1)
        }
    }

    @Test("A token that Apple refuses is replaced once, and not again within 20 minutes")
    func refused() throws {
        let tokens = tokens()
        let first = try tokens.token(now: .noon).token
        #expect(tokens.refuse(first, now: .noon + .seconds(60)))
        let second = try tokens.token(now: .noon + .seconds(60)).token
        #expect(second != first && second.isReplacement)
        #expect(!tokens.refuse(second, now: .noon + .seconds(120)))
        #expect(try tokens.token(now: .noon + .seconds(120)).token == second)
        #expect(tokens.refuse(second, now: .noon + .seconds(60 + 1200)))
        // Whoever learns late that the first was refused gets the one in its place, and makes none.
        #expect(tokens.refuse(first, now: .noon + .seconds(1300)))
        #expect(try tokens.token(now: .noon + .seconds(1300)).token.issuedAt == .noon + .seconds(1260))
    }

    @Test("Another key, in the same file, has a token of its own")
    func exchangedKey() async throws {
        try await withFolder { folder in
            let path = folder + "/key.p8"
            try key.pemRepresentation.write(toFile: path, atomically: true, encoding: .utf8)
            var settings = APNsSettings.sample()
            settings.key = Secret(.file(path))
            let tokens = ProviderTokens(settings)
            let first = try tokens.token(now: .noon)
            try P256.Signing.PrivateKey().pemRepresentation.write(toFile: path, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: path)
            let second = try tokens.token(now: .noon + .seconds(11))
            #expect(second.keyName != first.keyName && second.token != first.token)
        }
    }

    @Test("Processes with different keys share a file, and neither has its token made anew for the other’s; what ran out is forgotten")
    func sharedFile() async throws {
        try await withFolder { folder in
            let path = folder + "/token.json"
            let others = APNsSettings.sample()
            func other() -> ProviderTokens { ProviderTokens(others, cache: FileTokenCache(path: path)) }
            let (ours, theirs) = (try tokens(FileTokenCache(path: path)).token(now: .noon), try other().token(now: .noon + .seconds(60)))
            #expect(ours.keyName != theirs.keyName)
            #expect(try tokens(FileTokenCache(path: path)).token(now: .noon + .seconds(120)) == ours)
            #expect(try other().token(now: .noon + .seconds(120)) == theirs)
            _ = try tokens(FileTokenCache(path: path)).token(now: .noon + .seconds(7200))
            #expect(try FileTokenCache(path: path).token(of: theirs.keyName) == nil)
        }
    }

    @Test("A file that is broken counts as empty, and one that can't be made fails with a code")
    func brokenFile() async throws {
        try await withFolder { folder in
            let path = folder + "/token.json"
            try "{".write(toFile: path, atomically: true, encoding: .utf8)
            let first = try tokens(FileTokenCache(path: path)).token(now: .noon)
            #expect(try tokens(FileTokenCache(path: path)).token(now: .noon) == first)
            let failure = #expect(throws: AuthorizationFailure.self) { try tokens(FileTokenCache(path: folder + "/no/token.json")).token(now: .noon) }
            #expect(failure?.why.hasPrefix("apns_token_file_unusable: ") == true)
        }
    }

    @Test("A key that can't be read, or is none, fails with a code", arguments: [(Secret.Source.file("/nowhere/key.p8"), "apns_key_unreadable"), (.text("no key"), "apns_key_invalid")])
    func noKey(source: Secret.Source, code: String) {
        var settings = APNsSettings.sample()
        settings.key = Secret(source)
        let failure = #expect(throws: AuthorizationFailure.self) { try ProviderTokens(settings).token(now: .noon) }
        #expect(failure?.why.hasPrefix(code + ": ") == true)
    }
}
