import NIOCore
import NIOHTTPTypes

/// Closes a connection over which a request's body comes too slowly, whether or not somebody still reads it.
///
/// An idle timeout alone is kept from striking by a byte now and then. Here every stretch of waiting must bring so many bytes, or the end of
/// the body. Only that time counts in which the server wants to read on: while it is busy with what has come, nobody can send.
///
/// When the server stops, it waits a few seconds for the rest of a body and no longer, however fast it comes.
final class BodyPace: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// What other servers ask for, too: slower is no line that people still use.
    static let bytesPerSecond = 240
    /// So long a stop waits for a client. Docker kills what hasn't stopped after ten seconds, unless it is told otherwise.
    static let stopLength = TimeAmount.seconds(5)

    private let stretch: TimeAmount
    private let byteCountMin: Int

    private var isBodyUnderWay = false
    /// Of the stretch that is under way.
    private var byteCount = 0
    private var waited = TimeAmount.zero
    /// Since when the server wants to read on; nil while it doesn't.
    private var wantsSince: NIODeadline?
    private var check: Scheduled<Void>?
    private var isStopping = false

    /// - Parameter stretch: so long even the smallest body may take.
    init(stretch: TimeAmount) {
        self.stretch = stretch
        byteCountMin = Int(stretch.nanoseconds) * Self.bytesPerSecond / 1_000_000_000
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            isBodyUnderWay = true
            begin(wantsSince: nil)
        case .body(let bytes): byteCount += bytes.readableBytes
        case .end:
            isBodyUnderWay = false
            cancel()
        }
        context.fireChannelRead(data)
    }

    /// Most bodies are whole by now, and nothing needs to be scheduled for them.
    func channelReadComplete(context: ChannelHandlerContext) {
        if let since = wantsSince { waited += context.eventLoop.now - since }
        wantsSince = nil
        if isBodyUnderWay, check == nil { schedule(in: isStopping ? Self.stopLength : stretch, context) }
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            isStopping = true
            if isBodyUnderWay {
                cancel()
                schedule(in: Self.stopLength, context)
            }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func read(context: ChannelHandlerContext) {
        if isBodyUnderWay, wantsSince == nil { wantsSince = context.eventLoop.now }
        context.read()
    }

    func handlerRemoved(context: ChannelHandlerContext) { cancel() }

    private func begin(wantsSince moment: NIODeadline?) {
        byteCount = 0
        waited = .zero
        wantsSince = moment
    }

    private func schedule(in delay: TimeAmount, _ context: ChannelHandlerContext) {
        check = context.eventLoop.assumeIsolated().scheduleTask(in: delay) { [self] in
            check = nil
            judge(context)
        }
    }

    private func judge(_ context: ChannelHandlerContext) {
        if isStopping { return context.close(promise: nil) }
        let now = context.eventLoop.now
        let waitedInAll = waited + (wantsSince.map { now - $0 } ?? .zero)
        if waitedInAll < stretch {
            schedule(in: wantsSince == nil ? stretch : stretch - waitedInAll, context)
        } else if byteCount < byteCountMin {
            context.close(promise: nil)
        } else {
            begin(wantsSince: wantsSince == nil ? nil : now)
            schedule(in: stretch, context)
        }
    }

    private func cancel() {
        check?.cancel()
        check = nil
    }
}
