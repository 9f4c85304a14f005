import BelfryModel
import Crypto
import Foundation

/// Encrypts what only one browser may read: RFC 8291, with the content coding `aes128gcm` of RFC 8188 in a single record.
struct MessageEncryption: Sendable {
    private let publicKey: P256.KeyAgreement.PublicKey
    private let publicKeyBytes: Data
    private let authenticationSecret: Data

    /// The largest body that is sent. Push services take 4096 bytes (RFC 8030, section 7.2), but Mozilla's, where it hands a message on to
    /// another's, as for Firefox on a phone, has room for no more than these: the rest would be lost on phones alone.
    static let bodyByteCountMax = 2744
    /// What the header says of records, of which there is but one (RFC 8188, section 2.1).
    static let recordByteCountMax = 4096
    /// Salt, record size, the length of the key, the key.
    static let headerByteCount = 16 + 4 + 1 + 65
    /// What is left for the text beside header, delimiter and tag.
    static let plaintextByteCountMax = bodyByteCountMax - headerByteCount - 1 - 16
    /// Texts are filled up to a multiple of this, so that their length tells a push service little.
    static let paddingStep = 256

    private static let keyInfo = Data("WebPush: info\0".utf8)
    private static let nonceInfo = Data("Content-Encoding: nonce\0".utf8)
    private static let codingInfo = Data("Content-Encoding: aes128gcm\0".utf8)

    /// Why a subscription can't be encrypted for: it isn't one that a browser made.
    struct BadSubscription: Error {}

    init(for subscription: WebPushSubscription) throws(BadSubscription) {
        guard let key = Base64URL.data(of: subscription.p256dh), let secret = Base64URL.data(of: subscription.auth), secret.count == 16,
            key.count == 65, let publicKey = try? P256.KeyAgreement.PublicKey(x963Representation: key)
        else { throw BadSubscription() }
        self.publicKey = publicKey
        publicKeyBytes = key
        authenticationSecret = secret
    }

    /// The body of a push message, with a key and a salt of its own, as RFC 8291, section 3.1 and RFC 8188, section 2.1 ask for.
    ///
    /// - Parameter plaintext: of at most ``plaintextByteCountMax`` bytes.
    func encrypt(_ plaintext: [UInt8]) throws -> [UInt8] {
        let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
        let filled = (plaintext.count + Self.paddingStep) / Self.paddingStep * Self.paddingStep
        let paddedCount = min(filled, Self.plaintextByteCountMax)
        return try encrypt(plaintext, paddedTo: paddedCount, with: Self.makeKey(), salt: salt)
    }

    /// A key for one message, from 32 random bytes: those that are no key, about one in four thousand million, are drawn again.
    ///
    /// The library's own initializer signs and verifies a test message with each new key, which a key for one agreement has no use for and
    /// which takes longer than all the rest.
    private static func makeKey() -> P256.KeyAgreement.PrivateKey {
        while true {
            let bytes = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
            if let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: bytes) { return key }
        }
    }

    /// - Parameters:
    ///   - count: as long as text and padding are together; the delimiter between them comes on top.
    ///   - key: for this message alone.
    ///   - salt: 16 bytes, for this message alone.
    func encrypt(_ plaintext: [UInt8], paddedTo count: Int, with key: P256.KeyAgreement.PrivateKey, salt: Data) throws -> [UInt8] {
        let ownKey = key.publicKey.x963Representation
        // RFC 8291, section 3.4: the secret of both keys, mixed with the browser's own.
        let keyMaterial = try key.sharedSecretFromKeyAgreement(with: publicKey).hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: authenticationSecret, sharedInfo: Self.keyInfo + publicKeyBytes + ownKey, outputByteCount: 32)
        // RFC 8188, sections 2.2 and 2.3. The first record's sequence number is zero, which leaves the nonce as it is.
        let pseudorandomKey = HKDF<SHA256>.extract(inputKeyMaterial: keyMaterial, salt: salt)
        func expand(_ info: Data, _ byteCount: Int) -> SymmetricKey {
            HKDF<SHA256>.expand(pseudoRandomKey: pseudorandomKey, info: info, outputByteCount: byteCount)
        }
        let nonce = try expand(Self.nonceInfo, 12).withUnsafeBytes { try AES.GCM.Nonce(data: $0) }
        // 2 is the delimiter of the last record.
        var record = plaintext
        record.reserveCapacity(max(plaintext.count, count) + 1)
        record.append(2)
        record.append(contentsOf: repeatElement(UInt8(0), count: max(0, count - plaintext.count)))
        let sealed = try AES.GCM.seal(record, using: expand(Self.codingInfo, 16), nonce: nonce)
        let recordSize: [UInt8] = [0, 0, UInt8(Self.recordByteCountMax >> 8), UInt8(Self.recordByteCountMax & 0xFF)]
        var body: [UInt8] = []
        body.reserveCapacity(Self.headerByteCount + record.count + sealed.tag.count)
        body.append(contentsOf: salt)
        body.append(contentsOf: recordSize)
        body.append(UInt8(ownKey.count))
        body.append(contentsOf: ownKey)
        body.append(contentsOf: sealed.ciphertext)
        body.append(contentsOf: sealed.tag)
        return body
    }
}
