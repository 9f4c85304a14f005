import NIOCore
import NIOHPACK
import NIOHTTP2
import Synchronization

/// One connection to the simulator, on the frames of all its streams.
final class APNsServerConnection: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    private struct Request {
        let headers: [(name: String, value: String)]
        var body: [UInt8] = []
    }

    private let simulator: APNsSimulator
    private var requests: [HTTP2StreamID: Request] = [:]
    private var takenCount = 0
    /// Answers that are still owed.
    private var owedCount = 0
    private var lastID: HTTP2StreamID?
    private var isStalled = false
    private var tokenUse = APNsRules.TokenUse()
    /// Whether something was answered but that the provider token is refused: until then Apple allows one stream.
    private var isProven = false

    init(of simulator: APNsSimulator) {
        self.simulator = simulator
    }

    func channelActive(context: ChannelHandlerContext) {
        simulator.state.withLock { state in
            state.connectionCount += 1
            state.connections[ObjectIdentifier(context.channel)] = context.channel
        }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        simulator.state.withLock { $0.connections[ObjectIdentifier(context.channel)] = nil }
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // What comes for a stream that is over, or after the last, was under way.
        guard lastID == nil, !(error is NIOHTTP2Errors.StreamError), !(error is NIOHTTP2Errors.NoSuchStream) else { return }
        context.close(promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        if let lastID, frame.streamID > lastID { return leaveOut(frame, context) }
        switch frame.payload {
        case .headers(let head):
            guard isProven || requests.count + owedCount == 0 else {
                simulator.state.withLock { $0.earlyStreamCount += 1 }
                write(frame.streamID, .rstStream(.refusedStream), context)
                return
            }
            requests[frame.streamID] = Request(headers: head.headers.map { ($0.name, $0.value) })
            noteOpen()
            if head.endStream { take(frame.streamID, context) }
        case .data(let content):
            if case .byteBuffer(let buffer) = content.data { requests[frame.streamID]?.body += Array(buffer.readableBytesView) }
            if content.data.readableBytes > 0 {
                write(.rootStream, .windowUpdate(windowSizeIncrement: content.data.readableBytes), context)
            }
            if content.endStream { take(frame.streamID, context) }
        case .rstStream: requests[frame.streamID] = nil
        default: break
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.flush()
    }

    private func noteOpen() {
        let count = requests.count + owedCount
        simulator.state.withLock { $0.maxOpenStreamCount = max($0.maxOpenStreamCount, count) }
    }

    /// What comes after the last stream is left out without a word; but its bytes took room from what is still taken.
    private func leaveOut(_ frame: HTTP2Frame, _ context: ChannelHandlerContext) {
        guard case .data(let content) = frame.payload, content.data.readableBytes > 0 else { return }
        write(.rootStream, .windowUpdate(windowSizeIncrement: content.data.readableBytes), context)
    }

    /// Past the handler of HTTP/2, which would take everything that is still under way for an error.
    private func goAway(_ id: HTTP2StreamID, saying word: String = "", _ context: ChannelHandlerContext) {
        guard let http2 = try? context.pipeline.syncOperations.context(handlerType: NIOHTTP2Handler.self) else { return }
        // RFC 9113, sections 4.1 and 6.8: how long, type 7, no flags, the whole connection; the last stream; no error; a word on it.
        let byteCount = 8 + word.utf8.count
        var frame = ByteBuffer(bytes: [0, UInt8(byteCount >> 8), UInt8(byteCount & 0xFF), 7, 0, 0, 0, 0, 0])
        frame.writeInteger(UInt32(Int(id)))
        frame.writeInteger(UInt32(0))
        frame.writeString(word)
        http2.write(NIOAny(frame), promise: nil)
    }

    // MARK: Requests

    private func take(_ id: HTTP2StreamID, _ context: ChannelHandlerContext) {
        guard let request = requests.removeValue(forKey: id) else { return }
        let (faults, number) = simulator.state.withLock { state in
            state.requestCount += 1
            return (state.faults, state.requestCount)
        }
        takenCount += 1
        if isStalled || faults.stallAfter.map({ takenCount > $0 }) == true {
            // It stays open, reads nothing and says nothing any more.
            isStalled = true
            context.channel.setOption(.autoRead, value: false).whenComplete { _ in }
            return
        }
        if let reason = faults.goAwayReason {
            lastID = .rootStream
            goAway(.rootStream, saying: #"{"reason":"\#(reason)"}"#, context)
            return
        }
        if faults.isMuteAfter.map({ takenCount > $0 }) == true { return }
        if faults.refuseStreamEvery.map({ number % $0 == 0 }) == true {
            write(id, .rstStream(.refusedStream), context)
            return
        }
        let refusal = judge(request, faults)
        if refusal == nil { accept(request) }
        if faults.loseAnswerEvery.map({ number % $0 == 0 }) == true {
            context.close(promise: nil)
            return
        }
        answer(id, request, refusal, faults, context)
        if let later = faults.laterStreamCountMax, number == later.after {
            write(.rootStream, .settings(.settings([HTTP2Setting(parameter: .maxConcurrentStreams, value: later.count)])), context)
        }
        if faults.goAwayEvery == takenCount {
            lastID = id
            goAway(id, context)
            // What began before is still taken.
            requests = requests.filter { $0.key <= id }
            closeIfDone(context)
        }
    }

    private func judge(_ request: Request, _ faults: APNsFaults) -> APNsRules.Refusal? {
        let token = request.headers.first { $0.name == "authorization" }?.value ?? ""
        let (rules, scripted) = simulator.state.withLock { state in
            if !state.providerTokens.contains(token) { state.providerTokens.append(token) }
            return (state.rules, state.faults.answers.isEmpty ? nil : state.faults.answers.removeFirst())
        }
        if let scripted { return APNsRules.Refusal(status: scripted.status, reason: scripted.reason) }
        do {
            try rules.check(request.headers, body: request.body, use: &tokenUse)
            return nil
        } catch {
            return error
        }
    }

    private func accept(_ request: Request) {
        func field(_ name: String) -> String { request.headers.first { $0.name == name }?.value ?? "" }
        simulator.log.add(
            ProviderLog.Entry(
                provider: "apns", name: field("apns-id"), address: String(field(":path").dropFirst("/3/device/".count)),
                body: String(decoding: request.body, as: UTF8.self)))
    }

    // MARK: Answers

    private func answer(
        _ id: HTTP2StreamID, _ request: Request, _ refusal: APNsRules.Refusal?, _ faults: APNsFaults, _ context: ChannelHandlerContext
    ) {
        var headers = HPACKHeaders([(":status", "\(refusal?.status ?? 200)")])
        if let name = request.headers.first(where: { $0.name == "apns-id" }) { headers.add(name: "apns-id", value: name.value) }
        owedCount += 1
        guard faults.delayMilliseconds > 0 else { return say(id, headers, refusal, context) }
        let bound = NIOLoopBound((self, context, headers), eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: .milliseconds(Int64(faults.delayMilliseconds))) {
            let (connection, context, headers) = bound.value
            guard context.channel.isActive else { return }
            connection.say(id, headers, refusal, context)
            context.flush()
        }
    }

    private func say(_ id: HTTP2StreamID, _ headers: HPACKHeaders, _ refusal: APNsRules.Refusal?, _ context: ChannelHandlerContext) {
        owedCount -= 1
        if (refusal?.status ?? 200) != 403, (refusal?.status ?? 200) < 500 { isProven = true }
        if let refusal {
            var headers = headers
            headers.add(name: "content-type", value: "application/json")
            let time = refusal.timestamp.map { #","timestamp":\#($0)"# } ?? ""
            let body = ByteBuffer(string: #"{"reason":"\#(refusal.reason)"\#(time)}"#)
            write(id, .headers(.init(headers: headers)), context)
            write(id, .data(.init(data: .byteBuffer(body), endStream: true)), context)
        } else {
            write(id, .headers(.init(headers: headers, endStream: true)), context)
        }
        closeIfDone(context)
    }

    /// The other side closes: closing on what it is still sending would take the last answers away from it.
    private func closeIfDone(_ context: ChannelHandlerContext) {
        guard lastID != nil, owedCount == 0, requests.isEmpty else { return }
        context.flush()
        let channel = context.channel
        context.eventLoop.scheduleTask(in: .seconds(5)) { channel.close(promise: nil) }
    }

    private func write(_ id: HTTP2StreamID, _ payload: HTTP2Frame.FramePayload, _ context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(HTTP2Frame(streamID: id, payload: payload)), promise: nil)
    }
}
