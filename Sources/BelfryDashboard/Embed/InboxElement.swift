extension Assets {
    /// `<belfry-inbox>`: a bell and a person's inbox behind it, on the pages of an app, which show a person's token and no cookie.
    ///
    /// It follows `languages`, `linkOrigins`, `bellPath` and `css`. What apps have written becomes text and nothing else.
    static let inboxElement = [inboxElementLine, inboxElementPanel, inboxElementMessages].joined()

    /// How it asks the server and follows it.
    static let inboxElementLine = #"""
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css);

        const home = new URL('..', import.meta.url).href;
        const pageCount = 20;
        const sightCount = 100;
        // The server sends something every 15 seconds.
        const silenceMilliseconds = 45_000;
        const pauseSecondsMax = 60;
        // A timer that is told to wait for more than 24 days doesn't wait at all.
        const askedPauseSecondsMax = 3600;
        // So many stay while nobody looks at them, also in a page that is open for weeks.
        const keptCount = 500;
        const undoing = { read: 'unread', unread: 'read', archive: 'unarchive', later: 'back' };
        const laterChoices = ['in_1_hour', 'this_evening', 'tomorrow_morning'];

        /** Nobody is shown to be asking: the app gives no token, or one that doesn't hold. */
        class Ended extends Error {}

        function make(name, attributes, ...children) {
          const element = document.createElement(name);
          for (const [key, value] of Object.entries(attributes ?? {})) {
            if (value !== undefined && value !== null && value !== false) element.setAttribute(key, value === true ? '' : value);
          }
          // Texts are appended as texts: nothing in them is read as markup.
          element.append(...children.filter((child) => child !== undefined && child !== null && child !== ''));
          return element;
        }

        function pressable(text, press, attributes) {
          const button = make('button', { type: 'button', part: 'button', ...attributes }, text);
          button.addEventListener('click', press);
          return button;
        }

        function draw(name, attributes, ...children) {
          const element = document.createElementNS('http://www.w3.org/2000/svg', name);
          for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
          element.append(...children);
          return element;
        }

        function webURL(text) {
          try {
            const url = new URL(text);
            return url.protocol === 'https:' ? url : null;
          } catch {
            return null;
          }
        }

        /** A link that may be followed: to the page's own origin, or to one that the server's operator names. Of an app's own scheme none is. */
        function openable(link) {
          const url = webURL(link);
          return url && (url.origin === location.origin || linkOrigins.includes(url.origin)) ? url : null;
        }

        const fill = (text, values) => text.replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
        const fullTime = (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
        const moment = (message) => Date.parse(message.later_until ?? message.created_at);
        const isBehind = (one, other) => moment(one) < moment(other) || (moment(one) === moment(other) && one.id < other.id);
        /** Nobody need read it any more: a later one has its place, it was taken back, or somebody else did it. */
        const isOver = (message) => ['replaced', 'taken_back', 'done'].includes(message.state);

        class BelfryInbox extends HTMLElement {
          #giveToken = null;
          #held = null;
          #line = null;
          #run = 0;
          /** Another one where it may be somebody else's inbox: what was asked for before isn't to be shown then. */
          #asker = 0;
          #wake = null;
          #messages = new Map();
          #rows = new Map();
          #older = null;
          #unreadCount = 0;
          #lastID = null;
          /** What was told since the line came back, until the count ends it; null while nothing is caught up with. */
          #told = null;
          /** Whether some of that was known. */
          #isJoined = false;
          #undo = null;
          #clock = null;
          #parts = null;
          /** The last press that came by here. A closed shadow root around it keeps the page from seeing in an event's path that it did. */
          #pressed = null;
          #outside = (event) => { if (event !== this.#pressed) this.close(); };
          #seen = () => { if (document.hidden) this.#stop(); else this.#start(); };
          #online = () => this.#wake?.();

          static observedAttributes = ['lang', 'server'];

          constructor() {
            super();
            this.attachShadow({ mode: 'open' }).adoptedStyleSheets = [sheet];
            this.addEventListener('pointerdown', (event) => { this.#pressed = event; });
          }

          /** Asked for a person's token whenever one is needed; what it gives is kept in this page's memory alone. */
          get token() { return this.#giveToken; }
          set token(give) {
            this.#giveToken = typeof give === 'function' ? give : null;
            this.#forget();
            // What was said aloud, too.
            if (this.#parts) this.#parts.heard.textContent = '';
            this.#start();
          }

          get unreadCount() { return this.#unreadCount; }

          connectedCallback() {
            this.#build();
            document.addEventListener('visibilitychange', this.#seen);
            addEventListener('online', this.#online);
            // What the page said before this script was there stands in the way of the property.
            if (Object.hasOwn(this, 'token')) {
              const give = this.token;
              delete this.token;
              this.token = give;
            } else {
              this.#start();
            }
          }

          disconnectedCallback() {
            this.close();
            this.#forget();
            document.removeEventListener('visibilitychange', this.#seen);
            removeEventListener('online', this.#online);
          }

          attributeChangedCallback(name, before, after) {
            if (before === after || !this.isConnected || !this.#parts) return;
            this.close();
            this.#build();
            this.#start();
          }

          // MARK: Asking the server

          /** A name alone, as `belfry.example.org`, is one of `https`. */
          get #server() {
            const text = this.getAttribute('server')?.trim() || home;
            const address = (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`).replace(/\/*$/, '/');
            try {
              return new URL(address);
            } catch (error) {
              console.error(`<belfry-inbox server="${text}">: that is no address, such as https://belfry.example.org`);
              throw error;
            }
          }

          get #language() {
            const tags = [this.closest('[lang]')?.lang, ...navigator.languages].map((tag) => tag?.toLowerCase().split('-')[0]);
            return tags.find((tag) => tag && Object.hasOwn(languages, tag)) ?? 'en';
          }

          get #words() { return languages[this.#language]; }

          #bearer(refused) {
            // Whoever was refused at the same time has asked for another already.
            if (this.#held === refused) this.#held = null;
            return (this.#held ??= (async () => this.#giveToken?.())());
          }

          /** Asks as the person; once more with another token where the first holds no more. */
          async #ask(path, { method = 'GET', body, headers, signal, keepalive } = {}) {
            let refused;
            for (const isLast of [false, true]) {
              const held = this.#bearer(refused);
              const token = await held.catch((error) => {
                // That none can be had now doesn't say that nobody is signed in.
                if (this.#held === held) this.#held = null;
                throw error;
              });
              if (!token) break;
              const answer = await fetch(new URL(path, this.#server), {
                method, signal, keepalive, cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer',
                headers: {
                  Authorization: `Bearer ${token}`, 'Accept-Language': this.#language, ...(body && { 'Content-Type': 'application/json' }), ...headers,
                },
                body: body && JSON.stringify(body),
              });
              if (answer.status !== 401) return answer;
              refused = held;
              if (isLast) break;
            }
            this.#held = null;
            throw new Ended();
          }

          // MARK: The line to the server

          #start() {
            if (!this.isConnected || document.hidden || !this.#giveToken || this.#line) return;
            this.#follow(++this.#run).catch(() => {});
          }

          #stop() {
            this.#run += 1;
            this.#line?.abort();
            this.#line = null;
            this.#wake?.();
          }

          /** Another person may be asking from now on. */
          #forget() {
            this.#stop();
            this.#asker += 1;
            if (this.#parts?.list.contains(this.shadowRoot.activeElement)) this.#parts.list.focus();
            this.#held = this.#lastID = this.#told = this.#older = this.#undo = null;
            this.#messages.clear();
            this.#rows.clear();
            this.#parts?.list.replaceChildren();
            this.#count(0);
            this.#offerUndo('', null);
            if (this.#parts) this.#say('connecting');
          }

          /** Asks for the newest as at first. */
          #beginAgain() {
            const count = this.#unreadCount;
            this.#forget();
            this.#count(count);
            this.#start();
          }

          async #follow(run) {
            for (let attempt = 0; run === this.#run; attempt += 1) {
              const line = (this.#line = new AbortController());
              let [askedPause, isEnded] = [0, false];
              try {
                const headers = { Accept: 'text/event-stream', ...(this.#lastID !== null && { 'Last-Event-ID': this.#lastID }) };
                const answer = await this.#ask('v1/inbox/events', { signal: line.signal, headers });
                if (!answer.ok) {
                  const seconds = Number(answer.headers.get('Retry-After'));
                  if (seconds > 0) askedPause = Math.min(askedPauseSecondsMax, seconds);
                  throw new Error(answer.status);
                }
                if (run !== this.#run) return;
                this.#told = this.#lastID === null ? null : new Map();
                this.#isJoined = false;
                if (this.#lastID === null) await this.#load();
                if (run !== this.#run) return;
                this.#say('live');
                await this.#read(answer.body, line, () => { attempt = 0; });
                // The server ends it, as when a token runs out, and another connection tells. Before it said anything, something else has.
                if (attempt > 0 && run === this.#run) this.#say('lost');
              } catch (error) {
                if (run !== this.#run) return;
                isEnded = error instanceof Ended;
                this.#say(isEnded ? 'ended' : 'lost');
              } finally {
                // What nobody reads would keep one of the few connections that a browser has to a server.
                line.abort();
              }
              // Whoever has signed in elsewhere says so by a press, or with another token.
              if (run === this.#run) await this.#rest(isEnded ? Infinity : Math.min(pauseSecondsMax, 2 ** attempt), askedPause);
            }
          }

          /** All wait for a time of their own, so that a server that comes back isn't met by all at once; and as long as it asks for before that. */
          #rest(seconds, askedSeconds) {
            return new Promise((resolve) => {
              const share = 0.5 + crypto.getRandomValues(new Uint8Array(1))[0] / 510;
              const timer = seconds === Infinity ? null : setTimeout(() => this.#wake?.(), (askedSeconds + seconds * share) * 1000);
              this.#wake = () => { clearTimeout(timer); this.#wake = null; resolve(); };
            });
          }

          /** Reads server-sent events (WHATWG HTML, section 9.2); one that is silent for too long was cut. */
          async #read(body, line, hear) {
            const reader = body.pipeThrough(new TextDecoderStream()).getReader();
            for (let rest = ''; ; ) {
              const watch = setTimeout(() => line.abort(), silenceMilliseconds);
              const { done, value } = await reader.read().finally(() => clearTimeout(watch));
              if (done) return;
              const blocks = (rest + value).split('\n\n');
              rest = blocks.pop();
              for (const block of blocks) if (this.#line === line) this.#take(block, hear);
            }
          }

          #take(block, hear) {
            const fields = Object.fromEntries(block.split('\n').map((text) => [text.split(':')[0], text.slice(text.indexOf(':') + 1).trimStart()]));
            if (fields.id !== undefined) this.#lastID = fields.id;
            if (!fields.data) return;
            hear();
            const data = JSON.parse(fields.data);
            if (fields.event === 'unread_count') {
              this.#catchUp();
              this.#count(data.unread_count);
            } else if (fields.event === 'removed') {
              this.#remove(data.id);
            } else if (['message', 'changed', 'retracted', 'reinstated'].includes(fields.event)) {
              const known = this.#messages.get(data.id);
              const newest = [...this.#messages.values()].find((message) => !this.#told?.has(message.id));
              const isNews = (!known || moment(data) > moment(known)) && (!this.#told || !newest || isBehind(newest, data));
              if (known) this.#isJoined = true;
              this.#told?.set(data.id, data);
              this.#put(data);
              if (fields.event === 'message' && isNews && !data.read_at) this.#announceNews(data);
              if (this.#messages.size > keptCount && !this.#told && !this.open) this.#beginAgain();
            }
          }

          /** What is no older than what was told and wasn't, lies in the inbox no more. */
          #catchUp() {
            if (!this.#told) return;
            // Between what came and what was there before there may be more than is told at once.
            if (this.#told.size >= sightCount && !this.#isJoined) {
              this.#beginAgain();
              return;
            }
            const [oldest] = this.#told.size < sightCount ? [] : this.#told.values();
            for (const message of [...this.#messages.values()]) {
              if (!this.#told.has(message.id) && (!oldest || isBehind(oldest, message))) this.#remove(message.id);
            }
            this.#told = null;
          }

          async #load(before) {
            const asker = this.#asker;
            const query = new URLSearchParams({ limit: pageCount, ...(before && { before }) });
            const answer = await this.#ask(`v1/inbox?${query}`);
            if (!answer.ok) throw new Error(answer.status);
            const page = await answer.json();
            if (asker !== this.#asker) return;
            this.#older = null;
            for (const message of page.messages) this.#put(message);
            this.#older = page.older ?? null;
            this.#count(page.unread_count);
            this.#drawFrame();
          }

        """#
}
