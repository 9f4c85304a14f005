extension Assets {
    /// Shows what is pushed to this browser, also while no page is open, and opens the alert on a click.
    ///
    /// It stands at the root, because a service worker may only look after what is below its own path.
    public static let serviceWorker = #"""
        'use strict';

        self.addEventListener('install', () => self.skipWaiting());
        self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

        self.addEventListener('push', (event) => event.waitUntil(show(read(event.data))));

        /** A message that can't be read is shown as one without words: the browser insists that something is. */
        function read(data) {
          try {
            return data?.json() ?? {};
          } catch {
            return {};
          }
        }

        async function show(message) {
          const tag = text(message.tag);
          const transmission = text(message.transmission_id);
          // Of more than a browser has room for it shows the first.
          const actions = Array.isArray(message.actions) ? message.actions : [];
          const shown = tag ? await self.registration.getNotifications({ tag }) : [];
          // The same once more, because our answer was lost: it is replaced without a sound. News of the same alert makes itself heard.
          const isRepetition = shown.some((notification) => notification.data?.transmission === transmission);
          await self.registration.showNotification(text(message.title) || 'Belfry', {
            body: text(message.body),
            tag,
            renotify: tag !== '' && !isRepetition,
            silent: isRepetition,
            lang: text(message.lang),
            dir: 'auto',
            // The server names an app's only on an origin that its operator allows.
            icon: appURL(message.icon) || '/assets/belfry.svg',
            image: appURL(message.image) || undefined,
            timestamp: Number.isFinite(message.timestamp) ? message.timestamp : undefined,
            requireInteraction: message.severity === 'critical',
            actions: actions.map(({ id, title }) => ({ action: text(id), title: text(title) })),
            data: {
              url: ownURL(message.url),
              link: appURL(message.link),
              transmission,
              delivery: text(message.delivery_id),
              links: Object.fromEntries(actions.map(({ id, link }) => [text(id), appURL(link)])),
            },
          });
        }

        const text = (value) => (typeof value === 'string' ? value : '');

        /** Nothing but a page of ours is opened, or what an app links to. */
        function ownURL(path) {
          try {
            const url = new URL(text(path), self.location.origin);
            if (url.origin === self.location.origin) return url.href;
          } catch {
            // It is no address.
          }
          return self.location.origin + '/';
        }

        /** An app's own page or picture: the server names one only on an origin that its operator allows. Empty for none, and for anything but https. */
        function appURL(link) {
          try {
            const url = new URL(text(link));
            return url.protocol === 'https:' ? url.href : '';
          } catch {
            return '';
          }
        }

        self.addEventListener('notificationclick', (event) => {
          event.notification.close();
          const { url, link, delivery, links } = event.notification.data ?? {};
          if (event.action) {
            event.waitUntil(take(event.action, appURL(links?.[event.action]), text(delivery)));
            return;
          }
          const appPage = appURL(link);
          const opened = appPage ? self.clients.openWindow(appPage) : open(ownURL(url));
          event.waitUntil(Promise.all([opened, tellOpened(text(delivery))]));
        });

        /** A notification that was clicked counts as read in the inbox too. */
        async function tellOpened(delivery) {
          if (delivery) await post(`/page/deliveries/${encodeURIComponent(delivery)}/opened`, {}).catch(() => {});
        }

        /** A button that leads nowhere only answers: where that couldn't be told, as by who is signed out, a page of ours opens, which says why. */
        async function take(action, page, delivery) {
          const path = `/page/inbox/${encodeURIComponent(delivery)}/actions/${encodeURIComponent(action)}`;
          const [isTold] = await Promise.all([post(path, {}).catch(() => false), page && self.clients.openWindow(page)]);
          if (!isTold && !page) await self.clients.openWindow(ownURL('/inbox'));
        }

        /** There may be no page to take the token from; whoever may read the answer is the same origin. Tells whether it was taken. */
        async function post(path, body) {
          const session = await fetch('/page/session', { cache: 'no-store' });
          if (!session.ok) return false;
          const { form_token: formToken } = await session.json();
          const answer = await fetch(path, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', 'X-Belfry-Form-Token': formToken },
            body: JSON.stringify(body),
          });
          return answer.ok;
        }

        /** In the page that is open already, or else in a new one. */
        async function open(url) {
          const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
          const page = pages.find((candidate) => new URL(candidate.url).pathname === new URL(url).pathname);
          if (!page) return self.clients.openWindow(url);
          await page.focus();
          page.postMessage({ belfryOpen: new URL(url).hash });
        }

        /** The browser has changed its address: the server must know the new one. */
        self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));

        async function renew(event) {
          const options = event.oldSubscription?.options;
          const subscription = event.newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)));
          if (subscription) await post('/page/web-push/subscribe', subscription);
        }

        """#
}
