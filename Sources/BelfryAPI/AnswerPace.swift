import NIOCore
import NIOHTTPTypes

/// Closes a connection whose client takes what is sent to it too slowly, or not at all.
///
/// Nobody who waits for an answer is idle. So whoever asks for more than the system's buffers hold, and doesn't read it, would keep the
/// connection for ever. Here every stretch in which more waits than the connection takes must see so many bytes go. Only that time counts in
/// which something waits: a stream of events that has nothing to tell stays. When the server stops, the stretches are seconds.
final class AnswerPace: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    private var stretch: TimeAmount
    private let waitingByteCount: (any Channel) -> Int
    private var check: Scheduled<Void>?

    /// - Parameters:
    ///   - stretch: so long a connection may be full before it is looked at.
    ///   - waitingByteCount: how many bytes wait to be taken.
    init(stretch: TimeAmount, waitingByteCount: @escaping (any Channel) -> Int = AnswerPace.bufferedByteCount) {
        self.stretch = stretch
        self.waitingByteCount = waitingByteCount
    }

    private var byteCountMin: Int { Int(stretch.nanoseconds) * BodyPace.bytesPerSecond / 1_000_000_000 }

    static func bufferedByteCount(of channel: any Channel) -> Int {
        // It fails only where the connection is closed already.
        (try? channel.syncOptions?.getOption(ChannelOptions.bufferedWritableBytes)) ?? 0
    }

    /// It is full, or it has caught up.
    func channelWritabilityChanged(context: ChannelHandlerContext) {
        cancel()
        if !context.channel.isWritable { schedule(context) }
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            stretch = min(stretch, BodyPace.stopLength)
            if check != nil {
                cancel()
                schedule(context)
            }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func handlerRemoved(context: ChannelHandlerContext) { cancel() }

    private func schedule(_ context: ChannelHandlerContext) {
        let byteCount = waitingByteCount(context.channel)
        check = context.eventLoop.assumeIsolated().scheduleTask(in: stretch) { [self] in
            check = nil
            if byteCount - waitingByteCount(context.channel) < byteCountMin {
                context.close(promise: nil)
            } else {
                schedule(context)
            }
        }
    }

    private func cancel() {
        check?.cancel()
        check = nil
    }
}
