extension Assets {
    /// Keeps the page in step with the server, and carries its buttons there. The same for every page.
    ///
    /// Whatever it shows was made by the page's own function: it swaps the live part, and says nothing but what `#words` holds.
    public static let script = #"""
        'use strict';
        (() => {
          const byID = (id) => document.getElementById(id);
          const main = byID('main');
          const live = byID('live');
          const notice = byID('notice');
          const connection = byID('connection');
          const announcement = byID('announcement');
          const dialog = byID('dismiss-dialog');
          const words = byID('words').dataset;
          const formToken = document.querySelector('meta[name="belfry-form-token"]').content;
          const retryMilliseconds = 5000;

          // What a form brings stands at an address that only takes forms: whoever loads it again means the page that it is on.
          const place = document.querySelector('nav a[aria-current]')?.getAttribute('href');
          if (place && location.pathname.startsWith('/page/')) history.replaceState(null, '', place + location.hash);

          // MARK: The live part

          let shown = null;
          let isFetching = false;
          let isStale = false;
          // Whoever signs out is told no changes: their page would only be refused.
          let isSigningOut = false;
          document.addEventListener('submit', (event) => { isSigningOut ||= event.target.getAttribute('action')?.startsWith('/logout'); }, true);

          /** Fetches the live part of this page; a change that comes meanwhile makes it fetch once more. */
          async function refresh() {
            isStale = true;
            if (isFetching || isSigningOut) return;
            isFetching = true;
            try {
              while (isStale && !isSigningOut) {
                isStale = false;
                const answer = await fetch(location.pathname + location.search, {
                  cache: 'no-store',
                  headers: { 'X-Belfry-Part': 'live' },
                });
                // What the page tells of is gone, or is there after all: all of it says so, its heading too.
                const isNothing = Boolean(byID('nothing-here'));
                const isOther = answer.ok ? isNothing : answer.status === 404 && !isNothing;
                if (answer.status === 401 || answer.redirected || isOther) return location.reload();
                // To ask again would change nothing, until something is told to have changed.
                if (answer.status >= 400 && answer.status < 500) return;
                if (!answer.ok) throw new Error(answer.status);
                show(await answer.text());
                document.dispatchEvent(new Event('belfry-refreshed'));
              }
            } catch {
              setTimeout(refresh, retryMilliseconds);
            } finally {
              isFetching = false;
            }
          }

          /** Swaps the content, and gives back the focus, the opened rows, and a word of what is new. */
          function show(html) {
            if (html === shown || dialog?.open) return;
            const focused = trail(document.activeElement);
            const opened = [...live.querySelectorAll('details[open]')].map((details) => details.id);
            const typed = [...live.querySelectorAll('input[type=datetime-local]')].filter((input) => input.value).map((input) => [input.id, input.value]);
            live.innerHTML = html;
            shown = html;
            for (const [id, value] of typed) if (byID(id)) byID(id).value = value;
            for (const id of opened) byID(id)?.setAttribute('open', '');
            for (const id of focused) {
              const element = byID(id);
              element?.focus({ preventScroll: true });
              if (element && element === document.activeElement) break;
            }
            // Where nothing is left of what had it, as of a message that was put away, it goes to what takes that back.
            if (focused.length && document.activeElement === document.body) byID('undo')?.focus({ preventScroll: true });
            const fresh = news();
            if (fresh.length) announce(words.new.replace('{titles}', () => fresh.map((message) => message.dataset.title).join('. ')));
          }

          const messages = () => [...live.querySelectorAll('article[data-title]')];
          /** What was put off and comes back is another one. */
          const name = (message) => message.id + (message.dataset.back ?? '');
          const seen = new Set(messages().map(name));

          /** Unread messages that stand above all that were here before: what comes up from below, or is marked as unread again, isn't new. */
          function news() {
            const all = messages();
            const known = all.findIndex((message) => seen.has(name(message)));
            for (const message of all) seen.add(name(message));
            return (known < 0 ? all : all.slice(0, known)).filter((message) => message.classList.contains('unread'));
          }

          /** The identifiers from an element up to the live part: where the element is gone, what was around it takes the focus. */
          function trail(element) {
            const ids = [];
            if (!live.contains(element)) return ids;
            for (; element !== live; element = element.parentElement) if (element.id) ids.push(element.id);
            return ids;
          }

          function announce(text) {
            announcement.textContent = text;
          }

          // MARK: The line to the server

          function connect() {
            const source = new EventSource('/live/events');
            source.addEventListener('open', () => { say('live', words.live); refresh(); });
            source.addEventListener('change', refresh);
            source.addEventListener('unread_count', (event) => count(JSON.parse(event.data)));
            source.addEventListener('error', () => {
              say('lost', words.lost);
              if (source.readyState === EventSource.CLOSED) setTimeout(() => { connect(); refresh(); }, retryMilliseconds);
            });
          }

          /** Beside the way to the inbox, as a number and, for who hears it, in words. */
          function count({ unread_count: unreadCount, text }) {
            const place = byID('inbox-count');
            place.hidden = unreadCount === 0;
            place.querySelector('.count').textContent = unreadCount;
            place.querySelector('.unseen').textContent = text;
          }

          function say(state, text) {
            if (connection.dataset.state === state) return;
            connection.dataset.state = state;
            connection.textContent = text;
          }

          // MARK: The buttons

          /** A form that stands without a script too: where its button has an act, it is carried out without leaving the page. */
          main.addEventListener('submit', async (event) => {
            const button = event.submitter;
            if (!button?.dataset.act) return;
            event.preventDefault();
            if (button.getAttribute('aria-disabled') === 'true') return;
            const { act, days, name } = button.dataset;
            const path = event.target.getAttribute('action');
            if (act === 'dismiss' && dialog && !(await isSure(name))) return;
            button.setAttribute('aria-disabled', 'true');
            const body = act === 'later' ? Object.fromEntries(new FormData(event.target, button)) : {};
            notice.textContent = await perform(path, days ? { snooze_for_days: Number(days) } : body);
            button.removeAttribute('aria-disabled');
            if (notice.textContent) return;
            announce(words[act] ?? '');
            offerUndo(act, path);
            refresh();
          });

          const undoing = { read: 'unread', unread: 'read', archive: 'unarchive', unarchive: 'archive', snooze: 'restore', later: 'back' };

          /** Says in sight what was done in the inbox, beside the button that takes it back where one does. */
          function offerUndo(act, path) {
            const done = byID('done');
            if (!done) return;
            const form = byID('undo-form');
            byID('done-text').textContent = words[act];
            // The focus doesn't go with a button that goes.
            if (!undoing[act] && form.contains(document.activeElement)) main.focus({ preventScroll: true });
            form.hidden = !undoing[act];
            if (undoing[act]) {
              form.setAttribute('action', path.replace(/[^/]+$/, undoing[act]));
              byID('undo').dataset.act = undoing[act];
            }
            done.hidden = false;
          }

          /** Nothing when it was done, else what to tell the person. */
          async function perform(path, body) {
            try {
              const answer = await fetch(path, {
                method: 'POST',
                headers: { 'Content-Type': 'application/json', 'X-Belfry-Form-Token': formToken },
                body: JSON.stringify(body),
              });
              if (answer.ok) return '';
              const problem = await answer.json().catch(() => null);
              return problem?.error?.message ?? words.failed;
            } catch {
              return words.unreachable;
            }
          }

          function isSure(name) {
            byID('dismiss-name').textContent = name;
            dialog.returnValue = 'keep';
            dialog.showModal();
            return new Promise((resolve) => {
              dialog.addEventListener('close', () => { resolve(dialog.returnValue === 'dismiss'); refresh(); }, { once: true });
            });
          }

          // MARK: The settings

          const form = byID('settings-form');
          const previewMilliseconds = 350;
          let waiting = null;

          /** Shows what an edit would change a moment after it was made; the last edit counts. */
          form?.addEventListener('input', () => {
            clearTimeout(waiting);
            waiting = setTimeout(preview, previewMilliseconds);
          });

          // What stands there and isn’t saved yet goes along with what is done beside it, and comes back.
          main.addEventListener('formdata', ({ target, formData }) => {
            if (!form || !('keeps' in target.dataset)) return;
            for (const [name, value] of new FormData(form)) formData.append(name, value);
          });

          async function preview() {
            const asked = new URLSearchParams(new FormData(form));
            try {
              const answer = await fetch('/settings/preview', { method: 'POST', body: asked, headers: { 'X-Belfry-Form-Token': formToken } });
              if (!answer.ok) throw new Error(answer.status);
              const html = await answer.text();
              if (asked.toString() === new URLSearchParams(new FormData(form)).toString()) byID('preview').innerHTML = html;
            } catch {
              byID('preview').textContent = words.unreachable;
            }
          }

          connect();
        })();

        """#
}
