import BelfryTime
import CCurl
import Foundation

/// One connection to the mail server, kept open between mails: libcurl's easy interface. Belongs to one thread.
final class SMTPConnection {
    private let handle: UnsafeMutableRawPointer
    private let transcript = SMTPTranscript()

    /// libcurl wants it once, before any thread uses it.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// The least that libcurl takes.
    private static let uploadByteCount = 16 * 1024

    /// Nil where there is no memory for it.
    init?(_ settings: SMTPSettings) {
        guard Self.isReady, let handle = curl_easy_init() else { return nil }
        self.handle = handle
        let scheme = settings.security == .tls ? "smtps" : "smtp"
        // The path is the name by which we greet.
        curl_set_text(handle, CURLOPT_URL, "\(scheme)://\(settings.host):\(settings.port)/\(settings.helloName)")
        curl_set_text(handle, CURLOPT_PROTOCOLS_STR, scheme)
        // Proxies of the environment are for browsers.
        curl_set_text(handle, CURLOPT_PROXY, "")
        curl_set_long(handle, CURLOPT_USE_SSL, Int(settings.security == .none ? CURLUSESSL_NONE.rawValue : CURLUSESSL_ALL.rawValue))
        curl_set_long(handle, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        if let roots = settings.trustedRoots { curl_set_text(handle, CURLOPT_CAINFO, roots) }
        // Signals are of no use among threads.
        curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
        curl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, Int(settings.connectTimeout.milliseconds))
        curl_set_long(handle, CURLOPT_TIMEOUT_MS, Int(settings.timeout.milliseconds))
        curl_set_long(handle, CURLOPT_TCP_KEEPALIVE, 1)
        // For each mail libcurl makes room for twice as much. Most take a few kilobytes; what is longer goes in several pieces.
        curl_set_long(handle, CURLOPT_UPLOAD_BUFFERSIZE, Self.uploadByteCount)
        // What passes is told to the observer alone.
        curl_set_long(handle, CURLOPT_VERBOSE, 1)
        curl_set_observer(handle, observe, Unmanaged.passUnretained(transcript).toOpaque())
    }

    deinit {
        curl_easy_cleanup(handle)
    }

    /// Hands over one mail. A connection that the server has closed meanwhile is opened anew.
    func send(_ message: EmailMessage, login: SMTPLetter.Login?) -> SMTPEnd {
        setLogin(login)
        let first = transfer(message)
        let wasReused = curl_get_long(handle, CURLINFO_NUM_CONNECTS) == 0
        guard wasReused, isStale(first) else { return first }
        curl_set_long(handle, CURLOPT_FRESH_CONNECT, 1)
        defer { curl_set_long(handle, CURLOPT_FRESH_CONNECT, 0) }
        return transfer(message)
    }

    /// Servers hang up on those who are silent for long, some with a word.
    private func isStale(_ end: SMTPEnd) -> Bool {
        switch end {
        case .broken(.disconnected, let stage): stage != .content
        case .refused(let reply, _): reply.code == 421
        default: false
        }
    }

    private func setLogin(_ login: SMTPLetter.Login?) {
        curl_set_text(handle, CURLOPT_USERNAME, login?.user)
        curl_set_text(handle, CURLOPT_PASSWORD, login?.password)
    }

    private func transfer(_ message: EmailMessage) -> SMTPEnd {
        transcript.begin()
        guard let mime = curl_mime_init(handle) else { return .broken(.notConnected, at: .connecting) }
        defer { curl_mime_free(mime) }
        addPart(message.text, type: "text/plain; charset=utf-8", to: mime)
        addPart(message.html, type: "text/html; charset=utf-8", to: mime)

        var headers: UnsafeMutablePointer<curl_slist>?
        for line in message.headerLines + ["Content-Type: multipart/alternative"] { headers = curl_slist_append(headers, line) }
        let recipients = curl_slist_append(nil, "<\(message.to.address)>")
        defer {
            curl_set_list(handle, CURLOPT_HTTPHEADER, nil)
            curl_set_list(handle, CURLOPT_MAIL_RCPT, nil)
            curl_set_mime(handle, nil)
            curl_slist_free_all(headers)
            curl_slist_free_all(recipients)
        }
        curl_set_text(handle, CURLOPT_MAIL_FROM, "<\(message.from.address)>")
        curl_set_list(handle, CURLOPT_MAIL_RCPT, recipients)
        curl_set_list(handle, CURLOPT_HTTPHEADER, headers)
        curl_set_mime(handle, mime)
        return transcript.end(curl_easy_perform(handle))
    }

    private func addPart(_ text: String, type: String, to mime: OpaquePointer) {
        let part = curl_mime_addpart(mime)
        MailLines.bytes(of: text).withUnsafeBufferPointer { bytes in
            _ = bytes.withMemoryRebound(to: CChar.self) { curl_mime_data(part, $0.baseAddress, $0.count) }
        }
        curl_mime_type(part, type)
        curl_mime_encoder(part, "quoted-printable")
    }
}

/// Tells the transcript what passes. Commands are looked at for their first word alone: some carry a password.
private let observe: curl_debug_callback = { _, kind, data, count, context in
    guard let data, let context else { return 0 }
    let transcript = Unmanaged<SMTPTranscript>.fromOpaque(context).takeUnretainedValue()
    UnsafeRawBufferPointer(start: data, count: count).withMemoryRebound(to: UInt8.self) { bytes in
        switch kind {
        case CURLINFO_HEADER_OUT: transcript.noteCommand(bytes)
        case CURLINFO_HEADER_IN: transcript.noteReply(bytes)
        default: break
        }
    }
    return 0
}
