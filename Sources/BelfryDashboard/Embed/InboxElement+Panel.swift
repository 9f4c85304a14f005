extension Assets {
    /// The bell, and what stands around the messages.
    static let inboxElementPanel = #"""
          // MARK: What is shown

          #build() {
            const words = this.#words;
            const button = (name, text, press, attributes) => pressable(text, press, { part: `button ${name}`, ...attributes });
            const parts = (this.#parts = {
              count: make('span', { part: 'count', class: 'count', 'aria-hidden': 'true', hidden: true }),
              unread: make('p', { class: 'aside' }),
              state: make('p', { class: 'aside' }),
              again: button('again', words.again, () => { this.#say('connecting'); this.#wake?.(); }),
              readAll: button('read-all', words.markAllRead, () => this.#readAll(), { hidden: true }),
              close: button('close', '×', () => this.close(true), { 'aria-label': words.close }),
              list: make('ul', { part: 'list', tabindex: '-1', 'aria-labelledby': 'heading' }),
              empty: make('p', { part: 'empty', class: 'aside', hidden: true }, words.empty),
              more: button('older', words.older, () => this.#more(), { hidden: true }),
              done: make('p', {}),
              undo: button('undo', words.undo, () => this.#undo && this.#act(this.#undo.act, this.#undo.message), { hidden: true }),
              heard: make('p', { class: 'unseen', role: 'status' }),
            });
            parts.bell = button('bell', '', () => (this.open ? this.close(true) : this.show()), {
              part: 'bell', class: 'bell', 'aria-controls': 'panel', 'aria-expanded': 'false',
            });
            parts.bell.append(draw('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, draw('path', { d: bellPath })), parts.count);
            parts.panel = make(
              'section', { part: 'panel', class: 'panel', id: 'panel', 'aria-labelledby': 'heading', hidden: true },
              make('header', { part: 'header' }, make('h2', { id: 'heading', part: 'heading' }, words.inbox), parts.unread, parts.readAll, parts.close),
              make('div', { part: 'state', class: 'state', hidden: true }, parts.state, parts.again),
              make('div', { class: 'scroll' }, parts.list, parts.empty, parts.more),
              make('div', { part: 'done', class: 'done', hidden: true }, parts.done, parts.undo));
            const root = make('div', { class: 'root', lang: this.#language, dir: this.#language === 'ar' ? 'rtl' : 'ltr' }, parts.bell, parts.panel, parts.heard);
            root.addEventListener('keydown', (event) => {
              if (event.key !== 'Escape' || !this.open) return;
              event.stopPropagation();
              this.close(true);
            });
            // What lies below it isn't covered while it has the focus.
            root.addEventListener('focusout', ({ relatedTarget: next }) => {
              if (next && !root.contains(next) && !next.contains(this)) this.close();
            });
            this.shadowRoot.replaceChildren(root);
            // Which of the messages stand in it, is told anew.
            this.#forget();
          }

          get open() { return this.#parts?.panel.hidden === false; }

          show() {
            if (this.open || !this.#parts) return;
            this.#parts.panel.hidden = false;
            this.#parts.bell.setAttribute('aria-expanded', 'true');
            document.addEventListener('pointerdown', this.#outside);
            this.#drawTimes();
            this.#clock = setInterval(() => this.#drawTimes(), 60_000);
          }

          /** - isFocused: whether the bell has the focus then, as where whoever closed it was in it. */
          close(isFocused = false) {
            if (!this.open) return;
            this.#parts.panel.hidden = true;
            this.#parts.bell.setAttribute('aria-expanded', 'false');
            document.removeEventListener('pointerdown', this.#outside);
            clearInterval(this.#clock);
            if (isFocused) this.#parts.bell.focus();
          }

          #say(state) {
            const words = this.#words;
            const text = { lost: words.lost, ended: words.ended }[state] ?? '';
            const { bell, state: line, again } = this.#parts;
            // Whoever is in the panel hears it once, when it changes.
            if (text && this.open && bell.dataset.state !== state) this.#parts.heard.textContent = text;
            bell.dataset.state = state;
            line.textContent = text;
            line.parentElement.hidden = !text;
            if (!text && this.shadowRoot.activeElement === again) this.#parts.list.focus();
            again.hidden = !text;
            this.#drawFrame();
          }

          #count(count) {
            this.#unreadCount = count;
            this.#drawFrame();
          }

          #drawFrame() {
            if (!this.#parts) return;
            const words = this.#words;
            const number = new Intl.NumberFormat(this.#language);
            const forms = Object.fromEntries(words.unread.split('|').map((form) => form.split(/:(.*)/)));
            const unread = fill(forms[new Intl.PluralRules(this.#language).select(this.#unreadCount)] ?? forms.other, { n: number.format(this.#unreadCount) });
            const { bell, count, readAll, empty, more, panel } = this.#parts;
            const said = [words.inbox, unread, { lost: words.lost, ended: words.ended }[bell.dataset.state]].filter(Boolean);
            bell.setAttribute('aria-label', said.join(words.comma));
            count.hidden = this.#unreadCount === 0;
            count.textContent = this.#unreadCount > 99 ? `${number.format(99)}+` : number.format(this.#unreadCount);
            this.#parts.unread.textContent = unread;
            // The focus doesn't go with a button that goes.
            if (this.shadowRoot.activeElement === readAll && this.#unreadCount === 0) this.#parts.list.focus();
            readAll.hidden = this.#unreadCount === 0 || this.#messages.size === 0;
            empty.hidden = this.#messages.size > 0 || Boolean(this.#older) || bell.dataset.state !== 'live';
            if (this.shadowRoot.activeElement === more && !this.#older) this.#parts.list.focus();
            more.hidden = !this.#older;
          }

          #drawTimes() {
            const relative = new Intl.RelativeTimeFormat(this.#language, { numeric: 'auto' });
            const absolute = fullTime(this.#language);
            for (const time of this.#parts.list.querySelectorAll('time')) {
              const date = new Date(time.dateTime);
              const seconds = (date - Date.now()) / 1000;
              const [unit, length] = [['day', 86_400], ['hour', 3600], ['minute', 60]].find(([, length]) => Math.abs(seconds) >= length) ?? ['second', Infinity];
              time.textContent = unit === 'day' && Math.abs(seconds) >= 7 * length ? absolute.format(date) : relative.format(Math.round(seconds / length), unit);
              time.title = absolute.format(date);
            }
          }

        """#
}
