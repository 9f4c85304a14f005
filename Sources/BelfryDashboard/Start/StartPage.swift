import BelfryModel
import BelfryPhrases

/// The first steps, up to a notification that the person has seen.
public struct StartPage: Hashable, Sendable {
    public let zoneName: String
    /// What the clock shows there: "07:58".
    public let zoneTimeText: String
    /// Whether the person has ever said where they are.
    public let isZoneChosen: Bool
    /// "22:00" and "07:00"; nil where none are set.
    public let quietHours: QuietHours?
    /// Those of single nights, in words; nil where none has its own.
    public let quietNights: String?
    public let isQuietChosen: Bool
    /// Whether this Belfry can push to browsers at all.
    public let canPush: Bool
    /// Whether the page came over https, or from the same machine: over plain http no browser can be told.
    public let isSecure: Bool
    public let isBrowserTold: Bool
    /// Nil where none was sent yet.
    public let test: Test?
    /// What somebody should mend; none for whoever doesn't run this Belfry.
    public let findings: [String]

    public struct QuietHours: Hashable, Sendable {
        public let start: String
        public let end: String

        public init(start: String, end: String) {
            self.start = start
            self.end = end
        }
    }

    /// The notification that was sent for a try.
    public struct Test: Hashable, Sendable {
        public let id: String
        public let title: String
        public let body: String
        public let timeText: String
        public let isSeen: Bool

        public init(id: String, title: String, body: String, timeText: String, isSeen: Bool) {
            self.id = id
            self.title = title
            self.body = body
            self.timeText = timeText
            self.isSeen = isSeen
        }
    }

    public init(
        zoneName: String, zoneTimeText: String, isZoneChosen: Bool, quietHours: QuietHours?, quietNights: String? = nil, isQuietChosen: Bool,
        canPush: Bool, isSecure: Bool, isBrowserTold: Bool, test: Test?, findings: [String]
    ) {
        self.zoneName = zoneName
        self.zoneTimeText = zoneTimeText
        self.isZoneChosen = isZoneChosen
        self.quietHours = quietHours
        self.quietNights = quietNights
        self.isQuietChosen = isQuietChosen
        self.canPush = canPush
        self.isSecure = isSecure
        self.isBrowserTold = isBrowserTold
        self.test = test
        self.findings = findings
    }

    /// A browser that can't be told is no step; one that is told counts wherever the page is read.
    var hasBrowserStep: Bool { canPush && (isSecure || isBrowserTold) }
    var doneCount: Int { [isZoneChosen, isQuietChosen, isBrowserTold && canPush, test?.isSeen == true].count { $0 } }
    var stepCount: Int { hasBrowserStep ? 4 : 3 }
}

/// The whole document, or the part that the script fetches again whenever something has changed.
///
/// What a person fills in stands outside of the live part, so that news don't take it from under their fingers.
public func page(_ view: StartPage, in frame: PageFrame, part: PagePart = .whole) -> String {
    let words = frame.words
    let isFinished = view.test?.isSeen == true
    let live: HTML = """
        \(step("test", words(StartWord.testTitle), isDone: isFinished, words, body: test(view.test, frame)))
        <p class="progress"><progress max="\(view.stepCount)" value="\(view.doneCount)" aria-labelledby="progress-text"></progress> \
        <span id="progress-text">\(words(StartWord.progress, ["done": "\(view.doneCount)", "all": "\(view.stepCount)"]))</span></p>
        \(isFinished ? finish(words) : nil)
        \(findingList(view.findings, words))
        """
    let before: HTML = """
        \(step("zone", words(StartWord.zoneTitle), isDone: view.isZoneChosen, words, body: zone(view, frame)))
        \(step("quiet", words(StartWord.quietTitle), isDone: view.isQuietChosen, words, body: quiet(view, frame)))
        \(step("browser", words(StartWord.browserTitle), isDone: view.hasBrowserStep ? view.isBrowserTold : nil, words, body: browser(view, words)))
        """
    return FramedPage(heading: words(FrameWord.start), lead: "<p>\(words(StartWord.lead))</p>", before: before, live: live).text(in: frame, part: part)
}

/// - Parameter isDone: nil where there is nothing to do.
private func step(_ id: String, _ heading: String, isDone: Bool?, _ words: PageWords, body: HTML) -> HTML {
    let mark = isDone.map { Mark($0 ? .sent : .pending, word: words($0 ? StartWord.done : .toDo)).html }
    return """
        <section class="step card" id="step-\(id)" tabindex="-1" aria-labelledby="heading-of-step-\(id)">
        <div class="heading"><h2 id="heading-of-step-\(id)">\(heading)</h2>\(mark)</div>
        \(body)
        </section>
        """
}

