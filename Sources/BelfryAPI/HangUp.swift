import HTTPTypes
import NIOCore
import NIOHTTPTypes

#if canImport(Glibc)
    import Glibc
#endif

/// Closes a connection over which events are streamed once its client is gone.
///
/// Whoever waits for an answer may have closed their half of the connection before. Whoever listens to a stream and closes it is a page or an app
/// that was closed: else that would be noticed only when something is told the next time, and its place would be taken until then.
final class HangUp: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// A client without a line can't say that it is gone. After so long without a receipt of what it was told, it is taken to be; the system
    /// would go on trying for a quarter of an hour.
    static let receiptMilliseconds = 60_000

    private var isStreaming = false
    private var isInputClosed = false

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head):
            isStreaming = head.headerFields[.contentType]?.hasPrefix("text/event-stream") == true
            if isStreaming { awaitReceipts(context) }
        case .body: break
        case .end: isStreaming = false
        }
        context.write(data, promise: promise)
        closeIfGone(context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { isInputClosed = true }
        context.fireUserInboundEventTriggered(event)
        closeIfGone(context)
    }

    private func closeIfGone(_ context: ChannelHandlerContext) {
        if isStreaming, isInputClosed { context.close(promise: nil) }
    }

    private func awaitReceipts(_ context: ChannelHandlerContext) {
        #if canImport(Glibc)
            // It fails only where the connection is closed already.
            _ = context.channel.setOption(.tcpOption(NIOBSDSocket.Option(rawValue: TCP_USER_TIMEOUT)), value: Self.receiptMilliseconds)
        #endif
    }
}
