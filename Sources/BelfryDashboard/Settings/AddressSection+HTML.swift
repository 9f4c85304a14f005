import BelfryPhrases

extension AddressSection {
    /// Nothing where there is nothing to tell by.
    func html(_ frame: PageFrame) -> HTML? {
        guard !channels.isEmpty || !devices.isEmpty || canPush || news != nil else { return nil }
        let words = frame.words
        let push: HTML? = devices.isEmpty && !canPush ? nil : pushPart(frame)
        let body: HTML = """
            <p class="aside">\(words(AddressWord.lead))</p>
            \(newsLine(frame))
            <div class="tiles">\(push)\(channels.map { $0.html(frame) })</div>
            """
        return section(Self.id, words(AddressWord.title), body: body)
    }

    private func newsLine(_ frame: PageFrame) -> HTML? {
        guard let news else { return nil }
        let again = removed.map { removed -> HTML in
            """
             <bdi>\(removed.value)</bdi>
            <form method="post" action="\(path())" data-keeps>\(tokenField(frame))\
            <input type="hidden" name="\(Self.channelField)" value="\(removed.channel)"><input type="hidden" name="\(Self.valueField)" value="\(removed.value)">\
            <button id="add-again">\(frame.words(AddressWord.addAgain))</button></form>
            """
        }
        return "<div class=\"notice switched\" role=\"status\" id=\"address-news\"><p>\(news.text(frame.words))</p>\(again)</div>"
    }

    private func pushPart(_ frame: PageFrame) -> HTML {
        let words = frame.words
        let items = devices.map { device -> HTML in
            """
            <li><p><strong>\(device.name)</strong> <span class="aside">\(device.text)</span></p>
            <form class="actions" method="post" action="/page/settings/devices/\(pathPart(device.id))/remove#\(Self.id)" data-keeps>\(tokenField(frame))\
            <button aria-label="\(words(AddressWord.remove))\(words.colon)\(device.name)\(words.comma)\(device.text)">\
            \(words(AddressWord.remove))</button></form></li>
            """
        }
        return """
            <section aria-labelledby="heading-of-devices"><h3 id="heading-of-devices">\(words(AddressWord.devices))</h3>
            \(items.isEmpty ? nil : devicesSwitchedOff?.html(frame))\(items.isEmpty ? nil : "<ul class=\"points\">\(items)</ul>")
            \(canPush ? browserBanner(words) : nil)</section>
            """
    }
}

/// Where a form of the section is sent; the answer is shown where the section is.
private func path(_ id: String? = nil, _ act: String? = nil) -> HTML {
    "/page/settings/addresses\(id.map { "/\(pathPart($0))" as HTML })\(act.map { "/\($0)" as HTML })#\(AddressSection.id)"
}

extension AddressSection.Channel {
    fileprivate func html(_ frame: PageFrame) -> HTML {
        let words = frame.words
        let works = points.contains { $0.state == .works }
        let off = works ? switchedOff?.html(frame) : nil
        return """
            <section aria-labelledby="heading-of-\(value)"><h3 id="heading-of-\(value)">\(name)</h3>
            \(off)\(points.isEmpty ? nil : "<ul class=\"points\">\(points.map { $0.html(in: self, frame) })</ul>")
            \(field.map { adding($0, frame) } ?? "<p class=\"aside\">\(words(AddressWord.withoutProvider))</p>")
            </section>
            """
    }

    private func adding(_ field: AddressSection.Field, _ frame: PageFrame) -> HTML {
        let words = frame.words
        let head: HTML = """
            <form class="fields" id="add-\(value)" method="post" action="\(path())" data-keeps>\(tokenField(frame))\
            <input type="hidden" name="\(AddressSection.channelField)" value="\(value)">
            """
        let faultLine: HTML? = fault.map { "<p class=\"fault\" id=\"fault-\(value)\">\($0.sentence)</p>" }
        let (word, type): (AddressWord, HTML) =
            switch field {
            case .mailbox: (.mailbox, "email")
            case .number: (.number, "tel")
            case .topic: (.topic, "text")
            case .chat: (.chat, "text")
            case .room: (.room, "url")
            case .matrix: (.matrix, "text")
            case .roomOrMatrix: (.roomOrMatrix, "text")
            case .link: (.link, "")
            }
        // A chat that waits for its link has a button for another.
        if field == .link {
            let isWaiting = points.contains { $0.state == .waitsForLink }
            return isWaiting ? "\(faultLine)" : "\(head)\(also(frame))<button>\(words(word))</button></form>\(faultLine)"
        }
        let describedBy: HTML? = fault == nil ? nil : " aria-invalid=\"true\" aria-describedby=\"fault-\(value)\""
        let lengthMax: HTML = field == .room || field == .roomOrMatrix ? "512" : "254"
        return """
            \(head)<p><label for="address-\(value)">\(words(word))</label><input id="address-\(value)" type="\(type)" name="\(AddressSection.valueField)" \
            value="\(fault?.typed ?? "")" dir="ltr" maxlength="\(lengthMax)" autocomplete="off" autocapitalize="none" spellcheck="false" required\(describedBy)></p>
            <button aria-label="\(words(AddressWord.add))\(words.colon)\(name)">\(words(AddressWord.add))</button></form>\(faultLine)
            """
    }

