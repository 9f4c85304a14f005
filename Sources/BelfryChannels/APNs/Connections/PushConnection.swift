import BelfryPorts
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOTLS

/// One connection to a push service: turns requests into frames, and frames into answers. Stays on its event loop.
///
/// It works on the frames of the whole connection, with no channel of its own for each stream: a third of the work, and it alone sees
/// which streams the other side looked at before it went away.
final class PushConnection: ChannelDuplexHandler, @unchecked Sendable {
    typealias InboundIn = HTTP2Frame
    typealias OutboundIn = Never
    typealias OutboundOut = HTTP2Frame

    private(set) var ledger: StreamLedger<PendingPush>
    private let pool: PushPool
    private var context: ChannelHandlerContext?
    private var mustFlush = false
    /// Bytes of bodies since the other side was last told that there is room again.
    private var unacknowledgedByteCount = 0
    /// Why it ends, where that is known before it does.
    private var ending: String?

    init(in pool: PushPool, limits: StreamLedger<PendingPush>.Limits) {
        self.pool = pool
        ledger = StreamLedger(limits)
    }

    var freeCount: Int { context == nil ? 0 : ledger.freeCount }

    // MARK: Sending

    /// A stream must be free. ``flush()`` must follow.
    func send(_ push: PendingPush) {
        guard let context, let id = ledger.open(push) else { return pool.giveBack(push) }
        let stream = HTTP2StreamID(Int(id))
        write(HTTP2Frame(streamID: stream, payload: .headers(.init(headers: push.headers))), context)
        write(HTTP2Frame(streamID: stream, payload: .data(.init(data: .byteBuffer(push.body), endStream: true))), context)
    }

    func flush() {
        guard mustFlush, let context else { return }
        mustFlush = false
        context.flush()
    }

    private func write(_ frame: HTTP2Frame, _ context: ChannelHandlerContext) {
        mustFlush = true
        context.write(wrapOutboundOut(frame), promise: nil)
    }

    /// Takes no new streams; closes when the last is answered.
    func drain() {
        ledger.drain()
        closeIfOver()
    }

    func tick() {
        // Until then the time-out of connecting counts.
        guard let context, context.channel.isActive else { return }
        let (health, late) = ledger.tick()
        for (id, push) in late {
            write(HTTP2Frame(streamID: HTTP2StreamID(Int(id)), payload: .rstStream(.cancel)), context)
            pool.fail(push, .answerLost(why: "apns_no_answer: the push service did not answer in time"))
        }
        switch health {
        case .good: break
        case .quiet: write(HTTP2Frame(streamID: .rootStream, payload: .ping(HTTP2PingData(withInteger: 1), ack: false)), context)
        case .dead: end("apns_stalled: the connection went silent")
        }
        flush()
        closeIfOver()
    }

    private func closeIfOver() {
        if ledger.isOver { end("apns_connection_closed: the connection ended") }
    }

    private func end(_ why: String) {
        guard let context else { return }
        ending = ending ?? why
        if context.channel.isActive {
            write(HTTP2Frame(streamID: .rootStream, payload: .goAway(lastStreamID: .rootStream, errorCode: .noError, opaqueData: nil)), context)
            flush()
        }
        // At once: a connection that went silent takes its time to close.
        over()
        context.close(promise: nil)
    }

    // MARK: Hearing

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        let id = Int32(truncatingIfNeeded: Int(frame.streamID))
        ledger.heard()
        switch frame.payload {
        case .headers(let head):
            let (status, headers) = Self.read(head.headers)
            ledger.head(of: id, status: status, headers: headers)
            if head.endStream { finish(id) }
        case .data(let content):
            if case .byteBuffer(let buffer) = content.data { ledger.body(of: id, buffer.readableBytesView) }
            acknowledge(content.data.readableBytes + (content.paddingBytes.map { $0 + 1 } ?? 0), context)
            if content.endStream { finish(id) }
        case .rstStream(let code): streamEnded(id, code)
        case .goAway(let lastID, _, let lastWord):
            // Apple says why, as it does of a request.
            if ending == nil, let reason = lastWord.flatMap({ APNsReason(body: $0.readableBytesView) }) {
                ending = "apns_\(reason.code): \(reason.sentence)"
            }
            // The latest first, so that the earliest waits in front of all.
            for push in ledger.goAway(lastID: Int32(truncatingIfNeeded: Int(lastID))).reversed() { pool.giveBack(push) }
            closeIfOver()
        case .settings(.settings(let settings)):
            let count = settings.last { $0.parameter == .maxConcurrentStreams }?.value
            ledger.settle(streamCountMax: count)
            pool.serve()
        default: break
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        pool.serve()
        flush()
        closeIfOver()
        context.fireChannelReadComplete()
    }

    private func finish(_ id: Int32) {
        guard let (push, response) = ledger.end(id) else { return }
        // A connection on which tokens were changed too often stays bad for an hour and more.
        if response.status == 429, String(decoding: response.body, as: UTF8.self).contains(APNsReason.tooManyProviderTokenUpdates.rawValue) {
            ledger.drain()
        }
        // The server says that it ends, or that this connection did.
        if [400, 503].contains(response.status) {
            let body = String(decoding: response.body, as: UTF8.self)
            if body.contains(APNsReason.shutdown.rawValue) || body.contains(APNsReason.idleTimeout.rawValue) { ledger.drain() }
        }
        if response.status == 0 {
            pool.fail(push, .answerLost(why: "apns_no_answer: the push service ended its answer before it began"))
        } else {
            pool.answer(push, response)
        }
    }

    private func streamEnded(_ id: Int32, _ code: HTTP2ErrorCode) {
        guard let push = ledger.drop(id) else { return }
        if code == .refusedStream {
            pool.giveBack(push)
        } else {
            pool.fail(push, .answerLost(why: "apns_stream_reset: the push service ended the request without an answer"))
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? StreamClosedEvent {
            // One that was answered, reset or gone away from is no longer in the ledger.
            streamEnded(Int32(truncatingIfNeeded: Int(event.streamID)), event.reason ?? .cancel)
        } else if case .handshakeCompleted(let negotiated)? = event as? TLSUserEvent, negotiated != "h2" {
            end("apns_no_http2: the server does not speak HTTP/2")
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        over()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? NIOHTTP2Errors.StreamError {
            streamEnded(Int32(truncatingIfNeeded: Int(error.streamID)), .cancel)
        } else {
            end("apns_connection_failed: \(type(of: error))")
        }
    }

    /// What is still open may have been taken.
    private func over() {
        let why = ending ?? "apns_connection_lost: the connection ended before the answer came"
        for push in ledger.end() { pool.fail(push, .answerLost(why: why)) }
        pool.ended(self, why: why)
    }

    // MARK: Frames

    /// The other side may send 64 KiB of bodies; it is told in time that there is room again (RFC 9113, section 6.9).
    private func acknowledge(_ byteCount: Int, _ context: ChannelHandlerContext) {
        unacknowledgedByteCount += byteCount
        guard unacknowledgedByteCount >= 32 * 1024 else { return }
        write(HTTP2Frame(streamID: .rootStream, payload: .windowUpdate(windowSizeIncrement: unacknowledgedByteCount)), context)
        unacknowledgedByteCount = 0
    }

    /// The status, and the few headers that say something.
    private static func read(_ fields: HPACKHeaders) -> (status: Int, headers: [String: String]) {
        let status = fields.first(name: ":status").flatMap { Int($0) } ?? 0
        guard status != 200 else { return (200, [:]) }
        return (status, fields.first(name: "retry-after").map { ["retry-after": $0] } ?? [:])
    }
}
