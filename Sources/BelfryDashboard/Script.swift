extension Assets {
    /// Keeps the page in step with the server, and carries its buttons there.
    ///
    /// Whatever it shows was made by ``sections(_:)``: it swaps the content of `<main>` and words nothing but the state of the line.
    public static let script = #"""
        'use strict';
        (() => {
          const byID = (id) => document.getElementById(id);
          const main = byID('live');
          const notice = byID('notice');
          const connection = byID('connection');
          const announcement = byID('announcement');
          const dialog = byID('dismiss-dialog');
          const retryMilliseconds = 5000;

          // MARK: The live part

          let shown = null;
          let isFetching = false;
          let isStale = false;

          /** Fetches the live part; a change that comes meanwhile makes it fetch once more. */
          async function refresh() {
            isStale = true;
            if (isFetching) return;
            isFetching = true;
            try {
              while (isStale) {
                isStale = false;
                const answer = await fetch('/live', { cache: 'no-store' });
                if (answer.status === 401 || answer.redirected) return location.reload();
                if (!answer.ok) throw new Error(answer.status);
                show(await answer.text());
              }
            } catch {
              setTimeout(refresh, retryMilliseconds);
            } finally {
              isFetching = false;
            }
          }

          /** Swaps the content, and gives back the focus, the opened rows, and a word of what is new. */
          function show(html) {
            if (html === shown || dialog.open) return;
            const focused = trail(document.activeElement);
            const opened = [...main.querySelectorAll('details[open]')].map((details) => details.id);
            const known = new Set(messages().map((message) => message.id));
            main.innerHTML = html;
            shown = html;
            for (const id of opened) byID(id)?.setAttribute('open', '');
            for (const id of focused) {
              const element = byID(id);
              element?.focus({ preventScroll: true });
              if (element && element === document.activeElement) break;
            }
            const fresh = messages().filter((message) => !known.has(message.id));
            if (fresh.length) announce('New in your inbox: ' + fresh.map((message) => message.dataset.title).join('. '));
          }

          const messages = () => [...main.querySelectorAll('article.unread')];

          /** The identifiers from an element up to `main`: where the element is gone, what was around it takes the focus. */
          function trail(element) {
            const ids = [];
            if (!main.contains(element)) return ids;
            for (; element !== main; element = element.parentElement) if (element.id) ids.push(element.id);
            return ids;
          }

          function announce(text) {
            announcement.textContent = text;
          }

          // MARK: The line to the server

          function connect() {
            const source = new EventSource('/live/events');
            source.addEventListener('open', () => { say('live', 'Live'); refresh(); });
            source.addEventListener('change', refresh);
            source.addEventListener('error', () => {
              say('lost', 'Reconnecting');
              if (source.readyState === EventSource.CLOSED) setTimeout(() => { connect(); refresh(); }, retryMilliseconds);
            });
          }

          function say(state, text) {
            connection.dataset.state = state;
            connection.textContent = text;
          }

          // MARK: The buttons

          const acts = {
            snooze: { path: 'alerts', done: 'Snoozed.' },
            dismiss: { path: 'alerts', done: 'Dismissed.' },
            restore: { path: 'alerts', done: 'Undone.' },
            read: { path: 'inbox', done: 'Marked as read.' },
          };

          main.addEventListener('click', async (event) => {
            const button = event.target.closest('button[data-act]');
            if (!button || button.getAttribute('aria-disabled') === 'true') return;
            const { act, id, days, name } = button.dataset;
            if (act === 'dismiss' && !(await isSure(name))) return;
            button.setAttribute('aria-disabled', 'true');
            notice.textContent = await perform(act, id, days ? { snooze_for_days: Number(days) } : {});
            button.removeAttribute('aria-disabled');
            if (notice.textContent) return;
            announce(acts[act].done);
            refresh();
          });

          /** Nothing when it was done, else what to tell the person. */
          async function perform(act, id, body) {
            try {
              const answer = await fetch(`/page/${acts[act].path}/${encodeURIComponent(id)}/${act}`, {
                method: 'POST',
                headers: { 'Content-Type': 'application/json', 'X-Belfry-Page': '1' },
                body: JSON.stringify(body),
              });
              if (answer.ok) return '';
              const problem = await answer.json().catch(() => null);
              return problem?.error?.message ?? 'That didn’t work. Please try again.';
            } catch {
              return 'Belfry can’t be reached just now. Please try again in a moment.';
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

          connect();
        })();

        """#
}