    /// Ticked: whoever adds an address wants to be told there.
    fileprivate func also(_ frame: PageFrame) -> HTML? {
        switchedOff.map { wanted in
            """
            <label class="check"><input type="checkbox" name="\(AddressSection.switchField)" value="\(wanted.value)" checked> \
            <span>\(frame.words(AddressWord.alsoSwitchOn, ["switch": wanted.label]))</span></label>
            """
        }
    }
}

extension AddressSection.Point {
    fileprivate func html(in channel: AddressSection.Channel, _ frame: PageFrame) -> HTML {
        let words = frame.words
        let text: HTML? = value.isEmpty ? nil : "<strong><bdi>\(value)</bdi></strong> "
        return """
            <li id="address-of-\(id)"><p>\(text)<span class="aside">\(words(state.word))</span></p>
            \(link.map { opening($0, words) })\(channel.field != nil && state.takesCode ? entering(in: channel, frame) : nil)\(buttons(in: channel, frame))</li>
            """
    }

    private func opening(_ link: String, _ words: PageWords) -> HTML {
        """
        <p>\(words(AddressWord.linkHint))</p>
        <p class="actions"><a class="button" href="\(link)" rel="noopener noreferrer" target="_blank">\(words(AddressWord.openLink))</a> \
        <a class="button" href="/settings#\(AddressSection.id)">\(words(AddressWord.lookAgain))</a></p>
        """
    }

    private func entering(in channel: AddressSection.Channel, _ frame: PageFrame) -> HTML {
        let words = frame.words
        let describedBy: HTML? = fault == nil ? nil : " aria-invalid=\"true\" aria-describedby=\"fault-\(id)\""
        return """
            <form class="fields" method="post" action="\(path(id, "verify"))" data-keeps>\(tokenField(frame))\
            <p><label for="code-\(id)">\(words(AddressWord.code))</label><input id="code-\(id)" type="text" name="\(AddressSection.codeField)" \
            aria-label="\(words(AddressWord.code))\(words.colon)\(value)" inputmode="numeric" maxlength="16" dir="ltr" \
            autocomplete="one-time-code" required\(describedBy)></p>
            \(channel.also(frame))<button class="main">\(words(AddressWord.confirm))</button></form>
            """
    }

    private func buttons(in channel: AddressSection.Channel, _ frame: PageFrame) -> HTML {
        let words = frame.words
        func button(_ act: String, _ word: AddressWord) -> HTML {
            let label: HTML? = value.isEmpty ? nil : " aria-label=\"\(words(word))\(words.colon)\(value)\""
            return "<button formaction=\"\(path(id, act))\"\(label)>\(words(word))</button>"
        }
        let own: HTML? =
            switch state {
            case _ where channel.field == nil: nil
            case .works: button("test", .test)
            case .stopped: button("resume", .resume)
            case .waitsForLink: button("code", .newLink)
            case .waitsForCode, .bounced, .unwanted, .gone: button("code", .newCode)
            }
        return """
            <form class="actions" method="post" action="\(path(id, "remove"))" data-keeps>\(tokenField(frame))\(own)\(button("remove", .remove))</form>\
            \(fault.map { "<p class=\"fault\" id=\"fault-\(id)\">\($0.sentence)</p>" })
            """
    }
}

extension AddressSection.Switch {
    /// That nothing comes, and a button that ends it.
    fileprivate func html(_ frame: PageFrame) -> HTML {
        """
        <form class="off" method="post" action="/page/settings/undo">\(tokenField(frame))<p>\(frame.words(AddressWord.isOff))</p>\
        <input type="hidden" name="\(SettingsPage.turnOn)" value="\(value)">\
        <button>\(frame.words(AddressWord.switchOn, ["switch": label]))</button></form>
        """
    }
}

extension AddressSection.State {
    fileprivate var word: AddressWord {
        switch self {
        case .works: .works
        case .waitsForCode: .waitsForCode
        case .waitsForLink: .waitsForLink
        case .stopped: .stopped
        case .bounced: .bounced
        case .unwanted: .unwanted
        case .gone: .gone
        }
    }

    /// Whether it counts, or counts again, once a code has come back.
    fileprivate var takesCode: Bool {
        switch self {
        case .waitsForCode, .bounced, .unwanted, .gone: true
        case .works, .waitsForLink, .stopped: false
        }
    }
}
