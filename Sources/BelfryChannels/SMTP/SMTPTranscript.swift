import CCurl

/// What is remembered of a conversation while it goes on: how far it came, and what the server said last.
final class SMTPTranscript {
    private(set) var stage = SMTPStage.connecting
    private(set) var reply: SMTPReply?
    /// libcurl takes its leave of a server that refused; what is said then is of no account.
    private var isOver = false

    func begin() {
        stage = .connecting
        reply = nil
        isOver = false
    }

    func noteCommand(_ bytes: UnsafeBufferPointer<UInt8>) {
        if bytes.starts(with: "QUIT".utf8) { isOver = true }
        guard let stage = SMTPStage(command: bytes) else { return }
        self.stage = stage
        reply = nil
    }

    func noteReply(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard !isOver, let reply = SMTPReply(line: bytes) else { return }
        if stage == .connecting { stage = .greeting }
        self.reply = reply
        // From here on the server may have the whole mail, whatever is heard of it.
        if stage == .data, reply.code == 354 {
            stage = .content
            self.reply = nil
        }
    }

    func end(_ code: CURLcode) -> SMTPEnd {
        if code == CURLE_OK { return .accepted }
        if let reply, reply.code >= 400 { return .refused(reply, at: stage) }
        return .broken(Self.breaks[code.rawValue] ?? .disconnected, at: stage)
    }

    /// By libcurl's own codes, where the server said nothing itself.
    private static let breaks: [UInt32: SMTPEnd.Break] = [
        CURLE_COULDNT_RESOLVE_HOST.rawValue: .noSuchHost,
        CURLE_COULDNT_CONNECT.rawValue: .notConnected,
        CURLE_OPERATION_TIMEDOUT.rawValue: .timedOut,
        CURLE_USE_SSL_FAILED.rawValue: .noTLS,
        CURLE_PEER_FAILED_VERIFICATION.rawValue: .badCertificate,
        CURLE_SSL_CACERT_BADFILE.rawValue: .badCertificate,
        CURLE_SSL_CONNECT_ERROR.rawValue: .tlsFailed,
        CURLE_LOGIN_DENIED.rawValue: .noLogin,
        CURLE_WEIRD_SERVER_REPLY.rawValue: .notUnderstood,
    ]
}
