import assert from 'node:assert/strict';
import { initData, key, launchHash } from './pages.ts';
import { eventually, expectHits, names, nothingLost, push, type Scenario } from './scenario.ts';

/** Reports of a Mini App's page, in every place where Telegram shows one. */
export const pageScenarios: readonly Scenario[] = [
  {
    name: 'a launch is reported at once, with initData until they have arrived and never the address',
    async run(tab, pages) {
      await tab.goto(`${pages.url}/app?secret=1${launchHash}`);
      await expectHits(pages, 'app_launch');
      const [first] = pages.requests;
      assert.equal(first?.k, key);
      assert.equal(first?.i, initData);
      assert.deepEqual([first?.p, first?.w], ['android', '8.0']);
      assert.match(first?.l ?? '', /^[0-9a-f]{32}$/);
      assert.equal(first?.e[0]?.u, '/app');
      await tab.evaluate(push({ event: 'cart', category: 'shop', value_num: 9.5, unit: 'USD', props: { size: 'L' } }));
      await expectHits(pages, 'cart');
      const lastRequest = pages.requests.at(-1);
      assert.equal(lastRequest?.i ?? null, null);
      const cart = lastRequest?.e.find(({ n }) => n === 'cart');
      assert.deepEqual([cart?.c, cart?.val, cart?.cur, cart?.d], ['shop', 9.5, 'USD', { size: 'L' }]);
      assert.ok(!JSON.stringify(pages.requests.map(({ e }) => e)).includes('secret'));
      await nothingLost(tab, pages);
    },
  },
  {
    name: 'pages of an application, by its history and by a hash router',
    async run(tab, pages) {
      await tab.goto(`${pages.url}/app${launchHash}`);
      await tab.evaluate(`history.pushState({}, '', '/app/cart?id=5')`);
      await tab.evaluate(`history.replaceState({}, '', '/app/cart?id=6')`);
      await tab.evaluate(`history.replaceState({}, '', '/app/pay')`);
      await tab.evaluate(`location.hash = '#/done/now?x=1'`);
      await eventually(() => {
        const paths = pages.taken.filter(({ n }) => n === 'page').map(({ u }) => u);
        assert.deepEqual(paths, ['/app/cart', '/app/pay', '/app/pay/done/now']);
      });
      await nothingLost(tab, pages);
    },
  },
  {
    name: 'in Telegram Web: a frame without access to its parent, whose events come as messages',
    async run(tab, pages) {
      // The parent is another site, as web.telegram.org is.
      const parent = pages.url.replace('localhost', '127.0.0.1');
      await tab.goto(`${parent}/telegram-web?app=${encodeURIComponent(`${pages.url}/app${launchHash}`)}`);
      await expectHits(pages, 'app_launch');
      const message = JSON.stringify({ eventType: 'main_button_pressed' });
      const paid = JSON.stringify({ eventType: 'invoice_closed', eventData: { slug: 'abc', status: 'paid' } });
      const flood = JSON.stringify({ eventType: 'viewport_changed', eventData: { height: 1 } });
      for (const each of [message, paid, flood]) {
        await tab.evaluate(`document.querySelector('iframe').contentWindow.postMessage(${JSON.stringify(each)}, '*')`);
      }
      await expectHits(pages, 'mainButtonClicked', 'invoiceClosed');
      assert.deepEqual(pages.taken.find(({ n }) => n === 'invoiceClosed')?.d, { status: 'paid', slug: 'abc' });
      assert.ok(!names(pages).some((name) => /viewport/i.test(name)));
    },
  },
  {
    name: 'in Telegram on a phone: events come by a call, and initData from its script',
    async run(tab, pages) {
      const telegram = {
        WebApp: { initData, platform: 'ios', version: '9.1' },
      };
      pages.set('/phone', {
        head: `<script>
          window.Telegram = ${JSON.stringify(telegram)};
          window.Telegram.WebView = { receiveEvent: (type) => { window.seen = type; } };
          window.Telegram.WebApp.close = () => { window.left = true; };
        </script><script src="/w.js" data-key="${key}"></script>`,
      });
      await tab.goto(`${pages.url}/phone`);
      await expectHits(pages, 'app_launch');
      assert.deepEqual([pages.requests[0]?.i, pages.requests[0]?.p], [initData, 'ios']);
      await tab.evaluate(`window.Telegram.WebView.receiveEvent('popup_closed', { button_id: 'ok' })`);
      assert.equal(await tab.evaluate('window.seen'), 'popup_closed');
      await tab.evaluate(`window.Telegram.WebView.receiveEvent('qr_text_received', { data: 'private' })`);
      // Android closes without a word, so what was not sent leaves before.
      await tab.evaluate(`window.Telegram.WebApp.close()`);
      assert.equal(await tab.evaluate('window.left'), true);
      await expectHits(pages, 'popupClosed');
      assert.ok(!JSON.stringify(pages.requests).includes('private'));
      assert.deepEqual(pages.taken.find(({ n }) => n === 'popupClosed')?.d, { button_id: 'ok' });
    },
  },
  {
    name: 'without storage everything but the name of the launch is the same',
    async run(tab, pages) {
      pages.set('/blocked', {
        head: `<script>
          for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, {
            get() { throw new DOMException('denied', 'SecurityError'); },
          });
        </script><script src="/w.js" data-key="${key}"></script>`,
      });
      await tab.goto(`${pages.url}/blocked${launchHash}`);
      await tab.evaluate(push({ event: 'cart' }));
      await expectHits(pages, 'app_launch', 'cart');
      assert.equal(pages.requests[0]?.i, initData);
    },
  },
  {
    name: 'under a strict content policy that names the host',
    async run(tab, pages) {
      pages.set('/strict', {
        head: `<script src="/w.js" data-key="${key}"></script>`,
        headers: { 'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'" },
      });
      await tab.goto(`${pages.url}/strict${launchHash}`);
      await expectHits(pages, 'app_launch');
      pages.set('/closed', {
        headers: { 'content-security-policy': "default-src 'none'; script-src 'self' 'unsafe-eval'" },
      });
      const before = pages.requests.length;
      await tab.goto(`${pages.url}/closed${launchHash}`);
      // Nothing arrives, and nothing breaks.
      assert.equal(await tab.evaluate('document.title'), 'Page');
      assert.ok(
        pages.requests.slice(before).every(({ e }) => e.every(({ n, u }) => n === 'hidden' || u !== '/closed')),
      );
    },
  },
  {
    name: 'the snippet of the other counter works with the host changed, in any order, and its list stays an array',
    async run(tab, pages) {
      pages.set('/other', {
        head: `<script>
          (function (w, n, k, u) {
            w[n] = w[n] || []; w[n].push({ key: k, trackClicks: 'tagged' });
            var s = document.createElement('script'); s.async = true; s.src = u;
            var f = document.getElementsByTagName('script')[0]; f.parentNode.insertBefore(s, f);
          })(window, 'graspil', '${key}', '/w.js');
          window.graspil.push({ event: 'early', category: 'early' });
        </script>`,
        body: `<button data-gs-event="bought">Buy for 100</button><button id="other">Other</button>`,
      });
      await tab.goto(`${pages.url}/other`);
      const row = { custom_init_data_row: initData, platform: 'tdesktop', version: '7.2', tgWebAppStartParam: 'x' };
      await tab.evaluate(`window.graspil.push(${JSON.stringify(row)})`);
      await expectHits(pages, 'app_launch', 'early');
      assert.deepEqual([pages.requests[0]?.i, pages.requests[0]?.p], [initData, 'tdesktop']);
      assert.equal(await tab.evaluate('Array.isArray(window.graspil)'), true);
      await tab.evaluate(`document.querySelector('#other').click()`);
      await tab.evaluate(`document.querySelector('[data-gs-event]').click()`);
      await tab.evaluate(`window.graspil.push({ event: 'late' })`);
      await expectHits(pages, 'bought', 'late');
      assert.ok(!names(pages).some((name) => name.startsWith('Other')));
    },
  },
  {
    name: 'a list by any other name, which has the only key',
    async run(tab, pages) {
      pages.set('/renamed', {
        head: `<script>window.stats = [{ key: '${key}' }]; window.stats.push({ event: 'early' });</script>
          <script async src="/w.js"></script>`,
      });
      await tab.goto(`${pages.url}/renamed${launchHash}`);
      await expectHits(pages, 'app_launch', 'early');
      await tab.evaluate(`window.stats.push({ event: 'late' })`);
      await expectHits(pages, 'late');
      assert.equal(pages.requests[0]?.i, initData);
    },
  },
  {
    name: 'errors of the page and events of TON Connect, without what is private in them',
    async run(tab, pages) {
      await tab.goto(`${pages.url}/app${launchHash}`);
      await expectHits(pages, 'app_launch');
      await tab.evaluate(`void setTimeout(() => { throw new Error('broken'); }, 0)`);
      await tab.evaluate(`void setTimeout(() => { throw new Error('broken'); }, 0)`);
      await tab.evaluate(`void window.dispatchEvent(new CustomEvent('ton-connect-connection-completed', {
        detail: { wallet_address: 'EQ-private', wallet_type: 'tonkeeper' } }))`);
      await expectHits(pages, 'js_error', 'ton-connect-connection-completed');
      assert.equal(names(pages).filter((name) => name === 'js_error').length, 1);
      assert.match(String(pages.taken.find(({ n }) => n === 'js_error')?.d?.message), /broken/);
      assert.ok(!JSON.stringify(pages.requests).includes('EQ-private'));
    },
  },
];
