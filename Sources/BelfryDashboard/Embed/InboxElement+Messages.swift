extension Assets {
    /// Each message, and what is done with it.
    static let inboxElementMessages = #"""
          /** Shows a message at its place: a new one, or one that is shown already as it stands now. */
          #put(message) {
            const all = [...this.#messages.values()];
            // It lies behind what is loaded, and comes with it.
            if (!this.#messages.has(message.id) && this.#older && all.length && isBehind(message, all.at(-1))) return;
            const row = make('li', {}, this.#article(message));
            const former = this.#rows.get(message.id);
            const focused = former?.contains(this.shadowRoot.activeElement) ? this.shadowRoot.activeElement.dataset.name ?? '' : null;
            if (former?.querySelector('details[open]')) row.querySelector('details')?.setAttribute('open', '');
            this.#messages.set(message.id, message);
            this.#rows.set(message.id, row);
            this.#messages = new Map([...this.#messages.values()].sort((one, other) => isBehind(one, other) ? 1 : -1).map((one) => [one.id, one]));
            const ids = [...this.#messages.keys()];
            former?.remove();
            this.#parts.list.insertBefore(row, this.#rows.get(ids[ids.indexOf(message.id) + 1]) ?? null);
            if (focused !== null) (row.querySelector(`[data-name="${CSS.escape(focused)}"]`) ?? row.firstElementChild).focus();
            this.#drawFrame();
            if (this.open) this.#drawTimes();
          }

          #remove(id) {
            const row = this.#rows.get(id);
            if (!row) return;
            const isFocused = row.contains(this.shadowRoot.activeElement);
            const next = (row.nextElementSibling ?? row.previousElementSibling)?.firstElementChild ?? this.#parts.list;
            row.remove();
            this.#rows.delete(id);
            this.#messages.delete(id);
            if (isFocused) next.focus();
            this.#drawFrame();
          }

          #article(message) {
            const words = this.#words;
            const isNew = !message.read_at && !isOver(message);
            const look = `${message.severity}${isNew ? ' unread' : ''}`;
            const lang = message.language && message.language !== this.#language ? message.language : null;
            const withdrawn = { replaced: words.replaced, taken_back: words.withdrawn, corrected: words.withdrawn }[message.state];
            const doneTime = message.done_at && fullTime(this.#language).format(new Date(message.done_at));
            const done = doneTime && `✓ ${fill(message.done_by ? words.doneByName : words.doneByOther, { name: message.done_by, time: doneTime })}`;
            return make(
              'article',
              { part: `message ${look}`, class: look, tabindex: '-1', 'data-name': '', 'aria-labelledby': `name-${message.id}` },
              make(
                'p', { class: 'aside' }, isNew ? make('strong', {}, `${words.new} · `) : null,
                message.severity === 'watch' ? null : make('span', { class: 'severity' }, `${words[message.severity] ?? ''} · `),
                this.#sender(message.app), make('time', { datetime: message.later_until ?? message.created_at })),
              done ? make('p', { class: 'aside', dir: 'auto' }, done) : null,
              make(
                'h3', { id: `name-${message.id}`, part: 'title', dir: 'auto', lang },
                withdrawn ? fill(withdrawn, { title: message.title }) : message.title),
              message.body ? make('p', { part: 'body', class: 'words', dir: 'auto', lang }, message.body) : null,
              this.#figure(message.image, lang), make('div', { class: 'actions', part: 'actions' }, ...this.#buttons(message)));
          }

          #sender(app) {
            if (!app?.name) return null;
            // An attribute of SVG and no style, which pages may forbid.
            const dot = /^#[0-9a-f]{6}$/i.test(app.color ?? '') && draw(
              'svg', { viewBox: '0 0 10 10', class: 'dot', 'aria-hidden': 'true' },
              draw('circle', { cx: 5, cy: 5, r: 4.5, fill: app.color, stroke: 'currentColor' }));
            return make('span', { part: 'sender' }, dot || null, make('bdi', {}, app.name), ' · ');
          }

          /** What it shows stands below it, so that nobody misses it where the picture is missing. */
          #figure(image, lang) {
            const url = webURL(image?.url);
            return url && make(
              'figure', { part: 'image' },
              make('img', { src: url.href, alt: '', loading: 'lazy', decoding: 'async', referrerpolicy: 'no-referrer' }),
              make('figcaption', { class: 'aside', dir: 'auto', lang }, image.alt));
          }

          #buttons(message) {
            const words = this.#words;
            const button = (name, text, press, attributes) => pressable(
              text, press, { 'data-name': name, 'aria-label': text + words.colon + message.title, ...attributes });
            const act = (name, text, body) => button(body?.when ?? name, text, () => this.#act(name, message, body));
            const offered = (message.actions ?? []).filter((action) => !action.link || openable(action.link)).map((action) => {
              const isPressed = message.actions_taken?.includes(action.id);
              const place = action.link ? words.comma + this.#leads(action.link) : '';
              return button(`action-${action.id}`, action.title + (isPressed ? ' ✓' : ''), () => this.#press(action, message), {
                part: 'button action', dir: 'auto', lang: action.language, 'aria-pressed': isPressed ? 'true' : null,
                'aria-label': action.title + place + words.colon + message.title,
              });
            });
            const own = [];
            if (!isOver(message)) {
              // Once it has begun by this clock, the server would refuse it by the person's.
              const choices = laterChoices.filter((choice) => choice !== 'this_evening' || new Date(Date.now()).getHours() < 18);
              own.push(message.read_at ? act('unread', words.markUnread) : act('read', words.markRead), make(
                'details', {},
                make('summary', { part: 'button', 'data-name': 'later', 'aria-label': words.later + words.colon + message.title }, words.later),
                ...choices.map((choice) => act('later', words[choice], { when: choice }))));
            }
            return [...offered, this.#linkTo(message), ...own, act('archive', words.archive)];
          }

          #leads(link) { return fill(this.#words.openLink, { place: webURL(link).host }); }

          /** Says where it leads, and that it was read once it was followed. */
          #linkTo(message) {
            const url = message.link && openable(message.link);
            if (!url) return null;
            const text = this.#leads(message.link);
            const link = make('a', {
              part: 'link', class: 'button', 'data-name': 'link', href: url.href, rel: 'noopener noreferrer',
              'aria-label': text + this.#words.colon + message.title,
            }, text);
            link.addEventListener('click', (event) => {
              if (!message.read_at) this.#ask(`v1/inbox/${encodeURIComponent(message.id)}/read`, { method: 'POST', keepalive: true }).catch(() => {});
              if (!this.#tell('link', { href: url.href, message }, true)) event.preventDefault();
            });
            return link;
          }

          // MARK: What is done

          /** - Returns: whether nobody has prevented what follows. */
          #tell(name, detail, cancelable = false) {
            return this.dispatchEvent(new CustomEvent(`belfry-${name}`, { detail, cancelable, bubbles: true, composed: true }));
          }

          #announceNews(message) {
            this.#parts.heard.textContent = fill(this.#words.news, { titles: message.title });
            this.#tell('message', { message });
          }

          #offerUndo(text, undo) {
            if (!this.#parts) return;
            const { done, undo: button, heard } = this.#parts;
            this.#undo = undo;
            done.textContent = text;
            if (text) heard.textContent = text;
            if (!undo && button === this.shadowRoot.activeElement) this.#parts.list.focus();
            button.hidden = !undo;
            done.parentElement.hidden = !text;
          }

          /** What the server answers to a post; null where it wasn't done, which is said then, or where it may be somebody else's inbox by now. */
          async #post(path, body) {
            const asker = this.#asker;
            try {
              const answer = await this.#ask(path, { method: 'POST', body });
              const said = answer.ok ? await answer.json() : null;
              if (asker !== this.#asker) return null;
              if (!said) this.#offerUndo(this.#words.failed, null);
              return said;
            } catch (error) {
              if (asker === this.#asker) this.#offerUndo(error instanceof Ended ? this.#words.ended : this.#words.unreachable, null);
            }
            return null;
          }

          async #act(act, message, body) {
            const answer = await this.#post(`v1/inbox/${encodeURIComponent(message.id)}/${act}`, body);
            if (!answer) return;
            const now = this.#messages.get(message.id) ?? message;
            if (act === 'read' || act === 'unread') this.#put({ ...now, read_at: act === 'read' ? now.created_at : null });
            if (act === 'archive' || act === 'later') this.#remove(message.id);
            if (act === 'unarchive' || act === 'back') this.#put(now);
            this.#offerUndo(this.#words[`done_${act}`], undoing[act] ? { act: undoing[act], message: now } : null);
          }

          async #press(action, message) {
            const answer = await this.#post(`v1/deliveries/${encodeURIComponent(message.id)}/actions/${encodeURIComponent(action.id)}`);
            if (!answer) return;
            const now = this.#messages.get(message.id) ?? message;
            this.#put({ ...now, read_at: now.read_at ?? now.created_at, actions_taken: [...new Set([...(now.actions_taken ?? []), action.id])] });
            this.#offerUndo(this.#words.doneActed, null);
            this.#tell('action', { action: action.id, message });
            const url = action.link && openable(action.link);
            if (url && this.#tell('link', { href: url.href, message, action: action.id }, true)) location.assign(url);
          }

          async #readAll() {
            const [newest] = this.#messages.values();
            const answer = newest && (await this.#post(`v1/inbox/${encodeURIComponent(newest.id)}/read_through`));
            if (!answer) return;
            this.#count(answer.unread_count);
            for (const message of [...this.#messages.values()]) {
              if (!message.read_at && !isBehind(newest, message)) this.#put({ ...message, read_at: message.created_at });
            }
            this.#offerUndo(this.#words.doneReadAll, null);
          }

          async #more() {
            const [{ more }, asker] = [this.#parts, this.#asker];
            more.setAttribute('aria-disabled', 'true');
            const last = this.#parts.list.lastElementChild;
            try {
              await this.#load(this.#older);
              last?.nextElementSibling?.firstElementChild.focus();
            } catch (error) {
              if (asker === this.#asker) this.#offerUndo(error instanceof Ended ? this.#words.ended : this.#words.unreachable, null);
            }
            more.removeAttribute('aria-disabled');
          }
        }

        customElements.get('belfry-inbox') ?? customElements.define('belfry-inbox', BelfryInbox);
        export { BelfryInbox };

        """#
}
