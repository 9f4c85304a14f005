extension Assets {
    /// Lets a person be told in this browser: asks for the permission on a click and never by itself, and tells the server where to push.
    public static let pushScript = #"""
        'use strict';
        (() => {
          const byID = (id) => document.getElementById(id);
          const button = byID('push-toggle');
          const notice = byID('notice');
          const words = byID('words').dataset;
          const formToken = document.querySelector('meta[name="belfry-form-token"]').content;

          // Whoever signs out isn’t told here any more; but nobody is kept from signing out.
          const signOut = document.querySelector('form[action="/logout"]');
          signOut?.addEventListener('submit', (event) => {
            event.preventDefault();
            const end = async () => {
              const registration = await navigator.serviceWorker?.getRegistration('/');
              await (await registration?.pushManager.getSubscription())?.unsubscribe();
            };
            const patience = new Promise((done) => setTimeout(done, 2000));
            Promise.race([end(), patience]).catch(() => {}).finally(() => signOut.submit());
          });

          /** What was taken back since leaves this browser’s screen: a push can’t do that, for browsers insist that each shows something. */
          async function clear() {
            const registration = await navigator.serviceWorker?.getRegistration('/');
            const shown = (await registration?.getNotifications()) ?? [];
            const ids = shown.map(({ data }) => data?.delivery).filter(Boolean).slice(0, 50);
            if (ids.length === 0) return;
            const answer = await fetch(`/page/deliveries/retracted?ids=${encodeURIComponent(ids.join('\n'))}`, { cache: 'no-store' });
            if (!answer.ok) return;
            const { retracted } = await answer.json();
            for (const notification of shown) if (retracted.includes(notification.data?.delivery)) notification.close();
          }
          const clearQuietly = () => clear().catch(() => {});
          // Whatever has changed: what was taken back may have been read, or lie in no inbox.
          document.addEventListener('belfry-refreshed', clearQuietly);
          document.addEventListener('visibilitychange', () => { if (!document.hidden) clearQuietly(); });
          clearQuietly();

          if (!button) return;
          if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
            // Over plain http a browser has none of it, whatever else it could do. The first steps say why there is no button, and ask for nothing.
            // WebKit alone on a phone or tablet says whether a page stands on the Home Screen; one that does has it all, so there it is still to do.
            const isInTab = isSecureContext && navigator.standalone === false;
            const why = byID(isInTab ? 'push-home-screen' : isSecureContext ? 'push-unable' : 'push-without-lock');
            if (!why) return;
            why.hidden = false;
            byID('push-able').hidden = true;
            if (!isInTab) why.closest('.step').querySelector('.mark')?.remove();
            return;
          }

          let serverKey = null;

          async function start() {
            const answer = await fetch('/page/web-push/key', { cache: 'no-store' });
            serverKey = answer.ok ? (await answer.json()).public_key : null;
            if (!serverKey) return;
            const subscription = await current();
            // The server may have forgotten it, or have another key now; neither needs a question.
            if (subscription && Notification.permission === 'granted') await subscribe();
            await draw();
          }

          const current = async () => (await navigator.serviceWorker.getRegistration('/'))?.pushManager.getSubscription();

          async function draw() {
            const isOn = Boolean(await current());
            button.hidden = false;
            button.setAttribute('aria-pressed', String(isOn));
            button.textContent = isOn ? words.pushOff : words.pushOn;
            const banner = byID('push-banner');
            if (!banner) return;
            banner.hidden = Notification.permission === 'granted';
            byID('push-may-ask').hidden = Notification.permission !== 'default';
            byID('push-denied').hidden = Notification.permission !== 'denied';
          }

          button.addEventListener('click', async () => {
            button.disabled = true;
            try {
              notice.textContent = (await current()) ? await stop() : await begin();
            } catch {
              notice.textContent = words.failed;
            }
            button.disabled = false;
            await draw();
          });

          /** Nothing when it was done, else what to tell the person. */
          async function begin() {
            const permission = await Notification.requestPermission();
            if (permission !== 'granted') return words.pushRefused;
            await subscribe();
            return '';
          }

          async function stop() {
            await (await current())?.unsubscribe();
            return '';
          }

          /** Subscribes where the browser hasn’t, or has for another key, and tells the server. */
          async function subscribe() {
            await navigator.serviceWorker.register('/service-worker.js');
            const registration = await navigator.serviceWorker.ready;
            let subscription = await registration.pushManager.getSubscription();
            if (subscription && encoded(subscription.options.applicationServerKey) !== serverKey) {
              await subscription.unsubscribe();
              subscription = null;
            }
            subscription ??= await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey });
            const answer = await fetch('/page/web-push/subscribe', {
              method: 'POST',
              headers: { 'Content-Type': 'application/json', 'X-Belfry-Form-Token': formToken },
              body: JSON.stringify(subscription),
            });
            if (!answer.ok) throw new Error(answer.status);
          }

          /** Base64url, as the server writes keys. */
          function encoded(bytes) {
            const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? [])));
            return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
          }

          /** A click on a notification, while this page is open. */
          navigator.serviceWorker.addEventListener('message', (event) => {
            const hash = event.data?.belfryOpen;
            if (typeof hash !== 'string' || !hash) return;
            location.hash = hash;
            byID(decodeURIComponent(hash.slice(1)))?.focus();
          });

          start().catch(() => {});
        })();

        """#
}