private func test(_ test: StartPage.Test?, _ frame: PageFrame) -> HTML {
    let words = frame.words
    let send: HTML = """
        <form class="actions" method="post" action="/page/start/test">\(tokenField(frame))<button id="send-test" data-act="test"\
        \(test == nil ? " class=\"main\"" : nil)>\(words(test == nil ? StartWord.testSend : .testAgain))</button></form>
        """
    guard let test else { return "<p>\(words(StartWord.testText))</p>\(send)" }
    let seen: HTML =
        test.isSeen
        ? "<p class=\"good\"><strong>\(words(StartWord.testSeenDone))</strong></p>"
        : """
        <form class="actions" method="post" action="/page/inbox/\(pathPart(test.id))/read">\(tokenField(frame))<button id="see-test" data-act="read" \
        class="main">\(words(StartWord.testSeen))</button></form>
        """
    return """
        <article class="message\(test.isSeen ? "" : " unread")" id="inbox-\(test.id)" data-title="\(test.title)" aria-labelledby="name-of-test">
        <h3 id="name-of-test">\(test.title)</h3><p>\(test.body)</p>
        <p class="aside">\(words(StartWord.testArrived, ["time": test.timeText]))</p></article>
        \(seen)\(send)
        """
}

private func zone(_ view: StartPage, _ frame: PageFrame) -> HTML {
    let words = frame.words
    return """
        <p>\(words(StartWord.zoneText, ["zone": view.zoneName, "time": view.zoneTimeText]))</p>
        <p class="aside" id="zone-detected" data-words="\(words(StartWord.zoneDetected))" data-same="\(words(StartWord.zoneSame))" hidden></p>
        <form class="fields" method="post" action="/page/start/zone">\(tokenField(frame))
        <p><label for="zone">\(words(StartWord.zoneField))</label><input id="zone" name="timezone" value="\(view.zoneName)" maxlength="64" dir="ltr" \
        autocomplete="off" spellcheck="false" required></p>
        <button id="save-zone">\(words(StartWord.zoneSave))</button></form>
        """
}

private func quiet(_ view: StartPage, _ frame: PageFrame) -> HTML {
    let words = frame.words
    let states = [
        view.quietHours.map { words(StartWord.quietOn, ["start": $0.start, "end": $0.end]) },
        view.quietNights.map { words(StartWord.quietNights, ["nights": $0]) },
    ].compactMap(\.self)
    let state = states.isEmpty ? words(StartWord.quietOff) : states.joined(separator: " ")
    return """
        <p>\(words(StartWord.quietText))</p><p class="aside">\(state)</p>
        <form class="fields" method="post" action="/page/start/quiet">\(tokenField(frame))
        <p><label for="quiet-start">\(words(StartWord.quietFrom))</label>\
        <input id="quiet-start" name="start" type="time" value="\(view.quietHours?.start ?? "22:00")" required></p>
        <p><label for="quiet-end">\(words(StartWord.quietTo))</label>\
        <input id="quiet-end" name="end" type="time" value="\(view.quietHours?.end ?? "07:00")" required></p>
        <div class="actions"><button id="save-quiet" name="quiet" value="yes">\(words(StartWord.quietSave))</button>\
        <button id="no-quiet" name="quiet" value="no" formnovalidate>\(words(StartWord.quietNone))</button></div></form>
        """
}

private func browser(_ view: StartPage, _ words: PageWords) -> HTML {
    guard view.canPush else { return "<p>\(words(StartWord.browserCannot))</p>" }
    guard !view.isBrowserTold else { return "<p>\(words(StartWord.browserDone))</p>\(browserBanner(words))" }
    return """
        <p id="push-able">\(words(StartWord.browserText))</p>
        <p id="push-without-lock" hidden>\(words(StartWord.browserWithoutLock))</p>
        <p id="push-unable" hidden>\(words(StartWord.browserUnable))</p>
        <p id="push-home-screen" hidden>\(words(StartWord.browserHomeScreen))</p>
        \(browserBanner(words))
        """
}

private func finish(_ words: PageWords) -> HTML {
    """
    <section class="step card" id="finished" tabindex="-1" aria-labelledby="heading-of-finished">
    <div class="heading"><h2 id="heading-of-finished">\(words(StartWord.finished))</h2></div>
    <p>\(words(StartWord.finishedText))</p>
    <p class="actions"><a class="button" href="/">\(words(StartWord.toFamily))</a> <a class="button" href="/settings">\(words(StartWord.toSettings))</a></p>
    </section>
    """
}

extension Assets {
    /// Says on the first steps which zone the browser is in, and puts it into the field.
    public static let startScript = #"""
        'use strict';
        (() => {
          const field = document.getElementById('zone');
          const line = document.getElementById('zone-detected');
          if (!field || !line) return;
          const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
          if (!zone) return;
          line.textContent = zone === field.value ? line.dataset.same : line.dataset.words.replace('{zone}', () => zone);
          line.hidden = false;
          field.value = zone;
        })();

        """#
}
